// DBOptions::best_efforts_recovery: what is opened when tables, CURRENT or a MANIFEST are missing,
// and what becomes of the files that are left out.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "rocksdb/utilities/tree_check.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

namespace files = std::filesystem;
using Contents = std::map<std::string, std::string>;
const std::vector<std::string> kBothFamilies = {"default", "other"};

// Does not say how long a table is, while told not to.
class BlindFileSystem : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "BlindFileSystem"; }
  IOStatus GetFileSize(const std::string& path, const IOOptions& options, uint64_t* size,
                       IODebugContext* dbg) override {
    if (blind && path.find(".sst") != std::string::npos) return IOStatus::IOError(path, "injected");
    return FileSystemWrapper::GetFileSize(path, options, size, dbg);
  }
  bool blind = false;
};

class BestEfforts : public testing::Test {
 protected:
  BestEfforts() {
    options_ = SmallOptions(4);
    options_.env = env_.get();
    options_.create_missing_column_families = true;
    options_.disable_auto_compactions = true;
    options_.merge_operator = std::make_shared<AppendOperator>();
  }
  ~BestEfforts() override { Close(); }

  Status Open(bool best_efforts = false, bool read_only = false) {
    Close();
    Options options = options_;
    options.best_efforts_recovery = best_efforts;
    std::vector<ColumnFamilyDescriptor> families;
    for (const std::string& name : kBothFamilies) families.emplace_back(name, options);
    return read_only ? DB::OpenForReadOnly(options, path_, families, &handles_, &db_)
                     : DB::Open(options, path_, families, &handles_, &db_);
  }
  void Close() {
    for (ColumnFamilyHandle* handle : handles_) EXPECT_OK(db_->DestroyColumnFamilyHandle(handle));
    handles_.clear();
    db_.reset();
  }
  void Put(int family, const std::string& key, const std::string& value) {
    ASSERT_OK(db_->Put(WriteOptions(), handles_[family], key, value));
  }
  void Flush(int family) { ASSERT_OK(db_->Flush(FlushOptions(), handles_[family])); }
  // Round i gives eight keys, spread over the buckets, the value i in one table each.
  void FlushRounds(int family, int rounds) {
    for (int i = 0; i < rounds; ++i) {
      for (char key = 'a'; key < 'i'; ++key) Put(family, std::string(1, key), std::to_string(i));
      Flush(family);
    }
  }
  std::string Get(int family, const std::string& key) {
    std::string value;
    const Status s = db_->Get(ReadOptions(), handles_[family], key, &value);
    return s.ok() ? value : s.ToString();
  }
  Contents ContentsOf(int family) {
    Contents contents;
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions(), handles_[family]));
    for (it->SeekToFirst(); it->Valid(); it->Next())
      contents[it->key().ToString()] = it->value().ToString();
    EXPECT_OK(it->status());
    return contents;
  }
  // The live tables of a family.
  std::set<std::string> TablesOf(int family) {
    ColumnFamilyMetaData meta;
    db_->GetColumnFamilyMetaData(handles_[family], &meta);
    std::set<std::string> names;
    for (const LevelMetaData& level : meta.levels) {
      for (const SstFileMetaData& file : level.files) names.insert(file.name.substr(1));
    }
    return names;
  }
  std::set<std::string> FilesOf(const std::string& directory, const std::string& part) {
    std::set<std::string> names;
    if (!files::exists(directory)) return names;
    for (const auto& entry : files::directory_iterator(directory)) {
      const std::string name = entry.path().filename();
      if (name.find(part) != std::string::npos) names.insert(name);
    }
    return names;
  }
  void Remove(const std::string& name) { ASSERT_TRUE(files::remove(path_ + "/" + name)); }
  void ExpectSound() { EXPECT_OK(CheckTree(db_.get(), handles_)); }

  ScratchDir dir_;
  const std::string path_ = dir_ / "db";
  const std::string lost_ = path_ + "/lost";
  const std::shared_ptr<BlindFileSystem> fs_ =
      std::make_shared<BlindFileSystem>(FileSystem::Default());
  const std::unique_ptr<Env> env_ = NewCompositeEnv(fs_);
  Options options_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> handles_;
};

TEST_F(BestEfforts, AFamilyWithAMissingTableGoesBackToWhatItWasBefore) {
  ASSERT_OK(Open());
  FlushRounds(0, 3);
  const auto before = TablesOf(0);
  FlushRounds(1, 2);
  Put(0, "a", "last");
  Flush(0);
  Put(0, "b", "in a log");
  const auto newest = TablesOf(0);
  Close();
  for (const std::string& name : newest) {
    if (before.count(name) == 0) Remove(name);
  }
  EXPECT_TRUE(Open().IsCorruption());
  ASSERT_OK(Open(true));
  EXPECT_EQ(Get(0, "a"), "2");
  EXPECT_EQ(Get(0, "b"), "2");
  EXPECT_EQ(Get(1, "h"), "1");
  EXPECT_EQ(TablesOf(0), before);
  ExpectSound();
  Put(0, "a", "new");
  FlushRounds(1, 1);
  // The log is out of the way for good.
  ASSERT_OK(Open());
  EXPECT_EQ(Get(0, "a"), "new");
  EXPECT_EQ(Get(0, "b"), "2");
  EXPECT_EQ(Get(1, "a"), "0");
}

TEST_F(BestEfforts, WhatIsLeftOutGoesToLost) {
  ASSERT_OK(Open());
  FlushRounds(0, 2);
  const auto tables = TablesOf(0);
  Put(0, "b", "in a log");
  Close();
  // Of the second flush one piece is missing: nothing of it counts.
  Remove(*tables.rbegin());
  const auto logs = FilesOf(path_, ".log");
  const auto manifests = FilesOf(path_, "MANIFEST-");
  ASSERT_OK(Open(true));
  EXPECT_EQ(Get(0, "a"), "0");
  const auto kept = TablesOf(0);
  const auto lost = FilesOf(lost_, ".sst");
  EXPECT_EQ(kept.size() + lost.size() + 1, tables.size());
  EXPECT_FALSE(lost.empty());
  for (const std::string& name : lost) EXPECT_EQ(kept.count(name), 0u);
  EXPECT_EQ(FilesOf(lost_, ".log"), logs);
  EXPECT_EQ(FilesOf(lost_, "MANIFEST-"), manifests);
  // Their numbers are not given out again.
  FlushRounds(0, 1);
  for (const std::string& name : TablesOf(0)) EXPECT_EQ(lost.count(name), 0u);
}

TEST_F(BestEfforts, NothingIsLeftOutButLogsWhereAllTablesAreThere) {
  ASSERT_OK(Open());
  FlushRounds(0, 2);
  FlushRounds(1, 1);
  Put(1, "a", "in a log");
  Close();
  ASSERT_OK(Open(true));
  EXPECT_EQ(Get(0, "a"), "1");
  EXPECT_EQ(Get(1, "a"), "0");
  ExpectSound();
  EXPECT_EQ(FilesOf(lost_, "").size(), 1u);
  EXPECT_EQ(FilesOf(lost_, ".log").size(), 1u);
}

TEST_F(BestEfforts, ATableOfAnotherLengthCountsAsMissing) {
  ASSERT_OK(Open());
  FlushRounds(0, 2);
  const std::string name = *TablesOf(0).rbegin();
  Close();
  files::resize_file(path_ + "/" + name, files::file_size(path_ + "/" + name) - 1);
  ASSERT_OK(Open(true));
  EXPECT_EQ(Get(0, "h"), "0");
  EXPECT_EQ(FilesOf(lost_, name).size(), 1u);
}

TEST_F(BestEfforts, MissingAndWrongCurrentFilesDoNotMatter) {
  ASSERT_OK(Open());
  FlushRounds(0, 1);
  options_.create_if_missing = false;
  for (const char* current : {"", "MANIFEST-000099\n", "nonsense"}) {
    Close();
    Remove("CURRENT");
    if (*current != 0) std::ofstream(path_ + "/CURRENT") << current;
    EXPECT_FALSE(Open().ok());
    ASSERT_OK(Open(true));
    EXPECT_EQ(Get(0, "a"), "0");
    ExpectSound();
  }
  ASSERT_OK(Open());
  EXPECT_EQ(Get(0, "a"), "0");
}

TEST_F(BestEfforts, AManifestThatIsCutShortGivesWayToTheOneBefore) {
  ASSERT_OK(Open());
  FlushRounds(0, 2);
  Close();
  const std::string manifest = *FilesOf(path_, "MANIFEST-").begin();
  // A crash while it was being written: no counters yet.
  files::copy_file(path_ + "/" + manifest, path_ + "/MANIFEST-000999");
  files::resize_file(path_ + "/MANIFEST-000999", 60);
  ASSERT_OK(Open(true));
  EXPECT_EQ(Get(0, "a"), "1");
  FlushRounds(0, 1);
  for (const std::string& name : FilesOf(path_, "MANIFEST-"))
    EXPECT_GT(name, std::string("MANIFEST-000999"));
  ASSERT_OK(Open());
}

TEST_F(BestEfforts, DamageEndsTheHistoryOfAManifest) {
  ASSERT_OK(Open());
  const std::string manifest = path_ + "/" + *FilesOf(path_, "MANIFEST-").begin();
  FlushRounds(0, 1);
  const auto first_flush = files::file_size(manifest);
  FlushRounds(0, 2);
  Close();
  std::fstream file(manifest, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(first_flush) + 30);
  file.put('\x7f');
  file.close();
  EXPECT_TRUE(Open().IsCorruption());
  ASSERT_OK(Open(true));
  EXPECT_EQ(Get(0, "a"), "0");
  ExpectSound();
}

TEST_F(BestEfforts, WithAtomicFlushAllFamiliesGoBackTogether) {
  options_.atomic_flush = true;
  ASSERT_OK(Open());
  const auto flush_both = [&](const std::string& value) {
    for (const int family : {0, 1}) Put(family, "a", value);
    ASSERT_OK(db_->Flush(FlushOptions(), handles_));
  };
  flush_both("1");
  flush_both("2");
  const std::string name = *TablesOf(1).rbegin();
  flush_both("3");
  Close();
  Remove(name);
  ASSERT_OK(Open(true));
  EXPECT_EQ(Get(0, "a"), "1");
  EXPECT_EQ(Get(1, "a"), "1");
  ExpectSound();
}

TEST_F(BestEfforts, AFamilyWithoutAnyWholePointIsEmpty) {
  ASSERT_OK(Open());
  FlushRounds(0, 1);
  FlushRounds(1, 1);
  // The head of the next MANIFEST has all tables at once.
  ASSERT_OK(Open());
  const std::string name = *TablesOf(0).begin();
  Close();
  Remove(name);
  ASSERT_OK(Open(true));
  EXPECT_EQ(ContentsOf(0), Contents());
  EXPECT_EQ(Get(1, "a"), "0");
  ExpectSound();
}

TEST_F(BestEfforts, ReadOnlyOpeningsChangeNothing) {
  ASSERT_OK(Open());
  FlushRounds(0, 2);
  const std::string name = *TablesOf(0).rbegin();
  Close();
  Remove(name);
  const auto present = [this] {
    return std::vector{FilesOf(path_, ".sst"), FilesOf(path_, ".log"), FilesOf(path_, "MANIFEST-")};
  };
  const auto before = present();
  ASSERT_OK(Open(true, true));
  EXPECT_EQ(Get(0, "a"), "0");
  EXPECT_EQ(present(), before);
  EXPECT_FALSE(files::exists(lost_));
}

TEST_F(BestEfforts, AFileSystemThatCannotSayIsAnErrorAndLosesNothing) {
  ASSERT_OK(Open());
  FlushRounds(0, 2);
  Close();
  fs_->blind = true;
  EXPECT_TRUE(Open(true).IsIOError());
  fs_->blind = false;
  EXPECT_FALSE(files::exists(lost_));
  ASSERT_OK(Open(true));
  EXPECT_EQ(Get(0, "a"), "1");
}

TEST_F(BestEfforts, ADirectoryWithoutManifestsIsNoDatabase) {
  ASSERT_OK(Open());
  FlushRounds(0, 1);
  Close();
  Remove("CURRENT");
  Remove(*FilesOf(path_, "MANIFEST-").begin());
  options_.create_if_missing = false;
  EXPECT_TRUE(Open(true).IsInvalidArgument());
}

// Every state that the MANIFEST went through is kept with its tables; then tables are taken away.
TEST_F(BestEfforts, RandomHistoriesGiveTheNewestStateWhoseTablesAreThere) {
  std::mt19937_64 random(TestSeed());
  const auto draw = [&](uint64_t n) {
    return std::uniform_int_distribution<uint64_t>(0, n - 1)(random);
  };
  struct State {
    std::set<std::string> tables;
    Contents contents;
  };
  std::vector<State> states[2];
  ASSERT_OK(Open());
  ASSERT_OK(db_->DisableFileDeletions());
  const auto note = [&](int family) {
    states[family].push_back({TablesOf(family), ContentsOf(family)});
  };
  for (int family : {0, 1}) note(family);
  for (int round = 0; round < 20; ++round) {
    const int family = static_cast<int>(draw(2));
    for (int i = 0; i < 100; ++i)
      Put(family, NumberedKey(draw(300)), std::to_string(round) + std::string(100, 'v'));
    if (draw(3) == 0) {
      const std::string from = NumberedKey(draw(300));
      ASSERT_OK(db_->DeleteRange(WriteOptions(), handles_[family], from, from + "z"));
    }
    Flush(family);
    note(family);
    if (draw(4) != 0) continue;
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), handles_[family], nullptr, nullptr));
    // Of the steps of a compaction only the last state is known.
    states[family].push_back({TablesOf(family), ContentsOf(family)});
  }
  std::set<std::string> all = FilesOf(path_, ".sst");
  const std::string copy = dir_ / "copy";
  files::copy(path_, copy, files::copy_options::recursive);
  Close();
  for (int attempt = 0; attempt < 6; ++attempt) {
    files::remove_all(path_);
    files::copy(copy, path_, files::copy_options::recursive);
    std::set<std::string> missing;
    for (const std::string& name : all) {
      if (draw(25) != 0) continue;
      Remove(name);
      missing.insert(name);
    }
    ASSERT_OK(Open(true));
    ExpectSound();
    for (int family : {0, 1}) {
      const Contents contents = ContentsOf(family);
      // Steps inside a compaction show what the state before it showed.
      const auto state =
          std::find_if(states[family].rbegin(), states[family].rend(), [&](const State& one) {
            return std::none_of(missing.begin(), missing.end(), [&](const std::string& name) {
              return one.tables.count(name) != 0;
            });
          });
      ASSERT_NE(state, states[family].rend());
      EXPECT_EQ(contents, state->contents) << "family " << family;
    }
    FlushRounds(0, 1);
    const Contents contents = ContentsOf(0);
    ASSERT_OK(Open());
    EXPECT_EQ(ContentsOf(0), contents);
    ExpectSound();
  }
}

}  // namespace
}  // namespace system_test
