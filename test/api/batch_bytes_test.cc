// Batches made from bytes, as replication and strangers hand them over: each is applied as its
// records say or refused before the log has it, and the database goes on and opens again.
#include <map>

#include "rocksdb/write_batch.h"
#include "test/support/scratch.h"
#include "util/entity_codec.h"

namespace system_test {
namespace {

// An entity without a default column shows an empty value, to merges too.
using Model = std::map<std::string, std::string>;

// Does to a map what the records of a batch do to the default family; its Status is that of a batch
// the engine must refuse as a whole.
class OntoModel : public WriteBatch::Handler {
 public:
  explicit OntoModel(Model* model) : model_(*model) {}

  Status PutCF(uint32_t cf, const Slice& key, const Slice& value) override {
    if (Ours(cf)) model_[key.ToString()] = value.ToString();
    return Status::OK();
  }
  Status DeleteCF(uint32_t cf, const Slice& key) override {
    if (Ours(cf)) model_.erase(key.ToString());
    return Status::OK();
  }
  Status SingleDeleteCF(uint32_t cf, const Slice& key) override { return DeleteCF(cf, key); }
  Status DeleteRangeCF(uint32_t cf, const Slice& begin, const Slice& end) override {
    if (!Ours(cf)) return Status::OK();
    if (begin.compare(end) > 0) {
      refused_some_ = true;
    } else {
      model_.erase(model_.lower_bound(begin.ToString()), model_.lower_bound(end.ToString()));
    }
    return Status::OK();
  }
  Status MergeCF(uint32_t cf, const Slice& key, const Slice& operand) override {
    if (!Ours(cf)) return Status::OK();
    const auto [at, added] = model_.try_emplace(key.ToString(), operand.ToString());
    if (!added) at->second += "," + operand.ToString();
    return Status::OK();
  }
  Status PutEntityCF(uint32_t cf, const Slice& key, const Slice& entity) override {
    WideColumns columns;
    Status s = DecodeEntity(entity, &columns);
    if (!s.ok() || !Ours(cf)) return s;
    std::string& value = model_[key.ToString()];
    value.clear();
    if (!columns.empty() && columns[0].name().empty()) value = columns[0].value().ToString();
    return s;
  }
  void LogData(const Slice& /*blob*/) override {}
  Status MarkNoop(bool /*empty_batch*/) override { return Status::OK(); }

  // Some record cannot be applied: the family is missing, or a range ends before it begins. The
  // rest is.
  bool refused_some() const { return refused_some_; }

 private:
  bool Ours(uint32_t cf) {
    refused_some_ |= cf != 0;
    return cf == 0;
  }
  Model& model_;
  bool refused_some_ = false;
};

std::string SomeKey(std::mt19937_64& random) { return NumberedKey(random() % 50); }

void AddRecord(WriteBatch* batch, DB* db, std::mt19937_64& random) {
  const std::string key = SomeKey(random), other = SomeKey(random);
  const std::string value(random() % 40, 'v');
  switch (random() % 8) {
    case 0:
      EXPECT_OK(batch->Delete(key));
      break;
    case 1:
      EXPECT_OK(batch->Merge(key, "operand"));
      break;
    case 2:
      EXPECT_OK(batch->DeleteRange(std::min(key, other), std::max(key, other)));
      break;
    case 3:
      EXPECT_OK(batch->PutLogData("blob"));
      break;
    case 4:
      EXPECT_OK(batch->PutEntity(db->DefaultColumnFamily(), key,
                                 WideColumns{{kDefaultWideColumnName, value}, {"more", "column"}}));
      break;
    default:
      EXPECT_OK(batch->Put(key, value));
      break;
  }
}

void Mutate(std::string* bytes, std::mt19937_64& random) {
  for (uint64_t i = random() % 3 + 1; i > 0 && !bytes->empty(); i--) {
    const size_t at = random() % bytes->size();
    switch (random() % 6) {
      case 0:
        (*bytes)[at] = static_cast<char>(random());
        break;
      case 1:
        (*bytes)[at] = static_cast<char>((*bytes)[at] ^ (1 << random() % 8));
        break;
      case 2:
        bytes->resize(at);
        break;
      case 3:
        bytes->insert(at, 1, static_cast<char>(random()));
        break;
      case 4:
        bytes->replace(at, std::min<size_t>(5, bytes->size() - at), "\xff\xff\xff\xff\x0f");
        break;
      default:
        bytes->append(bytes->substr(at));
        break;
    }
  }
}

class BatchBytes : public DbTest, public testing::WithParamInterface<int> {
 protected:
  BatchBytes() {
    options_.merge_operator = std::make_shared<AppendOperator>();
    options_.avoid_flush_during_shutdown = true;  // reopening replays the log
  }
  // Of one update, whose bytes follow the header.
  Status WriteOne(const std::string& record) {
    std::string bytes(12, '\0');
    bytes[8] = 1;
    WriteBatch batch(bytes + record);
    return db_->Write(WriteOptions(), &batch);
  }
  std::map<std::string, std::string> Seen() {
    std::map<std::string, std::string> all;
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      all[it->key().ToString()] = it->value().ToString();
      EXPECT_EQ(all.rbegin()->second, Get(all.rbegin()->first));
    }
    EXPECT_OK(it->status());
    return all;
  }
  std::string RandomBytes(int round, std::mt19937_64& random) {
    if (round % 4 == 0) {
      std::string bytes(random() % 60, '\0');
      for (char& c : bytes) c = static_cast<char>(random());
      // Most of these should come as far as the records.
      if (bytes.size() > 12) bytes.replace(0, 12, std::string("\0\0\0\0\0\0\0\0\1\0\0\0", 12));
      return bytes;
    }
    WriteBatch batch;
    for (uint64_t i = random() % 6 + 1; i > 0; i--) AddRecord(&batch, db_.get(), random);
    std::string bytes = batch.Data();
    if (round % 4 != 3) Mutate(&bytes, random);
    return bytes;
  }
  // Writes the batch and does to *model what it had to do.
  void WriteBoth(const std::string& bytes, Model* model) {
    SCOPED_TRACE(Slice(bytes).ToString(true));
    WriteBatch batch(bytes);
    if (batch.HasSingleDelete()) return;  // undefined for keys written more than once
    Model would = *model;
    OntoModel handler(&would);
    const Status read = batch.Iterate(&handler);
    const Status written = db_->Write(WriteOptions(), &batch);
    if (!read.ok()) {
      refused_++;
      EXPECT_TRUE(written.IsCorruption() || written.IsInvalidArgument() || written.IsNotSupported())
          << written.ToString() << " for " << read.ToString();
      return;
    }
    taken_++;
    *model = std::move(would);
    EXPECT_EQ(handler.refused_some(), written.IsInvalidArgument()) << written.ToString();
    if (!handler.refused_some()) EXPECT_OK(written);
  }

  Options options_ = SmallOptions(static_cast<uint32_t>(GetParam()));
  int taken_ = 0, refused_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Buckets, BatchBytes, testing::Values(0, 8), [](const auto& info) {
  return info.param == 0 ? std::string("Off") : std::string("On");
});

TEST_P(BatchBytes, AreAppliedAsTheySayOrRefusedBeforeTheLog) {
  std::mt19937_64 random(TestSeed());
  ASSERT_OK(Open(options_));
  Model model;
  const int rounds = Scaled(20000);
  for (int i = 0; i < rounds && !HasFailure(); i++) {
    ASSERT_NO_FATAL_FAILURE(WriteBoth(RandomBytes(i, random), &model));
    if (i % 500 == 0 || HasFailure()) {
      ASSERT_EQ(model, Seen()) << "after batch " << i;
    }
    if (i % (rounds / 5) == rounds / 10) ASSERT_OK(Open(options_));
  }
  EXPECT_GT(taken_, 100);
  EXPECT_GT(refused_, 100);
  ASSERT_OK(Open(options_));  // the log holds nothing that was refused
  EXPECT_EQ(model, Seen());
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(model, Seen());
}

TEST_P(BatchBytes, ThatStoreWhatNobodyReadsAreRefusedByName) {
  ASSERT_OK(Open(options_));
  const std::string key = "\x01k";
  const auto answer = [&](const std::string& record) {
    const Status s = WriteOne(record);
    const char* const why = s.getState();
    return std::string(s.IsCorruption()     ? "corrupt: "
                       : s.IsNotSupported() ? "refused: "
                                            : "") +
           (why != nullptr ? why : "");
  };
  const std::string version_two("\x02\x02\x00", 3);
  EXPECT_EQ("refused: Entity of an unknown version", answer("\x16" + key + version_two));
  EXPECT_EQ("corrupt: Entity: has no version", answer("\x16" + key + std::string(1, '\0')));
  EXPECT_EQ("corrupt: Entity: has a bad column count", answer("\x16" + key + "\x02\x01\x7f"));
  EXPECT_EQ("corrupt: Entity: is cut short", answer("\x16" + key + "\x03\x01\x01\x05"));
  EXPECT_EQ("refused: blob files: a blob index in a write batch", answer("\x11" + key + "\x01x"));
  EXPECT_EQ("refused: TimedPut: preferred sequence numbers are not written",
            answer("\x18" + key + "\x09v12345678"));
  EXPECT_OK(WriteOne("\x16" + key + std::string("\x05\x01\x01\x00\x01v", 6)));
  ASSERT_OK(Open(options_));
  EXPECT_EQ("k=v", Contents());
}

}  // namespace
}  // namespace system_test
