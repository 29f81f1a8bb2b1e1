"""What the scripts of this folder share: an installed copy of the library, and the judgement of a foreign test run.

Each script builds a program that nobody here wrote against an install prefix and runs that program's own tests. The
programs come from their registries by their own clients, at run time.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def parse(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', required=True, help='build tree of this library')
    parser.add_argument('--work', required=True, help='directory for the prefix, sources and builds; kept')
    args = parser.parse_args()
    args.build, args.work = os.path.abspath(args.build), os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    return args


def run(command, check=True, **more):
    """Runs a client; its output goes to a string, and to the reader if it fails."""
    print('+ ' + ' '.join(str(c) for c in command), flush=True)
    done = subprocess.run([str(c) for c in command], text=True, errors='replace', stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **more)
    if check and done.returncode:
        sys.exit(f'{done.stdout[-6000:]}\n{command[0]} failed with {done.returncode}')
    return done.stdout


class Prefix:
    """The library as `cmake --install` leaves it."""

    def __init__(self, args):
        self.path = os.path.join(args.work, 'prefix')
        shutil.rmtree(self.path, ignore_errors=True)
        run(['cmake', '--install', args.build, '--prefix', self.path])
        self.include = os.path.join(self.path, 'include')
        self.lib = next(d for d, _, files in os.walk(self.path) if 'librocksdb.so' in files)

    def environment(self, **more):
        return dict(os.environ, LD_LIBRARY_PATH=self.lib, PKG_CONFIG_PATH=os.path.join(self.lib, 'pkgconfig'), **more)


def refused(name):
    """{test: reason} of NAME.refused: tests of features that docs/compatibility.md says are refused by name."""
    path = os.path.join(HERE, name + '.refused')
    lines = {}
    if os.path.exists(path):
        with open(path, encoding='utf8') as source:
            for line in source:
                if line.strip() and not line.startswith('#'):
                    test, _, reason = line.strip().partition(' ')
                    lines[test] = reason.strip()
    return lines


def judge(name, passed, failed, least, output=''):
    """Ends the script: 0 if at least `least` tests passed and just those failed that NAME.refused lists."""
    expected = refused(name)
    surprises = sorted(set(failed) - set(expected))
    mended = sorted(set(expected) & set(passed))
    for test in surprises:
        print(f'FAILED {test}')
        found = re.search(r'.{0,200}' + re.escape(test) + r'.{0,1500}', output, re.S)
        print(found.group(0) if found else '')
    for test in mended:
        print(f'PASSED, though {name}.refused lists it: {test}')
    print(f'{name}: {len(passed)} passed, {len(failed)} failed, {len(expected)} of them listed as refused')
    if len(passed) < least:
        print(f'fewer than {least} passed: the tests did not run')
    sys.exit(1 if surprises or mended or len(passed) < least else 0)
