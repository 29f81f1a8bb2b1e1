#!/usr/bin/env python3
"""MyRocks, MariaDB's storage engine on RocksDB, built on this library and loaded into Debian's unmodified server.

MariaDB's own test suites of the engine run on it, from Debian's package of them, with write-committed transactions.

usage: mariadb.py --build DIR --work DIR [--debian | --stock-library DIR] [--suites LIST] [--tests REGEX]
                  [--parallel N] [--big]
--debian runs the same tests with Debian's plugin, which holds RocksDB 6.29.
--stock-library runs them with the plugin that is built here, on a static stock library (DIR/include, DIR/lib).
--suites, --tests: these suites only, and of them only tests whose name matches. Nothing is judged then.
--big: only the tests that MariaDB leaves out for their length. They are not judged either.
What each run found is kept in DIR; the last lines compare this library's with the others.
"""
import os
import re
import shutil
import subprocess
import sys

import embed
import mariadb_plugin

SUITES = 'rocksdb,rocksdb_sys_vars,rocksdb_hotbackup,rocksdb_stress,rocksdb_rpl'
# The account that the tests run under where the caller is root, as whom the server's own scripts skip some.
NOBODY = 65534


def parse():
    parser = mariadb_plugin.parser(__doc__)
    parser.add_argument('--suites', help='names with commas between them')
    parser.add_argument('--tests', help='only tests whose name matches')
    parser.add_argument('--big', action='store_true', help='only the tests left out for their length')
    parser.add_argument('--parallel', type=int, default=2, help='servers that run tests at one time')
    which = parser.add_mutually_exclusive_group()
    which.add_argument('--debian', action='store_true', help="Debian's plugin instead of the one built here")
    which.add_argument('--stock-library', metavar='DIR', help='static stock RocksDB instead of this library')
    return mariadb_plugin.parse(parser)


def committed_only(server):
    """Takes away the second run of each test, with write-prepared transactions, which are refused by name."""
    for suite in ('rocksdb', 'rocksdb_rpl', 'rocksdb_stress'):
        path = os.path.join(server.suites, 'plugin', 'rocksdb', suite, 'combinations')
        with open(path, encoding='utf8') as source:
            text = source.read()
        with open(path, 'w', encoding='utf8') as out:
            out.write(re.sub(r'\[[^\]]*write.prepared\][^\[]*', '', text))


def as_nobody(server, folder):
    """How to start the tests, and a folder of their own that they may write to."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    if os.geteuid() != 0:
        return []
    embed.need('setpriv')
    os.chown(folder, NOBODY, NOBODY)
    command = ['setpriv', f'--reuid={NOBODY}', f'--regid={NOBODY}', '--clear-groups']
    for needed in (folder, server.suites):
        if subprocess.run([*command, 'test', '-x', needed]).returncode:
            sys.exit(f'{needed}: not within reach of the account that the tests run under; '
                     'choose a --work directory that everyone may enter')
    return command


def run_suites(args, server, plugin, sst_dump):
    """What the suites print with this plugin in the place of Debian's."""
    committed_only(server)
    server.use(plugin)
    shutil.copy(sst_dump, os.path.join(server.root, 'usr', 'bin', 'sst_dump'))
    folder = os.path.join(args.work, 'run')
    command = [*as_nobody(server, folder), 'perl', 'mysql-test-run.pl', f'--vardir={folder}/var', '--force',
               f'--parallel={args.parallel}', '--max-test-fail=0', '--retry=1', '--max-save-core=0',
               '--testcase-timeout=20', '--suite-timeout=600', f'--suite={args.suites or SUITES}']
    if args.tests:
        command.append(f'--do-test={args.tests}')
    if args.big:
        # Given once it adds them to the others.
        command += ['--big-test', '--big-test']
    path = os.path.join(args.work, 'output.txt')
    print('+ ' + ' '.join(command), flush=True)
    with open(path, 'w', encoding='utf8') as out:
        subprocess.run(command, cwd=server.suites, env=dict(server.environment(), HOME=folder), stdout=out,
                       stderr=subprocess.STDOUT, check=False)
    with open(path, encoding='utf8', errors='replace') as source:
        return source.read()


def results(output):
    """{test: pass, fail or skip}. A test that failed and passed when it was repeated has passed.

    One that ran with several settings has to pass with each."""
    last = {}
    for name, setting, result in re.findall(
            r"^(\w+\.\S+) +('[^']*' +)?(?:w\d+ +)?\[ (?:retry-)?(pass|fail|skipped|disabled) \]", output, re.M):
        last[name, setting.strip()] = result
    found = {}
    for (name, _), result in last.items():
        found.setdefault(name, set()).add(result)
    return {name: next(r for r in ('fail', 'pass', 'skip') if r in found[name] or r == 'skip')
            for name in sorted(found)}


def keep(args, name, found):
    with open(os.path.join(args.work, f'results.{name}'), 'w', encoding='utf8') as out:
        out.writelines(f'{test}\t{result}\n' for test, result in found.items())


def compare(args, found, other):
    """Says which tests end otherwise than in the last run with another plugin."""
    path = os.path.join(args.work, f'results.{other}')
    if not os.path.exists(path):
        return
    with open(path, encoding='utf8') as source:
        theirs = dict(line.rstrip('\n').split('\t') for line in source)
    for test in sorted(set(found) | set(theirs)):
        pair = found.get(test, 'did not run'), theirs.get(test, 'did not run')
        if pair[0] != pair[1]:
            print(f'{test}: {pair[0]}; {other}: {pair[1]}')


def main():
    args = parse()
    prefix = embed.Prefix(args)
    server = mariadb_plugin.Server(args.work)
    if args.debian:
        name, plugin = 'debian', server.stock_plugin
    elif args.stock_library:
        name, plugin = 'stock', mariadb_plugin.build_stock(server, os.path.abspath(args.stock_library))
    else:
        name, plugin = 'ours', mariadb_plugin.build_ours(server, prefix)
    output = run_suites(args, server, plugin, os.path.join(prefix.path, 'bin', 'sst_dump'))
    found = results(output)
    of = {result: [test for test in found if found[test] == result] for result in ('pass', 'fail', 'skip')}
    print(f'{name}: {len(of["pass"])} passed, {len(of["fail"])} failed, {len(of["skip"])} skipped')
    print('failed: ' + (' '.join(of['fail']) or 'none'))
    if args.suites or args.tests or args.big:
        sys.exit(0 if of['pass'] else 1)
    keep(args, name, found)
    for other in {'ours', 'debian', 'stock'} - {name}:
        compare(args, found, other)
    if name == 'ours':
        embed.judge(args, 'mariadb', of['pass'], of['fail'], 345, output)


if __name__ == '__main__':
    main()
