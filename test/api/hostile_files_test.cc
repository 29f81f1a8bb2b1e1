// Files with right checksums, or none, and contents that another program wrote: whatever lengths
// they claim, opening and reading them neither crashes nor takes unbounded memory.
#include "db/log/log_writer.h"
#include "env/file_io.h"
#include "rocksdb/write_batch.h"
#include "test/support/damage.h"
#include "test/support/limits.h"
#include "test/support/watchdog.h"

namespace system_test {
namespace {

class HostileFiles : public Limits, public testing::WithParamInterface<int> {
 protected:
  Options options_ = SmallOptions(static_cast<uint32_t>(GetParam()));
};

INSTANTIATE_TEST_SUITE_P(Buckets, HostileFiles, testing::Values(0, 8), BucketsOffOrOn);

// A batch with some bytes changed, or with a length that claims gigabytes.
std::string DamagedBatch(std::mt19937_64& random) {
  WriteBatch batch;
  for (uint64_t i = random() % 6 + 1; i > 0; i--) {
    const std::string key = NumberedKey(random() % 50);
    EXPECT_OK(random() % 4 == 0 ? batch.Delete(key)
                                : batch.Put(key, std::string(random() % 40, 'v')));
  }
  std::string bytes = batch.Data();
  for (uint64_t i = random() % 3 + 1; i > 0; i--) {
    const size_t at = random() % bytes.size();
    if (random() % 2 == 0) {
      bytes[at] = static_cast<char>(random());
    } else {
      bytes.replace(at, std::min<size_t>(5, bytes.size() - at), "\xff\xff\xff\xff\x0f");
    }
  }
  return bytes;
}

// Behind what the file holds. REQUIRES: that ends with a record.
void AppendRecord(const fs::path& victim, const fs::path& piece, const std::string& record) {
  std::unique_ptr<WritableFileWriter> file;
  ASSERT_OK(WritableFileWriter::Create(FileSystem::Default().get(), piece, FileOptions(), &file));
  log::Writer writer(std::move(file), 1, false, false);
  ASSERT_OK(writer.AddRecord(record));
  ASSERT_OK(writer.Close());
  const std::string before = FileBytes(victim);
  // A record begins anywhere in a block of 32 KiB, and this one is short.
  ASSERT_LT(before.size() + 4096, 32768u);
  SetFileBytes(victim, before + FileBytes(piece));
}

// No checksum protects these blocks, so the readers get every length that the damage claims.
TEST_P(HostileFiles, HostileLengthsInATableTakeNoMemory) {
  const Watchdog watchdog("hostile tables", 240);
  std::mt19937_64 random(TestSeed());
  int told = 0;
  for (const CompressionType compression :
       {kNoCompression, kSnappyCompression, kLZ4Compression, kZSTD, kZlibCompression}) {
    BlockBasedTableOptions table;
    table.checksum = kNoChecksum;
    table.filter_policy.reset(NewBloomFilterPolicy(10));
    table.no_block_cache = true;
    table.index_type = compression == kZSTD ? BlockBasedTableOptions::kTwoLevelIndexSearch
                                            : BlockBasedTableOptions::kBinarySearch;
    options_.table_factory.reset(NewBlockBasedTableFactory(table));
    options_.compression = compression;
    options_.paranoid_checks = false;
    ASSERT_OK(Open(options_));
    for (uint64_t i = 0; i < 300; i++) ASSERT_OK(Put(NumberedKey(i), std::string(100, 'v')));
    ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "b", "c"));
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    Close();
    const fs::path victim = Tables(DbPath()).front();
    const std::string sound = FileBytes(victim);
    const LittleMemory little;
    for (int round = 0; round < Scaled(100); round++) {
      std::string bytes = sound;
      // Footer, metaindex and index lie at the end, so most damage goes there.
      const size_t reach = round % 2 == 0 ? bytes.size() : std::min<size_t>(bytes.size(), 1500);
      const size_t at = bytes.size() - 1 - random() % reach;
      static const char* const kLengths[] = {"\xff\xff\xff\xff\x0f", "\xff\xff\xff\xff\x07",
                                             "\xff\xff\xff\xff\xff\xff\xff\xff\x7f",
                                             "\xff\xff\x7f"};
      const std::string length = kLengths[random() % 4];
      bytes.replace(at, std::min(length.size(), bytes.size() - at), length);
      bytes.resize(sound.size());
      SetFileBytes(victim, bytes);
      Status s = Open(options_);
      if (s.ok()) {
        std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
        for (it->SeekToFirst(); it->Valid(); it->Next()) {
        }
        s = it->status();
        for (uint64_t i = 0; i < 300; i += 30) Get(NumberedKey(i));
      }
      told += !s.ok();
    }
    Close();
    ASSERT_OK(DestroyDB(DbPath(), options_));
  }
  EXPECT_GT(told, 10);
}

// Records whose checksums are right and whose contents are not, as a hostile MANIFEST or log has.
TEST_P(HostileFiles, HostileRecordsOfManifestsAndLogsTakeNoMemory) {
  const Watchdog watchdog("hostile records", 240);
  std::mt19937_64 random(TestSeed());
  ASSERT_OK(Open(options_));
  for (uint64_t i = 0; i < 200; i++) ASSERT_OK(Put(NumberedKey(i), "value"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  Close();
  CopyDatabase(DbPath(), dir_ / "whole");
  const LittleMemory little;
  for (int round = 0; round < Scaled(300); round++) {
    CopyDatabase(dir_ / "whole", DbPath());
    const bool manifest = round % 2 == 0;
    const fs::path victim = manifest ? Manifest(DbPath()) : Logs(DbPath()).back();
    std::string record;
    if (manifest) {
      // A MANIFEST record: field tags and what they claim.
      for (uint64_t i = random() % 4 + 1; i > 0; i--) {
        record.push_back(static_cast<char>(random() % 2 == 0 ? random() % 12 : random() % 210));
        record += random() % 2 == 0 ? "\xff\xff\xff\xff\x0f" : std::string(random() % 20, '\3');
      }
    } else {
      record = DamagedBatch(random);
    }
    ASSERT_NO_FATAL_FAILURE(AppendRecord(victim, dir_ / "piece", record));
    if (Open(options_).ok()) {
      std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
      for (it->SeekToFirst(); it->Valid(); it->Next()) {
      }
      it->status().PermitUncheckedError();
    }
    Close();
  }
}

TEST_P(HostileFiles, RepairPassesOverALogsRecordThatIsTooShortForABatch) {
  options_.avoid_flush_during_shutdown = true;
  for (const char* record : {"", "abc", "elevenbytes"}) {
    SCOPED_TRACE(record);
    ASSERT_OK(Open(options_));
    ASSERT_OK(Put("before", "v"));
    Close();
    ASSERT_NO_FATAL_FAILURE(AppendRecord(Logs(DbPath()).back(), dir_ / "piece", record));
    ASSERT_OK(RepairDB(DbPath(), options_));
    ASSERT_OK(Open(options_));
    EXPECT_EQ(Get("before"), "v");
    Close();
    ASSERT_OK(DestroyDB(DbPath(), options_));
  }
}

}  // namespace
}  // namespace system_test
