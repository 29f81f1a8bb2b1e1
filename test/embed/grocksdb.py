#!/usr/bin/env python3
"""The tests of grocksdb 1.10.4 (Go module proxy) on this library: Go over the C API.

usage: grocksdb.py --build DIR --work DIR [--stock]
"""
import embed
import modules


def main():
    args = embed.parse(__doc__)
    embed.need('go 1.17')
    prefix = embed.Prefix(args)
    source = modules.unpack(args, prefix, 'github.com/linxGnu/grocksdb@v1.10.4')
    passed, failed, output = modules.run_tests(args, prefix, source, 'grocksdb_clean_link')
    embed.judge(args, 'grocksdb', passed, failed, 64, output)


if __name__ == '__main__':
    main()
