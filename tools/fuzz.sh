#!/bin/bash
# Builds the fuzzers of test/fuzz with clang and runs each for some minutes. People call it before
# releases. It writes below the build folder only.
set -uo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: tools/fuzz.sh [options]

Installs missing Debian packages, builds every target of test/fuzz with libFuzzer, AddressSanitizer and
UndefinedBehaviorSanitizer, runs each on its corpus, and minimizes the inputs that fail. Ends with a line
per target. The exit code is 0 only if no input failed.

  --minutes N     minutes for each target (30)
  --only REGEX    only targets whose name matches
  --jobs N        targets that run at the same time (1); also the compilers
  --build DIR     build folder (build-test/fuzz); DIR/work/TARGET keeps the corpus between runs
  --merge         at the end, collect in DIR/merged the inputs that together cover what both corpora cover
  --no-install    do not call apt-get
  --help          this text

A failing input is kept in DIR/finds/TARGET, minimized if possible, with the end of its report beside it.
After the fix, commit the input as test/fuzz/found/TARGET/NAME: the ordinary tests replay it.
TEXT
}

minutes=30 only=. jobs=1 build=build-test/fuzz no_install=no merge=no
# shellcheck source=options.sh
. tools/options.sh
read_options "$@"

say() { printf '%s  %s\n' "$(date +%T)" "$*"; }

# shellcheck source=packages.sh
. tools/packages.sh

# A short input may ask for much memory or time; these limits end it.
limits="-rss_limit_mb=2048 -malloc_limit_mb=256 -timeout=30"
max_len() {
  case "$1" in
    db_ops) echo 1024 ;;
    sst_file) echo 6000 ;;
    *) echo 4096 ;;
  esac
}

run_target() {
  local target=$1 work=$build/work/$1 finds=$build/finds/$1 log=$build/$1.log
  local -a seeds=("$work")
  mkdir -p "$work" "$finds"
  for dir in "test/fuzz/corpus/$target" "test/fuzz/found/$target"; do
    [ ! -d "$dir" ] || seeds+=("$dir")
  done
  local dictionary=""
  case "$target" in option*) dictionary="-dict=test/fuzz/options.dict" ;; esac
  # shellcheck disable=SC2086
  "$build/test/fuzz/fuzz_$target" $limits $dictionary -max_len="$(max_len "$target")" \
    -max_total_time=$((minutes * 60)) -print_final_stats=1 -artifact_prefix="$finds/" \
    "${seeds[@]}" >"$log" 2>&1
}

# Minimizes each new failing input, for a minute at most.
minimize() {
  local target=$1 input
  for input in "$build/finds/$target"/{crash,oom,timeout,leak}-*; do
    [ -f "$input" ] && [ ! -e "$input.small" ] || continue
    # shellcheck disable=SC2086
    "$build/test/fuzz/fuzz_$target" $limits -minimize_crash=1 -max_total_time=60 \
      -exact_artifact_path="$input.small" "$input" >"$input.minimize.log" 2>&1 || true
    [ -e "$input.small" ] || cp "$input" "$input.small"
    tail -60 "$build/$target.log" >"$input.report"
  done
}

number() { grep -a "$2" "$1" | tail -1 | grep -oE '[0-9]+' | tail -1; }

summary() {
  local target log edges finds
  printf '\n%-14s %12s %8s %8s %8s %6s\n' target runs execs/s edges inputs finds
  for target in $targets; do
    log=$build/$target.log
    edges=$(grep -aoE 'cov: [0-9]+' "$log" | tail -1 | grep -oE '[0-9]+')
    finds=$(find "$build/finds/$target" -name '*.small' 2>/dev/null | wc -l)
    printf '%-14s %12s %8s %8s %8s %6s\n' "$target" "$(number "$log" number_of_executed_units)" \
      "$(number "$log" average_exec_per_sec)" "${edges:-?}" \
      "$(find "$build/work/$target" -type f | wc -l)" "$finds"
    [ "$finds" -eq 0 ] || found=1
    grep -aq number_of_executed_units "$log" || { echo "  $target did not finish: see $log"; found=1; }
    [ ! -e "$build/$target.failed" ] || { echo "  $target ended with an error: see $log"; found=1; }
  done
}

export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
export ASAN_OPTIONS="detect_stack_use_after_return=0 allocator_may_return_null=1 ${ASAN_OPTIONS:-}"
export UBSAN_OPTIONS="print_stacktrace=1 ${UBSAN_OPTIONS:-}"
if [ $no_install = no ]; then
  # shellcheck disable=SC2086
  need "building the fuzzers" $library_packages $clang_packages
  install_needed || exit 1
fi
mkdir -p "$build"
say "building in $build"
cmake -S . -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DWITH_FUZZERS=ON \
  -DWITH_TESTS=OFF -DWITH_TOOLS=OFF -DROCKSDB_BUILD_SHARED=OFF -DCMAKE_BUILD_TYPE=Debug \
  "-DCMAKE_CXX_FLAGS_DEBUG=-O1" >"$build/configure.log" 2>&1 || { cat "$build/configure.log"; exit 1; }
ninja -C "$build" -j "$((jobs > 1 ? jobs : 2))" >"$build/build.log" 2>&1 ||
  { grep -aE -A12 'error|FAILED' "$build/build.log" | head -60; exit 1; }

targets=$(for f in test/fuzz/*_fuzz.cc; do basename "$f" _fuzz.cc; done | grep -E "$only")
[ -n "$targets" ] || { echo "tools/fuzz.sh: no target matches $only" >&2; exit 2; }
found=0
for target in $targets; do
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  say "$target for $minutes minutes"
  rm -f "$build/$target.failed"
  (run_target "$target" || touch "$build/$target.failed"; minimize "$target") &
done
wait
summary
if [ $merge = yes ]; then
  for target in $targets; do
    mkdir -p "$build/merged/$target"
    "$build/test/fuzz/fuzz_$target" -merge=1 "$build/merged/$target" "test/fuzz/corpus/$target" \
      "$build/work/$target" >"$build/$target.merge.log" 2>&1
    say "$build/merged/$target: $(find "$build/merged/$target" -type f | wc -l) inputs cover what all cover"
  done
fi
exit $found
