#!/usr/bin/env python3
"""The tests of the crate `rocksdb` 0.24 (crates.io) on this library: Rust over the C API.

usage: rust_rocksdb.py --build DIR --work DIR
"""
import glob
import os
import re
import shutil

import embed

VERSION = '0.24.0'
# Compile-fail tests compare the compiler's own words.
SKIPPED = ['fail']


def source(work):
    """The crate's source, as cargo unpacks it."""
    fetcher = os.path.join(work, 'fetch')
    os.makedirs(os.path.join(fetcher, 'src'), exist_ok=True)
    with open(os.path.join(fetcher, 'Cargo.toml'), 'w', encoding='utf8') as out:
        out.write(f'[package]\nname = "fetch"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nrocksdb = "={VERSION}"\n')
    open(os.path.join(fetcher, 'src', 'lib.rs'), 'w', encoding='utf8').close()
    embed.run(['cargo', 'fetch'], cwd=fetcher)
    home = os.environ.get('CARGO_HOME') or os.path.expanduser('~/.cargo')
    unpacked = glob.glob(os.path.join(home, 'registry', 'src', '*', f'rocksdb-{VERSION}'))[0]
    target = os.path.join(work, 'rocksdb')
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(unpacked, target)
    return target


def main():
    args = embed.parse(__doc__)
    prefix = embed.Prefix(args)
    crate = source(args.work)
    environment = prefix.environment(ROCKSDB_LIB_DIR=prefix.lib, ROCKSDB_INCLUDE_DIR=prefix.include,
                                     CARGO_TARGET_DIR=os.path.join(args.work, 'target'))
    embed.run(['cargo', 'test', '--no-run', '-j2'], cwd=crate, env=environment)
    output = embed.run(['cargo', 'test', '--no-fail-fast', '-j2', '--', '--test-threads=2'], check=False, cwd=crate,
                       env=environment)
    with open(os.path.join(args.work, 'output.txt'), 'w', encoding='utf8') as out:
        out.write(output)
    results = re.findall(r'^test (\S+)(?: - .*)? \.\.\. (ok|FAILED)', output, re.M)
    embed.judge('rust_rocksdb', [t for t, r in results if r == 'ok'],
                [t for t, r in results if r != 'ok' and t not in SKIPPED], 100, output)


if __name__ == '__main__':
    main()
