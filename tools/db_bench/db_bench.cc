// db_bench: measures a key-value engine through RocksDB's public C++ API, with RocksDB's flags and
// output. The same source compiles against this engine and against a stock library.
#include <cstdio>
#include <ctime>

#include "tools/db_bench/flags.h"
#include "tools/db_bench/runner.h"
#include "tools/db_bench/workload.h"

// Stock reads many blocks through io_uring only in programs that answer so. Weak: the crate's build
// of stock may define it as well.
extern "C" [[gnu::weak]] bool RocksDbIOUringEnable();
extern "C" [[gnu::weak]] bool RocksDbIOUringEnable() { return true; }

int main(int argc, char** argv) {
  bench::ParseFlagsOrExit(&argc, &argv);
  if (FLAGS_list_benchmarks) {
    bench::PrintWorkloads();
    return 0;
  }
  if (FLAGS_seed == 0) {
    FLAGS_seed = static_cast<gflags::int64>(std::time(nullptr));
    std::fprintf(stderr, "Set seed to %lld because --seed was 0\n",
                 static_cast<long long>(FLAGS_seed));
  } else {
    std::fprintf(stderr, "Seed: %lld\n", static_cast<long long>(FLAGS_seed));
  }
  return bench::RunBenchmarks(FLAGS_benchmarks).ok() ? 0 : 1;
}
