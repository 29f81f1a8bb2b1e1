// A whole column family in memory, without a byte of I/O: random flushes, picks, moves, merges,
// rebalances and manual compactions against brute-force checks after every step:
//
//   1. newest on top: going down from level 0's newest file, the sequence numbers of a key only
//   fall;
//   2. no key is lost: the topmost is the last one written;
//   3. CheckTree accepts every tree (TreeBuilder runs it);
//   4. running jobs share no input, and no two write into overlapping ranges of one level below 0;
//   5. EligibleJobs is 0 exactly when PickCompaction has no answer;
//   6. when writes stop, jobs come to an end with every level in shape.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "bucket/bucket_manager.h"
#include "bucket/flush_numbers.h"
#include "bucket/flush_splitter.h"
#include "compaction/picker_fixture.h"
#include "test/support/status_assertions.h"
#include "version/tree_check.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr int kKeys = 300;
constexpr uint64_t kEntryBytes = 1024;

using Contents = std::map<std::string, SequenceNumber>;  // user key -> newest sequence in the file

std::string Key(uint32_t i) { return "k" + std::to_string(1000 + i); }

struct Shape {
  const Comparator* comparator = BytewiseComparator();
  bool buckets = true;
  bool dynamic_levels = true;
  CompactionPri pri = kMinOverlappingRatio;
  int trigger = 4;
  uint32_t threads = 4;
};

class Model {
 public:
  Model(unsigned seed, const Shape& setup)
      : rnd_(seed), setup_(setup), order_(setup.comparator), config_(MakeConfig(setup)) {
    tree_ = std::make_shared<const TreeVersion>(order_, std::vector<FileList>(5));
    map_ = std::make_shared<const BucketMap>(order_);
    stats_ = std::make_unique<BucketStats>(1, 4);
    cursors_.resize(5);
  }

  void Step() {
    const uint32_t dice = rnd_() % 100;
    if (dice < 30) {
      Flush(rnd_() % 8 == 0);
    } else if (dice < 62) {
      Pick();
    } else if (dice < 94) {
      FinishOne();
    } else if (dice < 97) {
      Rebalance();
    } else {
      Manual();
    }
    CheckAll();
  }

  void Drain() {
    for (int i = 0; i < 5000; i++) {
      if (!Pick() && jobs_.empty()) break;
      if (!jobs_.empty() && rnd_() % 2 == 0) FinishOne();
      CheckAll();
    }
    ASSERT_TRUE(jobs_.empty()) << "jobs are still running\n" << tree_->DebugString(false);
    const size_t load = setup_.buckets ? tree_->l0().MaxDepth() : tree_->files(0).size();
    EXPECT_LT(load, static_cast<size_t>(setup_.trigger)) << tree_->DebugString(false);
    EXPECT_EQ(0u, EligibleJobs(Context(), 8));
  }

  size_t most_parallel() const { return most_parallel_; }

 private:
  static CfConfigPtr MakeConfig(const Shape& setup) {
    ColumnFamilyOptions cf;
    cf.comparator = setup.comparator;
    cf.num_levels = 5;
    cf.level0_file_num_compaction_trigger = setup.trigger;
    cf.write_buffer_size = 64 << 10;
    cf.target_file_size_base = 8 * kEntryBytes;
    cf.max_bytes_for_level_base = 48 * kEntryBytes;
    cf.max_bytes_for_level_multiplier = 3;
    cf.level_compaction_dynamic_level_bytes = setup.dynamic_levels;
    cf.compaction_pri = setup.pri;
    cf.bucket_options.enabled = setup.buckets;
    cf.bucket_options.min_file_size = 2 * kEntryBytes;
    CfConfigPtr config;
    const Status s = MakeCfConfig(DBOptions(), cf, &config);
    EXPECT_OK(s);
    return config;
  }

  PickContext Context() { return ContextOf(tree_, *config_, *map_, jobs_, cursors_); }

  std::shared_ptr<FileMeta> MakeFile(const Contents& contents) {
    auto f = std::make_shared<FileMeta>();
    f->number = next_file_++;
    f->smallest = MakeInternalKey(Lowest(contents), kLargestSequence - 1, kTypeValue);
    f->largest = MakeInternalKey(Highest(contents), 0, kTypeValue);
    f->file_size = f->compensated_size = contents.size() * kEntryBytes;
    f->smallest_seqno = kLargestSequence;
    for (const auto& [key, seq] : contents) {
      f->smallest_seqno = std::min(f->smallest_seqno, seq);
      f->largest_seqno = std::max(f->largest_seqno, seq);
    }
    contents_[f->number] = contents;
    return f;
  }
  std::string Lowest(const Contents& c) const {
    return order_.CompareUserKeys("a", "b") < 0 ? c.begin()->first : c.rbegin()->first;
  }
  std::string Highest(const Contents& c) const {
    return order_.CompareUserKeys("a", "b") < 0 ? c.rbegin()->first : c.begin()->first;
  }

  void Apply(const VersionEdit& edit) { ApplyEdit(order_, edit, 5, &tree_); }

  Contents RandomBatch() {
    Contents batch;
    const uint32_t style = rnd_() % 3, hot = rnd_() % kKeys;
    for (uint32_t n = 10 + rnd_() % 50; n-- > 0;) {
      const uint32_t k = style == 0 ? rnd_() % kKeys : (hot + rnd_() % 30) % kKeys;
      batch[Key(k)] = ++last_seq_;
    }
    for (const auto& [key, seq] : batch) expected_[key] = seq;
    return batch;
  }

  // With `wide` the flush writes one file across all buckets, as recovery by stock RocksDB does.
  void Flush(bool wide) {
    const Contents batch = RandomBatch();
    std::vector<std::string> keys;
    for (const auto& [key, seq] : batch) keys.push_back(key);
    std::sort(keys.begin(), keys.end(),
              [&](const auto& a, const auto& b) { return order_.CompareUserKeys(a, b) < 0; });
    FlushTally tally(*map_);
    for (const auto& key : keys) tally.Add(key, kEntryBytes);
    FlushPlan plan;
    if (!wide && setup_.buckets) {
      std::vector<VolumeSample> sample;
      for (const auto& key : keys) sample.push_back({key, sample.size() * kEntryBytes});
      plan = PlanCuts(*map_, ExpectBySamples(*map_, sample, keys.size() * kEntryBytes),
                      2 * kEntryBytes);
    }
    std::vector<Contents> pieces(1);
    size_t next_cut = 0;
    for (const auto& key : keys) {
      while (next_cut < plan.cuts.size() && order_.CompareUserKeys(key, plan.cuts[next_cut]) >= 0) {
        next_cut++;
        if (!pieces.back().empty()) pieces.emplace_back();
      }
      pieces.back()[key] = batch.at(key);
    }
    InstallFlush(pieces, plan);
    stats_->RecordFlush(tally.Finish());
    NoteTemperatures(config_->options.bucket_options, stats_.get());
  }

  void InstallFlush(const std::vector<Contents>& pieces, const FlushPlan& plan) {
    std::vector<std::shared_ptr<FileMeta>> files;
    for (const Contents& piece : pieces) {
      files.push_back(MakeFile(piece));
      // Now and then a range tombstone reaches up to the cut.
      for (const auto& cut : plan.cuts) {
        if (order_.CompareUserKeys(files.back()->largest_user_key(), cut) >= 0) continue;
        if (rnd_() % 3 == 0) files.back()->largest = MakeExclusiveEnd(cut);
        break;
      }
    }
    NumberFlushPieces(next_epoch_, tree_->files(0), files);
    next_epoch_ += files.size();
    VersionEdit edit;
    for (const auto& f : files) edit.AddFile(0, f);
    Apply(edit);
  }

  bool Pick() {
    if (jobs_.size() >= setup_.threads) return false;
    const PickContext ctx = Context();
    const auto pick = PickCompaction(ctx);
    EXPECT_EQ(pick.has_value(), EligibleJobs(ctx, 8) > 0);
    if (!pick) return false;
    Start(*pick);
    return true;
  }

  void Manual() {
    if (jobs_.size() >= setup_.threads) return;
    ManualRequest r;
    const PickContext ctx = Context();
    r.level = static_cast<int>(rnd_() % 4);
    r.output_level = r.level == 0 ? ctx.targets.base_level : r.level + 1;
    const std::string a = Key(rnd_() % kKeys), b = Key(rnd_() % kKeys);
    const bool ascending = order_.CompareUserKeys(a, b) < 0;
    const Slice begin(ascending ? a : b), end(ascending ? b : a);
    r.begin = &begin;
    r.end = &end;
    CompactionPick pick;
    std::optional<std::string> next;
    if (PickManual(ctx, r, &pick, &next) == ManualAnswer::kPicked) Start(pick);
  }

  void Start(const CompactionPick& pick) {
    const RunningJob job = pick.ToRunningJob(next_job_++);
    for (const RunningJob& other : jobs_) {
      for (uint64_t number : job.inputs) ASSERT_FALSE(other.Holds(number)) << pick.DebugString();
      // Level 0 is ordered by age, not by key: two jobs may each merge a run of its files at once.
      ASSERT_FALSE(job.output_level > 0 && other.output_level == job.output_level &&
                   Overlaps(order_, other.range(), job.range()))
          << pick.DebugString();
    }
    if (!pick.next_cursor.empty()) cursors_[pick.start_level()] = pick.next_cursor;
    jobs_.push_back(job);
    picks_.push_back(pick);
    most_parallel_ = std::max(most_parallel_, jobs_.size());
  }

  void FinishOne() {
    if (jobs_.empty()) return;
    const size_t i = rnd_() % jobs_.size();
    const CompactionPick pick = picks_[i];
    jobs_.erase(jobs_.begin() + static_cast<ptrdiff_t>(i));
    picks_.erase(picks_.begin() + static_cast<ptrdiff_t>(i));
    VersionEdit edit;
    Contents merged;
    FileList inputs;
    for (const auto& in : pick.inputs) {
      for (const FilePtr& f : in.files) {
        edit.DeleteFile(in.level, f->number);
        inputs.push_back(f);
        for (const auto& [key, seq] : contents_[f->number]) {
          merged[key] = std::max(merged[key], seq);
        }
      }
    }
    if (pick.trivial_move) {
      for (const FilePtr& f : inputs)
        edit.AddFile(pick.output_level, std::const_pointer_cast<FileMeta>(f));
    } else {
      WriteOutputs(pick, merged, inputs, &edit);
    }
    Apply(edit);
  }

  void WriteOutputs(const CompactionPick& pick, const Contents& merged, const FileList& inputs,
                    VersionEdit* edit) {
    std::vector<std::string> keys;
    for (const auto& [key, seq] : merged) keys.push_back(key);
    std::sort(keys.begin(), keys.end(),
              [&](const auto& a, const auto& b) { return order_.CompareUserKeys(a, b) < 0; });
    Contents out;
    size_t cut = 0;
    const auto close = [&] {
      if (out.empty()) return;
      auto f = MakeFile(out);
      f->epoch = EpochOfOutput(inputs);
      if (pick.output_level == 0) {
        f->smallest_seqno = RecordedSmallestOfL0Output(tree_->files(0), inputs, f->smallest_seqno,
                                                       f->largest_seqno);
      }
      edit->AddFile(pick.output_level, f);
      out.clear();
    };
    for (const auto& key : keys) {
      const size_t before = cut;
      while (cut < pick.cut_points.size() && order_.CompareUserKeys(key, pick.cut_points[cut]) >= 0)
        cut++;
      if (cut != before || out.size() * kEntryBytes >= pick.target_file_size) close();
      out[key] = merged.at(key);
    }
    close();
  }

  void Rebalance() {
    if (!setup_.buckets) return;
    BucketOptions options = config_->options.bucket_options;
    options.window_flushes = 4;
    const RebalanceInput in{map_.get(), stats_.get(),   &options, tree_.get(), &jobs_,
                            4,          2 * kEntryBytes};
    for (const RebalanceStep& step : DecideRebalance(in))
      map_ = ApplyStep(step, *map_, stats_.get());
  }

  void CheckAll() {
    std::map<std::string, SequenceNumber> seen;
    for (int level = 0; level < tree_->num_levels(); level++) {
      for (const FilePtr& f : tree_->files(level)) {
        for (const auto& [key, seq] : contents_[f->number]) {
          const auto above = seen.find(key);
          ASSERT_TRUE(above == seen.end() || above->second > seq)
              << "older data above newer: " << key << " in #" << f->number << "\n"
              << tree_->DebugString(false);
          if (above == seen.end()) {
            ASSERT_EQ(expected_[key], seq) << key;
          }
          seen[key] = seq;
        }
      }
    }
    ASSERT_EQ(expected_.size(), seen.size());
  }

  std::mt19937 rnd_;
  const Shape setup_;
  const InternalKeyOrder order_;
  const CfConfigPtr config_;
  TreePtr tree_;
  BucketMapPtr map_;
  std::unique_ptr<BucketStats> stats_;
  std::vector<std::string> cursors_;
  std::vector<RunningJob> jobs_;
  std::vector<CompactionPick> picks_;
  std::map<uint64_t, Contents> contents_;
  Contents expected_;
  SequenceNumber last_seq_ = 0;
  uint64_t next_file_ = 1, next_epoch_ = 1, next_job_ = 1;
  size_t most_parallel_ = 0;
};

size_t RunModel(const Shape& setup, int rounds, int steps) {
  size_t parallel = 0;
  for (int round = 0; round < rounds; round++) {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Model model(seed, setup);
    for (int i = 0; i < steps && !testing::Test::HasFatalFailure(); i++) model.Step();
    if (!testing::Test::HasFatalFailure()) model.Drain();
    parallel = std::max(parallel, model.most_parallel());
    if (testing::Test::HasFailure()) break;
  }
  return parallel;
}

TEST(PickModel, BucketsOnDynamicLevels) { EXPECT_GE(RunModel(Shape(), 4, 400), 3u); }

TEST(PickModel, BucketsOnStaticLevels) {
  Shape setup;
  setup.dynamic_levels = false;
  setup.trigger = 2;
  EXPECT_GE(RunModel(setup, 4, 400), 3u);
}

TEST(PickModel, Hazard4ReverseComparator) {
  Shape setup;
  setup.comparator = ReverseBytewiseComparator();
  RunModel(setup, 4, 400);
}

TEST(PickModel, Hazard17BucketsOff) {
  Shape setup;
  setup.buckets = false;
  RunModel(setup, 4, 400);
}

TEST(PickModel, EveryCompactionPriority) {
  for (CompactionPri pri :
       {kByCompensatedSize, kOldestLargestSeqFirst, kOldestSmallestSeqFirst, kRoundRobin}) {
    Shape setup;
    setup.pri = pri;
    setup.dynamic_levels = pri != kRoundRobin;
    RunModel(setup, 2, 300);
  }
}

TEST(PickModel, ManyThreads) {
  Shape setup;
  setup.threads = 16;
  setup.trigger = 2;
  EXPECT_GE(RunModel(setup, 3, 500), 4u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
