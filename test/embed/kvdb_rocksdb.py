#!/usr/bin/env python3
"""The tests of the crate `kvdb-rocksdb` 0.21 (crates.io) on this library: Parity's store, through the crate `rocksdb`.

usage: kvdb_rocksdb.py --build DIR --work DIR [--stock]
"""
import crates

# Benchmarks and examples, and what only they take.
DROPPED = r'\[\[(bench|example)\]\]|\[dev-dependencies\.(alloc_counter|chrono|criterion|ctrlc|sysinfo)\]'
# Its tests stand in another crate, which the package does not name.
ADDED = """
[dev-dependencies.kvdb-shared-tests]
version = "=0.11.0"

[dev-dependencies.rocksdb]
version = "0.24.0"
features = ["bindgen-runtime"]
default-features = false
"""

if __name__ == '__main__':
    crates.main(__doc__, 'kvdb-rocksdb', '0.21.0', 18, change=(DROPPED, ADDED))
