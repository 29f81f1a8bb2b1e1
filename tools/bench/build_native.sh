#!/usr/bin/env bash
# Builds stock RocksDB for this very machine, from the crate librocksdb-sys, and db_bench against it as
# BUILD/db_bench_native. tools/bench.sh --native calls it; it writes below BUILD and into cargo's own
# directory. The first call takes 26 processor minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."

crate=0.17.3
build=${1:?usage: build_native.sh BUILD_DIR}
mkdir -p "$build/native/src"
home=$(realpath "$build/native")

command -v cargo >/dev/null || {
  echo "build_native.sh: --native needs cargo of Rust 1.71 or later (rustup installs it; Debian's is too old)" >&2
  exit 1
}

# lz4, zstd and io_uring as this engine has them: their headers come with the crate, their libraries are those that
# db_bench has. The allocator is db_bench's own.
cat >"$home/Cargo.toml" <<TOML
[package]
name = "native-stock"
version = "0.0.0"
edition = "2021"

[dependencies]
librocksdb-sys = { version = "=$crate", default-features = false, features = ["static", "lz4", "zstd", "io-uring"] }
TOML
: >"$home/src/lib.rs"

# The crate's build script turns the target's features into compiler flags; CXXFLAGS adds the rest of -march=native.
build_crate() {
  cd "$home"
  env -u ROCKSDB_LIB_DIR -u ROCKSDB_INCLUDE_DIR -u ROCKSDB_STATIC \
    RUSTFLAGS="-C target-cpu=native" CXXFLAGS="-march=native" \
    cargo build --release --message-format=json >"$home/messages.json" 2>"$home/cargo.log"
}

# Prints OUT_DIR of the crate's build script, then the crate's source directory.
find_crate() {
  python3 - "$home/messages.json" <<'PYTHON'
import json
import os
import sys

out = source = ""
with open(sys.argv[1], encoding="utf-8") as messages:
    for line in messages:
        message = json.loads(line)
        if "librocksdb-sys" not in message.get("package_id", ""):
            continue
        out = message.get("out_dir", out)
        source = os.path.dirname(message.get("manifest_path", "")) or source
print(out)
print(source)
PYTHON
}

[ -f "$home/prefix/lib/librocksdb.a" ] ||
  echo "Building stock RocksDB for this machine from librocksdb-sys $crate (the log is $home/cargo.log)"
(build_crate) || {
  tail -20 "$home/cargo.log" >&2
  echo "build_native.sh: cargo failed; see $home/cargo.log" >&2
  exit 1
}
{ read -r out; read -r source; } < <(find_crate)
[ -f "$out/librocksdb.a" ] && [ -f "$source/rocksdb/include/rocksdb/db.h" ] || {
  echo "build_native.sh: librocksdb-sys $crate left no library in '$out' or no headers in '$source'" >&2
  exit 1
}
mkdir -p "$home/prefix/lib"
ln -sfn "$out/librocksdb.a" "$home/prefix/lib/librocksdb.a"
ln -sfn "$source/rocksdb/include" "$home/prefix/include"

cmake -S . -B "$build" -DNATIVE_ROCKSDB_DIR="$home/prefix" >>"$home/build.log" 2>&1 &&
  cmake --build "$build" --target db_bench_native >>"$home/build.log" 2>&1 || {
  tail -20 "$home/build.log" >&2
  echo "build_native.sh: the build failed; see $home/build.log" >&2
  exit 1
}
