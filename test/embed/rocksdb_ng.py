#!/usr/bin/env python3
"""The tests of rocksdb-ng 2.4.0 (PyPI) built on this library: Python over C++.

usage: rocksdb_ng.py --build DIR --work DIR
"""
import glob
import os
import sys

import embed
import sdists

# What its build asks for, and what runs its tests.
TOOLS = ['setuptools>=80', 'wheel>=0.47', 'Cython>=3.2.5,<4', 'pkgconfig', 'pytest>=8']


def main():
    args = embed.parse(__doc__, over_c=False)
    embed.need('pkg-config')
    prefix = embed.Prefix(args)
    venv = sdists.Venv(args, prefix, TOOLS)
    source = venv.unpack('rocksdb-ng', '2.4.0')
    embed.run([venv.python, 'setup.py', '-q', 'build_ext', '--inplace'], cwd=source, env=venv.environment)
    built = glob.glob(os.path.join(source, 'rocksdb', '_rocksdb*.so'))[0]
    linked = embed.run(['ldd', built], env=venv.environment)
    if prefix.lib not in linked:
        sys.exit(f'another RocksDB was linked:\n{linked}')
    found, output = venv.run_tests(source, 'rocksdb/tests')
    embed.keep(args, output)
    embed.judge(args, 'rocksdb_ng', [t for t, r in found if r == 'PASSED'], [t for t, r in found if r != 'PASSED'],
                192, output)


if __name__ == '__main__':
    main()
