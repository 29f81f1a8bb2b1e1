// Stall verdicts: see bucket_stall.h.
#include "bucket/bucket_stall.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// With so few memtables the last one is normal use, not a warning. Stock's value.
constexpr int kMemtablesForEarlyDelay = 3;

bool Reached(uint64_t value, int64_t limit) {
  return limit > 0 && value >= static_cast<uint64_t>(limit);
}
bool ReachedBytes(uint64_t value, uint64_t limit) { return limit > 0 && value >= limit; }

StallVerdict Make(StallVerdict::Kind kind, StallVerdict::Cause cause, uint64_t value,
                  uint64_t limit) {
  StallVerdict v;
  v.kind = kind;
  v.cause = cause;
  v.value = value;
  v.limit = limit;
  return v;
}

// The second test: unless a flush can start with the memtables that are there, writers would slow
// down for nothing.
bool EarlyMemtableDelay(const StallInput& in) {
  const int most = in.limits.max_write_buffers;
  return most > kMemtablesForEarlyDelay && in.unflushed_memtables >= most - 1 &&
         in.unflushed_memtables - 1 >= in.limits.min_write_buffers_to_merge;
}

void FillRange(const StallInput& in, StallVerdict* v) {
  if (in.map == nullptr) return;
  if (const std::string* begin = in.map->Begin(v->bucket)) {
    v->has_begin = true;
    v->begin = *begin;
  }
  if (const std::string* end = in.map->End(v->bucket)) {
    v->has_end = true;
    v->end = *end;
  }
}

// The job that takes files off the deepest interval, for people who read the LOG. Jobs within level
// 0 count as well: they lower the depth too.
std::optional<uint64_t> ClearingJob(const StallInput& in, const FileList& deepest) {
  for (const RunningJob& job : *in.jobs) {
    for (const FilePtr& f : deepest) {
      if (job.Holds(f->number)) return job.job_id;
    }
  }
  return std::nullopt;
}

// Names the deepest interval of level 0 and the job that works on it.
void Locate(const StallInput& in, StallVerdict* v) {
  const L0Intervals& l0 = in.tree->l0();
  if (l0.intervals().empty()) return;
  // The first one where several are as deep: one reason is enough.
  const auto& deepest = l0.intervals()[l0.DeepestInterval()];
  if (in.map != nullptr) v->bucket = in.map->BucketOf(deepest.begin);
  FillRange(in, v);
  FileList files;
  for (uint32_t i : deepest.files) files.push_back(in.tree->files(0)[i]);
  v->clearing_job = ClearingJob(in, files);
}

// Verdict of one severity; kNone when no limit of it is reached.
StallVerdict Judge(const StallInput& in, StallVerdict::Kind kind, bool memtables, int l0_limit,
                   uint64_t bytes_limit) {
  if (memtables) {
    return Make(kind, StallVerdict::kMemtables, static_cast<uint64_t>(in.unflushed_memtables),
                static_cast<uint64_t>(in.limits.max_write_buffers));
  }
  if (!in.limits.auto_compactions) return StallVerdict();
  const size_t load = L0Load(*in.tree, in.map != nullptr);
  if (Reached(load, l0_limit)) {
    StallVerdict v = Make(kind, StallVerdict::kL0Depth, load, static_cast<uint64_t>(l0_limit));
    Locate(in, &v);
    return v;
  }
  if (ReachedBytes(in.pending_bytes, bytes_limit)) {
    return Make(kind, StallVerdict::kPendingBytes, in.pending_bytes, bytes_limit);
  }
  return StallVerdict();
}

const char* KindText(StallVerdict::Kind kind) {
  return kind == StallVerdict::kStop ? "stop" : "delay";
}

const char* CauseText(StallVerdict::Cause cause) {
  switch (cause) {
    case StallVerdict::kMemtables:
      return "memtables ";
    case StallVerdict::kL0Depth:
      return "L0 depth ";
    default:
      return "pending compaction bytes ";
  }
}

}  // namespace

StallLimits StallLimits::Of(const AdvancedColumnFamilyOptions& options, bool auto_compactions) {
  StallLimits limits;
  limits.level0_slowdown = options.level0_slowdown_writes_trigger;
  limits.level0_stop = options.level0_stop_writes_trigger;
  limits.soft_pending = options.soft_pending_compaction_bytes_limit;
  limits.hard_pending = options.hard_pending_compaction_bytes_limit;
  limits.max_write_buffers = options.max_write_buffer_number;
  limits.min_write_buffers_to_merge = options.min_write_buffer_number_to_merge;
  limits.auto_compactions = auto_compactions;
  return limits;
}

size_t L0Load(const TreeVersion& tree, bool buckets) {
  return buckets ? tree.l0().MaxDepth() : tree.files(0).size();
}

StallVerdict JudgeStall(const StallInput& in) {
  const StallLimits& limits = in.limits;
  StallVerdict v =
      Judge(in, StallVerdict::kStop, in.unflushed_memtables >= limits.max_write_buffers,
            limits.level0_stop, limits.hard_pending);
  if (v.kind != StallVerdict::kNone) return v;
  // A stop hides a delay, so the delay rules come second.
  return Judge(in, StallVerdict::kDelay, EarlyMemtableDelay(in), limits.level0_slowdown,
               limits.soft_pending);
}

std::string Describe(const StallVerdict& v, bool hex) {
  if (v.kind == StallVerdict::kNone) return "none";
  std::string s = std::string(KindText(v.kind)) + ": " + CauseText(v.cause) +
                  std::to_string(v.value) + " of " + std::to_string(v.limit);
  if (v.cause != StallVerdict::kL0Depth) return s;
  s += " in bucket " + std::to_string(v.bucket) + " ";
  s += v.has_begin ? "[" + Slice(v.begin).ToString(hex) : std::string("(-inf");
  s += ", " + (v.has_end ? Slice(v.end).ToString(hex) : std::string("+inf")) + ")";
  if (v.clearing_job) s += ", cleared by job " + std::to_string(*v.clearing_job);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
