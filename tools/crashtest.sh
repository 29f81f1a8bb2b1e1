#!/bin/bash
# Kills a database under load over and over and checks what is left: builds db_stress where it is
# missing, then runs crashtest/run.py. Called by people and by ctest; must never write outside the
# build folder, the folder of kept failures and a temporary one.
set -euo pipefail
cd "$(dirname "$0")/.."

build=build want_help=no previous=""
for word in "$@"; do
  case "$word" in
    --build=*) build=${word#--build=} ;;
    --help|-h) want_help=yes ;;
  esac
  [ "$previous" = --build ] && build=$word
  previous=$word
done

if [ $want_help = no ] && [ ! -x "$build/db_stress" ]; then
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release
  cmake --build "$build" --target db_stress
fi
exec python3 tools/crashtest/run.py "$@"
