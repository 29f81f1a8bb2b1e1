#!/usr/bin/env python3
"""Kills Debian's MariaDB server, with MyRocks on this library, while clients commit, and judges what it comes back with.

Each transaction writes the same number to a table of MyRocks and to one of InnoDB, with the binlog on, so each is a
two-phase commit. After a kill every number that was acknowledged has to be in both tables, and no number in one of them
only; transactions that a client had prepared by itself are there to be committed or rolled back.

usage: mariadb_kill.py --build DIR --work DIR [--kills N] [--seed N] [--debian]
"""
import argparse
import os
import random
import subprocess
import threading
import time

import embed
import mariadb_plugin

CLIENTS = 4


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', required=True, help='build tree of this library')
    parser.add_argument('--work', required=True, help='directory for the prefix, sources, builds and data; kept')
    parser.add_argument('--kills', type=int, default=10)
    parser.add_argument('--seed', type=int, default=random.randrange(1 << 31))
    parser.add_argument('--debian', action='store_true', help="Debian's plugin instead of the one built here")
    args = parser.parse_args()
    args.build, args.work = os.path.abspath(args.build), os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    return args


class Client(threading.Thread):
    """Commits one transaction after the other, and remembers which ones the server acknowledged."""

    def __init__(self, database, first, step):
        super().__init__()
        self.database, self.next, self.step = database, first, step
        self.acknowledged = []

    def run(self):
        with subprocess.Popen(self.database.client('--unbuffered', 'test'), text=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as session:
            try:
                while True:
                    number = self.next
                    self.next += self.step
                    session.stdin.write(f'BEGIN; INSERT INTO rocks VALUES ({number}, REPEAT("r", 200)); '
                                        f'INSERT INTO inno VALUES ({number}); COMMIT; SELECT {number};\n')
                    session.stdin.flush()
                    answer = session.stdout.readline()
                    if not answer:
                        return
                    self.acknowledged.append(int(answer))
            except BrokenPipeError:
                return
            finally:
                session.kill()


def prepare_by_hand(database, name):
    """A transaction that a client prepares, and leaves to whoever comes after the crash."""
    number = -int(name[1:])
    database.sql(f"XA START '{name}'; INSERT INTO rocks VALUES ({number}, 'x'); XA END '{name}'; XA PREPARE '{name}'")


def numbers(database, table):
    return {int(line) for line in database.sql(f'SELECT id FROM {table}').split()}


def judge(database, acknowledged, prepared, expect):
    """Ends the script where the tables do not hold what they must. Resolves what clients had prepared."""
    waiting = {line.split('\t')[-1] for line in database.sql('XA RECOVER').splitlines()}
    if waiting != prepared:
        raise SystemExit(f'prepared transactions: {sorted(waiting)} instead of {sorted(prepared)}')
    for name in sorted(prepared):
        commit = int(name[1:]) % 2 == 0
        database.sql(f"XA {'COMMIT' if commit else 'ROLLBACK'} '{name}'")
        if commit:
            expect.add(-int(name[1:]))
    rocks, inno = numbers(database, 'rocks'), numbers(database, 'inno')
    by_hand = {number for number in rocks if number < 0}
    lost = set(acknowledged) - rocks | set(acknowledged) - inno
    torn = (rocks - by_hand) ^ inno
    if lost or torn or by_hand != expect:
        raise SystemExit(f'lost: {sorted(lost)[:20]}, in one table only: {sorted(torn)[:20]}, '
                         f'prepared and committed: {sorted(by_hand)} instead of {sorted(expect)}')
    print(database.sql('CHECK TABLE rocks, inno').strip())


def main():
    args = parse()
    prefix = embed.Prefix(argparse.Namespace(build=args.build, work=args.work, stock=False))
    server = mariadb_plugin.Server(args.work)
    plugin = server.stock_plugin if args.debian else mariadb_plugin.build_ours(server, prefix)
    database = mariadb_plugin.Database(server, plugin, os.path.join(args.work, 'data'))
    print(f'seed: {args.seed}', flush=True)
    draw = random.Random(args.seed)
    database.create()
    database.start()
    database.sql('CREATE DATABASE IF NOT EXISTS test; '
                 'CREATE TABLE test.rocks (id BIGINT PRIMARY KEY, v VARCHAR(255), KEY (v, id)) ENGINE=ROCKSDB; '
                 'CREATE TABLE test.inno (id BIGINT PRIMARY KEY) ENGINE=INNODB', None)
    acknowledged, expect, first = [], set(), 1
    for kill in range(args.kills):
        prepared = {f'x{kill * 2 + i + 1}' for i in range(2)}
        for name in sorted(prepared):
            prepare_by_hand(database, name)
        clients = [Client(database, first + i, CLIENTS) for i in range(CLIENTS)]
        for client in clients:
            client.start()
        time.sleep(draw.uniform(0.2, 2.5))
        database.kill()
        for client in clients:
            client.join()
            acknowledged += client.acknowledged
        first = max(client.next for client in clients) // CLIENTS * CLIENTS + 2 * CLIENTS + 1
        database.start()
        judge(database, acknowledged, prepared, expect)
        print(f'kill {kill + 1}: {len(acknowledged)} transactions acknowledged so far, none lost', flush=True)
    database.stop()
    if len(acknowledged) < args.kills:
        raise SystemExit('the clients hardly wrote')


if __name__ == '__main__':
    main()
