#!/bin/bash
# Builds everything and runs every test in one ctest run: Release, a clang build that checks locks,
# ASAN + UBSAN, TSAN. People and .ci/run call it. It writes into the build folder only.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: tools/test.sh [options]

Installs missing Debian packages, builds the library, the tools and the tests, and runs the tests
with ctest. By default four builds are made: Release, clang (the library alone: clang checks which lock
guards what), ASAN with UBSAN (-O1; unit, API and model tests), and TSAN (the concurrency tests only).
Warnings are errors. One ctest run covers all tests that were built. Sanitizer builds that do not fit the
time budget are left out, and the script says so.

  --quick          the Release and the clang build only
  --sanitizers     the ASAN + UBSAN and the TSAN build only, whatever the time
  --all-tsan       every test under TSAN, not only those of concurrency
  --build-only     no tests
  --label NAME     only tests with this ctest label (unit, api, model, hazard,
                   crash, race, interop, fuzz, bench, shape; stock: the tests that ask stock RocksDB;
                   embed: programs of other people, in no other run, Release only: they are fetched from
                   their registries and built by cargo, go, npm and pip; cost: instructions of hot paths
                   against a table, in no other run, Release only)
  --match REGEX    only tests whose name matches
  --budget MIN     minutes that may be spent (default 60)
  --seed N         seed of the random tests (default: each test draws one and prints it)
  --jobs N         parallel compilers and tests (default: number of processors)
  --build DIR      build folder (default: build-test)
  --no-install     do not call apt-get
  --help           this text

The exit code is 0 only if every build succeeded and every test passed.
TEXT
}

started=$SECONDS
# ccache shares its entries between clones of this repository: paths below $PWD count as relative.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
quick=no sanitizers=no all_tsan=no build_only=no no_install=no
label="" match="" seed="" budget=60 jobs=$(nproc) build=build-test
# shellcheck source=options.sh
. tools/options.sh
read_options "$@"
builds="release clang asan tsan"
[ $quick = no ] || builds="release clang"
[ $sanitizers = no ] || builds="asan tsan"
embed_tests=OFF cost_tests=OFF
[ "$label" != embed ] || { embed_tests=ON && builds=release; }
[ "$label" != cost ] || { cost_tests=ON && builds=release; }
[ -z "$seed" ] || export BUCKETLSM_SEED=$seed

say() { printf '\n[%3d s] %s\n' $((SECONDS - started)) "$*"; }

# shellcheck source=packages.sh
. tools/packages.sh
# Packages that the builds and most tests take.
# shellcheck disable=SC2086
install_for_builds() {
  need "building the library and the tools" $library_packages $gcc_packages
  need "building and running the tests" $test_packages
  case " $builds " in *" release "*) need "comparing with stock RocksDB" $stock_packages ;; esac
  [ $embed_tests = OFF ] || need "building programs of other people" $embed_packages
  [ $cost_tests = OFF ] || need "counting instructions" $cost_packages
  case " $builds " in *" clang "*) need "checking locks with clang" $clang_packages ;; esac
  install_needed
}

# Arguments of each build; only the Release tree holds tools and the shared library.
configure() {
  local name=$1 dir=$build/$1
  local -a flags=(-G Ninja -DFAIL_ON_WARNINGS=ON -DWITH_TESTS=ON "-DBUCKETLSM_TEST_PREFIX=")
  local -a light=(-DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O1" -DWITH_TOOLS=OFF
                  -DROCKSDB_BUILD_SHARED=OFF)
  case "$name" in
    release) flags+=(-DCMAKE_BUILD_TYPE=Release -DWITH_EMBED_TESTS=$embed_tests
                    -DWITH_COST_TESTS=$cost_tests) ;;
    clang)
      flags+=("${light[@]}" -DWITH_TESTS=OFF "-DCMAKE_CXX_FLAGS_DEBUG=-O0"
              -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++) ;;
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
  case "$name" in
    clang) targets=(rocksdb) ;;
    tsan)
      # Only these programs have tests of concurrency.
      [ $all_tsan = yes ] ||
        targets=(util_tests cache_tests memtable_tests compaction_tests db_tests system_tests) ;;
  esac
  NINJA_STATUS='  [%f/%t] ' ninja -C "$build/$name" -j "$jobs" "${targets[@]+"${targets[@]}"}" \
    >"$build/$name.build.log" 2>&1 || {
    grep -E -A12 'error|FAILED' "$build/$name.build.log" | head -100
    return 1
  }
  say "build $name: done in $((SECONDS - began)) s"
}

# True if the budget holds this build and the tests after it.
fits() {
  local name=$1 used=$(((SECONDS - started) / 60))
  [ $sanitizers = no ] || return 0
  case "$name" in
    release | clang) return 0 ;;
    asan) [ $used -lt $((budget * 4 / 10)) ] ;;
    tsan) [ $used -lt $((budget * 6 / 10)) ] ;;
  esac
}

[ $no_install = yes ] || install_for_builds
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

# One ctest run over all builds. Under TSAN it runs only tests of concurrency, which have it in their
# name: the others are not worth their time.
tests=$build/tests
mkdir -p "$tests"
: >"$tests/CTestTestfile.cmake"
for name in ${built/ clang/}; do
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
# ctest lists programs that the TSAN build left out as _NOT_BUILT. Failed builds are reported above.
case " $built " in *" tsan "*) select+=(-E '_NOT_BUILT$') ;; esac

# The JDK and Maven are large: they are installed only where a test that asks stock RocksDB will run.
# grep reads all: one that stops at the first test may end ctest early, and the pipeline counts as failed.
if [ $no_install = no ] && (cd "$tests" && ctest -N "${select[@]}" -L '^stock$') | grep '^ *Test *#' >/dev/null; then
  # shellcheck disable=SC2086
  need "tests that hold databases against stock RocksDB" $interop_packages
  install_needed
fi

left=$((budget * 60 - (SECONDS - started)))
[ $left -gt 300 ] || left=300
declare -a until=(--stop-time "$(date -d "+$left seconds" +%H:%M:%S)")
[ $sanitizers = no ] || until=()

say "ctest over:${built:- nothing}${left_out:+; left out for lack of time:$left_out}${failed:+; FAILED TO BUILD:$failed}"
code=0
export TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1 ${TSAN_OPTIONS:-}"
export ASAN_OPTIONS="detect_stack_use_after_return=0 ${ASAN_OPTIONS:-}"
export UBSAN_OPTIONS="print_stacktrace=1 ${UBSAN_OPTIONS:-}"
# TSAN expects memory at certain addresses; some kernels randomize addresses too far for it.
calm=""
case " $built " in *" tsan "*) setarch -R true 2>/dev/null && calm="setarch -R" ;; esac
(cd "$tests" && $calm ctest -j "$jobs" --no-tests=error --output-on-failure --progress --timeout 900 \
  "${until[@]+"${until[@]}"}" "${select[@]}") || code=$?
[ -z "$failed" ] || { [ $code -ne 0 ] || code=1; }
exit $code
