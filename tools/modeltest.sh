#!/bin/bash
# Compares random operations under every option set with ordered maps. Builds model_run if it is missing
# and runs it. People call it before a release. It writes into the build folder only and, for failing
# streams, into the folder of --keep.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: tools/modeltest.sh [options]

Every read in a random stream of operations must give the answer that ordered maps give, under every
option set. A stream with a wrong answer is minimized, printed, and written to a file. The exit code is 1
after a wrong answer.

  --build DIR      build folder (default: build; the program is built there if it is missing)
TEXT
  # The options of the program, from its source: the program need not be built.
  sed -n '/^constexpr char kUsage/,/;$/s/^ *"\(.*\)\\n".*/\1/p' test/model/model_run.cc
  echo "  --help           this text"
}

build=build
# shellcheck source=options.sh
. tools/options.sh
read_options "$@"
declare -a passed=()
for ((i = 0; i < ${#given[@]}; i++)); do
  if [ "${given[i]}" = --build ]; then i=$((i + 1)); else passed+=("${given[i]}"); fi
done

program=$build/test/model_run
if [ ! -x "$program" ]; then
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DWITH_TESTS=ON
  cmake --build "$build" --target model_run
fi
exec "$program" "${passed[@]+"${passed[@]}"}"
