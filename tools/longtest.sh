#!/bin/bash
# The long form of tools/test.sh: what a release must go through, shared out over a time budget.
# Called by people. Must never write outside the build folder and the folder of kept failures.
set -uo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: tools/longtest.sh [options]

Runs, one stage after another, and ends with one line a stage:

  points      a power cut after every change of a 2000-step script, every Nth failure, every disk size
  model       random operations under every option set against ordered maps     (2 % of the time)
  kills       kill -9 at every kill point and at random, checked by stock too  (18 %)
  fuzz        thirteen fuzzers, the time shared equally                        (80 %)
  sanitizers  every test under ASAN with UBSAN, and under TSAN
  coverage    how much of the library the tests run

Stages without a share take what they need: about 15 minutes for points, an hour for the last two.

  --minutes N     to be shared out by model, kills and fuzz (480)
  --only A,B      only these stages
  --jobs J        processes at the same time (number of processors)
  --build DIR     build folder (build-test); logs are in DIR/long
  --help          this text

The exit code is 0 only if every stage passed.
TEXT
}

minutes=480 only=points,model,kills,fuzz,sanitizers,coverage jobs=$(nproc) build=build-test
while [ $# -gt 0 ]; do
  case "$1" in
    --minutes) minutes=$2; shift ;;
    --only) only=$2; shift ;;
    --jobs) jobs=$2; shift ;;
    --build) build=$2; shift ;;
    --help|-h) usage; exit 0 ;;
    *) echo "tools/longtest.sh: unknown option $1 (see --help)" >&2; exit 2 ;;
  esac
  shift
done

logs=$build/long
mkdir -p "$logs"
share() { awk -v m="$minutes" -v p="$1" 'BEGIN { printf "%.1f", m * p / 100 }'; }

build_release() {
  tools/test.sh --quick --build-only --build "$build" --jobs "$jobs"
}

stage_points() {
  build_release || return 1
  BUCKETLSM_CRASH_POINTS=all BUCKETLSM_FAULT_POINTS=all BUCKETLSM_CORRUPTION_PLACES=0 \
    "$build/release/test/system_tests" \
    --gtest_filter='*CrashPoints*:PowerLoss*:*FaultTest*:*DamagedReads*:Recovery*:*Damage*'
}

stage_model() {
  build_release || return 1
  tools/modeltest.sh --build "$build/release" --minutes "$(share 2)" --jobs "$jobs"
}

stage_kills() {
  build_release || return 1
  tools/crashtest.sh --build "$build/release" --minutes "$(share 18)" --jobs "$jobs" --keep-going
}

stage_fuzz() {
  local targets each
  targets=$(find test/fuzz -name '*_fuzz.cc' | wc -l)
  each=$(awk -v m="$(share 80)" -v j="$jobs" -v t="$targets" 'BEGIN { printf "%d", m * j / t }')
  tools/fuzz.sh --minutes "$((each > 0 ? each : 1))" --jobs "$jobs" --build "$build/fuzz"
}

stage_sanitizers() { tools/test.sh --sanitizers --all-tsan --build "$build" --jobs "$jobs"; }

stage_coverage() { tools/coverage.sh --build "$build/coverage" --jobs "$jobs"; }

failed=0 summary=""
for stage in ${only//,/ }; do
  declare -F "stage_$stage" >/dev/null || { echo "tools/longtest.sh: no stage $stage (see --help)" >&2; exit 2; }
done
for stage in ${only//,/ }; do
  began=$SECONDS
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
