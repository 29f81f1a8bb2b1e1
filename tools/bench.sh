#!/usr/bin/env bash
# Builds db_bench against this engine and against a stock RocksDB, runs both on this machine, and
# writes tables and plots. Installs missing Debian packages; changes nothing else outside the build,
# output and database directories.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
tools/bench.sh [options]     compare this engine with stock RocksDB on this machine

  --suite NAME       paper (default): fillrandom, two mixgraphs, two YCSB mixes;
                     reads: lookups, seeks, scans, overwrite, fill without a log;
                     device: fillrandom and mixgraph on an emulated device, dozens of threads on
                     any number of processors (several minutes a configuration and round; a --dir
                     in memory keeps this machine's disk out);
                     race: see --race
  --race             every workload of docs/performance.md on buckets, off and native, five rounds,
                     and one table of ratios with their spread (hours; --workloads picks some)
  --rounds N         rounds of every workload and configuration, interleaved
                     (default: as many as fit into 8 minutes, 1 to 3)
  --scale X          1 = 1 GB of data (default); 100 = 100 GB
  --writers N        MB/s that writers write to the emulated device (default: the workload's)
  --workloads A,B    only these workloads of the suite, and the load that they read
  --matrix           buckets over one bucket on disk, with direct I/O and in memory, with 1, 2, 4
                     and 8 jobs, three rounds of three workloads, and one bucket over itself, which
                     is the noise (an hour; --dir is the disk)
  --configs A,B      only these: buckets, static, off, off-again, off8, native, native8, stock,
                     stock8, jar, jar8 (static: buckets that never split or merge; off: one
                     bucket; 8: 8 subcompactions; native, stock, jar: see --native, --stock-lib,
                     --jar)
  --threads N        threads that issue operations (default: a quarter of the processors)
  --jobs N           background jobs (default: the processors, at least 4)
  --direct           direct I/O for reads, flushes and compactions
  --out DIR          where reports go (default: bench_out)
  --dir DIR          where databases go until the end (default: the temporary directory)
  --build DIR        build directory (default: build)
  --stock-lib DIR    compare with the stock library and headers below DIR, not with Debian's
                     librocksdb-dev
  --native           also build stock RocksDB 10.4.2 for this machine (cargo, crate librocksdb-sys;
                     a quarter of an hour the first time) and compare with it first: the others are
                     built for the oldest processors
  --jar              also fetch stock RocksDB 10.6.2 from Maven and compare with it
  --resume           go on with the runs of the last one in --out, which may have been broken off
  --time-limit MIN   begin no workload after so many minutes; the tables show what was run
  --report-only      make the tables and plots again from the last run in --out
  --help             this text
TEXT
}

build=build out=bench_out stock_lib="" configs="" native=no jar=no race=no matrix=no report_only=no
resume=no direct=no time_limit=""
suite="" rounds="" scale="" workloads="" threads="" jobs="" dir="" writers=""
# shellcheck source=options.sh
. tools/options.sh
read_options "$@"
if [ "$race" = yes ]; then
  suite=race
  configs=${configs:-buckets,off,native}
  rounds=${rounds:-5}
fi
if [ "$matrix" = yes ]; then configs=off,buckets,off-again; fi
case ",$configs," in *,jar,* | *,jar8,*) jar=yes ;; esac
case ",$configs," in *,native,* | *,native8,*) native=yes ;; esac

# wants NAME...: true if one of these configurations runs.
wants() {
  [ -n "$configs" ] || return 0
  local name
  for name in "$@"; do case ",$configs," in *",$name,"*) return 0 ;; esac; done
  return 1
}

# shellcheck source=packages.sh
. tools/packages.sh
# shellcheck disable=SC2086
if [ "$report_only" = no ]; then
  need "building db_bench" $library_packages $gcc_packages
  if [ -z "$stock_lib" ] && wants stock stock8; then need "stock RocksDB to compare with" $stock_packages; fi
  if [ "$native" = yes ]; then need "stock RocksDB for this machine (--native)" $native_packages; fi
  if [ "$jar" = yes ]; then need "stock RocksDB 10.6.2 (--jar)" $jar_packages; fi
fi
need "running the benchmarks" python3:python3
# Debian's matplotlib serves Debian's Python only.
python=python3
if ! "$python" -c 'import matplotlib' 2>/dev/null; then
  [ ! -x /usr/bin/python3 ] || python=/usr/bin/python3
  "$python" -c 'import matplotlib' 2>/dev/null || need "plots" python3-matplotlib:
fi
install_needed

mkdir -p "$out"
if [ "$report_only" = yes ]; then
  which=run
  [ "$matrix" = no ] || which=matrix
  exec "$python" "tools/bench/$which.py" --out "$out" --report-only
fi

echo "Building into $build (the log is $out/build.log)"
targets=()
if wants buckets static off off-again off8; then targets+=(db_bench); fi
if wants stock stock8; then targets+=(db_bench_stock); fi
if ! {
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DWITH_TESTS=OFF \
    -DSTOCK_ROCKSDB_DIR="$stock_lib" &&
    { [ ${#targets[@]} -eq 0 ] || cmake --build "$build" --target "${targets[@]}"; }
} >"$out/build.log" 2>&1; then
  tail -30 "$out/build.log" >&2
  echo "bench.sh: the build failed; see $out/build.log" >&2
  exit 1
fi
if [ "$native" = yes ]; then tools/bench/build_native.sh "$build"; fi
if [ "$jar" = yes ]; then tools/bench/build_jar.sh "$build"; fi
if [ "$matrix" = yes ]; then
  pass=()
  [ -z "$rounds" ] || pass+=(--rounds "$rounds")
  [ -z "$scale" ] || pass+=(--scale "$scale")
  [ -z "$workloads" ] || pass+=(--workloads "$workloads")
  [ "$resume" = no ] || pass+=(--resume)
  exec "$python" tools/bench/matrix.py --out "$out" --ours "$build/db_bench" --disk "${dir:-${TMPDIR:-/tmp}}" \
    "${pass[@]+"${pass[@]}"}"
fi
pass=()
for name in suite rounds scale writers workloads configs threads jobs dir; do
  [ -z "${!name}" ] || pass+=("--$name" "${!name}")
done
[ -z "$time_limit" ] || pass+=(--time-limit "$time_limit")
[ "$resume" = no ] || pass+=(--resume)
[ "$direct" = no ] || pass+=(--direct)

exec "$python" tools/bench/run.py --out "$out" --ours "$build/db_bench" \
  --native "$build/db_bench_native" --stock "$build/db_bench_stock" --jar "$build/db_bench_jar" "${pass[@]+"${pass[@]}"}"
