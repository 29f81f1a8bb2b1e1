#!/bin/bash
# Measures how much of the library the tests run: builds it with clang's source coverage, runs ctest,
# and prints a table. People call it before releases. It writes below the build folder only.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: tools/coverage.sh [options]

Builds the library and its tests with clang's source-based coverage, runs the unit, api, hazard, crash, race,
model and fuzz tests, and prints lines and branches covered: by floor, and for the code that guards data
(bucket/, version/, the pickers, the logs, the MANIFEST). A branch counts for true and for false.

  --missing REGEX  also list the lines and branches that no test runs, in files whose name matches
  --match REGEX    only run tests whose name matches
  --report-only    only print the table of the last run
  --jobs N         parallel compilers and tests (default: number of processors)
  --build DIR      build folder (build-test/coverage); DIR/coverage.csv has a line per file
  --no-install     do not call apt-get
  --help           this text

The exit code is 0 if the build succeeded and every test passed, whatever the coverage.
TEXT
}

missing="" match=. jobs=$(nproc) build=build-test/coverage no_install=no report_only=no
# shellcheck source=options.sh
. tools/options.sh
read_options "$@"

say() { printf '%s  %s\n' "$(date +%T)" "$*"; }

# shellcheck source=packages.sh
. tools/packages.sh

build_all() {
  local flags="-O1 -fprofile-instr-generate -fcoverage-mapping"
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  # In a unity build llvm-cov confuses the static functions of different files.
  cmake -S . -B "$build" -G Ninja -DCMAKE_UNITY_BUILD=OFF -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DWITH_TESTS=ON \
    -DWITH_TOOLS=OFF -DROCKSDB_BUILD_SHARED=OFF -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=$flags" \
    "-DBUCKETLSM_TEST_PREFIX=" >"$build.configure.log" 2>&1 || { cat "$build.configure.log"; exit 1; }
  ninja -C "$build" -j "$jobs" >"$build.build.log" 2>&1 ||
    { grep -aE -A12 'error|FAILED' "$build.build.log" | head -60; exit 1; }
}

code=0
if [ $report_only = no ]; then
  if [ $no_install = no ]; then
    # shellcheck disable=SC2086
    need "building the library with coverage" $library_packages $clang_packages llvm:llvm-profdata
    # shellcheck disable=SC2086
    need "the tests" $test_packages
    install_needed
  fi
  mkdir -p "$build"
  say "building in $build"
  build_all
  rm -rf "$build/profiles"
  mkdir -p "$build/profiles"
  say "running the tests"
  # Each program has four profiles; its processes merge their counts into them as they end.
  (cd "$build" && LLVM_PROFILE_FILE="$PWD/profiles/%4m.profraw" \
    ctest -j "$jobs" --output-on-failure --timeout 900 -L 'unit|api|hazard|crash|race|model|fuzz' -R "$match" \
    >ctest.log 2>&1) || code=$?
  tail -12 "$build/ctest.log"
  llvm-profdata merge -sparse "$build"/profiles/*.profraw -o "$build/all.profdata"
fi

objects=()
for program in "$build"/*_tests "$build"/test/*_tests "$build"/test/fuzz/fuzz_replay; do
  [ ! -x "$program" ] || objects+=(-object "$program")
done
llvm-cov export -summary-only -instr-profile "$build/all.profdata" "${objects[@]:1}" >"$build/summary.json"
python3 tools/coverage_table.py "$build/summary.json" "$build/coverage.csv"
[ -z "$missing" ] || llvm-cov export -format=lcov -instr-profile "$build/all.profdata" "${objects[@]:1}" |
  python3 tools/coverage_table.py --missing "$missing"
exit $code
