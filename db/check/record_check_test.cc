// The entry part of the whole-tree check, over made-up tables: it finds each fault and reports no
// other.
#include "db/check/record_check.h"

#include <gtest/gtest.h>

#include <map>

#include "bucket/bucket_audit.h"

namespace ROCKSDB_NAMESPACE {
namespace {

const InternalKeyOrder kCheckOrder(BytewiseComparator());

struct Entry {
  std::string key;
  SequenceNumber sequence;
  ValueType type = kTypeValue;
  std::string end = {};  // of a range deletion
};

// Iterates over the given entries in their order. Supports only the calls that the check makes.
class ListIterator : public InternalIterator {
 public:
  explicit ListIterator(std::vector<std::string> keys) : keys_(std::move(keys)) {}
  void SeekToFirst() override { Show(0); }
  void Next() override { Show(at_ + 1); }
  void SeekToLast() override { valid_ = false; }
  void Seek(const Slice&) override { valid_ = false; }
  void SeekForPrev(const Slice&) override { valid_ = false; }
  void Prev() override { valid_ = false; }
  Status status() const override { return Status::OK(); }

 private:
  void Show(size_t at) {
    at_ = at;
    valid_ = at < keys_.size();
    if (valid_) key_ = keys_[at];
  }
  const std::vector<std::string> keys_;
  size_t at_ = 0;
};

class RecordCheckTest : public testing::Test {
 protected:
  // A table whose record is right; spoil it through the result.
  std::shared_ptr<FileMeta> Table(uint64_t number, const std::vector<Entry>& entries) {
    auto f = std::make_shared<FileMeta>();
    f->number = number;
    f->smallest_seqno = kLargestSequence;
    auto properties = std::make_shared<TableProperties>();
    for (const Entry& e : entries) {
      const std::string ikey = MakeInternalKey(e.key, e.sequence, e.type);
      const bool range = e.type == kTypeRangeDeletion;
      const std::string last = range ? MakeExclusiveEnd(e.end) : ikey;
      if (f->smallest.empty() || kCheckOrder.Compare(ikey, f->smallest) < 0) f->smallest = ikey;
      if (f->largest.empty() || kCheckOrder.Compare(last, f->largest) > 0) f->largest = last;
      f->smallest_seqno = std::min(f->smallest_seqno, e.sequence);
      f->largest_seqno = std::max(f->largest_seqno, e.sequence);
      properties->num_entries++;
      properties->num_range_deletions += range;
      properties->num_deletions += range || e.type == kTypeDeletion;
    }
    contents_[number] = entries;
    properties_[number] = properties;
    return f;
  }
  TableProperties& PropertiesOf(uint64_t number) { return *properties_[number]; }

  Status Open(const FilePtr& file, RecordCheck::OpenedFile* out) {
    if (unreadable_ == file->number) return Status::Corruption("planned");
    std::vector<std::string> keys;
    std::vector<RangeTombstone> tombstones;
    for (const Entry& e : contents_[file->number]) {
      if (e.type == kTypeRangeDeletion) {
        tombstones.push_back({e.key, e.end, e.sequence});
      } else {
        keys.push_back(MakeInternalKey(e.key, e.sequence, e.type));
      }
    }
    out->entries = std::make_unique<ListIterator>(std::move(keys));
    if (!tombstones.empty()) {
      out->tombstones = std::make_shared<FragmentedRangeTombstones>(BytewiseComparator(),
                                                                    std::move(tombstones), true);
    }
    out->properties = properties_[file->number];
    return Status::OK();
  }

  // Kinds of the faults, or "" for none. Sources newest first; level 0 for all but the last.
  std::string Check(const std::vector<FileList>& sources) {
    report_ = TreeCheckReport();
    RecordCheck check(
        kCheckOrder, options_,
        [this](const FilePtr& f, int, RecordCheck::OpenedFile* out) { return Open(f, out); },
        &report_);
    for (size_t i = 0; i < sources.size(); i++) {
      check.AddFiles(i + 1 == sources.size() ? 1 : 0, sources[i]);
    }
    check.Run();
    std::string kinds;
    for (const TreeFault& f : report_.faults) {
      kinds += (kinds.empty() ? "" : ", ") + std::string(TreeFault::KindName(f.kind));
    }
    return kinds;
  }

  TreeCheckOptions options_;
  TreeCheckReport report_;
  std::map<uint64_t, std::vector<Entry>> contents_;
  std::map<uint64_t, std::shared_ptr<TableProperties>> properties_;
  uint64_t unreadable_ = 0;
};

TEST_F(RecordCheckTest, ASoundTreeIsCountedAndHasNoFault) {
  const auto newer =
      Table(3, {{"a", 9}, {"b", 8, kTypeDeletion}, {"b", 12, kTypeRangeDeletion, "f"}});
  const auto older = Table(2, {{"a", 5}, {"c", 7}, {"c", 6}});
  const auto left = Table(1, {{"a", 1}, {"b", 0}}), right = Table(4, {{"c", 2}, {"g", 3}});
  EXPECT_EQ("", Check({{newer}, {older}, {left, right}})) << report_.ToString();
  EXPECT_EQ(9u, report_.entries);
  EXPECT_EQ(4u, report_.keys);
  EXPECT_EQ(4u, report_.files);
  EXPECT_EQ(1u, report_.range_deletions);
}

TEST_F(RecordCheckTest, ANewerEntryBelowAnOlderOneIsFoundWithBothNumbersAndFiles) {
  EXPECT_EQ("key order", Check({{Table(2, {{"k", 5}})}, {Table(1, {{"k", 7}})}}));
  const TreeFault& fault = report_.faults.at(0);
  EXPECT_EQ("k", fault.key);
  EXPECT_EQ(2u, fault.file);
  EXPECT_EQ(1u, fault.other_file);
  EXPECT_EQ(0, fault.level);
  EXPECT_EQ(1, fault.other_level);
  EXPECT_EQ(5u, fault.sequence);
  EXPECT_EQ(7u, fault.other_sequence);
  EXPECT_NE(std::string::npos, fault.ToString().find("0x6B")) << fault.ToString();
}

TEST_F(RecordCheckTest, OneNumberTwiceIsFound) {
  EXPECT_EQ("key order", Check({{Table(2, {{"k", 5}})}, {Table(1, {{"k", 5}})}}));
}

TEST_F(RecordCheckTest, MemtablesComeFirstAndWritesSinceTheBeginningDoNotCount) {
  const auto file = Table(1, {{"k", 7}});
  for (const SequenceNumber in_memory : {SequenceNumber{5}, SequenceNumber{9}}) {
    report_ = TreeCheckReport();
    RecordCheck check(
        kCheckOrder, options_,
        [this](const FilePtr& f, int, RecordCheck::OpenedFile* out) { return Open(f, out); },
        &report_);
    const std::vector<std::string> keys{MakeInternalKey("k", 50, kTypeValue),
                                        MakeInternalKey("k", in_memory, kTypeValue)};
    check.AddMemtable(std::make_unique<ListIterator>(keys), nullptr, 10);
    check.AddFiles(0, {file});
    check.Run();
    EXPECT_EQ(in_memory < 7 ? 1u : 0u, report_.faults.size()) << report_.ToString();
    EXPECT_EQ(2u, report_.entries);
  }
}

TEST_F(RecordCheckTest, EntriesOutsideTheirFilesBoundsAreFound) {
  auto file = Table(1, {{"b", 5}, {"c", 6}, {"d", 7}});
  file->largest = MakeInternalKey("c", 6, kTypeValue);
  EXPECT_EQ("file bounds", Check({{file}}));
  EXPECT_EQ("d", report_.faults.at(0).key);
  file = Table(1, {{"b", 5}, {"c", 6}});
  file->smallest = MakeInternalKey("c", 6, kTypeValue);
  EXPECT_EQ("file bounds", Check({{file}}));
  file = Table(1, {{"b", 5}, {"c", 6}});
  file->largest = MakeExclusiveEnd("c");
  EXPECT_EQ("file bounds", Check({{file}})) << "an exclusive end is not part of the file";
}

TEST_F(RecordCheckTest, EntriesNewerThanTheirFilesRecordAreFound) {
  auto file = Table(1, {{"b", 5}, {"c", 6}});
  file->largest_seqno = 5;
  EXPECT_EQ("sequence bounds", Check({{file}}));
  EXPECT_EQ(6u, report_.faults.at(0).sequence);
  EXPECT_EQ(5u, report_.faults.at(0).other_sequence);
  for (const SequenceNumber recorded : {0, 5, 6}) {
    file->largest_seqno = 6;
    file->smallest_seqno = recorded;
    EXPECT_EQ("", Check({{file}})) << "smallest numbers are moved to keep flushes in order";
  }
}

TEST_F(RecordCheckTest, EntriesOutOfOrderWithinAFileAreFound) {
  EXPECT_EQ("entry order", Check({{Table(1, {{"c", 5}, {"b", 6}})}}));
}

TEST_F(RecordCheckTest, WrongCountsAreFound) {
  const auto file =
      Table(1, {{"b", 5}, {"c", 6, kTypeDeletion}, {"d", 7, kTypeRangeDeletion, "e"}});
  EXPECT_EQ("", Check({{file}}));
  PropertiesOf(1).num_entries++;
  EXPECT_EQ("counts", Check({{file}}));
  PropertiesOf(1).num_entries--;
  PropertiesOf(1).num_deletions--;
  EXPECT_EQ("counts", Check({{file}}));
  PropertiesOf(1).num_deletions++;
  PropertiesOf(1).num_range_deletions++;
  EXPECT_EQ("counts", Check({{file}}));
}

TEST_F(RecordCheckTest, RangeDeletionsInTheWrongPlaceAreFound) {
  // Above an entry that is newer: reads stop at the deletion.
  const auto deletion = Table(2, {{"a", 5, kTypeRangeDeletion, "f"}});
  EXPECT_EQ("range deletion order", Check({{deletion}, {Table(1, {{"c", 7}})}}));
  EXPECT_EQ(5u, report_.faults.at(0).sequence);
  EXPECT_EQ(7u, report_.faults.at(0).other_sequence);
  EXPECT_EQ("", Check({{deletion}, {Table(1, {{"c", 3}, {"g", 9}})}}));
  // Below an entry that is older: reads stop at the entry.
  EXPECT_EQ("range deletion order", Check({{Table(1, {{"c", 3}})}, {deletion}}));
  EXPECT_EQ("", Check({{Table(1, {{"c", 7}, {"f", 3}})}, {deletion}}));
}

TEST_F(RecordCheckTest, RangeDeletionsBeyondTheirFileAreCutAndTold) {
  auto file = Table(2, {{"c", 5, kTypeRangeDeletion, "k"}});
  file->largest = MakeExclusiveEnd("f");
  const auto below = Table(1, {{"d", 3}, {"h", 7}});
  EXPECT_EQ("", Check({{file}, {below}})) << "h lies outside the deletion as it is read";
  EXPECT_EQ(1u, report_.overhanging_range_deletions);
  options_.strict_tombstone_bounds = true;
  EXPECT_EQ("range deletion bounds", Check({{file}, {below}}));
}

TEST_F(RecordCheckTest, AFileThatCannotBeReadDoesNotEndTheCheck) {
  const auto bad = Table(3, {{"a", 9}}), newer = Table(2, {{"k", 5}}), older = Table(1, {{"k", 7}});
  unreadable_ = 3;
  EXPECT_EQ("unreadable, key order", Check({{bad}, {newer}, {older}}));
}

TEST_F(RecordCheckTest, TheWalkEndsAtTheLimitOfFaults) {
  options_.max_faults = 3;
  std::vector<Entry> newer, older;
  for (char c = 'a'; c <= 'z'; c++) {
    newer.push_back({std::string(1, c), 50});
    older.push_back({std::string(1, c), 90});
  }
  Check({{Table(2, newer)}, {Table(1, older)}});
  EXPECT_EQ(3u, report_.faults.size());
}

TEST(BucketAudit, BoundariesMustAscendByTheComparator) {
  std::vector<TreeFault> found;
  FaultList faults(&found, 10);
  AuditBuckets(BucketMap(kCheckOrder, {"g", "p"}), &faults);
  AuditBoundaries(kCheckOrder, {"g", "p"}, &faults);
  EXPECT_TRUE(found.empty());
  AuditBoundaries(kCheckOrder, {"p", "g"}, &faults);
  AuditBoundaries(InternalKeyOrder(ReverseBytewiseComparator()), {"g", "p"}, &faults);
  AuditBoundaries(kCheckOrder, {"g", "g"}, &faults);
  EXPECT_EQ(3u, found.size());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
