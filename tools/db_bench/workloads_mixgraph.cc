// mixgraph: gets, puts and scans with the distributions of production workloads. The popular key
// ranges may move while it runs. Bodies run on measured threads.
#include <memory>

#include "tools/db_bench/flags.h"
#include "tools/db_bench/mix_model.h"
#include "tools/db_bench/workload.h"

namespace bench {
namespace {

// Draws key numbers. It builds the model anew when a time-varying run reaches its next step.
class MixKeys {
 public:
  explicit MixKeys(const LoopSettings& settings)
      : keys_(static_cast<uint64_t>(settings.num)),
        seed_(settings.seed),
        begin_(FLAGS_mix_ranges_begin),
        end_(FLAGS_mix_ranges_end),
        step_(FLAGS_mix_ranges_step),
        ranges_{FLAGS_keyrange_dist_a, FLAGS_keyrange_dist_b, FLAGS_keyrange_dist_c,
                FLAGS_keyrange_dist_d},
        within_{FLAGS_key_dist_a, FLAGS_key_dist_b},
        model_(MakeModel(varying() ? begin_ : FLAGS_keyrange_num)) {}

  bool varying() const { return begin_ > 0 && end_ > 0; }

  uint64_t Next(Random* rng, const OpBudget& budget) {
    if (varying()) {
      const int64_t wanted = RangesAt(begin_, end_, step_, budget.Progress());
      // At most once per step of the run, so that its cost does not show.
      if (wanted != model_.ranges()) model_ = MakeModel(wanted);
    }
    return model_.Next(rng);
  }

 private:
  KeyRangeModel MakeModel(int64_t count) const {
    const bool typical = varying() && ranges_.flat();
    return {keys_, count, typical ? kTypicalPopularity : ranges_,
            varying() ? KeyPopularity{} : within_, seed_};
  }

  uint64_t keys_;
  uint64_t seed_;
  int64_t begin_;
  int64_t end_;
  int64_t step_;
  RangePopularity ranges_;
  KeyPopularity within_;
  KeyRangeModel model_;
};

// The mixgraph of one thread: the distributions, and a method per operation.
class Mix {
 public:
  explicit Mix(ThreadContext* t)
      : t_(t),
        keys_(t->settings),
        value_size_{FLAGS_value_theta, FLAGS_value_k, FLAGS_value_sigma},
        scan_length_{FLAGS_iter_theta, FLAGS_iter_k, FLAGS_iter_sigma},
        most_value_(FLAGS_mix_max_value_size),
        most_scan_(FLAGS_mix_max_scan_len) {
    const double total = FLAGS_mix_get_ratio + FLAGS_mix_put_ratio + FLAGS_mix_seek_ratio;
    gets_below_ = FLAGS_mix_get_ratio / total;
    puts_below_ = gets_below_ + FLAGS_mix_put_ratio / total;
  }

  Status Run() {
    const int64_t ops = FLAGS_mix_accesses >= 0 ? FLAGS_mix_accesses : t_->settings.reads;
    OpBudget budget = t_->Budget(ops, t_->settings.duration);
    while (budget.Next()) {
      const uint64_t number = keys_.Next(&t_->rng, budget);
      const double kind = t_->rng.Unit();
      Status s = kind < gets_below_ ? Get(number) : kind < puts_below_ ? Put(number) : Scan(number);
      if (!s.ok()) return s;
    }
    return Status::OK();
  }

 private:
  void Pass(RateGate* gate, int64_t units) {
    if (!gate->limited()) return;
    gate->Wait(units);
    t_->stats.SkipTime();
  }

  Status Get(uint64_t number) {
    Pass(&t_->shared->read_gate, 1);
    value_.Reset();
    Status s = t_->db->Get(t_->read_options, t_->Family(number), t_->keys.Make(number), &value_);
    OpStats::Tally& tally = t_->stats.tally();
    ++tally.gets;
    if (s.ok()) {
      ++tally.found;
      t_->stats.AddBytes(t_->settings.key_size + static_cast<int64_t>(value_.size()));
    } else if (!s.IsNotFound()) {
      return s;
    }
    t_->stats.Finish(OpKind::kRead);
    return Status::OK();
  }

  Status Put(uint64_t number) {
    const int64_t size = value_size_.Next(&t_->rng, 10, most_value_);
    const int64_t bytes = t_->settings.key_size + size;
    Pass(&t_->shared->write_gate, bytes);
    Status s = t_->db->Put(t_->write_options, t_->Family(number), t_->keys.Make(number),
                           t_->values.Cut(static_cast<uint32_t>(size)));
    if (!s.ok()) return s;
    ++t_->stats.tally().puts;
    t_->stats.tally().value_bytes += size;
    t_->stats.AddBytes(bytes);
    t_->stats.AddUserWrite(bytes);
    t_->stats.Finish(OpKind::kWrite);
    return s;
  }

  Status Scan(uint64_t number) {
    Pass(&t_->shared->read_gate, 1);
    std::unique_ptr<Iterator> it(t_->db->NewIterator(t_->read_options, t_->Family(number)));
    const Slice key = t_->keys.Make(number);
    it->Seek(key);
    OpStats::Tally& tally = t_->stats.tally();
    ++tally.seeks;
    tally.found += it->Valid() && it->key() == key;
    for (int64_t left = scan_length_.Next(&t_->rng, 1, most_scan_); left > 0 && it->Valid();
         --left) {
      t_->stats.AddBytes(static_cast<int64_t>(it->key().size() + it->value().size()));
      ++tally.scanned;
      it->Next();
    }
    Status s = it->status();
    it.reset();
    t_->stats.Finish(OpKind::kSeek);
    return s;
  }

  ThreadContext* const t_;
  MixKeys keys_;
  const Pareto value_size_;
  const Pareto scan_length_;
  const int64_t most_value_;
  const int64_t most_scan_;
  double gets_below_;
  double puts_below_;
  PinnableSlice value_;
};

Status MixGraph(ThreadContext* t) { return Mix(t).Run(); }

Status PrepareMixgraph(SharedState* shared) {
  const double ratios[] = {FLAGS_mix_get_ratio, FLAGS_mix_put_ratio, FLAGS_mix_seek_ratio};
  double total = 0;
  for (double ratio : ratios) {
    if (ratio < 0) return Status::InvalidArgument("mix ratios must not be negative");
    total += ratio;
  }
  if (total <= 0) return Status::InvalidArgument("one mix ratio must be above 0");
  if (FLAGS_mix_max_scan_len <= 0 || FLAGS_mix_max_value_size <= 0) {
    return Status::InvalidArgument("--mix_max_scan_len and --mix_max_value_size must be above 0");
  }
  if ((FLAGS_mix_ranges_begin > 0) != (FLAGS_mix_ranges_end > 0)) {
    return Status::InvalidArgument("--mix_ranges_begin and --mix_ranges_end go together");
  }
  if (FLAGS_mix_ranges_step <= 0) {
    return Status::InvalidArgument("--mix_ranges_step must be above 0");
  }
  if (!FLAGS_sine_mix_rate) return Status::OK();
  const SineCurve curve{FLAGS_sine_a, FLAGS_sine_b, FLAGS_sine_c, FLAGS_sine_d};
  const uint64_t seed = static_cast<uint64_t>(FLAGS_seed);
  const auto follow = [&](RateGate* gate, double unit, uint64_t stream) {
    if (unit > 0) {
      gate->Follow(curve, unit, FLAGS_sine_mix_rate_noise,
                   FLAGS_sine_mix_rate_interval_milliseconds, StreamSeed(seed, stream));
    }
  };
  follow(&shared->read_gate, (ratios[0] + ratios[2]) / total, 1);
  follow(&shared->write_gate, ratios[1] / total * static_cast<double>(FLAGS_mix_ave_kv_size), 2);
  return Status::OK();
}

std::string MixText(const OpStats& stats) {
  const OpStats::Tally& tally = stats.tally();
  const auto average = [](int64_t sum, int64_t n) {
    return n == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(n);
  };
  char text[256];
  std::snprintf(text, sizeof(text),
                "( Gets:%lld Puts:%lld Seek:%lld, reads %lld in %lld found, avg size: %.1f value, "
                "%.1f scan)",
                static_cast<long long>(tally.gets), static_cast<long long>(tally.puts),
                static_cast<long long>(tally.seeks), static_cast<long long>(tally.found),
                static_cast<long long>(tally.gets + tally.seeks),
                average(tally.value_bytes, tally.puts), average(tally.scanned, tally.seeks));
  return text;
}

constexpr Workload kMixgraphTable[] = {
    {.name = "mixgraph",
     .sentence = "gets, puts and scans with production distributions; --mix_*, --keyrange_*",
     .body = MixGraph,
     .describe = MixText,
     .prepare = PrepareMixgraph},
};

}  // namespace

std::span<const Workload> MixgraphWorkloads() { return kMixgraphTable; }

}  // namespace bench
