// Shared by the race tests: gates that hold engine threads at sync points, and access to the
// modules of an open database. Only in builds with sync points. A race test never sleeps to win its
// race.
#pragma once

#ifdef BUCKETLSM_SYNC_POINTS

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

#include "compaction/compaction_pick.h"
#include "db/db_impl.h"
#include "test/support/scratch.h"
#include "test/support/wait_until.h"
#include "util/sync_point.h"

namespace system_test {

// Holds threads that pass until it is opened, and counts all of them. Thread-safe.
class Gate {
 public:
  // Only the first `places` threads are held; later ones walk through.
  explicit Gate(int places = 1) : places_(places) {}

  void Pass() {
    std::unique_lock<std::mutex> lock(mutex_);
    const bool held = ++arrived_ <= places_;
    changed_.notify_all();
    if (held) changed_.wait(lock, [this] { return open_; });
  }
  // False when fewer came within half a minute: the test should give up.
  bool AwaitArrival(int count = 1) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return arrived_ >= count; });
  }
  int arrived() {
    std::lock_guard<std::mutex> lock(mutex_);
    return arrived_;
  }
  void Open() {
    std::lock_guard<std::mutex> lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

 private:
  const int places_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int arrived_ = 0;
  bool open_ = false;
};

// A call made by another thread. Joined when it goes; `Done` tells whether it has returned.
class Call {
 public:
  explicit Call(std::function<Status()> fn)
      : thread_([this, fn = std::move(fn)] {
          status_ = fn();
          done_ = true;
        }) {}
  ~Call() {
    if (thread_.joinable()) thread_.join();
  }
  bool Done() const { return done_; }
  Status Result() {
    if (thread_.joinable()) thread_.join();
    return status_;
  }

 private:
  Status status_;
  std::atomic<bool> done_{false};
  std::thread thread_;  // last: it uses the others
};

class RaceFixture : public DbTest {
 protected:
  RaceFixture() {
    options_ = SmallOptions(4);
    options_.write_buffer_size = 4 << 20;  // memtables are switched by the test alone
    options_.max_write_buffer_number = 8;
    options_.max_background_jobs = 8;
    options_.disable_auto_compactions = true;
    SyncPoints::Get().Clear();
    SyncPoints::Get().Enable();
  }
  ~RaceFixture() override { Quiet(); }

  // Whatever waits goes on, and no point does anything any more.
  void Quiet() {
    for (const auto& gate : gates_) gate->Open();
    SyncPoints::Get().Clear();
    SyncPoints::Get().Enable();
  }
  std::shared_ptr<Gate> NewGate(int places = 1) {
    gates_.push_back(std::make_shared<Gate>(places));
    return gates_.back();
  }
  // The first thread that passes `point` is held there.
  std::shared_ptr<Gate> HoldAt(const std::string& point, int places = 1) {
    auto gate = NewGate(places);
    SyncPoints::Get().SetCallback(point, [gate](void*) { gate->Pass(); });
    return gate;
  }
  // The first compaction that satisfies `which` is held at `point`.
  std::shared_ptr<Gate> HoldJobAt(const std::string& point,
                                  std::function<bool(const CompactionPick&)> which) {
    auto gate = NewGate();
    SyncPoints::Get().SetCallback(point, [gate, which = std::move(which)](void* arg) {
      if (which(*static_cast<const CompactionPick*>(arg))) gate->Pass();
    });
    return gate;
  }

  Status Flush(ColumnFamilyHandle* family = nullptr) {
    return db_->Flush(FlushOptions(), family != nullptr ? family : db_->DefaultColumnFamily());
  }
  Status FlushLater(ColumnFamilyHandle* family = nullptr) {
    FlushOptions later;
    later.wait = false;
    return db_->Flush(later, family != nullptr ? family : db_->DefaultColumnFamily());
  }
  Status CompactAll(ColumnFamilyHandle* family = nullptr) {
    return db_->CompactRange(CompactRangeOptions(),
                             family != nullptr ? family : db_->DefaultColumnFamily(), nullptr,
                             nullptr);
  }
  void Fill(const std::string& tag, int from = 0, int to = 400,
            ColumnFamilyHandle* family = nullptr) {
    ColumnFamilyHandle* into = family != nullptr ? family : db_->DefaultColumnFamily();
    for (int i = from; i < to; ++i)
      ASSERT_OK(db_->Put(WriteOptions(), into, NumberedKey(i), tag + NumberedKey(i)));
  }
  void ExpectTag(const std::string& tag, int from = 0, int to = 400,
                 ColumnFamilyHandle* family = nullptr) {
    ColumnFamilyHandle* of = family != nullptr ? family : db_->DefaultColumnFamily();
    for (int i = from; i < to; ++i) {
      std::string value;
      ASSERT_OK(db_->Get(ReadOptions(), of, NumberedKey(i), &value));
      ASSERT_EQ(value, tag + NumberedKey(i));
    }
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions(), of));
    int i = from;
    for (it->Seek(NumberedKey(from)); it->Valid() && i < to; it->Next(), ++i)
      ASSERT_EQ(it->value().ToString(), tag + NumberedKey(i));
    ASSERT_OK(it->status());
    ASSERT_EQ(i, to);
  }

  bool AwaitIdle() {
    return WaitUntil([this] {
      return IntProperty("rocksdb.num-running-flushes") == 0 &&
             IntProperty("rocksdb.num-running-compactions") == 0;
    });
  }

  // ---- the inside

  DbParts* Parts() { return static_cast<DBImpl*>(db_.get())->parts(); }
  bool AwaitStop() {
    return WaitUntil([this] { return Parts()->errors->writes_stopped(); });
  }
  TreePtr Tree(ColumnFamilyHandle* family = nullptr) {
    ColumnFamilyHandle* of = family != nullptr ? family : db_->DefaultColumnFamily();
    SuperVersionHold sv(&FamilyOf(of)->super_versions);
    return sv->tree;
  }
  // Level 0 is ordered by strictly falling epochs; where two files overlap the newer one has the
  // newer data.
  void ExpectOrderedLevelZero(const TreePtr& tree) {
    const FileList& files = tree->files(0);
    for (size_t i = 0; i < files.size(); ++i) {
      for (size_t j = i + 1; j < files.size(); ++j) {
        EXPECT_GT(files[i]->epoch, files[j]->epoch);
        if (!Overlaps(tree->order(), UserRange::Of(*files[i]), UserRange::Of(*files[j]))) continue;
        EXPECT_GT(files[i]->largest_seqno, files[j]->largest_seqno)
            << "file " << files[i]->number << " over " << files[j]->number;
      }
    }
  }
  std::set<uint64_t> LiveTables() {
    std::set<uint64_t> live;
    std::vector<LiveFileMetaData> files;
    db_->GetLiveFilesMetaData(&files);
    for (const LiveFileMetaData& file : files) live.insert(file.file_number);
    return live;
  }
  // Numbers of the files that end in `suffix`.
  std::set<uint64_t> OnDisk(const std::string& suffix = ".sst") {
    std::set<uint64_t> numbers;
    for (const auto& entry : std::filesystem::directory_iterator(DbPath())) {
      const std::string name = entry.path().filename().string();
      if (name.size() > suffix.size() && name.ends_with(suffix)) numbers.insert(std::stoull(name));
    }
    return numbers;
  }
  // A copy of the directory as it is at this moment: what a killed process leaves behind.
  std::string CrashImage(const std::string& name) {
    const std::filesystem::path to = dir_ / name;
    std::filesystem::remove_all(to);
    std::filesystem::create_directory(to);
    for (const auto& entry : std::filesystem::directory_iterator(DbPath())) {
      const auto file = entry.path().filename();
      if (file == "LOCK") continue;
      std::error_code error;
      std::filesystem::copy_file(entry.path(), to / file, error);
      // What a purge deletes meanwhile was deleted before the crash.
      EXPECT_TRUE(!error || error == std::errc::no_such_file_or_directory) << error.message();
    }
    return to;
  }
  // Opens the image, hands it to `look`, closes it.
  void WithImage(const std::string& path, const std::function<void(DB*)>& look) {
    Options options = options_;
    options.create_if_missing = false;
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options, path, &raw));
    std::unique_ptr<DB> image(raw);
    look(image.get());
    EXPECT_OK(image->Close());
  }

  Options options_;

 private:
  std::vector<std::shared_ptr<Gate>> gates_;
};

}  // namespace system_test

#endif
