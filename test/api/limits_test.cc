// Limits and foreign files: values that are too large, too small or too many, and files of other
// programs, work or get a Status that says why. Nothing crashes, hangs, takes unbounded memory or
// loses data.
#include <map>

#include "test/support/damage.h"
#include "test/support/limits.h"
#include "test/support/watchdog.h"

namespace system_test {
namespace {

uint64_t SizeOfFiles(const fs::path& dir) {
  uint64_t sum = 0;
  for (const auto& entry : fs::directory_iterator(dir)) {
    if (entry.is_regular_file() && !entry.path().filename().string().starts_with("LOG")) {
      sum += entry.file_size();
    }
  }
  return sum;
}

class LimitsBuckets : public Limits, public testing::WithParamInterface<int> {
 protected:
  Options options_ = SmallOptions(static_cast<uint32_t>(GetParam()));
};

INSTANTIATE_TEST_SUITE_P(Buckets, LimitsBuckets, testing::Values(0, 8), BucketsOffOrOn);

// ---- sizes ----

TEST_P(LimitsBuckets, KeysAndValuesNearFourGigabytesAreRefusedBeforeAnythingIsWritten) {
  options_.merge_operator = std::make_shared<AppendOperator>();
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("small", "value"));
  const LazyZeroes zeroes(4 * kGiB + (1 << 20));
  ASSERT_TRUE(zeroes.ok());
  const SequenceNumber sequence = db_->GetLatestSequenceNumber();
  const uint64_t bytes = SizeOfFiles(DbPath());
  const WriteOptions how;
  ColumnFamilyHandle* cf = db_->DefaultColumnFamily();
  for (const uint64_t size :
       {4 * kGiB + 5, 4 * kGiB, 4 * kGiB - 1, 4 * kGiB - 8, 4 * kGiB - 9, 4 * kGiB - 1000}) {
    SCOPED_TRACE(size);
    const Slice huge = zeroes.First(size);
    const Slice halves[2] = {zeroes.First(size / 2), zeroes.First(size - size / 2)};
    const Slice key = "key";
    WriteBatch batch;
    const std::vector<std::pair<const char*, Status>> answers = {
        {"Put, value", db_->Put(how, "key", huge)},
        {"Put, key", db_->Put(how, huge, "value")},
        {"Merge, operand", db_->Merge(how, "key", huge)},
        {"Merge, key", db_->Merge(how, huge, "operand")},
        {"Delete", db_->Delete(how, huge)},
        {"SingleDelete", db_->SingleDelete(how, huge)},
        {"DeleteRange, begin", db_->DeleteRange(how, cf, huge, "z")},
        {"DeleteRange, end", db_->DeleteRange(how, cf, "a", huge)},
        {"batch, value", batch.Put("key", huge)},
        {"batch, parts", batch.Put(SliceParts(&key, 1), SliceParts(halves, 2))},
        {"batch, key of parts", batch.Put(SliceParts(halves, 2), SliceParts(&key, 1))},
        {"batch, log data", batch.PutLogData(huge)},
    };
    for (const auto& [what, status] : answers) {
      EXPECT_TRUE(status.IsInvalidArgument()) << what << ": " << status.ToString();
      EXPECT_NE(std::string::npos, status.ToString().find("too large")) << what;
    }
    EXPECT_EQ(0u, batch.Count());
    EXPECT_EQ(12u, batch.GetDataSize());
    ASSERT_OK(batch.Put("after", "refusals"));
    ASSERT_OK(db_->Write(how, &batch));
  }
  EXPECT_EQ(sequence + 6, db_->GetLatestSequenceNumber());
  EXPECT_LT(SizeOfFiles(DbPath()), bytes + 1000);
  ASSERT_OK(Open(options_));
  EXPECT_EQ("after=refusals small=value", Contents());
}

// No key is that long, so the engine need not read the bytes, let alone copy them.
TEST_P(LimitsBuckets, KeysNearFourGigabytesAreRefusedByReadersToo) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("small", "value"));
  const LazyZeroes zeroes(4 * kGiB + 100);
  ASSERT_TRUE(zeroes.ok());
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  ColumnFamilyHandle* cf = db_->DefaultColumnFamily();
  for (const uint64_t size : {4 * kGiB + 5, 4 * kGiB, 4 * kGiB - 1, 4 * kGiB - 9}) {
    SCOPED_TRACE(size);
    const Slice huge = zeroes.First(size);
    PinnableSlice values[2];
    Status statuses[2];
    const Slice keys[2] = {huge, "small"};
    db_->MultiGet(ReadOptions(), cf, 2, keys, values, statuses);
    EXPECT_OK(statuses[1]);
    GetMergeOperandsOptions how;
    how.expected_max_number_of_operands = 2;
    int found = 0;
    std::string value;
    std::vector<Status> answers = {
        db_->Get(ReadOptions(), huge, &value), statuses[0],
        db_->GetMergeOperands(ReadOptions(), cf, huge, values, &how, &found)};
    it->Seek(huge);
    EXPECT_FALSE(it->Valid());
    answers.push_back(it->status());
    it->SeekForPrev(huge);
    EXPECT_FALSE(it->Valid());
    answers.push_back(it->status());
    for (const Status& s : answers) {
      EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
      EXPECT_NE(std::string::npos, s.ToString().find("key is too large"));
    }
    EXPECT_FALSE(db_->KeyMayExist(ReadOptions(), huge, &value));
    it->Seek("s");
    ASSERT_TRUE(it->Valid()) << "the iterator goes on";
    EXPECT_EQ("small", it->key().ToString());
  }
}

TEST_P(LimitsBuckets, KeysOfNoBytesAndOfManyAreKeysLikeOthers) {
  options_.merge_operator = std::make_shared<AppendOperator>();
  const Watchdog watchdog("long and empty keys", 300);
  ASSERT_OK(Open(options_));
  std::map<std::string, std::string> want;
  const auto put = [&](const std::string& key, const std::string& value) {
    ASSERT_OK(Put(key, value));
    want[key] = value;
  };
  for (const size_t size : {0, 1, 255, 256, 65535, 65536, 65537, Scaled(5 << 20)}) {
    put(std::string(size, 'k'), "value of " + std::to_string(size));
    put(std::string(size, 'k') + "1", "");
  }
  put("value", std::string(static_cast<size_t>(Scaled(40 << 20)), 'v'));
  ASSERT_OK(db_->Merge(WriteOptions(), "", "more"));
  want[""] += ",more";
  const std::string gone = std::string(70000, 'g');
  ASSERT_OK(Put(gone, "x"));
  ASSERT_OK(db_->Delete(WriteOptions(), gone));
  ASSERT_OK(Put(gone + "1", "x"));
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), gone, gone + "2"));
  const auto check = [&] {
    EXPECT_TRUE(want == All());
    for (const auto& [key, value] : want) EXPECT_TRUE(Get(key) == value) << key.size();
    EXPECT_EQ("NOT_FOUND", Get(gone));
    EXPECT_EQ("NOT_FOUND", Get(std::string(66000, 'k')));
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    it->Seek("");
    ASSERT_TRUE(it->Valid());
    EXPECT_TRUE(it->key().empty());
    it->SeekForPrev("");
    ASSERT_TRUE(it->Valid());
    it->Prev();
    EXPECT_FALSE(it->Valid());
    size_t seen = 0;
    for (it->SeekToLast(); it->Valid(); it->Prev()) seen++;
    EXPECT_EQ(want.size(), seen);
  };
  check();
  ASSERT_OK(db_->Flush(FlushOptions()));
  check();
  put("", "second");
  ASSERT_OK(Open(options_));  // from the log
  check();
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  check();
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "", "k"));
  want.erase(want.begin(), want.lower_bound("k"));
  EXPECT_EQ("NOT_FOUND", Get(""));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_TRUE(want == All());
}

// ---- files of other programs ----

TEST_P(LimitsBuckets, FilesOfStrangersInTheDirectoryAreLeftAlone) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  Close();
  const fs::path db = DbPath();
  std::map<std::string, std::string> junk;
  for (const char* name : {"README",
                           "notes.txt",
                           "junk.sst",
                           "12x.sst",
                           "x12.log",
                           ".hidden",
                           "MANIFEST-",
                           "MANIFEST-x",
                           "MANIFEST",
                           "CURRENT.bak",
                           "OPTIONS",
                           "OPTIONS-x",
                           "0x12.sst",
                           "-5.sst",
                           "5.sst.bak",
                           "LOCK2",
                           "99999999999999999999999999.sst",
                           "12.SST",
                           "12.log.gz",
                           " 12.sst",
                           "12.sst "}) {
    junk[name] = std::string("not ours: ") + name;
    SetFileBytes(db / name, junk[name]);
  }
  fs::create_directories(db / "lost+found" / "deep");
  SetFileBytes(db / "lost+found" / "deep" / "000005.sst", "x");
  fs::create_directories(db / "directory.sst");
  fs::create_symlink("/nowhere", db / "dangling");
  const auto check = [&] {
    for (const auto& [name, bytes] : junk) EXPECT_EQ(bytes, FileBytes(db / name)) << name;
    EXPECT_TRUE(fs::exists(db / "lost+found" / "deep" / "000005.sst"));
    EXPECT_TRUE(fs::is_directory(db / "directory.sst"));
    EXPECT_TRUE(fs::is_symlink(db / "dangling"));
  };
  for (int round = 0; round < 2; round++) {
    ASSERT_OK(Open(options_));
    for (uint64_t i = 0; i < 2000; i++) ASSERT_OK(Put(NumberedKey(i), std::string(100, 'v')));
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    EXPECT_EQ("1", Get("a"));
    check();
    Close();
    check();
  }
  ASSERT_OK(DestroyDB(DbPath(), options_));
  check();
  for (const auto& entry : fs::directory_iterator(db)) {
    EXPECT_FALSE(entry.path().filename().string().starts_with("0000")) << entry.path();
  }
  ASSERT_OK(Open(options_));  // a new one beside them
  EXPECT_EQ("NOT_FOUND", Get("a"));
  check();
}

// Magic numbers of formats that this library does not read, at the end of the file as theirs are.
TEST_P(LimitsBuckets, TablesOfOtherFormatsAreRefused) {
  ASSERT_OK(Open(options_));
  for (uint64_t i = 0; i < 200; i++) ASSERT_OK(Put(NumberedKey(i), "value"));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  Close();
  const fs::path victim = Tables(DbPath()).front();
  const std::string sound = FileBytes(victim);
  std::vector<std::string> strangers = {"", "x", std::string(7, '\0'), std::string(4096, '\0'),
                                        std::string(sound.size(), '\xff')};
  for (const uint64_t magic : {0x4f3418eb7a8f13b8ull, 0x8242229663bf9564ull, 0x926789d0c5f17873ull,
                               0x0ull, 0xffffffffffffffffull}) {
    std::string other = sound;
    for (size_t i = 0; i < 8; i++) {
      other[other.size() - 8 + i] = static_cast<char>(magic >> (8 * i));
    }
    strangers.push_back(other);
  }
  for (const uint32_t version : {0u, 1u, 7u, 8u, 99u, 0xffffffffu}) {
    std::string other = sound;
    for (size_t i = 0; i < 4; i++) {
      other[other.size() - 12 + i] = static_cast<char>(version >> (8 * i));
    }
    strangers.push_back(other);
  }
  const LittleMemory little;
  for (size_t i = 0; i < strangers.size(); i++) {
    SCOPED_TRACE("stranger " + std::to_string(i));
    SetFileBytes(victim, strangers[i]);
    Status s = Open(options_);
    if (s.ok()) {
      std::string value;
      s = db_->Get(ReadOptions(), NumberedKey(5), &value);
    }
    EXPECT_TRUE(s.IsCorruption() || s.IsNotSupported() || s.IsInvalidArgument()) << s.ToString();
  }
  Close();
  SetFileBytes(victim, sound);
  ASSERT_OK(Open(options_));
  EXPECT_EQ(200u, All().size());
}

}  // namespace
}  // namespace system_test
