"""What the scripts of this folder share: an installed copy of the library, and the judgement of a foreign test run.

Each script builds a program that nobody here wrote against an install prefix and runs that program's own tests. The
programs come from their registries by their own clients, at run time. With --stock the tests of a program over the C
API run on stock RocksDB 10.6.2 behind the same headers, which tells how many of them can pass. A program over C++ cannot
run so: classes have their layout and inline functions from the headers.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def parse(description, over_c=True):
    """The command line. `over_c`: the program reaches the library through the C API alone."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', required=True, help='build tree of this library')
    parser.add_argument('--work', required=True, help='directory for the prefix, sources and builds; kept')
    if over_c:
        parser.add_argument('--stock', action='store_true',
                            help="run on stock's library (from Maven) instead of this one")
    else:
        parser.set_defaults(stock=False)
    args = parser.parse_args()
    args.build, args.work = os.path.abspath(args.build), os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    return args


def need(*programs):
    """Ends the script where a program is missing. NAME, or NAME with the least version that will do: `go 1.17`."""
    missing = []
    for program in programs:
        name, _, least = program.partition(' ')
        if not shutil.which(name):
            missing.append(program)
        elif least:
            says = subprocess.run([name, 'version' if name == 'go' else '--version'], text=True, capture_output=True)
            found = re.search(r'\d+(?:\.\d+)+', says.stdout)
            if not found or version(found.group(0)) < version(least):
                missing.append(f'{program} (here: {found.group(0) if found else "unknown"})')
    if missing:
        sys.exit(f'this test needs, and does not find: {", ".join(missing)}')


def version(text):
    return [int(number) for number in text.split('.')]


def run(command, check=True, **more):
    """Runs a client; its output goes to a string, and to the reader if it fails."""
    print('+ ' + ' '.join(str(c) for c in command), flush=True)
    done = subprocess.run([str(c) for c in command], text=True, errors='replace', stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **more)
    if check and done.returncode:
        sys.exit(f'{done.stdout[-6000:]}\n{command[0]} failed with {done.returncode}')
    return done.stdout


def keep(args, output):
    """What the tests printed, for the reader."""
    with open(os.path.join(args.work, 'output.txt'), 'w', encoding='utf8') as out:
        out.write(output)


class Prefix:
    """The library as `cmake --install` leaves it."""

    def __init__(self, args):
        need('cmake', 'c++')
        self.path = os.path.join(args.work, 'prefix')
        shutil.rmtree(self.path, ignore_errors=True)
        run(['cmake', '--install', args.build, '--prefix', self.path])
        self.include = os.path.join(self.path, 'include')
        self.lib = next(d for d, _, files in os.walk(self.path) if 'librocksdb.so' in files)
        if args.stock:
            self.take_stock(os.path.join(args.build, 'oracle'))

    def take_stock(self, oracle_dir):
        """Puts stock's library into the place of this one."""
        sys.path.insert(0, os.path.join(HERE, '..', 'interop'))
        import oracle
        for name in os.listdir(self.lib):
            if name.startswith('librocksdb'):
                os.remove(os.path.join(self.lib, name))
        shutil.copy(oracle.stock_library(oracle_dir), os.path.join(self.lib, 'librocksdb.so'))

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


def judge(args, name, passed, failed, least, output=''):
    """Ends the script: 0 if at least `least` tests passed and just those failed that NAME.refused lists.

    On stock no test is refused."""
    expected = {} if args.stock else refused(name)
    surprises = sorted(set(failed) - set(expected))
    mended = sorted(set(expected) & set(passed))
    unknown = sorted(set(expected) - set(passed) - set(failed))
    for test in surprises:
        print(f'FAILED {test}')
        found = re.search(r'.{0,200}' + re.escape(test) + r'.{0,1500}', output, re.S)
        print(found.group(0) if found else '')
    for test in mended:
        print(f'PASSED, though {name}.refused lists it: {test}')
    for test in unknown:
        print(f'DID NOT RUN, though {name}.refused lists it: {test}')
    print(f'{name}{" on stock" if args.stock else ""}: {len(passed)} passed, {len(failed)} failed, '
          f'{len(set(expected) & set(failed))} of them listed as refused')
    if len(passed) < least:
        print(f'fewer than {least} passed')
    sys.exit(1 if surprises or mended or unknown or len(passed) < least else 0)
