#!/bin/bash
# Runs random operations under every option set against ordered maps, for as long as asked: builds
# model_run where it is missing and runs it. Called by people before a release; must never write
# outside the build folder and, for failing streams, the folder of --keep.
set -euo pipefail
cd "$(dirname "$0")/.."

build=build want_help=no
declare -a rest=()
while [ $# -gt 0 ]; do
  case "$1" in
    --build) build=${2:?--build needs a folder}; shift ;;
    --build=*) build=${1#--build=} ;;
    --help|-h) want_help=yes ;;
    --*=*) rest+=("${1%%=*}" "${1#*=}") ;;
    *) rest+=("$1") ;;
  esac
  shift
done

program=$build/test/model_run
if [ ! -x "$program" ] && [ $want_help = no ]; then
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DWITH_TESTS=ON
  cmake --build "$build" --target model_run
fi
if [ $want_help = yes ]; then
  echo "usage: tools/modeltest.sh [--build DIR] [options]"
  echo
  echo "Every read of every stream must be answered under every option set as ordered maps answer it."
  echo "A stream that is not is made small, printed, and written to a file. Exit code 1 on a mismatch."
  echo
  echo "  --build DIR      build folder (default: build; program and library are built if missing)"
  sed -n '/^constexpr char kUsage/,/;$/s/^ *"\(.*\)\\n".*/\1/p' test/model/model_run.cc
  exit 0
fi
exec "$program" "${rest[@]+"${rest[@]}"}"
