#!/usr/bin/env python3
"""The tests of cometbft-db 1.0.1 (Go module proxy) with the backend RocksDB on this library, through grocksdb.

usage: cometbft_db.py --build DIR --work DIR [--stock]
"""
import embed
import modules

# The tests that open each backend that was built in; others are of one backend.
PATTERN = 'RocksDB|Backends|^TestDB|PrefixIterator'


def main():
    args = embed.parse(__doc__)
    embed.need('go 1.23')
    prefix = embed.Prefix(args)
    source = modules.unpack(args, prefix, 'github.com/cometbft/cometbft-db@v1.0.1')
    # It names the release of grocksdb for RocksDB 9.
    embed.run(['go', 'get', 'github.com/linxGnu/grocksdb@v1.10.4'], cwd=source, env=modules.environment(prefix))
    passed, failed, output = modules.run_tests(args, prefix, source, 'rocksdb,grocksdb_clean_link', PATTERN)
    embed.judge(args, 'cometbft_db', passed, failed, 16, output)


if __name__ == '__main__':
    main()
