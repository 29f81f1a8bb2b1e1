#!/usr/bin/env python3
"""Data directories of Debian's MariaDB server with MyRocks, which change hands between RocksDB 6.29 and this library.

Debian's plugin writes one and is killed. The plugin built here opens it, writes more and is killed; Debian's opens
that, writes more and is stopped; the one built here opens that too, writes and is stopped; and Debian's reads once
more. Each finds what the other left: rows, indexes, and transactions that clients had prepared. For the way back this
library writes tables of format version 5, the newest that 6.29 reads.

usage: mariadb_data.py --build DIR --work DIR
"""
import os

import mariadb_database
import mariadb_plugin

OPTIONS = [*mariadb_database.DURABLE,
           '--rocksdb-default-cf-options=write_buffer_size=1m;target_file_size_base=1m;'
           'block_based_table_factory={format_version=5;filter_policy=bloomfilter:10:false;whole_key_filtering=1}']

# By what MyRocks stores otherwise: families, reversed families, partitions, rows that expire, keys that do not hold the
# column's bytes, a key that is made up, long values.
COLUMNS = 'id BIGINT, a INT, b VARCHAR(100), c DECIMAL(20, 4), d DATETIME, e BLOB'
TABLES = {
    'plain': 'PRIMARY KEY (id), KEY (a), UNIQUE (b)',
    'reversed': "PRIMARY KEY (id) COMMENT 'rev:backwards', KEY (a) COMMENT 'other'",
    'parted': "PRIMARY KEY (id) COMMENT 'parts', KEY (c)",
    'expiring': 'PRIMARY KEY (id), KEY (d)',
    'collated': 'PRIMARY KEY (b, id), KEY (b)',
    'unkeyed': 'KEY (id)',
}
ENDS = {'collated': 'COLLATE utf8mb4_unicode_ci', 'parted': 'PARTITION BY HASH (id) PARTITIONS 4',
        'expiring': "COMMENT 'ttl_duration=100000000'"}
ROWS = 3000


def insert(table, first):
    return (f"INSERT INTO {table} SELECT seq, seq * 7 % 1000, CONCAT(IF(seq % 2, 'Straße ', 'STRASSE '), seq), seq / 7, "
            f"'2020-01-01' + INTERVAL seq SECOND, REPEAT(MD5(seq), seq % 40) FROM seq_{first}_to_{first + ROWS - 1}; ")


def create(database):
    for table, keys in TABLES.items():
        database.sql(f'CREATE TABLE {table} ({COLUMNS}, {keys}) ENGINE=ROCKSDB CHARACTER SET utf8mb4 '
                     f'{ENDS.get(table, "")}; '
                     + insert(table, 1))


def write(database, turn):
    """Changes every table, in logs and in files."""
    for table in TABLES:
        database.sql(f"UPDATE {table} SET a = a + 1, e = REPEAT('{turn}', id % 300) WHERE id % 5 = {turn}; "
                     f'DELETE FROM {table} WHERE id % 11 = {turn}; ' + insert(table, turn * ROWS + 1))
        # An index is made of files that are written apart and ingested.
        database.sql(f'ALTER TABLE {table} ADD INDEX turn{turn} (d, a)')
    database.sql('SET GLOBAL rocksdb_force_flush_memtable_now = 1; '
                 f"SET GLOBAL rocksdb_compact_cf = '{['default', 'other', 'rev:backwards', 'parts'][turn % 4]}'")
    for table in TABLES:
        database.sql(f'UPDATE {table} SET c = c + {turn} WHERE id % 3 = 0')


def prepare(database, turn):
    """Two transactions that wait for a decision. They change different rows."""
    for name, row in ((f'commit{turn}', 1), (f'rollback{turn}', 2)):
        database.sql(f"XA START '{name}'; UPDATE plain SET c = -{turn} WHERE id = {ROWS * turn + row + 20}; "
                     f"XA END '{name}'; XA PREPARE '{name}'")


def resolve(database, turn):
    waiting = sorted(line.split('\t')[-1] for line in database.sql('XA RECOVER').splitlines())
    if waiting != [f'commit{turn}', f'rollback{turn}']:
        raise SystemExit(f'prepared transactions: {waiting}')
    database.sql(f"XA COMMIT 'commit{turn}'; XA ROLLBACK 'rollback{turn}'")
    first = ROWS * turn + 21
    shown = database.sql(f'SELECT c = -{turn} FROM plain WHERE id IN ({first}, {first + 1}) ORDER BY id').split()
    if shown != ['1', '0']:
        raise SystemExit(f'turn {turn}: what was prepared is not as told: {shown}')


def contents(database):
    """Every row by the primary key, and every key of each other index with its row."""
    shown = {}
    for table in TABLES:
        shown[table] = database.sql(f'SELECT * FROM {table} ORDER BY id, b')
        for index in sorted({line.split('\t')[2] for line in database.sql(f'SHOW INDEX FROM {table}').splitlines()}):
            rows = database.sql(f'SELECT id, a, b, c, d, e FROM {table} FORCE INDEX ({"`" + index + "`"}) '
                                "WHERE id > 0 AND d > '2000-01-01' ORDER BY id, b")
            if rows != shown[table]:
                raise SystemExit(f'{table}: its index {index} gives other rows than the table')
    return shown


def expect(database, before, who):
    after = contents(database)
    for table in TABLES:
        if before[table] != after[table]:
            raise SystemExit(f'{who} finds {table} changed')
    database.check_tables(TABLES)
    print(f'{who} finds all {sum(rows.count(chr(10)) for rows in after.values())} rows', flush=True)


def main():
    args = mariadb_plugin.parse(mariadb_plugin.parser(__doc__))
    server, debian, ours = mariadb_database.plugins(args)
    database = mariadb_database.Database(server, os.path.join(args.work, 'exchanged'), OPTIONS)
    database.create(debian)
    create(database)
    users = [("this library, after a kill of Debian's plugin", ours, database.kill),
             ("Debian's plugin, after a kill of this library", debian, database.kill),
             ("this library, after a clean stop of Debian's plugin", ours, database.stop),
             ("Debian's plugin, after a clean stop of this library", debian, database.stop)]
    for turn, (who, plugin, end) in enumerate(users, 1):
        write(database, turn)
        before = contents(database)
        prepare(database, turn)
        end()
        database.use(plugin)
        database.start()
        expect(database, before, who)
        resolve(database, turn)
    database.stop()


if __name__ == '__main__':
    main()
