// What bad input gets: a Status with RocksDB's code that names file and cause; nothing lost or
// overwritten.
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <map>
#include <set>

#include "rocksdb/comparator.h"
#include "rocksdb/convenience.h"
#include "rocksdb/write_batch.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

namespace fs = std::filesystem;

std::string Slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void Spill(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

#define EXPECT_MENTIONS(status, text) \
  EXPECT_NE((status).ToString().find(text), std::string::npos) << (status).ToString()

class BadInput : public DbTest {
 protected:
  void SetUp() override {
    options_ = SmallOptions();
    options_.compression = kNoCompression;
  }
  // A closed database: 200 keys in tables, then 50 in the WAL only.
  void Build() {
    ASSERT_OK(Open(options_));
    for (int i = 0; i < 200; i++) Write(i);
    ASSERT_OK(db_->Flush(FlushOptions()));
    for (int i = 200; i < 250; i++) Write(i);
    Close();
  }
  void Write(int i) {
    const std::string key = NumberedKey(i),
                      value = "value " + std::to_string(i) + std::string(40, 'x');
    ASSERT_OK(Put(key, value));
    expected_[key] = value;
  }
  // The newest file whose name starts or ends so.
  fs::path FileLike(const std::string& prefix, const std::string& suffix) {
    fs::path best;
    for (const auto& entry : fs::directory_iterator(DbPath())) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(prefix) && name.ends_with(suffix) && entry.file_size() > 0) {
        best = std::max(best, entry.path());
      }
    }
    return best;
  }
  std::map<std::string, std::string> Listing() {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(DbPath())) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with("LOG") && entry.is_regular_file()) files[name] = Slurp(entry.path());
    }
    return files;
  }
  // Opening fails with what is said, and leaves every file as it was.
  Status OpenMustFail() {
    const auto before = Listing();
    const Status s = Open(options_);
    EXPECT_NOT_OK(s);
    db_.reset();
    for (const auto& [name, bytes] : before) {
      EXPECT_TRUE(fs::exists(fs::path(DbPath()) / name)) << name << " was deleted";
      EXPECT_TRUE(Slurp(fs::path(DbPath()) / name) == bytes) << name << " was changed";
    }
    return s;
  }
  // Every key has its value or is answered by an error; `may_miss` allows absent keys.
  void ExpectNoWrongValue(bool may_miss) {
    for (const auto& [key, value] : expected_) {
      std::string got;
      const Status s = db_->Get(ReadOptions(), key, &got);
      if (s.ok()) {
        EXPECT_EQ(got, value) << key;
      } else if (!may_miss) {
        EXPECT_FALSE(s.IsNotFound()) << key << " silently lost";
      }
    }
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      const auto want = expected_.find(it->key().ToString());
      ASSERT_TRUE(want != expected_.end()) << "invented key " << it->key().ToString(true);
      EXPECT_EQ(it->value().ToString(), want->second);
    }
  }

  Options options_;
  std::map<std::string, std::string> expected_;
};

// The log must never hold what recovery would stumble over, however odd the batch.
TEST_F(BadInput, BatchesThatCannotBeAppliedDoNotSpoilTheLog) {
  options_.avoid_flush_during_shutdown = true;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("before", "1"));
  EXPECT_TRUE(
      db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "z", "a").IsInvalidArgument());
  const std::string header(12, '\0');
  std::string counted = header;
  counted[8] = 1;
  const auto write = [this](const std::string& bytes) {
    WriteBatch batch(bytes);
    return db_->Write(WriteOptions(), &batch);
  };
  EXPECT_TRUE(write(header + "\x09").IsNotSupported()) << "a mark of two-phase commit";
  EXPECT_TRUE(write("short").IsCorruption());
  EXPECT_TRUE(write(header + "\x7f").IsCorruption()) << "an unknown tag";
  EXPECT_TRUE(write(header + "\x01\x01k\x01v").IsCorruption()) << "a wrong count";
  EXPECT_TRUE(write(counted + "\x05\x07\x01k\x01v").IsInvalidArgument()) << "a missing family";
  EXPECT_OK(write(counted + "\x01\x01k\x01v"));
  ASSERT_OK(Put("later", "2"));
  for (int i = 0; i < 2; i++) {
    EXPECT_EQ(Contents(), "before=1 k=v later=2");
    ASSERT_OK(Open(options_));
  }
}

TEST_F(BadInput, MissingDatabaseIsNotCreatedUnasked) {
  options_.create_if_missing = false;
  const Status s = Open(options_);
  EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
  EXPECT_MENTIONS(s, DbPath());
  EXPECT_MENTIONS(s, "does not exist");
}

TEST_F(BadInput, ExistingDatabaseIsRefusedWhereItMustBeNew) {
  Build();
  options_.error_if_exists = true;
  const Status s = OpenMustFail();
  EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
  EXPECT_MENTIONS(s, DbPath());
}

TEST_F(BadInput, DirectoryThatCannotBeMadeIsNamed) {
  Spill(dir_ / "file", "in the way");
  DB* raw = nullptr;
  const Status s = DB::Open(options_, dir_ / "file/db", &raw);
  EXPECT_TRUE(s.IsIOError()) << s.ToString();
  EXPECT_MENTIONS(s, dir_ / "file");
}

TEST_F(BadInput, SecondOpenerIsTurnedAwayByTheLock) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "v"));
  DB* second = nullptr;
  const Status s = DB::Open(options_, DbPath(), &second);
  EXPECT_TRUE(s.IsIOError()) << s.ToString();
  EXPECT_MENTIONS(s, "/LOCK");
  EXPECT_EQ(Get("k"), "v") << "the first opener goes on";
  Close();
  EXPECT_OK(Open(options_));
}

TEST_F(BadInput, WrongComparatorIsRefusedByName) {
  Build();
  options_.comparator = ReverseBytewiseComparator();
  const Status s = OpenMustFail();
  EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
  EXPECT_MENTIONS(s, "leveldb.BytewiseComparator");
  EXPECT_MENTIONS(s, "rocksdb.ReverseBytewiseComparator");
}

TEST_F(BadInput, ColumnFamilyLeftOutAtOpenIsNamed) {
  options_.create_missing_column_families = true;
  ASSERT_OK(OpenFamilies(options_, {"default", "forgotten"}));
  Close();
  const Status s = OpenMustFail();
  EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
  EXPECT_MENTIONS(s, "forgotten");
}

TEST_F(BadInput, UnknownColumnFamilyAtOpenIsNamed) {
  Build();
  const Status s = OpenFamilies(options_, {"default", "imagined"});
  EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
  EXPECT_MENTIONS(s, "imagined");
  EXPECT_NOT_OK(OpenFamilies(options_, {"imagined"})) << "the default family must be opened";
}

TEST_F(BadInput, OptionsThatContradictEachOtherAreRefused) {
  options_.allow_mmap_reads = true;
  options_.use_direct_reads = true;
  EXPECT_NOT_OK(Open(options_));
}

TEST_F(BadInput, OptionFilesAndStringsNameTheUnknownOption) {
  DBOptions base, parsed;
  const Status s =
      GetDBOptionsFromString(ConfigOptions(), base, "max_open_files=10;bogus=1", &parsed);
  EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
  EXPECT_MENTIONS(s, "bogus");
}

TEST_F(BadInput, DamagedCurrentIsCorruption) {
  Build();
  const fs::path current = fs::path(DbPath()) / "CURRENT";
  const std::string good = Slurp(current);
  for (const std::string& bad :
       {std::string(), std::string("MANIFEST-0000"), std::string("garbage\n"), good + "x"}) {
    Spill(current, bad);
    const Status s = OpenMustFail();
    EXPECT_TRUE(s.IsCorruption() || s.IsIOError()) << "'" << bad << "': " << s.ToString();
  }
  Spill(current, good);
  ASSERT_OK(Open(options_));
  ExpectNoWrongValue(false);
}

TEST_F(BadInput, CurrentNamingAnAbsentManifestNamesTheFile) {
  Build();
  Spill(fs::path(DbPath()) / "CURRENT", "MANIFEST-999999\n");
  const Status s = OpenMustFail();
  EXPECT_MENTIONS(s, "MANIFEST-999999");
}

TEST_F(BadInput, UnreadableFileIsAnErrorThatNamesIt) {
  Build();
  const fs::path current = fs::path(DbPath()) / "CURRENT";
  const std::string good = Slurp(current);
  fs::remove(current);
  fs::create_directory(current);
  const Status s = Open(options_);
  EXPECT_NOT_OK(s);
  EXPECT_MENTIONS(s, "CURRENT");
  fs::remove(current);
  Spill(current, good);
  ASSERT_OK(Open(options_));
  ExpectNoWrongValue(false);
}

TEST_F(BadInput, MissingTableFailsTheOpenAndIsNamed) {
  Build();
  const fs::path table = FileLike("", ".sst");
  fs::rename(table, table.string() + ".away");
  const Status s = OpenMustFail();
  EXPECT_MENTIONS(s, table.stem().string());
  fs::rename(table.string() + ".away", table);
  ASSERT_OK(Open(options_));
  ExpectNoWrongValue(false);
}

TEST_F(BadInput, TableOfTheWrongSizeFailsTheOpen) {
  Build();
  const fs::path table = FileLike("", ".sst");
  fs::resize_file(table, fs::file_size(table) - 7);
  const Status s = OpenMustFail();
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_MENTIONS(s, table.filename().string());
}

TEST_F(BadInput, DamagedTableBlockIsCorruptionThatNamesTheFile) {
  Build();
  const fs::path table = FileLike("", ".sst");
  std::string bytes = Slurp(table);
  for (size_t i = 20; i < 60; i++) bytes[i] = static_cast<char>(bytes[i] ^ 0x40);
  Spill(table, bytes);
  ASSERT_OK(Open(options_));
  int corrupt = 0;
  for (const auto& [key, value] : expected_) {
    std::string got;
    const Status s = db_->Get(ReadOptions(), key, &got);
    if (s.IsCorruption()) {
      corrupt++;
      EXPECT_MENTIONS(s, ".sst");
    } else {
      EXPECT_EQ(got, value);
    }
  }
  EXPECT_GT(corrupt, 0);
}

// Flips one byte after another of a file; whatever happens, no wrong value may come out.
class Damage : public BadInput, public testing::WithParamInterface<const char*> {};

TEST_P(Damage, OfAnyByteIsDetectedOrHarmless) {
  const std::string kind = GetParam();
  Build();
  const fs::path path = kind == "sst"        ? FileLike("", ".sst")
                        : kind == "wal"      ? FileLike("", ".log")
                        : kind == "manifest" ? FileLike("MANIFEST-", "")
                                             : FileLike("OPTIONS-", "");
  ASSERT_FALSE(path.empty());
  const fs::path safe = dir_ / "safe";
  fs::copy(DbPath(), safe, fs::copy_options::recursive);
  const std::string good = Slurp(path);
  const size_t stride = std::max<size_t>(1, good.size() / Scaled(150));
  for (size_t at = 0; at < good.size(); at += stride) {
    SCOPED_TRACE(kind + " byte " + std::to_string(at));
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (at % 2 == 0 ? 0x01 : 0x80));
    fs::remove_all(DbPath());
    fs::copy(safe, DbPath(), fs::copy_options::recursive);
    Spill(path, bad);
    if (Open(options_).ok()) ExpectNoWrongValue(kind == "wal");
    if (db_ != nullptr) (void)db_->Close();
    db_.reset();
  }
}
INSTANTIATE_TEST_SUITE_P(EveryKindOfFile, Damage,
                         testing::Values("sst", "wal", "manifest", "options"),
                         [](const auto& info) { return std::string(info.param); });

// ---- WAL recovery modes, with the last record torn, and with one in the middle damaged

class WalDamage : public BadInput {
 protected:
  Status OpenWith(WALRecoveryMode mode) {
    options_.wal_recovery_mode = mode;
    Status s = Open(options_);
    if (!s.ok()) db_.reset();
    return s;
  }
  void TearTail() {
    const fs::path wal = FileLike("", ".log");
    fs::resize_file(wal, fs::file_size(wal) - 5);
  }
  void DamageMiddle() {
    const fs::path wal = FileLike("", ".log");
    std::string bytes = Slurp(wal);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0xff);
    Spill(wal, bytes);
  }
};

TEST_F(WalDamage, TornTailIsToleratedAndOnlyTheLastWriteIsLost) {
  for (const WALRecoveryMode mode :
       {WALRecoveryMode::kPointInTimeRecovery, WALRecoveryMode::kTolerateCorruptedTailRecords}) {
    fs::remove_all(DbPath());
    expected_.clear();
    Build();
    TearTail();
    ASSERT_OK(OpenWith(mode));
    EXPECT_EQ(Get(NumberedKey(248)), expected_[NumberedKey(248)]);
    EXPECT_EQ(Get(NumberedKey(249)), "NOT_FOUND");
    Close();
  }
}

TEST_F(WalDamage, AbsoluteConsistencyRefusesATornTail) {
  Build();
  TearTail();
  const Status s = OpenWith(WALRecoveryMode::kAbsoluteConsistency);
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
}

TEST_F(WalDamage, PointInTimeRecoveryKeepsAPrefixWithoutHoles) {
  Build();
  DamageMiddle();
  ASSERT_OK(OpenWith(WALRecoveryMode::kPointInTimeRecovery));
  bool lost = false;
  for (int i = 200; i < 250; i++) {
    const bool found = Get(NumberedKey(i)) != "NOT_FOUND";
    EXPECT_FALSE(found && lost) << "hole before " << i;
    lost = lost || !found;
  }
  EXPECT_TRUE(lost);
  EXPECT_EQ(Get(NumberedKey(0)), expected_[NumberedKey(0)]);
}

// Of a log that was written with this mode: where logs may be written over, which it forbids,
// damage is not to be told from old bytes.
TEST_F(WalDamage, TolerantTailRecoveryRefusesDamageInTheMiddle) {
  options_.wal_recovery_mode = WALRecoveryMode::kTolerateCorruptedTailRecords;
  Build();
  DamageMiddle();
  EXPECT_TRUE(OpenWith(WALRecoveryMode::kTolerateCorruptedTailRecords).IsCorruption());
}

TEST_F(WalDamage, SkippingRecoveryKeepsWhatItCanRead) {
  Build();
  DamageMiddle();
  ASSERT_OK(OpenWith(WALRecoveryMode::kSkipAnyCorruptedRecords));
  ExpectNoWrongValue(true);
  EXPECT_EQ(Get(NumberedKey(200)), expected_[NumberedKey(200)]);
}

// ---- timestamps, which no family has

TEST_F(BadInput, AReadAtATimestampIsRefusedWithTheNameOfTheFamily) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("key", "value"));
  const Slice at("12345678");
  ReadOptions read;
  read.timestamp = &at;
  const std::string want =
      "cannot call this method on column family default that does not enable timestamp";
  const auto refused = [&](const Status& s) {
    EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
    EXPECT_MENTIONS(s, want);
  };
  std::string value;
  refused(db_->Get(read, "key", &value));
  std::vector<std::string> values;
  refused(db_->MultiGet(read, std::vector<Slice>{"key"}, &values)[0]);
  PinnableSlice operands[1];
  GetMergeOperandsOptions how;
  how.expected_max_number_of_operands = 1;
  int number = 0;
  refused(db_->GetMergeOperands(read, db_->DefaultColumnFamily(), "key", operands, &how, &number));
  EXPECT_FALSE(db_->KeyMayExist(read, "key", &value));
  const std::unique_ptr<Iterator> it(db_->NewIterator(read));
  it->SeekToFirst();
  EXPECT_FALSE(it->Valid());
  refused(it->status());
}

// ---- a disk that is full: no file may grow past a limit

class FullDisk : public BadInput {
 protected:
  void Limit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_), 0);
    const struct rlimit limit = {bytes, old_.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  void Lift() { ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old_), 0); }
  struct rlimit old_ = {};
};

TEST_F(FullDisk, StopsWritesWithAnErrorAndLosesNothingAcknowledged) {
  options_.write_buffer_size = 1 << 20;
  ASSERT_OK(Open(options_));
  Limit(100 << 10);
  Status s;
  for (int i = 0; i < 5000 && s.ok(); i++) {
    const std::string key = NumberedKey(i), value = std::to_string(i) + std::string(100, 'd');
    s = Put(key, value);
    if (s.ok()) expected_[key] = value;
  }
  EXPECT_TRUE(s.IsIOError() || s.IsNoSpace()) << s.ToString();
  EXPECT_NOT_OK(Put("more", "data")) << "an error in the WAL is not forgotten";
  Lift();
  (void)db_->Close();
  db_.reset();
  ASSERT_OK(Open(options_));
  for (const auto& [key, value] : expected_) ASSERT_EQ(Get(key), value) << key;
}

TEST_F(FullDisk, FailedFlushIsReportedAndTheWalKeepsTheData) {
  options_.write_buffer_size = 4 << 20;
  ASSERT_OK(Open(options_));
  for (int i = 0; i < 500; i++) {
    const std::string key = NumberedKey(i),
                      value = std::string(1000, static_cast<char>('a' + i % 26));
    ASSERT_OK(Put(key, value));
    expected_[key] = value;
  }
  Limit(2000);
  EXPECT_NOT_OK(db_->Flush(FlushOptions()));
  Lift();
  for (const auto& [key, value] : expected_) ASSERT_EQ(Get(key), value) << key;
  (void)db_->Close();
  db_.reset();
  ASSERT_OK(Open(options_));
  for (const auto& [key, value] : expected_) ASSERT_EQ(Get(key), value) << key;
}

}  // namespace
}  // namespace system_test
