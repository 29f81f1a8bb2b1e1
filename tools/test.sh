#!/bin/bash
# Builds everything and runs every test: Release, then ASAN + UBSAN, then TSAN, in one ctest run.
# Called by people and by .ci/run. Must never write outside the build folder.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: tools/test.sh [options]

Installs missing Debian packages, builds the library, the tools and the tests, and runs the tests
with ctest. By default three builds are tested in one run: Release (warnings are errors), ASAN with
UBSAN (-O1; unit, API and model tests), and TSAN (the concurrency tests only). Sanitizer builds that do
not fit the time budget are left out, and the script says so.

  --quick          the Release build only
  --sanitizers     ASAN + UBSAN over everything and TSAN, whatever the time; no Release build
  --all-tsan       TSAN over every test, not only over those of concurrency
  --build-only     no tests
  --label NAME     only tests with this ctest label (unit, interop, model, hazard, api, crash, race, shape, fuzz, bench)
  --match REGEX    only tests whose name matches
  --budget MIN     minutes that may be spent (default 60)
  --seed N         seed of the random tests (default: a new one each; they print it)
  --jobs N         parallel compilers and tests (default: number of processors)
  --build DIR      build folder (default: build-test)
  --no-install     do not call apt-get
  --help           this text

The exit code is 0 only if every build succeeded and every test passed.
TEXT
}

started=$SECONDS
# Clones of this repository share what ccache holds: paths below it count as relative.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
builds="release asan tsan" all_tsan=no build_only=no
label="" match="" budget=60 jobs=$(nproc) build=build-test install=yes forced=no
while [ $# -gt 0 ]; do
  case "$1" in
    --quick) builds="release" ;;
    --sanitizers) builds="asan tsan"; forced=yes ;;
    --all-tsan) all_tsan=yes ;;
    --build-only) build_only=yes ;;
    --label) label=$2; shift ;;
    --match) match=$2; shift ;;
    --budget) budget=$2; shift ;;
    --seed) export BUCKETLSM_SEED=$2; shift ;;
    --jobs) jobs=$2; shift ;;
    --build) build=$2; shift ;;
    --no-install) install=no ;;
    --help|-h) usage; exit 0 ;;
    *) echo "tools/test.sh: unknown option $1 (see --help)" >&2; exit 2 ;;
  esac
  shift
done

say() { printf '\n[%3d s] %s\n' $((SECONDS - started)) "$*"; }

# shellcheck source=packages.sh
. tools/packages.sh
packages="$library_packages $test_packages g++:g++ ccache:ccache git:git rocksdb-tools:ldb
  librocksdb-dev:/usr/include/rocksdb/db.h python3:python3 default-jdk-headless:javac maven:mvn"

ensure_packages() {
  local missing
  # shellcheck disable=SC2086
  missing=$(missing_packages $packages; python3 -m pip --version >/dev/null 2>&1 || echo python3-pip)
  say "packages: ${missing:-all present}"
  # shellcheck disable=SC2086
  install_packages $missing
}

# Arguments of each build; sanitized trees hold neither tools nor the shared library.
configure() {
  local name=$1 dir=$build/$1
  local -a flags=(-G Ninja -DFAIL_ON_WARNINGS=ON -DWITH_TESTS=ON "-DBUCKETLSM_TEST_PREFIX=")
  local -a light=(-DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O1" -DWITH_TOOLS=OFF
                  -DROCKSDB_BUILD_SHARED=OFF)
  case "$name" in
    release) flags+=(-DCMAKE_BUILD_TYPE=Release) ;;
    asan) flags+=("${light[@]}" -DWITH_ASAN=ON -DWITH_UBSAN=ON "-DBUCKETLSM_TEST_PREFIX=asan:") ;;
    tsan) flags+=("${light[@]}" -DWITH_TSAN=ON "-DBUCKETLSM_TEST_PREFIX=tsan:") ;;
  esac
  cmake -S . -B "$dir" "${flags[@]}" >"$dir.configure.log" 2>&1 || {
    cat "$dir.configure.log"
    return 1
  }
}

build_one() {
  local name=$1 began=$SECONDS
  say "build $name: configuring $build/$name"
  configure "$name" || return 1
  say "build $name: compiling with $jobs jobs"
  local -a targets=()
  # Programs without a concurrency test are not worth a TSAN build.
  [ "$name" != tsan ] || [ $all_tsan = yes ] || targets=(util_tests cache_tests memtable_tests compaction_tests db_tests system_tests)
  NINJA_STATUS='  [%f/%t] ' ninja -C "$build/$name" -j "$jobs" "${targets[@]+"${targets[@]}"}" \
    >"$build/$name.build.log" 2>&1 || {
    grep -E -A12 'error|FAILED' "$build/$name.build.log" | head -100
    return 1
  }
  say "build $name: done in $((SECONDS - began)) s"
}

# A sanitizer build must leave room for itself and for the tests that follow.
fits() {
  local name=$1 used=$(((SECONDS - started) / 60))
  [ "$forced" = yes ] && return 0
  case "$name" in
    release) return 0 ;;
    asan) [ $used -lt $((budget * 4 / 10)) ] ;;
    tsan) [ $used -lt $((budget * 6 / 10)) ] ;;
  esac
}

[ "$install" = no ] || ensure_packages
mkdir -p "$build"
failed="" built="" left_out=""
for name in $builds; do
  if ! fits "$name"; then
    left_out="$left_out $name"
  elif build_one "$name"; then
    built="$built $name"
  else
    failed="$failed $name"
  fi
done

if [ $build_only = yes ]; then
  say "built:${built:- nothing}${failed:+; FAILED TO BUILD:$failed}"
  [ -z "$failed" ]
  exit
fi

# One ctest run over all trees that were built. Under TSAN only tests of concurrency are worth
# their time: those whose names speak of it.
tests=$build/tests
mkdir -p "$tests"
: >"$tests/CTestTestfile.cmake"
for name in $built; do
  echo "subdirs(\"../$name\")" >>"$tests/CTestTestfile.cmake"
done
declare -a select=(-E '^tsan:')
case " $built " in
  *" tsan "*)
    concurrency='([Cc]oncurren|Thread|Parallel|Race|WhileWriters)'
    [ $all_tsan = no ] || concurrency=""
    select=(-R "${match:-^[^t]|^t[^s]|^tsan:.*$concurrency}") ;;
  *) [ -z "$match" ] || select+=(-R "$match") ;;
esac
[ -z "$label" ] || select+=(-L "$label")
# Programs that were left out of the TSAN build; what failed to build is reported above.
case " $built " in *" tsan "*) select+=(-E '_NOT_BUILT$') ;; esac
left=$((budget * 60 - (SECONDS - started)))
[ $left -gt 300 ] || left=300
declare -a until=(--stop-time "$(date -d "+$left seconds" +%H:%M:%S)")
[ "$forced" = no ] || until=()

say "ctest over:${built:- nothing}${left_out:+; left out for lack of time:$left_out}${failed:+; FAILED TO BUILD:$failed}"
code=0
export TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1 ${TSAN_OPTIONS:-}"
export ASAN_OPTIONS="detect_stack_use_after_return=0 ${ASAN_OPTIONS:-}"
export UBSAN_OPTIONS="print_stacktrace=1 ${UBSAN_OPTIONS:-}"
# TSAN needs memory where it expects it; some kernels randomize addresses too far for it.
calm=""
case " $built " in *" tsan "*) setarch -R true 2>/dev/null && calm="setarch -R" ;; esac
(cd "$tests" && $calm ctest -j "$jobs" --output-on-failure --progress --timeout 900 \
  "${until[@]+"${until[@]}"}" "${select[@]}") || code=$?
[ -z "$failed" ] || { [ $code -ne 0 ] || code=1; }
exit $code
