// The header block: see banner.h.
#include "tools/db_bench/banner.h"

#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

#include "tools/db_bench/flags.h"
#include "tools/db_bench/option_builder.h"

namespace bench {
namespace {

std::string AfterColon(const std::string& line) {
  const size_t colon = line.find(':');
  if (colon == std::string::npos) return "";
  const size_t start = line.find_first_not_of(" \t", colon + 1);
  return start == std::string::npos ? "" : line.substr(start);
}

// Prints the machine and the engine, which decide results too, to stderr.
void PrintMachine() {
  std::fprintf(stderr, "RocksDB:    version %s\n", EngineVersion().c_str());
  const std::time_t now = std::time(nullptr);
  char when[64];
  if (ctime_r(&now, when) != nullptr) std::fprintf(stderr, "Date:       %s", when);
  std::ifstream info("/proc/cpuinfo");
  std::string line, model, cache;
  int count = 0;
  while (std::getline(info, line)) {
    if (line.starts_with("model name")) {
      ++count;
      model = AfterColon(line);
    } else if (line.starts_with("cache size")) {
      cache = AfterColon(line);
    }
  }
  if (count == 0) return;
  std::fprintf(stderr, "CPU:        %d * %s\nCPUCache:   %s\n", count, model.c_str(),
               cache.c_str());
}

double AverageValueSize() {
  if (FLAGS_value_size_distribution_type == "fixed") return FLAGS_value_size;
  return (static_cast<double>(FLAGS_value_size_min) + FLAGS_value_size_max) / 2;
}

void WarnAboutBuckets() {
  static constexpr const char* kFlags[] = {
      "bucket_enabled",           "bucket_initial_buckets", "bucket_max_buckets",
      "bucket_dynamic",           "bucket_window_flushes",  "bucket_split_temperature",
      "bucket_merge_temperature", "bucket_min_file_size",   "bucket_flush_threads"};
  if (kHasBuckets) return;
  for (const char* flag : kFlags) {
    if (!FlagWasGiven(flag)) continue;
    std::fprintf(stderr, "WARNING: this engine has no buckets; --bucket_* flags do nothing\n");
    return;
  }
}

}  // namespace

void PrintBanner() {
  PrintMachine();
  const double value = AverageValueSize();
  const double entries = static_cast<double>(FLAGS_num);
  const double raw = (FLAGS_key_size + value) * entries;
  const double packed = (FLAGS_key_size + value * FLAGS_compression_ratio) * entries;
  std::printf("Keys:       %d bytes each (+ 0 bytes user-defined timestamp)\n", FLAGS_key_size);
  std::printf("Values:     %d bytes each (%d bytes after compression)\n", static_cast<int>(value),
              static_cast<int>(value * FLAGS_compression_ratio + 0.5));
  std::printf("Entries:    %lld\n", static_cast<long long>(FLAGS_num));
  std::printf("Prefix:    %d bytes\n", FLAGS_prefix_size);
  std::printf("Keys per prefix:    %lld\n", static_cast<long long>(FLAGS_keys_per_prefix));
  std::printf("RawSize:    %.1f MB (estimated)\n", raw / 1048576.0);
  std::printf("FileSize:   %.1f MB (estimated)\n", packed / 1048576.0);
  std::printf("Write rate: %llu bytes/second\n",
              static_cast<unsigned long long>(FLAGS_benchmark_write_rate_limit));
  std::printf("Read rate: %llu ops/second\n",
              static_cast<unsigned long long>(FLAGS_benchmark_read_rate_limit));
  std::printf("Compression: %s\n", CompressionLabel());
  std::printf("Compression sampling rate: %llu\n",
              static_cast<unsigned long long>(FLAGS_sample_for_compression));
  std::printf("Memtablerep: SkipListFactory\n");
  std::printf("Perf Level: %d\n", FLAGS_perf_level);
#ifndef __OPTIMIZE__
  std::printf("WARNING: Optimization is disabled: benchmarks unnecessarily slow\n");
#endif
#ifndef NDEBUG
  std::printf("WARNING: Assertions are enabled; benchmarks unnecessarily slow\n");
#endif
  WarnAboutBuckets();
  std::printf("------------------------------------------------\n");
  std::fflush(stdout);
}

}  // namespace bench
