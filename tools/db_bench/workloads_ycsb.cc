// The YCSB core workloads A to F over the keys that ycsbload writes. Bodies run on measured
// threads.
#include <cstdio>
#include <memory>
#include <optional>

#include "tools/db_bench/flags.h"
#include "tools/db_bench/permutation.h"
#include "tools/db_bench/workload.h"
#include "tools/db_bench/zipf.h"

namespace bench {
namespace {

struct YcsbMix {
  double put = 0;
  double get = 0;
  double scan = 0;
  double insert = 0;
  double modify = 0;    // get, then put
  bool latest = false;  // popular keys are the newest ones
};

constexpr YcsbMix kMixes[] = {
    {.put = 0.5, .get = 0.5},
    {.put = 0.05, .get = 0.95},
    {.get = 1},
    {.get = 0.95, .insert = 0.05, .latest = true},
    {.scan = 0.95, .insert = 0.05},
    {.get = 0.5, .modify = 0.5},
};

// Parses PUT:GET:SCAN; nothing for any other text.
std::optional<YcsbMix> ParseMix(const std::string& text) {
  YcsbMix mix;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lf:%lf:%lf%c", &mix.put, &mix.get, &mix.scan, &rest) != 3 ||
      mix.put < 0 || mix.get < 0 || mix.scan < 0 || mix.put + mix.get + mix.scan <= 0) {
    return std::nullopt;
  }
  return mix;
}

YcsbMix MixFor(char letter) {
  YcsbMix mix = kMixes[letter - 'a'];
  if (const auto given = ParseMix(FLAGS_ycsb_mix); !FLAGS_ycsb_mix.empty() && given) {
    const bool latest = mix.latest;
    mix = *given;
    mix.latest = latest;
  }
  const double total = mix.put + mix.get + mix.scan + mix.insert + mix.modify;
  for (double* share : {&mix.put, &mix.get, &mix.scan, &mix.insert, &mix.modify}) *share /= total;
  return mix;
}

// Maps a popularity rank to a key number: zipfian over scattered keys, or over the newest keys.
// Every rank has its own key, so the distribution over keys is exactly zipfian.
class YcsbKeys {
 public:
  YcsbKeys(const LoopSettings& settings, bool latest, const std::atomic<uint64_t>* next_insert)
      : num_(static_cast<uint64_t>(settings.num)),
        uniform_(FLAGS_ycsb_zipf_const == 0),
        latest_(latest),
        zipf_(num_, uniform_ ? 1.0 : FLAGS_ycsb_zipf_const),
        scatter_(num_, StreamSeed(settings.seed, 7)),
        next_insert_(next_insert) {}

  uint64_t Next(Random* rng) const {
    const uint64_t rank = uniform_ ? rng->Below(num_) : zipf_.Next(rng);
    // Ranks count back from the newest key: rank 0 is the last key put.
    if (latest_) return next_insert_->load(std::memory_order_relaxed) - 1 - rank;
    return scatter_(rank);
  }

 private:
  uint64_t num_;
  bool uniform_;
  bool latest_;
  Zipf zipf_;
  Permutation scatter_;
  const std::atomic<uint64_t>* next_insert_;
};

class Ycsb {
 public:
  Ycsb(ThreadContext* t, const YcsbMix& mix)
      : t_(t),
        mix_(mix),
        keys_(t->settings, mix.latest, &t->shared->next_insert),
        scan_length_(static_cast<uint64_t>(FLAGS_ycsb_scan_length)) {}

  Status Run() {
    OpBudget budget = t_->Budget(t_->settings.reads, t_->settings.duration);
    Status s;
    while (s.ok() && budget.Next()) s = Step();
    return s;
  }

 private:
  Status Step() {
    double kind = t_->rng.Unit();
    if ((kind -= mix_.get) < 0) return Get(keys_.Next(&t_->rng), OpKind::kRead);
    if ((kind -= mix_.put) < 0) return Put(keys_.Next(&t_->rng), OpKind::kWrite);
    if ((kind -= mix_.scan) < 0) return Scan(keys_.Next(&t_->rng));
    // Rounding must not turn into an insert where the mix has none.
    if (mix_.insert > 0 && (kind -= mix_.insert) < 0) {
      return Put(t_->shared->next_insert.fetch_add(1, std::memory_order_relaxed), OpKind::kWrite);
    }
    return Modify(keys_.Next(&t_->rng));
  }

  void Pass(RateGate* gate, int64_t units) {
    if (!gate->limited()) return;
    gate->Wait(units);
    t_->stats.SkipTime();
  }

  Status Lookup(uint64_t number) {
    Pass(&t_->shared->read_gate, 1);
    value_.Reset();
    Status s = t_->db->Get(t_->read_options, t_->Family(number), t_->keys.Make(number), &value_);
    ++t_->stats.tally().gets;
    if (s.ok()) {
      ++t_->stats.tally().found;
      t_->stats.AddBytes(t_->settings.key_size + static_cast<int64_t>(value_.size()));
    }
    return s.IsNotFound() ? Status::OK() : s;
  }

  Status Get(uint64_t number, OpKind kind) {
    Status s = Lookup(number);
    t_->stats.Finish(kind);
    return s;
  }

  int64_t BytesWith(const Slice& value) const {
    return t_->settings.key_size + static_cast<int64_t>(value.size());
  }

  Status Put(uint64_t number, OpKind kind) {
    const Slice value = t_->values.Next();
    Pass(&t_->shared->write_gate, BytesWith(value));
    return Store(number, value, kind);
  }

  Status Store(uint64_t number, const Slice& value, OpKind kind) {
    const int64_t bytes = BytesWith(value);
    Status s = t_->db->Put(t_->write_options, t_->Family(number), t_->keys.Make(number), value);
    ++t_->stats.tally().puts;
    t_->stats.AddBytes(bytes);
    t_->stats.AddUserWrite(bytes);
    t_->stats.Finish(kind);
    return s;
  }

  Status Modify(uint64_t number) {
    const Slice value = t_->values.Next();
    // Before the get, whose time counts.
    Pass(&t_->shared->write_gate, BytesWith(value));
    Status s = Lookup(number);
    return s.ok() ? Store(number, value, OpKind::kUpdate) : s;
  }

  Status Scan(uint64_t number) {
    Pass(&t_->shared->read_gate, 1);
    OpStats::Tally& tally = t_->stats.tally();
    std::unique_ptr<Iterator> it(t_->db->NewIterator(t_->read_options, t_->Family(number)));
    it->Seek(t_->keys.Make(number));
    for (uint64_t left = 1 + t_->rng.Below(scan_length_); left > 0 && it->Valid(); --left) {
      t_->stats.AddBytes(static_cast<int64_t>(it->key().size() + it->value().size()));
      ++tally.scanned;
      it->Next();
    }
    Status s = it->status();
    it.reset();
    ++tally.seeks;
    t_->stats.Finish(OpKind::kSeek);
    return s;
  }

  ThreadContext* const t_;
  const YcsbMix mix_;
  const YcsbKeys keys_;
  const uint64_t scan_length_;
  PinnableSlice value_;
};

template <char kLetter>
Status RunYcsb(ThreadContext* t) {
  return Ycsb(t, MixFor(kLetter)).Run();
}

Status PrepareYcsb(SharedState*) {
  if (!FLAGS_ycsb_mix.empty() && !ParseMix(FLAGS_ycsb_mix)) {
    return Status::InvalidArgument("--ycsb_mix must be PUT:GET:SCAN, as in 3:7:0");
  }
  return Status::OK();
}

std::string YcsbText(const OpStats& stats) {
  const OpStats::Tally& tally = stats.tally();
  return "( Gets:" + std::to_string(tally.gets) + " Puts:" + std::to_string(tally.puts) +
         " Scans:" + std::to_string(tally.seeks) + ", " + std::to_string(tally.found) + " found, " +
         std::to_string(tally.scanned) + " scanned)";
}

template <char kLetter>
constexpr Workload Entry(const char* name, const char* sentence) {
  return {.name = name,
          .sentence = sentence,
          .body = RunYcsb<kLetter>,
          .describe = YcsbText,
          .prepare = PrepareYcsb};
}

constexpr Workload kYcsbTable[] = {
    Entry<'a'>("ycsba", "YCSB A: 50 % get, 50 % put, zipfian"),
    Entry<'b'>("ycsbb", "YCSB B: 95 % get, 5 % put, zipfian"),
    Entry<'c'>("ycsbc", "YCSB C: get, zipfian"),
    Entry<'d'>("ycsbd", "YCSB D: 95 % get of the latest keys, 5 % insert"),
    Entry<'e'>("ycsbe", "YCSB E: 95 % scan, 5 % insert, zipfian"),
    Entry<'f'>("ycsbf", "YCSB F: 50 % get, 50 % get and put back, zipfian"),
};

}  // namespace

std::span<const Workload> YcsbWorkloads() { return kYcsbTable; }

}  // namespace bench
