#!/usr/bin/env bash
# Fetches stock RocksDB 10.6.2, the library inside Maven's rocksdbjni, and builds db_bench over its C
# API as BUILD/db_bench_jar. tools/bench.sh --jar calls it; it writes below BUILD only.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=10.6.2
name=rocksdbjni-$version-linux64.jar
build=${1:?usage: build_jar.sh BUILD_DIR}
mkdir -p "$build/jar"
case "$(uname -m)" in
  x86_64) library=librocksdbjni-linux64.so ;;
  aarch64) library=librocksdbjni-linux-aarch64.so ;;
  *) echo "build_jar.sh: the jar has no library for $(uname -m)" >&2; exit 1 ;;
esac

fetch() {
  mvn -q dependency:copy -Dartifact="org.rocksdb:rocksdbjni:$version:jar:linux64" \
    -DoutputDirectory="$(realpath "$build/jar")" >&2
}

[ -f "$build/jar/$name" ] || { echo "Fetching $name"; fetch; }
python3 -m zipfile -e "$build/jar/$name" "$build/jar"
cmake -S . -B "$build" -DROCKSDB_JAR_LIBRARY="$(realpath "$build/jar/$library")" \
  -DROCKSDB_JAR_VERSION=$version >>"$build/jar/build.log" 2>&1 &&
  cmake --build "$build" --target db_bench_jar >>"$build/jar/build.log" 2>&1 || {
  tail -20 "$build/jar/build.log" >&2
  echo "build_jar.sh: the build failed; see $build/jar/build.log" >&2
  exit 1
}
