#!/usr/bin/env python3
"""The tests of the crate `rust-rocksdb` 0.43 (crates.io) on this library: a fork with listeners and indexed batches.

usage: rust_rocksdb_fork.py --build DIR --work DIR [--stock]
"""
import crates

# The library is built without bzip2, and a test of the crate wants a compression that is no feature to be refused.
FEATURES = 'snappy,lz4,zstd,zlib,bindgen-runtime'
# The first compares the words of one version of the compiler, the second wants RocksDB 10.5.1 in the LOG.
SKIPPED = ['test_db::test_open_with_multiple_refs_as_single_threaded', 'test_db::test_db_version']

if __name__ == '__main__':
    crates.main(__doc__, 'rust-rocksdb', '0.43.0', 192, ['--no-default-features', '--features', FEATURES],
                skipped=SKIPPED)
