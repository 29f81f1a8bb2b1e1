// Finds benchmarks by name, and makes the options that they share: see workload.h.
#include "tools/db_bench/workload.h"

#include <cstdio>

#include "tools/db_bench/flags.h"

namespace bench {

std::vector<Workload> AllWorkloads() {
  std::vector<Workload> all;
  for (const auto part :
       {FillWorkloads(), DeleteWorkloads(), ReadWorkloads(), ScanWorkloads(), MixedWorkloads(),
        MixgraphWorkloads(), YcsbWorkloads(), TransactionWorkloads(), AdminWorkloads()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

const Workload* FindWorkload(const std::string& name) {
  static const std::vector<Workload> all = AllWorkloads();
  for (const Workload& workload : all) {
    if (name == workload.name) return &workload;
  }
  return nullptr;
}

void PrintWorkloads() {
  for (const Workload& workload : AllWorkloads()) {
    std::printf("%-24s %s\n", workload.name, workload.sentence);
  }
}

std::string FoundText(const OpStats& stats) {
  return "(" + std::to_string(stats.tally().found) + " of " + std::to_string(stats.tally().gets) +
         " found)";
}

ReadOptions MakeReadOptions() {
  ReadOptions options;
  options.verify_checksums = FLAGS_verify_checksum;
  options.total_order_seek = FLAGS_total_order_seek;
  options.prefix_same_as_start = FLAGS_prefix_same_as_start;
  options.auto_prefix_mode = FLAGS_auto_prefix_mode;
  options.tailing = FLAGS_use_tailing_iterator;
  options.readahead_size = FLAGS_readahead_size;
  options.adaptive_readahead = FLAGS_adaptive_readahead;
  options.async_io = FLAGS_async_io;
  return options;
}

WriteOptions MakeWriteOptions() {
  WriteOptions options;
  options.sync = FLAGS_sync;
  options.disableWAL = FLAGS_disable_wal;
  return options;
}

}  // namespace bench
