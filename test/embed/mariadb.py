#!/usr/bin/env python3
"""MyRocks, MariaDB's storage engine on RocksDB, built on this library and loaded into Debian's unmodified server.

MariaDB's own test suites of the engine run on it, from Debian's package of them.

usage: mariadb.py --build DIR --work DIR [--suites LIST [--tests REGEX]] [--debian]
Without --suites the tests run that have been seen to end the same way, and those that mariadb.refused lists.
--suites runs whole suites, e.g. rocksdb,rocksdb_sys_vars,rocksdb_rpl,rocksdb_hotbackup,rocksdb_stress.
--debian runs the same tests with Debian's plugin, which holds RocksDB 6.29.
"""
import argparse
import os
import re
import shutil
import sys

import embed
import mariadb_plugin

# Of the suite `rocksdb`.
TESTS = ('analyze_table bulk_load_unsorted_rev get_error_message i_s index_merge_rocksdb innodb_i_s_tables_disabled '
         'issue495 kill loaddata mariadb_misc_binlog mariadb_plugin mariadb_port_rpl read_only_tx rocksdb '
         'rocksdb_log_dir rocksdb_parts show_table_status shutdown').split()


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', required=True, help='build tree of this library')
    parser.add_argument('--work', required=True, help='directory for the prefix, sources and builds; kept')
    parser.add_argument('--suites', help='names with commas between them')
    parser.add_argument('--tests', help='of these suites only tests whose name matches')
    parser.add_argument('--debian', action='store_true', help="Debian's plugin instead of the one built here")
    args = parser.parse_args()
    args.build, args.work, args.stock = os.path.abspath(args.build), os.path.abspath(args.work), args.debian
    os.makedirs(args.work, exist_ok=True)
    return args


def committed_only(server):
    """Takes away the second run of each test, with write-prepared transactions, which are refused by name."""
    for suite in ('rocksdb', 'rocksdb_rpl', 'rocksdb_stress'):
        path = os.path.join(server.suites, 'plugin', 'rocksdb', suite, 'combinations')
        with open(path, encoding='utf8') as source:
            text = source.read()
        with open(path, 'w', encoding='utf8') as out:
            out.write(re.sub(r'\[[^\]]*write.prepared\][^\[]*', '', text))


def suite_output(args, server, plugin, sst_dump):
    """What the suites print with this plugin in the place of Debian's."""
    committed_only(server)
    server.use(plugin)
    shutil.copy(sst_dump, os.path.join(server.root, 'usr', 'bin', 'sst_dump'))
    command = ['perl', 'mysql-test-run.pl', f'--vardir={os.path.join(args.work, "var")}', '--force', '--parallel=auto',
               '--max-test-fail=0', '--retry=0', '--max-save-core=0', '--testcase-timeout=60',
               f'--suite={args.suites or "rocksdb"}']
    if os.geteuid() == 0:
        command.append('--user=root')
    wanted = args.tests if args.suites else f'^({"|".join(TESTS)})$'
    if wanted:
        command.append(f'--do-test={wanted}')
    environment = dict(os.environ, LD_LIBRARY_PATH=server.library_path())
    return embed.run(command, check=False, cwd=server.suites, env=environment)


def results(output):
    """Names of the tests that passed and that failed. One that ran twice has to pass twice."""
    passed, failed = set(), set()
    for name, result in re.findall(r"^(\w+\.\w+)\s.*\[ (pass|fail) \]", output, re.M):
        (passed if result == 'pass' else failed).add(name)
    return sorted(passed - failed), sorted(failed)


def main():
    args = parse()
    prefix = embed.Prefix(argparse.Namespace(build=args.build, work=args.work, stock=False))
    server = mariadb_plugin.Server(args.work)
    plugin = server.stock_plugin if args.debian else mariadb_plugin.build_ours(server, prefix)
    output = suite_output(args, server, plugin, os.path.join(prefix.path, 'bin', 'sst_dump'))
    embed.keep(args, output)
    passed, failed = results(output)
    if not args.suites:
        embed.judge(args, 'mariadb', passed, failed, len(TESTS) - len(embed.refused('mariadb')), output)
    surprises = sorted(set(failed) - set(embed.refused('mariadb')))
    print(f'{len(passed)} passed, {len(failed)} failed: {" ".join(failed)}')
    sys.exit(1 if surprises or not passed else 0)


if __name__ == '__main__':
    main()
