#!/usr/bin/env python3
"""The tests of the crate `rocksdb` 0.24 (crates.io) on this library: Rust over the C API.

usage: rust_rocksdb.py --build DIR --work DIR [--stock]
"""
import crates

# The library is built without bzip2, and a test of the crate wants a compression that is no feature to be refused.
FEATURES = 'snappy,lz4,zstd,zlib,bindgen-runtime'
# Compares the words of one version of the compiler.
SKIPPED = ['test_db::test_open_with_multiple_refs_as_single_threaded']

if __name__ == '__main__':
    crates.main(__doc__, 'rocksdb', '0.24.0', 180, ['--no-default-features', '--features', FEATURES],
                skipped=SKIPPED)
