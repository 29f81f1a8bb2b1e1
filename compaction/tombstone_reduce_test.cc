// The range tombstones that a job keeps.
#include "compaction/tombstone_reduce.h"

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE {
namespace {

std::string Reduce(const std::vector<RangeTombstone>& tombstones,
                   const std::vector<SequenceNumber>& snapshots,
                   const std::function<bool(const Slice&, const Slice&)>& obsolete = nullptr) {
  FragmentedRangeTombstones all(BytewiseComparator(), tombstones);
  std::string out;
  for (const RangeTombstone& t : ReduceTombstones(all, snapshots, obsolete)) {
    out += "[" + t.start.ToString() + "," + t.end.ToString() + ")@" + std::to_string(t.seq) + " ";
  }
  return out;
}

const std::vector<RangeTombstone> kThree = {{"a", "f", 9}, {"a", "f", 7}, {"a", "f", 3}};

TEST(TombstoneReduce, WithoutSnapshotsTheNewestOfAFragmentIsEnough) {
  EXPECT_EQ(Reduce(kThree, {}), "[a,f)@9 ");
}

TEST(TombstoneReduce, EachSnapshotStripeKeepsItsNewest) {
  EXPECT_EQ(Reduce(kThree, {5}), "[a,f)@9 [a,f)@3 ");
  EXPECT_EQ(Reduce(kThree, {3, 7}), "[a,f)@9 [a,f)@7 [a,f)@3 ");
}

TEST(TombstoneReduce, ObsoleteOnesGoUnlessASnapshotIsOlder) {
  const auto always = [](const Slice&, const Slice&) { return true; };
  EXPECT_EQ(Reduce(kThree, {}, always), "");
  EXPECT_EQ(Reduce(kThree, {5}, always), "[a,f)@9 ");
}

TEST(TombstoneReduce, ObsoletenessIsAskedPerFragment) {
  const auto before_c = [](const Slice&, const Slice& end) { return end.compare("c") <= 0; };
  EXPECT_EQ(Reduce({{"a", "c", 4}, {"c", "f", 4}}, {}, before_c), "[c,f)@4 ");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
