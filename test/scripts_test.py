#!/usr/bin/env python3
"""The scripts of tools/ read their command lines alike, and install packages only where they must.

usage: scripts_test.py

Runs no build and no apt-get: a program of this name that stands before the real one notes how it is called.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCRIPTS = ('bench', 'coverage', 'crashtest', 'fuzz', 'longtest', 'modeltest', 'test')


def run(*command, **more):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, **more)


def script(name, *arguments):
    return run('bash', f'tools/{name}.sh', *arguments)


def options_of(name):
    """Option -> the name of its value, or '' for a switch, as the help text has them."""
    return dict(re.findall(r'^  (--[a-z-]+)(?: ([A-Z][A-Z,]*))?(?:  |$)', script(name, '--help').stdout, re.M))


class CommandLines(unittest.TestCase):
    def refused(self, name, arguments, message):
        done = script(name, *arguments)
        self.assertEqual((2, '', f'tools/{name}.sh: {message} (see --help)\n'),
                         (done.returncode, done.stdout, done.stderr), f'{name} {arguments}')

    def test_help_is_printed_and_declares_the_options(self):
        for name in SCRIPTS:
            done = script(name, '--help')
            self.assertEqual((0, ''), (done.returncode, done.stderr), name)
            self.assertIn(f'tools/{name}.sh [options]', done.stdout)
            self.assertLessEqual({'--build', '--help'}, set(options_of(name)), name)

    def test_unknown_options_are_refused(self):
        for name in SCRIPTS:
            self.refused(name, ['--nosuch'], 'unknown option --nosuch')
            self.refused(name, ['--nosuch=1'], 'unknown option --nosuch')
            self.refused(name, ['word'], 'unexpected argument word')

    def test_every_missing_value_is_refused(self):
        for name in SCRIPTS:
            for option, value in options_of(name).items():
                if value:
                    self.refused(name, [option], f'{option} needs a value')
        for name in SCRIPTS:
            self.refused(name, ['--build', '--help'], '--build needs a value')
            self.refused(name, ['--build='], '--build needs a value')
            self.refused(name, ['--build', ''], '--build needs a value')

    def test_whole_numbers_and_switches_are_checked(self):
        self.refused('test', ['--jobs', 'many'], '--jobs needs a whole number, not many')
        self.refused('test', ['--quick=yes'], '--quick takes no value')


READ = r'''
usage() { printf '%s\n' 'usage: x' '  --two-words TEXT  text' '  --count N  a number' '  --on    a switch'; }
two_words=default count=1 on=no
. tools/options.sh
read_options "$@"
printf '%s\n' "$two_words" "$count" "$on" "${given[*]-}"
'''


class ReadOptions(unittest.TestCase):
    def read(self, *arguments):
        done = run('bash', '-eu', '-c', READ, 'x', *arguments)
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout.splitlines()

    def test_defaults_stay_where_nothing_is_given(self):
        self.assertEqual(['default', '1', 'no', ''], self.read())

    def test_values_come_as_a_word_or_behind_an_equals_sign(self):
        self.assertEqual(['a b', '7', 'yes', '--two-words a b --on --count 7'],
                         self.read('--two-words', 'a b', '--on', '--count=7'))
        self.assertEqual(['a=b', '1', 'no', '--two-words a=b'], self.read('--two-words=a=b'))


# Fails twice as if another run held the lock on the package lists.
APT_GET = r'''#!/bin/bash
echo "$*" >>"$NOTES"
if [[ $* == *update* ]] && [ "$(grep -c update "$NOTES")" -le "$LOCKED" ]; then
  echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)" >&2
  exit 100
fi
[[ $* != *update* ]] || [ -z "${BROKEN-}" ] || { echo "E: no network" >&2; exit 100; }
'''


class Packages(unittest.TestCase):
    def setUp(self):
        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        self.notes = os.path.join(temp.name, 'notes')
        for name, text in (('apt-get', APT_GET), ('sudo', '#!/bin/bash\nexec "$@"\n'), ('sleep', '#!/bin/bash\n')):
            path = os.path.join(temp.name, name)
            with open(path, 'w', encoding='utf8') as out:
                out.write(text)
            os.chmod(path, 0o755)
        self.path = temp.name + ':' + os.environ['PATH']

    def install(self, needs, locked=0, **more):
        environment = dict(os.environ, PATH=self.path, NOTES=self.notes, LOCKED=str(locked), **more)
        done = run('bash', '-eu', '-c', f'. tools/packages.sh\n{needs}\ninstall_needed', env=environment)
        calls = []
        if os.path.exists(self.notes):
            with open(self.notes, encoding='utf8') as notes:
                calls = notes.read().splitlines()
        return done, calls

    def test_nothing_is_called_where_nothing_is_missing(self):
        done, calls = self.install('need "running scripts" bash:bash root:/')
        self.assertEqual((0, '', []), (done.returncode, done.stdout, calls))

    def test_missing_packages_are_installed_in_one_call_that_waits_and_says_why(self):
        done, calls = self.install('need "one thing" bash:bash no-such:no-such-command\n'
                                   'need "another" gone:/no/such/file more:/no/such/file')
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual('installing Debian packages\n  for one thing: no-such\n  for another: gone more\n', done.stdout)
        self.assertEqual(2, len(calls))
        self.assertRegex(calls[1], r'DPkg::Lock::Timeout=[1-9]\d+ .*install .* no-such gone more$')

    def test_a_held_lock_on_the_lists_is_waited_for(self):
        done, calls = self.install('need "one thing" gone:/no/such/file', locked=2)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual(['update'] * 3 + ['gone'], [call.split()[-1] for call in calls])

    def test_any_other_failure_of_apt_get_is_printed_and_fails(self):
        done, calls = self.install('need "one thing" gone:/no/such/file', BROKEN='yes')
        self.assertNotEqual(0, done.returncode)
        self.assertIn('E: no network', done.stderr)
        self.assertEqual(1, len(calls))


class StockLibrary(unittest.TestCase):
    """bench.sh --stock-lib: each configuration of one build folder takes the library that it is given."""

    def configure(self, build, stock):
        done = run('cmake', '-S', '.', '-B', build, '-G', 'Ninja', '-DWITH_TESTS=OFF', f'-DSTOCK_ROCKSDB_DIR={stock}')
        with open(os.path.join(build, 'CMakeCache.txt'), encoding='utf8') as cache:
            found = re.search(r'^db_bench_stock_library:FILEPATH=(.*)$', cache.read(), re.M)
        return done, found.group(1) if found else None

    def test_the_library_of_an_earlier_configuration_is_forgotten(self):
        with tempfile.TemporaryDirectory() as temp:
            for name in ('one', 'two'):
                for file in ('lib/librocksdb.a', 'include/rocksdb/db.h'):
                    path = os.path.join(temp, name, file)
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    open(path, 'w', encoding='utf8').close()
                done, library = self.configure(os.path.join(temp, 'build'), os.path.join(temp, name))
                self.assertEqual(0, done.returncode, done.stderr)
                self.assertEqual(os.path.join(temp, name, 'lib/librocksdb.a'), library)
            done, _ = self.configure(os.path.join(temp, 'build'), os.path.join(temp, 'three'))
            self.assertNotEqual(0, done.returncode)
            self.assertIn('db_bench_stock_library', done.stderr)


if __name__ == '__main__':
    sys.exit(unittest.main())
