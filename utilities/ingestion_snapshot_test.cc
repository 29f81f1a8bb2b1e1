// Snapshots that are asked for while an ingestion writes the MANIFEST.
#include <gtest/gtest.h>

#include <thread>

#include "rocksdb/listener.h"
#include "rocksdb/sst_file_writer.h"
#include "test/support/scratch.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Does something once, after a sync of the MANIFEST that it was armed for.
class DuringManifestSync : public EventListener {
 public:
  bool ShouldBeNotifiedOnFileIO() override { return true; }
  void OnFileSyncFinish(const FileOperationInfo& info) override {
    if (info.path.find("MANIFEST") == std::string::npos || !armed_.exchange(false)) return;
    what_();
  }
  void Arm(std::function<void()> what) {
    what_ = std::move(what);
    armed_ = true;
  }

 private:
  std::function<void()> what_;
  std::atomic<bool> armed_{false};
};

class IngestionSnapshots : public system_test::DbTest {
 protected:
  IngestionSnapshots() {
    options_ = system_test::SmallOptions();
    options_.listeners = {sync_};
  }
  std::string Make(const std::string& key) {
    SstFileWriter writer(EnvOptions(), options_);
    EXPECT_OK(writer.Open(dir_ / key));
    EXPECT_OK(writer.Put(key, "ingested"));
    EXPECT_OK(writer.Finish());
    return dir_ / key;
  }

  std::shared_ptr<DuringManifestSync> sync_ = std::make_shared<DuringManifestSync>();
  Options options_;
};

TEST_F(IngestionSnapshots, OneThatIsAskedForMeanwhileSeesTheSameForEver) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  const std::string file = Make("q");
  const Snapshot* snapshot = nullptr;
  std::string first;
  std::atomic<bool> read{false};
  std::thread reader;
  sync_->Arm([&] {
    reader = std::thread([&] {
      snapshot = db_->GetSnapshot();
      first = Get("q", snapshot);
      read = true;
    });
    // It waits for the end of the ingestion. One that did not would be through by then.
    EXPECT_TRUE(
        system_test::HoldsFor(std::chrono::milliseconds(100), [&] { return !read.load(); }));
  });
  ASSERT_OK(db_->IngestExternalFile({file}, IngestExternalFileOptions()));
  reader.join();
  EXPECT_EQ(Get("q", snapshot), first);
  EXPECT_EQ(first, "ingested");
  db_->ReleaseSnapshot(snapshot);
}

TEST_F(IngestionSnapshots, WhereTheyDoNotCountNobodyWaits) {
  ASSERT_OK(Open(options_));
  const std::string file = Make("q");
  sync_->Arm([&] { std::thread([&] { db_->ReleaseSnapshot(db_->GetSnapshot()); }).join(); });
  IngestExternalFileOptions how;
  how.snapshot_consistency = false;
  ASSERT_OK(db_->IngestExternalFile({file}, how));
  EXPECT_EQ(Get("q"), "ingested");
}

TEST_F(IngestionSnapshots, AnEarlierOneKeepsNobodyWaiting) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  const Snapshot* earlier = db_->GetSnapshot();
  const Snapshot* snapshot = nullptr;
  const std::string file = Make("q");
  sync_->Arm([&] { std::thread([&] { snapshot = db_->GetSnapshot(); }).join(); });
  ASSERT_OK(db_->IngestExternalFile({file}, IngestExternalFileOptions()));
  EXPECT_EQ(Get("q", earlier), "NOT_FOUND");
  EXPECT_EQ(Get("q", snapshot), "NOT_FOUND");
  EXPECT_EQ(Get("q"), "ingested");
  db_->ReleaseSnapshot(earlier);
  db_->ReleaseSnapshot(snapshot);
}

TEST_F(IngestionSnapshots, AfterAnIngestionThatFailedTheyAreGivenAgain) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  IngestExternalFileOptions how;
  how.allow_global_seqno = false;
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_TRUE(db_->IngestExternalFile({Make("a")}, how).IsInvalidArgument());
  const Snapshot* snapshot = db_->GetSnapshot();
  EXPECT_EQ(Get("a", snapshot), "1");
  db_->ReleaseSnapshot(snapshot);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
