#!/usr/bin/env python3
"""Kills Debian's MariaDB server, with MyRocks on this library, while sysbench commits, and judges what comes back.

sysbench's oltp_read_write and oltp_insert take turns. Each transaction also writes its number to a ledger of MyRocks,
every other one to a ledger of InnoDB too, and all of it goes to the binlog, so each is a two-phase commit (see
mariadb_ledger.lua). After a kill:
  - every number whose COMMIT had returned is in the ledger of MyRocks;
  - the ledgers of MyRocks and the binlog hold the same numbers, that of InnoDB its half of them;
  - transactions that clients had prepared by themselves are there, and are committed or rolled back as told;
  - at its next start the server finds no prepared transaction; CHECK TABLE finds no fault.
At the end a new server follows the binlogs as a replica, on Debian's plugin (RocksDB 6.29). Its tables then have the
checksums of those that lived through the kills.

usage: mariadb_kill.py --build DIR --work DIR [--kills N] [--seed N] [--debian]
"""
import glob
import os
import random
import re
import shutil
import socket
import subprocess
import time

import embed
import mariadb_database
import mariadb_plugin

THREADS = 4
LEDGER = os.path.join(embed.HERE, 'mariadb_ledger.lua')
SCRIPTS = ['oltp_read_write', 'oltp_insert']
SIZES = ['--tables=4', '--table-size=1000']
TABLES = ['ledger_rocks', 'ledger_inno', 'sbtest1', 'sbtest2', 'sbtest3', 'sbtest4']
# Small, so that kills meet flushes, compactions and dropped logs.
SMALL = ['--rocksdb-default-cf-options=write_buffer_size=256k;target_file_size_base=256k;'
         'max_bytes_for_level_base=1m;level0_file_num_compaction_trigger=2', '--rocksdb-max-total-wal-size=1048576']
# Numbers of one round lie below those of the next.
ROUND = 128 * 1000000


def parse():
    parser = mariadb_plugin.parser(__doc__)
    parser.add_argument('--kills', type=int, default=10)
    parser.add_argument('--seed', type=int, default=random.randrange(1 << 31))
    parser.add_argument('--debian', action='store_true', help="Debian's plugin instead of the one built here")
    return mariadb_plugin.parse(parser)


def load(database, script, first, folder):
    """Starts sysbench, whose transactions have numbers from `first` on."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    environment = database.sysbench_environment(
        LEDGER_SCRIPT=database.sysbench_script(script), LEDGER_FIRST=str(first), LEDGER_ACKNOWLEDGED=folder,
        LEDGER_OWN_TRANSACTIONS='yes' if script == 'oltp_read_write' else 'no')
    with open(folder + '.log', 'w', encoding='utf8') as log:
        return subprocess.Popen(database.sysbench(LEDGER, 'run', f'--threads={THREADS}', '--time=600', *SIZES),
                                env=environment, stdout=log, stderr=log)


def acknowledged(folder):
    """The numbers whose COMMIT has returned. Lines are whole, since only the server is killed."""
    found = set()
    for path in glob.glob(os.path.join(folder, '*')):
        with open(path, encoding='utf8') as source:
            found.update(int(line) for line in source)
    return found


def prepare_by_hand(database, name):
    """A transaction that a client prepares, and leaves to whoever comes after the crash."""
    database.sql(f"XA START '{name}'; INSERT INTO ledger_rocks VALUES (-{name[1:]}, 'x'); "
                 f"XA END '{name}'; XA PREPARE '{name}'")


def resolve(database, prepared):
    """Commits every other transaction that clients had prepared, and returns the numbers of those."""
    waiting = {line.split('\t')[-1] for line in database.sql('XA RECOVER').splitlines()}
    if waiting != prepared:
        raise SystemExit(f'prepared transactions: {sorted(waiting)} instead of {sorted(prepared)}')
    committed = {name for name in prepared if int(name[1:]) % 2 == 0}
    for name in sorted(prepared):
        database.sql(f"XA {'COMMIT' if name in committed else 'ROLLBACK'} '{name}'")
    return {-int(name[1:]) for name in committed}


def still_prepared(log):
    """What the server says at its start of transactions that it found prepared."""
    return re.findall(r'Found .*prepared.*', log)


class Binlog:
    """The numbers that the binlogs say were committed to the ledgers, but for what clients prepared by themselves."""

    def __init__(self, database):
        self.database = database
        self.committed = {'ledger_rocks': set(), 'ledger_inno': set()}
        self.read = set()

    def catch_up(self):
        """Reads the new files. No server runs meanwhile; each start begins a new file."""
        for path in sorted(glob.glob(os.path.join(self.database.data, 'binlog.[0-9]*'))):
            if path not in self.read:
                self.read.add(path)
                self.take(path)

    def take(self, path):
        """A transaction counts when the record that ends it is there."""
        command = [self.database.program('bin', 'mariadb-binlog'), '--no-defaults', '--base64-output=DECODE-ROWS',
                   '--verbose', path]
        shown = subprocess.run(command, text=True, errors='replace', capture_output=True,
                               env=self.database.environment)
        if shown.returncode:
            raise SystemExit(f'{path}: {shown.stderr}')
        rows = []
        for begins, ends, table, number in re.findall(
                r'^(START TRANSACTION|XA START)|(\tXid = |XA PREPARE)|'
                r'^### INSERT INTO `test`.`(ledger_\w+)`\n### SET\n###   @1=(-?\d+)', shown.stdout, re.M):
            if begins:
                rows = []
            elif table:
                rows.append((table, int(number)))
            elif ends:
                for name, committed in rows:
                    if committed > 0:
                        self.committed[name].add(committed)
                rows = []


def numbers(database, table):
    return {int(line) for line in database.sql(f'SELECT id FROM {table}').split()}


def judge(database, binlog, answered, by_hand):
    """Ends the script where the tables do not hold what they must."""
    rocks, inno = numbers(database, 'ledger_rocks'), numbers(database, 'ledger_inno')
    counted = {number for number in rocks if number > 0}
    faults = {
        'acknowledged and lost': answered - rocks,
        'in the engine and not in the binlog': counted - binlog.committed['ledger_rocks'],
        'in the binlog and not in the engine': binlog.committed['ledger_rocks'] - counted,
        'in InnoDB and the binlog not alike': inno ^ binlog.committed['ledger_inno'],
        'in one engine only': {number for number in counted if number // 64 % 2 == 0} ^ inno,
        'prepared by hand and not as told': (rocks - counted) ^ by_hand,
    }
    found = [f'{what}: {sorted(which)[:20]}' for what, which in faults.items() if which]
    if found:
        raise SystemExit('\n'.join(found))
    database.check_tables(TABLES)


def checksums(database):
    return dict(line.split('\t') for line in database.sql(f'CHECKSUM TABLE {", ".join(TABLES)}').splitlines())


def replay(args, server, database, port):
    """A new server on Debian's plugin applies all binlogs. Ends the script where its tables differ."""
    replica = mariadb_database.Database(server, os.path.join(args.work, 'replica'), ['--server-id=2'])
    replica.create(server.stock_plugin)
    file, position = database.sql('SHOW MASTER STATUS').split('\t')[:2]
    replica.sql(f"CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT={port}, MASTER_USER='root', "
                "MASTER_LOG_FILE='binlog.000001', MASTER_LOG_POS=4, MASTER_USE_GTID=no; START SLAVE", None)
    waited = replica.sql(f"SELECT MASTER_POS_WAIT('{file}', {position}, 1200)").strip()
    if waited in ('NULL', '-1'):
        raise SystemExit('the replica stopped: ' + replica.sql('SHOW SLAVE STATUS'))
    theirs, ours = checksums(replica), checksums(database)
    replica.sql('STOP SLAVE')
    replica.stop()
    if theirs != ours:
        raise SystemExit(f'checksums of the tables: {ours}; of the replica: {theirs}')
    print(f'a replica on Debian\'s plugin has the same tables: {ours}')


def one_kill(args, database, binlog, draw, kill, answered, by_hand):
    """Returns how many transactions the server found prepared afterwards."""
    script = SCRIPTS[kill % len(SCRIPTS)]
    prepared = {f'x{kill * 2 + i + 1}' for i in range(2)}
    for name in sorted(prepared):
        prepare_by_hand(database, name)
    folder = os.path.join(args.work, 'acknowledged')
    sysbench = load(database, script, (kill + 1) * ROUND, folder)
    # The clients have to be at work. When the kill comes after that is drawn.
    until = time.monotonic() + 120
    while not acknowledged(folder):
        if sysbench.poll() is not None or time.monotonic() > until:
            with open(folder + '.log', encoding='utf8') as log:
                raise SystemExit(f'{script} commits nothing: {log.read()[-3000:]}')
        time.sleep(0.01)
    time.sleep(draw.uniform(0, 2.5))
    if sysbench.poll() is not None:
        raise SystemExit(f'{script} ended before the kill; see {folder}.log')
    database.kill()
    sysbench.wait()
    answered |= acknowledged(folder)
    found = still_prepared(database.start())
    by_hand |= resolve(database, prepared)
    database.stop()
    binlog.catch_up()
    left = still_prepared(database.start())
    if left:
        raise SystemExit(f'after recovery: {left}')
    judge(database, binlog, answered, by_hand)
    in_engine = max(int(count) for count in re.findall(r'(\d+) prepared transaction\(s\) in ROCKSDB', ' '.join(found)))
    print(f'kill {kill + 1} ({script}): {len(answered)} transactions acknowledged so far, all there; '
          f'{in_engine} were prepared in MyRocks, {len(prepared)} of them by hand', flush=True)
    return in_engine - len(prepared)


def main():
    args = parse()
    server, debian, ours = mariadb_database.plugins(args)
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        port = probe.getsockname()[1]
    database = mariadb_database.Database(server, os.path.join(args.work, 'killed'),
                                         [*mariadb_database.DURABLE, *SMALL], port)
    print(f'seed: {args.seed}', flush=True)
    draw = random.Random(args.seed)
    database.create(debian if args.debian else ours)
    database.sql('CREATE TABLE ledger_rocks (id BIGINT PRIMARY KEY, v VARCHAR(255), KEY (v, id)) ENGINE=ROCKSDB; '
                 'CREATE TABLE ledger_inno (id BIGINT PRIMARY KEY) ENGINE=INNODB')
    embed.run(database.sysbench(database.sysbench_script('oltp_read_write'), 'prepare', *SIZES),
              env=database.sysbench_environment())
    binlog, answered, by_hand, between = Binlog(database), set(), set(), 0
    for kill in range(args.kills):
        between += one_kill(args, database, binlog, draw, kill, answered, by_hand)
    replay(args, server, database, port)
    database.stop()
    print(f'{args.kills} kills, {len(answered)} transactions acknowledged, none lost; '
          f'{between} were killed between prepare and commit')


if __name__ == '__main__':
    main()
