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
# The library is built without bzip2, and a test of the crate wants a compression that is no feature to be refused.
FEATURES = 'snappy,lz4,zstd,zlib,bindgen-runtime'
# Compares the words of one version of the compiler.
SKIPPED = ['test_db::test_open_with_multiple_refs_as_single_threaded']


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
    # The crate's rust-toolchain file asks for the oldest compiler that it supports.
    shutil.copytree(unpacked, target, ignore=shutil.ignore_patterns('rust-toolchain*'))
    return target


def results(output):
    """[(program::test, verdict)]: names repeat among the programs of the crate."""
    found, program = [], ''
    for line in output.splitlines():
        begin = re.match(r'\s+Running (?:unittests )?(?:src|tests)/(\w+)\.rs', line)
        test = re.match(r'test ([\w:]+)(?: - [\w ]+)? \.\.\. (ok|FAILED)$', line)
        if begin:
            program = begin.group(1)
        elif test:
            found.append((f'{program}::{test.group(1)}', test.group(2)))
    return found


def main():
    args = embed.parse(__doc__)
    prefix = embed.Prefix(args)
    crate = source(args.work)
    environment = prefix.environment(ROCKSDB_LIB_DIR=prefix.lib, ROCKSDB_INCLUDE_DIR=prefix.include,
                                     CARGO_TARGET_DIR=os.path.join(args.work, 'target'), CARGO_INCREMENTAL='0',
                                     CARGO_PROFILE_DEV_DEBUG='0', CARGO_PROFILE_TEST_DEBUG='0')
    build = ['cargo', 'test', '--no-default-features', '--features', FEATURES, '--lib', '--tests', '-j2']
    embed.run(build + ['--no-run'], cwd=crate, env=environment)
    output = embed.run(build + ['--no-fail-fast', '--', '--test-threads=2'], check=False, cwd=crate, env=environment)
    with open(os.path.join(args.work, 'output.txt'), 'w', encoding='utf8') as out:
        out.write(output)
    found = results(output)
    embed.judge('rust_rocksdb', [t for t, r in found if r == 'ok'],
                [t for t, r in found if r != 'ok' and t not in SKIPPED], 100, output)


if __name__ == '__main__':
    main()
