#!/usr/bin/env python3
"""sysbench on Debian's MariaDB server with MyRocks: this library's plugin against Debian's, which holds RocksDB 6.29.

Both servers run all the time and take turns of a few seconds; who begins changes from round to round. Only the ratio of
the two halves of a round is counted, since what else the machine does changes from minute to minute. Before a half
the page cache is filled, so that the host of a virtual machine has taken no memory back (tools/bench/memory.py).
Beside the rate stands the processor time that the server took for a transaction, which depends less on who else wants the processors.

usage: mariadb_speed.py --build DIR --work DIR [--rounds N] [--seconds N] [--threads N] [--rows N]
                        [--scripts oltp_insert,...] [--sync]
"""
import os
import re
import statistics
import sys

import embed
import mariadb_database
import mariadb_plugin

sys.path.insert(0, os.path.join(embed.HERE, '..', '..', 'tools', 'bench'))
import memory  # noqa: E402

SCRIPTS = ['oltp_insert', 'oltp_point_select', 'oltp_read_write']
TABLES = 4


def parse():
    parser = mariadb_plugin.parser(__doc__)
    parser.add_argument('--rounds', type=int, default=11)
    parser.add_argument('--seconds', type=int, default=5, help='of each half of a round')
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--rows', type=int, default=100000, help='in all tables together')
    parser.add_argument('--scripts', default=','.join(SCRIPTS), help='which of them: %(default)s')
    parser.add_argument('--sync', action='store_true', help='each commit waits for the device')
    return mariadb_plugin.parse(parser)


def sysbench(args, database, script, command):
    arguments = [f'--tables={TABLES}', f'--table-size={args.rows // TABLES}', f'--threads={args.threads}',
                 f'--time={args.seconds}']
    return embed.run(database.sysbench(database.sysbench_script(script), command, *arguments),
                     env=database.sysbench_environment())


def processor_time(database):
    """Seconds that the server has run so far, in all its threads."""
    with open(f'/proc/{database.process.pid}/stat', encoding='utf8') as source:
        fields = source.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def half(args, database, page_cache, script):
    """Transactions a second, and a second of processor time."""
    page_cache.fill()
    before = processor_time(database)
    shown = re.search(r'transactions: +(\d+) +\(([\d.]+) per sec', sysbench(args, database, script, 'run'))
    return float(shown.group(2)), int(shown.group(1)) / (processor_time(database) - before)


def main():
    args = parse()
    server, debian, ours = mariadb_database.plugins(args)
    # 2: a commit is handed to the system; the log is synced once a second.
    options = ['--server-id=1', f'--rocksdb-flush-log-at-trx-commit={1 if args.sync else 2}']
    sides = {name: mariadb_database.Database(server, os.path.join(args.work, 'speed_' + name), options)
             for name in ('ours', 'debian')}
    for (name, database), plugin in zip(sides.items(), (ours, debian)):
        database.create(plugin)
        sysbench(args, database, 'oltp_read_write', 'prepare')
    page_cache = memory.PageCache(args.work)
    ratios = {script: ([], []) for script in args.scripts.split(',')}
    for turn in range(args.rounds):
        for script in ratios:
            order = list(sides) if turn % 2 else list(reversed(sides))
            found = {name: half(args, sides[name], page_cache, script) for name in order}
            for values, ours_here, debian_here in zip(ratios[script], found['ours'], found['debian']):
                values.append(ours_here / debian_here)
            print(f'round {turn + 1} {script}: {found["ours"][0]:.0f} against {found["debian"][0]:.0f} a second; '
                  f'{found["ours"][1]:.0f} against {found["debian"][1]:.0f} a second of processor time', flush=True)
    for database in sides.values():
        database.stop()
    for script, both in ratios.items():
        for values, what in zip(both, ('a second', 'a second of processor time')):
            print(f'{script}, transactions {what}: median of {len(values)} ratios {statistics.median(values):.2f}, '
                  f'from {min(values):.2f} to {max(values):.2f}')


if __name__ == '__main__':
    main()
