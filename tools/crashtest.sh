#!/bin/bash
# Kills a database under load again and again, and checks it after each kill: builds db_stress if it is
# missing, then runs crashtest/run.py. People call it. It writes into the build folder, the folder of
# kept failures and a temporary one only.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: tools/crashtest.sh [options]

In each round db_stress runs random operations with random options until it is killed, at a random
moment or at a kill point. Then db_stress --mode=verify opens the database and checks it. Every Nth
time stock RocksDB opens a copy of the crashed database and must read the same. A database lives for
some rounds, with other options in each. The exit code is 0 only if every check passed.

  --minutes M        end after this time (5, unless --kills is given)
  --kills N          end after this many kills, or after --minutes if that comes first
  --seed N           seed of all random numbers (default: $BUCKETLSM_SEED, or else the time)
  --stock-every N    stock RocksDB reads a copy after every Nth kill; 0: never (10)
  --jobs N           databases at the same time (1)
  --timed-share X    share of kills at a random moment instead of a kill point (0.2)
  --longest X        seconds until a kill at a random moment (3)
  --only REGEX       only kill points whose name matches
  --keep DIR         where failing databases are kept (crashtest-failures)
  --keep-going       do not stop at the first mismatch
  --work DIR         folder for the databases (a temporary one)
  --build DIR        build folder (build); db_stress is built there if it is missing
  --help             this text
TEXT
}

build=build
# shellcheck source=options.sh
. tools/options.sh
read_options "$@"
if [ ! -x "$build/db_stress" ]; then
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release
  cmake --build "$build" --target db_stress
fi
exec python3 tools/crashtest/run.py "${given[@]+"${given[@]}"}"
