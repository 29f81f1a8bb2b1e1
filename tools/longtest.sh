#!/bin/bash
# The tests of a release, within a time budget: the long form of tools/test.sh. People call it. It
# writes into the build folder and the folder of kept failures only.
set -uo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: tools/longtest.sh [options]

Runs these stages one after another, and ends with a line per stage:

  points      a power cut after every change of a 2000-step script, every Nth failure, every disk size
  sanitizers  every test under ASAN with UBSAN, and under TSAN
  coverage    how much of the library the tests run
  model       random operations under every option set against ordered maps
  kills       kill -9 at every kill point and at random, checked by stock too
  fuzz        thirteen fuzzers, one after another on each processor

The first three take 15, 45 and 15 minutes on two processors; a stage that exceeds the remaining budget is
left out, and its last line says so. model gets a thirtieth of the other time, kills a fifth of it, and fuzz
all the time that remains. A release needs 480 minutes on two processors: then each kill
point is hit 20 times and each fuzzer runs for 50 minutes.

  --minutes N     the budget of the whole run (480)
  --only A,B      only these stages
  --jobs N        processes at the same time (number of processors)
  --build DIR     build folder (build-test); logs are in DIR/long
  --help          this text

The exit code is 0 only if every stage that was run passed.
TEXT
}

minutes=480 only=points,sanitizers,coverage,model,kills,fuzz jobs=$(nproc) build=build-test
# shellcheck source=options.sh
. tools/options.sh
read_options "$@"

logs=$build/long
mkdir -p "$logs"

# The minutes that a stage takes, whatever the budget; 0: as many as it gets.
need_of() {
  case "$1" in
    points | coverage) echo 15 ;;
    sanitizers) echo 45 ;;
    *) echo 0 ;;
  esac
}

left() { echo $((minutes - SECONDS / 60)); }

# The $1th part of the time that the stages with a fixed duration leave; at least a minute.
share() { echo $((free / $1 > 0 ? free / $1 : 1)); }

build_release() {
  tools/test.sh --quick --build-only --build "$build" --jobs "$jobs"
}

stage_points() {
  build_release || return 1
  local shard code=0
  local -a running=()
  export BUCKETLSM_CRASH_POINTS=all BUCKETLSM_FAULT_POINTS=all BUCKETLSM_CORRUPTION_PLACES=0
  for ((shard = 0; shard < jobs; shard++)); do
    GTEST_TOTAL_SHARDS=$jobs GTEST_SHARD_INDEX=$shard "$build/release/test/crash_tests" \
      --gtest_filter='*CrashPoints*:PowerLoss*:*FaultTest*:*DamagedReads*:Recovery*:Corruption*' \
      >"$logs/points.$shard.log" 2>&1 &
    running+=($!)
  done
  for shard in "${!running[@]}"; do
    wait "${running[$shard]}" || code=1
    tail -4 "$logs/points.$shard.log"
  done
  return $code
}

stage_sanitizers() { tools/test.sh --sanitizers --all-tsan --build "$build" --jobs "$jobs"; }

stage_coverage() { tools/coverage.sh --build "$build/coverage" --jobs "$jobs"; }

stage_model() {
  build_release || return 1
  tools/modeltest.sh --build "$build/release" --minutes "$(share 30)" --jobs "$jobs"
}

stage_kills() {
  build_release || return 1
  tools/crashtest.sh --build "$build/release" --minutes "$(share 5)" --jobs "$jobs" --keep-going
}

stage_fuzz() {
  local targets each
  targets=$(find test/fuzz -name '*_fuzz.cc' | wc -l)
  each=$(($(left) * jobs / targets))
  tools/fuzz.sh --minutes "$((each > 0 ? each : 1))" --jobs "$jobs" --build "$build/fuzz"
}

failed=0 summary="" free=$minutes
for stage in ${only//,/ }; do
  declare -F "stage_$stage" >/dev/null || { echo "tools/longtest.sh: no stage $stage (see --help)" >&2; exit 2; }
done
for stage in ${only//,/ }; do
  need=$(need_of "$stage")
  [ "$need" -gt "$free" ] || free=$((free - need))
done
for stage in ${only//,/ }; do
  began=$SECONDS
  if [ "$(need_of "$stage")" -gt "$(left)" ]; then
    summary+="$(printf '%-12s left out: needs %s minutes' "$stage" "$(need_of "$stage")")"$'\n'
    continue
  fi
  printf '%s  %s: log in %s\n' "$(date +%T)" "$stage" "$logs/$stage.log"
  "stage_$stage" >"$logs/$stage.log" 2>&1
  code=$?
  tail -25 "$logs/$stage.log"
  verdict=passed
  [ $code -eq 0 ] || { verdict="FAILED ($code)"; failed=1; }
  summary+=$(printf '%-12s %-12s %6.1f min' "$stage" "$verdict" "$(awk -v s=$((SECONDS - began)) 'BEGIN { print s / 60 }')")$'\n'
done
printf '\n%s' "$summary"
exit $failed
