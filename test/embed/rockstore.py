#!/usr/bin/env python3
"""The tests of rockstore 0.1.2 (PyPI) on this library: Python that loads the shared library and calls the C API.

usage: rockstore.py --build DIR --work DIR [--stock]
"""
import os

import embed
import sdists


def main():
    args = embed.parse(__doc__)
    prefix = embed.Prefix(args)
    venv = sdists.Venv(args, prefix, ['setuptools>=61', 'wheel', 'cffi>=1.15', 'pytest>=8'])
    source = venv.unpack('rockstore', '0.1.2')
    found, output = venv.run_tests(source, 'tests', PYTHONPATH=os.path.join(source, 'src'))
    embed.keep(args, output)
    embed.judge(args, 'rockstore', [t for t, r in found if r == 'PASSED'], [t for t, r in found if r != 'PASSED'],
                16, output)


if __name__ == '__main__':
    main()
