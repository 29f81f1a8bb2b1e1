#!/usr/bin/env python3
"""Formats in both directions: what stock RocksDB writes we read, what we write stock reads, key by key.

usage: interop_test.py --scenario NAME --build BUILD_DIR --oracle DIR [--keep]

Stock means 9.8.4 (PyPI's rocksdict, the only one that writes here), 10.6.2 (Maven's rocksdbjni, reads) and
7.8.3 (Debian's rocksdb-tools, reads). Stock answers a malformed tree by opening
an empty database, so nothing here trusts an open: contents are compared with a listing kept apart, on copies.
"""
import argparse
import os
import random
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from oracle import (STATS_FAMILY, InteropError, JavaCopies, JavaReader, LiveDatabase, Stock, StockTables, copy_live, copy_of, debian_tool, difference,  # noqa: E402
                    load_rocksdict, run_tool, scan_with_ldb, stock_library)

# How stock is told to write; the names are what a failure prints.
STOCK_PROFILES = {
    'defaults': {},
    'wal_only': {'flush': False, 'wal_only': True},
    'level0_only': {'no_compaction': True},
    'compacted_bloom': {'compact': True, 'bloom': True},
    'snappy_format5': {'compression': 'snappy', 'format_version': 5, 'checksum': 'crc32c', 'compact': True},
    'lz4': {'compression': 'lz4', 'bloom': True},
    'lz4hc': {'compression': 'lz4hc'},
    'zstd': {'compression': 'zstd', 'compact': True},
    'zlib_format2': {'compression': 'zlib', 'format_version': 2, 'checksum': 'xxhash64'},
    'format3_xxhash': {'format_version': 3, 'checksum': 'xxhash'},
    'format4_small_blocks': {'format_version': 4, 'block_size': 256},
    'families': {'families': ['one', 'two'], 'bloom': True},
    'families_wal_only': {'families': ['one', 'two'], 'flush': False, 'wal_only': True},
    'partitioned_index_and_filter': {'partitioned': True, 'bloom': True, 'compact': True},
    'recycled_wal': {'recycle': True, 'flush': False},
}

# rocksdict's zlib neither compresses (what it calls Zlib it stores raw) nor decompresses; 10.6.2 and 7.8.3 do.
ROCKSDICT_CANNOT_READ = ('zlib_crc32c',)
# 7.8.3 stops early in a log that is both recycled and compressed, with some contents; 9.8.4 and 10.6.2 read it all.
DEBIAN_CANNOT_READ = ('recycled_wal_zstd',)

# That of persist_stats_to_disk, which nobody has to name, and what it holds before the first slice.
STATS_VERSIONS = {b'__persistent_stats_compatible_version__': b'1', b'__persistent_stats_format_version__': b'1'}

# How interop_writer.cc is told to write.
OUR_PROFILES = {
    'buckets_off': ['--buckets=0'],
    'buckets_8': ['--buckets=8'],
    'buckets_8_level0_full': ['--buckets=8', '--compaction=false'],
    'buckets_64_level0_full': ['--buckets=64', '--compaction=false', '--range_deletes=true'],
    'buckets_off_level0_full': ['--buckets=0', '--compaction=false', '--range_deletes=true'],
    'range_deletes': ['--buckets=8', '--range_deletes=true'],
    'families': ['--buckets=8', '--families=one,two', '--range_deletes=true'],
    'wal_only': ['--buckets=8', '--flush=false', '--write_buffer=67108864'],
    'statistics_on_disk': ['--buckets=8', '--persist_stats=true'],
    'families_wal_only': ['--buckets=8', '--flush=false', '--families=one', '--write_buffer=67108864'],
    'direct': ['--buckets=8', '--direct=true', '--bloom=true', '--range_deletes=true'],
    'direct_lz4': ['--buckets=8', '--direct=true', '--compression=lz4', '--compact=true'],
    'compacted': ['--buckets=8', '--compact=true', '--bloom=true'],
    'snappy_bloom': ['--buckets=8', '--compression=snappy', '--bloom=true'],
    'lz4': ['--buckets=8', '--compression=lz4'],
    'zstd': ['--buckets=8', '--compression=zstd', '--compact=true'],
    'zlib_crc32c': ['--buckets=8', '--compression=zlib', '--checksum=crc32c'],
    'recycled_wal': ['--buckets=8', '--recycle=true', '--flush=false'],
    'wal_zstd': ['--buckets=8', '--flush=false', '--wal_compression=zstd', '--large=true'],
    'recycled_wal_zstd': ['--buckets=8', '--recycle=true', '--flush=false', '--wal_compression=zstd', '--large=true',
                          '--write_buffer=1048576'],
}


class Interop:
    def __init__(self, args):
        self.build = args.build
        self.oracle = args.oracle
        self.ldb = os.path.join(args.build, 'tools', 'ldb')
        self.sst_dump = os.path.join(args.build, 'tools', 'sst_dump')
        self.writer = os.path.join(args.build, 'test', 'interop_writer')
        self.work = tempfile.mkdtemp(prefix='bucketlsm_interop.')
        self.stock = Stock(load_rocksdict(args.oracle))
        self.failures = []

    # ---- helpers
    def compare(self, what, found, expected):
        wrong = difference(found, expected)
        keys = sum(len(v) for v in expected.values())
        print(f'  {"FAILED" if wrong else "ok"}  {what}: {wrong or f"{keys} keys equal"}', flush=True)
        if wrong:
            self.failures.append(what)

    def attempt(self, what, check):
        try:
            check()
        except Exception as error:  # noqa: BLE001: one profile's failure must not hide the others'
            print(f'  FAILED  {what}: {error}', flush=True)
            self.failures.append(what)

    def path(self, name):
        return os.path.join(self.work, name)

    def our_write(self, path, flags, seed, state=None):
        """Runs interop_writer; returns the listing it kept apart from the database."""
        listing = path + '.listing'
        command = [self.writer, f'--db={path}', f'--listing={listing}', f'--seed={seed}', *flags]
        if state is not None:
            write_listing(listing, state)
        run_tool(command)
        return read_listing(listing)

    def our_read(self, path, families):
        return scan_with_ldb(self.ldb, path, families)

    def our_gets(self, path, expected):
        """Point lookups of a few keys through our ldb."""
        name, model = next((n, m) for n, m in expected.items() if m)
        for key in sorted(model)[:: max(1, len(model) // 8)]:
            out = run_tool([self.ldb, f'--db={path}', f'--column_family={name}', 'get', '--hex',
                            '0x' + key.hex().upper()]).stdout.decode().strip()
            if bytes.fromhex(out[2:]) != model[key]:
                raise InteropError(f'ldb get {key!r} gives {out[:60]}')

    # ---- scenarios
    def stock_self(self):
        """The oracle agrees with itself and with Debian's tools: proves this file, not the engine."""
        for name, profile in STOCK_PROFILES.items():
            expected = {}
            path = self.path('self_' + name)
            old_format = profile.get('format_version', 6) <= 5 and not profile.get('partitioned')
            if old_format:
                # A compaction that cuts its output inside a range deletion records a bound of value type 26, and
                # 7.8 opens no MANIFEST with one. The flushes and compact_range() of these profiles make none.
                profile = {**profile, 'no_compaction': True}
            self.stock.write(path, expected, profile, seed=1)
            copy = copy_of(path, self.work, 'copy')
            self.compare(f'stock 9 reads stock 9, {name}', self.stock.read(copy, list(expected), profile), expected)
            if old_format:
                found = scan_with_ldb(debian_tool('ldb'), copy_of(path, self.work, 'copy'), expected,
                                      ['--try_load_options=false'])
                self.compare(f'stock 7.8 reads stock 9, {name}', found, expected)

    def stock_to_ours(self):
        for name, profile in STOCK_PROFILES.items():
            def check(name=name, profile=profile):
                expected = {}
                path = self.path('stock_' + name)
                self.stock.write(path, expected, profile, seed=2)
                copy = copy_of(path, self.work, 'copy')
                self.compare(f'ours reads stock 9, {name}', self.our_read(copy, list(expected)), expected)
                self.our_gets(copy, expected)
            self.attempt(f'ours reads stock 9, {name}', check)

    def ours_to_stock(self):
        java = JavaReader(self.oracle)
        for name, flags in OUR_PROFILES.items():
            def check(name=name, flags=flags):
                path = self.path('ours_' + name)
                expected = self.our_write(path, flags, seed=3)
                copy = copy_of(path, self.work, 'copy')
                found = java.read(copy)
                if name == 'statistics_on_disk':
                    self.compare('stock 10.6 reads the history', {STATS_FAMILY: found.pop(STATS_FAMILY)},
                                 {STATS_FAMILY: STATS_VERSIONS})
                self.compare(f'stock 10.6 reads ours, {name}', found, expected)
                if name in ROCKSDICT_CANNOT_READ:
                    return
                copy = copy_of(path, self.work, 'copy')
                self.compare(f'stock 9 reads ours, {name}', self.stock.read(copy, list(expected)), expected)
                self.compare(f'ours reads ours, {name}', self.our_read(path, list(expected)), expected)
                again = copy_of(copy, self.work, 'again')  # stock has flushed, compacted and closed it
                self.compare(f'ours reads what stock opened, {name}', self.our_read(again, list(expected)), expected)
            self.attempt(f'stock reads ours, {name}', check)

    def ours_to_debian(self):
        for name, flags in {**OUR_PROFILES, 'merges': ['--buckets=8', '--merges=true']}.items():
            if name in DEBIAN_CANNOT_READ:
                continue
            def check(name=name, flags=flags):
                path = self.path('debian_' + name)
                expected = self.our_write(path, [*flags, '--format_version=5'], seed=4)
                copy = copy_of(path, self.work, 'copy')
                found = scan_with_ldb(debian_tool('ldb'), copy, expected, ['--try_load_options=false'])
                self.compare(f'stock 7.8 reads ours, {name}', found, expected)
                self.check_tables(path)
            self.attempt(f'stock 7.8 reads ours, {name}', check)

    def repair(self):
        """A database without CURRENT and MANIFEST, repaired by our ldb, is what it was: to us and to stock."""
        java = JavaReader(self.oracle)
        for name in ('buckets_8_level0_full', 'families'):
            def check(name=name):
                path = self.path('repair_' + name)
                expected = self.our_write(path, [*OUR_PROFILES[name], '--format_version=5'], seed=6)
                for file in os.listdir(path):
                    if file == 'CURRENT' or file.startswith('MANIFEST-'):
                        os.remove(os.path.join(path, file))
                if run_tool([self.ldb, f'--db={path}', 'repair']).stdout.decode() != 'OK\n':
                    raise InteropError('ldb repair does not say OK')
                if run_tool([self.ldb, f'--db={path}', 'checkconsistency']).stdout.decode() != 'OK\n':
                    raise InteropError('ldb checkconsistency does not say OK')
                self.compare(f'stock 10.6 reads repaired, {name}', java.read(copy_of(path, self.work, 'copy')),
                             expected)
                found = scan_with_ldb(debian_tool('ldb'), copy_of(path, self.work, 'copy'), expected,
                                      ['--try_load_options=false'])
                self.compare(f'stock 7.8 reads repaired, {name}', found, expected)
                self.compare(f'ours reads repaired, {name}', self.our_read(path, list(expected)), expected)
            self.attempt(f'repaired, {name}', check)

    def copies(self):
        """Backups and checkpoints of ours are restored and opened by stock, and the other way round; one directory
        takes backups of both."""
        java = JavaReader(self.oracle)
        stock = JavaCopies(java)
        for name in ('buckets_8_level0_full', 'families', 'families_wal_only', 'buckets_off', 'zstd'):
            def check(name=name):
                path, backups = self.path('copies_' + name), self.path('backups_' + name)
                expected = self.our_write(path, OUR_PROFILES[name], seed=7)
                again = copy_of(path, self.work, 'again')
                self.our_copy(again, 'checkpoint', '--checkpoint_dir=' + self.path('checkpoint_' + name))
                self.compare(f'stock 10.6 opens our checkpoint, {name}', java.read(self.path('checkpoint_' + name)),
                             expected)
                self.our_copy(path, 'backup', '--backup_dir=' + backups)
                self.compare_restored(f'our backup, {name}', java, stock, backups, expected)
                theirs = copy_of(path, self.work, 'theirs')
                stock.run('backup', theirs, backups)
                self.compare_restored(f"stock 10.6's backup, {name}", java, stock, backups, expected)
                expected = self.our_write(theirs, OUR_PROFILES[name], seed=8, state=expected)
                self.our_copy(theirs, 'backup', '--backup_dir=' + backups)
                self.compare_restored(f'our backup beside theirs, {name}', java, stock, backups, expected)
                if stock.list(backups) != [1, 2, 3]:
                    raise InteropError(f'stock lists backups {stock.list(backups)}, not 1 to 3')
                stock.run('checkpoint', theirs, self.path('stock_checkpoint_' + name))
                self.compare(f"ours opens stock 10.6's checkpoint, {name}",
                             self.our_read(self.path('stock_checkpoint_' + name), list(expected)), expected)
            self.attempt(f'copies, {name}', check)
        self.attempt('copies with Debian', self.copies_with_debian)

    def our_copy(self, path, *words, load_options=False):
        """`load_options`: what ldb itself compacts has the format of the database, not the newest."""
        said = run_tool([self.ldb, f'--db={path}', f'--try_load_options={str(load_options).lower()}',
                         *words]).stdout.decode()
        if not said.endswith('OK\n'):
            raise InteropError(f'ldb {words[0]} says {said!r}')

    def compare_restored(self, what, java, stock, backups, expected):
        """The latest backup, restored by both libraries."""
        ours, theirs = self.path('restored_by_ours'), self.path('restored_by_stock')
        for path in (ours, theirs):
            shutil.rmtree(path, ignore_errors=True)
        self.our_copy(ours, 'restore', '--backup_dir=' + backups)
        stock.run('restore', backups, theirs)
        self.compare(f'{what}, restored by ours', self.our_read(ours, list(expected)), expected)
        self.compare(f'{what}, restored by stock 10.6', java.read(theirs), expected)

    def copies_with_debian(self):
        path, backups = self.path('copies_debian'), self.path('backups_debian')
        expected = self.our_write(path, [*OUR_PROFILES['families'], '--format_version=5'], seed=9)
        self.our_copy(path, 'backup', '--backup_dir=' + backups, load_options=True)
        restored = self.path('restored_by_debian')
        run_tool([debian_tool('ldb'), f'--db={restored}', 'restore', '--backup_dir=' + backups])
        found = scan_with_ldb(debian_tool('ldb'), restored, expected, ['--try_load_options=false'])
        self.compare('our backup, restored by stock 7.8', found, expected)
        # Its backup command opens the default family only.
        expected = self.our_write(self.path('one'), [*OUR_PROFILES['buckets_off'], '--format_version=5'], seed=10)
        run_tool([debian_tool('ldb'), '--db=' + self.path('one'), '--try_load_options=false', 'backup',
                  '--backup_dir=' + backups])
        self.our_copy(self.path('from_debian'), 'restore', '--backup_dir=' + backups)
        self.compare("stock 7.8's backup, restored by ours", self.our_read(self.path('from_debian'), list(expected)),
                     expected)

    def check_tables(self, path):
        """Debian's sst_dump verifies every block of every table."""
        tables = [f for f in sorted(os.listdir(path)) if f.endswith('.sst')]
        for table in tables[:6]:
            run = run_tool([debian_tool('sst_dump'), f'--file={os.path.join(path, table)}', '--command=verify'])
            if b'The file is ok' not in run.stdout + run.stderr:
                raise InteropError(f'sst_dump verify says {run.stdout.decode()}{run.stderr.decode()}')

    def round_trip(self):
        """Stock writes, we write more, stock writes more, we read: buckets switched on the way."""
        for buckets in (0, 8, 64):
            for families in ([], ['one']):
                name = f'{buckets} buckets, {1 + len(families)} families'

                def check(buckets=buckets, families=families, name=name):
                    path = self.path(f'trip_{buckets}_{len(families)}')
                    profile = {'families': families, 'bloom': True}
                    flags = [f'--buckets={buckets}', '--range_deletes=true']
                    if families:
                        flags.append('--families=' + ','.join(families))
                    expected = {}
                    for leg in range(3):
                        self.stock.write(path, expected, profile, seed=10 + leg, operations=3000)
                        self.compare(f'{name}, leg {leg}: ours reads stock',
                                     self.our_read(copy_of(path, self.work, 'copy'), list(expected)), expected)
                        expected = self.our_write(path, flags, seed=20 + leg, state=expected)
                        self.compare(f'{name}, leg {leg}: stock reads ours',
                                     self.stock.read(copy_of(path, self.work, 'copy'), list(expected), profile), expected)
                self.attempt(f'round trip, {name}', check)

    def ingestion(self):
        """Tables made by either library go into databases of either one, over older data and into gaps."""
        tables, java = StockTables(self.oracle), JavaReader(self.oracle)
        for maker in ('stock', 'ours'):
            for taker in ('stock', 'ours'):
                self.attempt(f'a table of {maker} into a database of {taker}',
                             lambda maker=maker, taker=taker: self.ingest_in_turn(tables, java, maker, taker))

    def file_checksums(self):
        """Each library keeps and verifies the checksums of whole files that the other one has recorded."""
        tables = StockTables(self.oracle)
        self.attempt('checksums of ours, through the hands of stock', lambda: self.checksums_kept_by_stock(tables))
        self.attempt('checksums of stock', lambda: self.checksums_of_stock(tables))

    def checksums(self, path):
        """{file number: checksum} of the live tables; all of them must have one."""
        lines = run_tool([self.ldb, f'--db={path}', 'file_checksum_dump']).stdout.decode().splitlines()
        rows = [line.split(', ') for line in lines if line.count(', ') == 2]
        unknown = [row for row in rows if row[1] != 'FileChecksumCrc32c' or len(row[2]) != 8]
        if unknown or not rows:
            raise InteropError(f'{path}: {unknown or lines}')
        return {row[0]: row[2] for row in rows}

    def checksums_kept_by_stock(self, tables):
        path = self.path('checksums_ours')
        self.our_write(path, ['--file_checksums=true', '--operations=3000'], seed=5)
        ours = self.checksums(path)
        tables.with_file_checksums(path, {b'zzz': b'stock'})
        both = self.checksums(path)
        if not ours.items() <= both.items() or len(both) <= len(ours):
            raise InteropError(f'stock made {both} of {ours}')
        self.our_write(path, ['--file_checksums=true', '--operations=0'], seed=6)
        print(f'  ok  {len(both)} checksums are the same after stock has written the MANIFEST', flush=True)

    def checksums_of_stock(self, tables):
        path = self.path('checksums_stock')
        tables.with_file_checksums(path, {b'key%d' % i: b'value' * i for i in range(100)})
        found = self.checksums(path)
        self.our_write(path, ['--file_checksums=true', '--operations=0'], seed=7)
        table = os.path.join(path, f'{int(next(iter(found))):06}.sst')
        with open(table, 'r+b') as f:
            byte = f.read(1)
            f.seek(0)
            f.write(bytes([byte[0] ^ 1]))
        said = run_tool([self.writer, f'--db={path}', f'--listing={path}.listing', '--file_checksums=true',
                         '--operations=0'], expect=1).stderr.decode()
        if 'Corruption' not in said:
            raise InteropError(f'a changed byte of a table of stock: {said}')
        print(f'  ok  {len(found)} checksums of stock verified', flush=True)

    def ingest_in_turn(self, tables, java, maker, taker):
        path = self.path(f'{maker}_into_{taker}')
        expected = {}
        for turn in range(4):
            # Each one overlaps half of the one before.
            model = {b'key%05d' % i: b'%d-%d' % (turn, i) for i in range(turn * 50, turn * 50 + 100, 1 + turn % 2)}
            table = f'{path}.{turn}.sst'
            if maker == 'stock':
                tables.write(table, model)
            else:
                lines = ''.join(f'{k.decode()} ==> {v.decode()}\n' for k, v in sorted(model.items()))
                run_tool([self.ldb, f'--db={path}.plain', '--create_if_missing', 'write_extern_sst', table],
                         text=lines.encode())
            if taker == 'stock':
                tables.ingest(path, table)
            else:
                run_tool([self.ldb, f'--db={path}', '--create_if_missing', 'ingest_extern_sst', table])
            expected.update(model)
        what = f'{maker} into {taker}'
        self.compare(f'{what}, read by us', self.our_read(copy_of(path, self.work, 'copy'), ['default']), {'default': expected})
        self.compare(f'{what}, read by 10.6', java.read(copy_of(path, self.work, 'copy')), {'default': expected})
        run_tool([self.ldb, f'--db={path}', 'compact'])
        self.compare(f'{what}, compacted, read by 10.6', java.read(copy_of(path, self.work, 'copy')), {'default': expected})

    def tools_output(self):
        """Our ldb and sst_dump print what Debian's print, and exit as they do."""
        path = self.path('tools')
        expected = {}
        self.stock.write(path, expected, {'format_version': 5, 'families': ['one'], 'compact': True}, seed=5,
                         operations=800)
        some = sorted(expected['default'])[5].decode()
        same_as_debian = [
            ['scan', '--hex', '--max_keys=20'], ['scan', '--key_hex', '--max_keys=3'], ['scan', '--no_value', '--hex'],
            ['scan', '--hex', '--from=0x6B6579303031', '--to=0x6B6579303032'], ['get', some, '--value_hex'],
            ['get', 'no such key'], ['list_column_families'], ['checkconsistency'], ['delete'], ['put', 'only'],
            ['--column_family=one', 'scan', '--hex'], ['--column_family=absent', 'scan'], ['drop_column_family', 'absent'],
            ['approxsize', '--from=key', '--to=kez'], ['put', 'new', 'value'], ['get', 'new'], ['delete', 'new'], ['get', 'new'],
            ['batchput', 'a', '1', 'b', '2'], ['deleterange', 'a', 'b'], ['scan', '--no_value', '--to=key000100'],
        ]
        # Debian's aborts on hex without 0x, and its commands on column families refuse --try_load_options.
        without_common = [['create_column_family', 'fresh'], ['list_column_families'], ['drop_column_family', 'fresh'],
                          ['list_column_families']]
        ours, theirs = copy_of(path, self.work, 'ours'), copy_of(path, self.work, 'theirs')
        common = ['--try_load_options=false']
        for arguments in [[*common, *a] for a in same_as_debian] + without_common:
            def check(arguments=arguments):
                a = run_tool([self.ldb, f'--db={ours}', *arguments], expect=None)
                b = run_tool([debian_tool('ldb'), f'--db={theirs}', *arguments], expect=None)
                said = [x.replace(ours.encode(), b'DB').replace(theirs.encode(), b'DB') for x in (a.stdout, b.stdout)]
                if a.returncode != b.returncode or said[0] != said[1]:
                    raise InteropError(f'exit {a.returncode} and {b.returncode};\nours: {said[0][:300]}\n'
                                       f'stock: {said[1][:300]}\n{a.stderr[:300]}\n{b.stderr[:300]}')
                print(f'  ok  ldb {" ".join(arguments)}', flush=True)
            self.attempt('ldb ' + ' '.join(arguments), check)
        # With directories of their own; what a failure says goes to standard error, in words of our own.
        for arguments in (['checkpoint', '--checkpoint_dir={}.checkpoint'], ['checkpoint', '--checkpoint_dir={}.checkpoint'],
                          ['checkpoint'], ['backup', '--backup_dir={}.backup'], ['backup', '--backup_dir={}.backup'],
                          ['backup'], ['restore', '--backup_dir={}.backup'], ['restore'],
                          ['restore', '--backup_dir={}.absent']):
            self.attempt('ldb ' + ' '.join(arguments), lambda arguments=arguments: self.copies_output(arguments))
        bad_hex = [self.ldb, f'--db={ours}', 'scan', '--to=key000100', '--hex']
        self.attempt('ldb scan with bad hex', lambda: run_tool(bad_hex, expect=1))
        self.attempt('sst_dump', lambda: self.sst_dump_output(path))
        self.attempt('ldb dump_wal', self.wal_output)
        self.attempt('ldb manifest_dump', lambda: self.manifest_output(path))

    def ldb_commands(self):
        """Commands that look into tables, logs and MANIFEST, or change the tree: each on fresh copies of a database of
        several levels, with deletions and an unflushed log; all but those of idump with a range deletion in Level 0,
        since stock's hides what it covers."""
        path, plain = self.path('commands'), self.path('commands_plain')
        self.debian_tree(path, [['deleterange', 'key010', 'key012']])
        self.debian_tree(plain, [])
        some = str(min(int(f[:6]) for f in os.listdir(path) if f.endswith('.sst')))
        hex_range = ['--from=0x6B6579303035', '--to=0x6B6579303230']
        for arguments in (
                ['dump', '--max_keys=3'], ['dump', '--count_only'], ['dump', '--count_delim=0'], ['dump', '--count_delim'],
                ['dump', '--count_delim=1', '--count_only'], ['dump', '--hex', *hex_range], ['dump', '--from=zzz'],
                ['idump'], ['idump', '--max_keys=7'], ['idump', '--count_only'], ['idump', '--count_delim=1'],
                ['idump', '--hex', '--max_keys=9'], ['idump', '--input_key_hex', *hex_range], ['idump', '--foo'],
                ['idump', '--max_keys=x'], ['list_file_range_deletes'], ['list_file_range_deletes', '--max_keys=1'],
                ['file_checksum_dump'], ['reduce_levels', '--new_levels=9', '--print_old_levels'], ['reduce_levels'],
                ['reduce_levels', '--new_levels=0'], ['change_compaction_style'],
                ['change_compaction_style', '--old_compaction_style=1', '--new_compaction_style=0'],
                ['change_compaction_style', '--old_compaction_style=0', '--new_compaction_style=0'],
                ['unsafe_remove_sst_file'], ['unsafe_remove_sst_file', '9999'], ['unsafe_remove_sst_file', 'x'],
                ['unsafe_remove_sst_file', some], ['update_manifest'], ['load', '--bulk_load'], ['query']):
            self.attempt('ldb ' + ' '.join(arguments), lambda arguments=arguments:
                         self.same_output(plain if arguments[0] == 'idump' else path, arguments))
        # What the tree holds after a change of its shape.
        for arguments in (['reduce_levels', '--new_levels=2'], ['unsafe_remove_sst_file', some],
                          ['change_compaction_style', '--old_compaction_style=0', '--new_compaction_style=1']):
            self.attempt('after ' + ' '.join(arguments),
                         lambda arguments=arguments: self.same_output(path, ['scan'], after=arguments))
        for arguments, changed in ((['reduce_levels', '--new_levels=1'], {'num_levels'}),
                                   (['unsafe_remove_sst_file', some], set()),
                                   (['change_compaction_style', '--old_compaction_style=0', '--new_compaction_style=1'],
                                    {'compaction_style', 'periodic_compaction_seconds'})):  # each style has its own
            self.attempt('options after ' + arguments[0],
                         lambda arguments=arguments, changed=changed: self.kept_options(path, arguments, changed))
        self.attempt('ldb --ttl', self.ttl_output)
        self.attempt('ldb dump_live_files', lambda: self.live_files_output(path))
        self.attempt('ldb of entities, prefixes and merges', self.own_ldb)
        for arguments in (['update_manifest', '--update_temperatures'], ['scan', '--enable_blob_files'],
                          ['dump', '--path=x']):
            def check(arguments=arguments):
                said = run_tool([self.ldb, f'--db={path}', *arguments], expect=1).stderr
                if not said.startswith(b'Failed: Not implemented: '):
                    raise InteropError(f'ldb {arguments}: {said}')
            self.attempt('refused: ' + ' '.join(arguments), check)

    def own_ldb(self):
        """Entities show their columns; --from finds keys behind its own prefix; OPTIONS files that ldb writes name the
        operator that it has used."""
        ldb = [self.ldb, f'--db={self.path("own_ldb")}', '--fix_prefix_len=3', '--bloom_bits=10']
        run_tool([*ldb, '--create_if_missing', 'put', 'aaa1', 'v'])
        run_tool([*ldb, 'put_entity', 'ccc1', 'a:1', 'b:2'])
        run_tool([*ldb, 'compact'])
        for command, wanted in ((['scan', '--from=bbb'], 'ccc1 : a:1 b:2\n'),
                                (['dump', '--from=bbb'], 'ccc1 ==> a:1 b:2\nKeys in range: 1\n')):
            found = run_tool([*ldb, *command]).stdout.decode()
            if found != wanted:
                raise InteropError(f'ldb {command} says {found}')
        if 'ccc1' not in run_tool([*ldb, 'idump', '--from=bbb']).stdout.decode():
            raise InteropError('ldb idump leaves out what lies behind the prefix of --from')
        newest = max(f for f in os.listdir(self.path('own_ldb')) if f.startswith('OPTIONS-'))
        with open(os.path.join(self.path('own_ldb'), newest)) as f:
            if 'delimiter=\\:' not in f.read():
                raise InteropError('the OPTIONS file does not name the delimiter of merges')

    def encrypted(self):
        """Encrypted databases go from Debian's ldb to ours and back, over ciphers of several block sizes."""
        for provider in ('{id=CTR;cipher=ROT13:16}', '{id=CTR;cipher=ROT13:32}', '{id=CTR;cipher=ROT13:64}', 'CTR://test'):
            self.attempt('encrypted with ' + provider, lambda provider=provider: self.encrypted_both_ways(provider))

    def encrypted_both_ways(self, provider):
        path = self.path('encrypted')
        shutil.rmtree(path, ignore_errors=True)
        common = [f'--db={path}', f'--fs_uri=id=EncryptedFileSystem;provider={provider}']
        # Ours keeps the table format of the OPTIONS file, which Debian's writes first.
        debian = [debian_tool('ldb'), *common, '--try_load_options=false']
        ours = [self.ldb, *common]
        expected = {}
        for turn, tool in enumerate((debian, ours, debian, ours)):
            pairs = {f'key{turn}{i:04}': f'secret{turn}{i}' * 9 for i in range(3000)}
            expected.update(pairs)
            lines = ''.join(f'{k} ==> {v}\n' for k, v in pairs.items())
            run_tool([*tool, *(() if turn else ('--create_if_missing',)), 'load'], text=lines.encode())
            run_tool([*tool, 'put', f'log{turn}', 'in the log'])
            expected[f'log{turn}'] = 'in the log'
            for reader in (debian, ours):
                wanted = ''.join(f'{k} : {v}\n' for k, v in sorted(expected.items()))
                if run_tool([*reader, 'scan']).stdout.decode() != wanted:
                    raise InteropError(f'{reader[0]} does not read what {tool[0]} wrote')
        self.encrypted_backup(ours, common[1], path, wanted)
        for name in os.listdir(path):
            with open(os.path.join(path, name), 'rb') as f:
                if b'secret' in f.read() and not name.startswith('LOG'):
                    raise InteropError(f'{name} is not encrypted')
        print(f'  ok  encrypted with {provider}: {len(expected)} keys', flush=True)

    def encrypted_backup(self, ours, uri, path, wanted):
        """Commands that open no database, or two directories, use the file system of --fs_uri as well."""
        backups, restored = path + '_backups', path + '_restored'
        for directory in (backups, restored):
            shutil.rmtree(directory, ignore_errors=True)
        run_tool([*ours, 'backup', f'--backup_dir={backups}'])
        run_tool([self.ldb, f'--db={restored}', uri, 'restore', f'--backup_dir={backups}'])
        if run_tool([self.ldb, f'--db={restored}', uri, 'scan']).stdout.decode() != wanted:
            raise InteropError('a backup of an encrypted database has something else')
        for command, shown in (('list_column_families', 'default'), ('manifest_dump', 'next_file_number')):
            if shown not in run_tool([*ours, command]).stdout.decode():
                raise InteropError(f'{command} does not read an encrypted database')

    def debian_tree(self, path, more):
        ldb = [debian_tool('ldb'), f'--db={path}']
        lines = ''.join(f'key{i:03} ==> value{i}\n' for i in range(60))
        run_tool([*ldb, '--create_if_missing', 'load'], text=lines.encode())
        for arguments in (['deleterange', 'key003', 'key005'], ['compact'], ['put', 'key006', 'new'],
                          *more, ['delete', 'key020'], ['put', 'key021', 'in the log']):
            run_tool([*ldb, *arguments])

    def kept_options(self, path, arguments, changed):
        """Of the OPTIONS file a command changes nothing but `changed`, whatever options its own work needs."""
        copy, texts = copy_of(path, self.work, 'options'), []
        for command in (['put', 'key', 'value'], arguments):
            if command[0] == 'unsafe_remove_sst_file':
                # While the put had it open the database may have compacted the table that was meant.
                command = [command[0], str(min(int(f[:6]) for f in os.listdir(copy) if f.endswith('.sst')))]
            run_tool([self.ldb, f'--db={copy}', *command])
            newest = max((f for f in os.listdir(copy) if f.startswith('OPTIONS-')), key=lambda f: int(f[8:]))
            with open(os.path.join(copy, newest)) as f:
                texts.append({line.strip() for line in f})
        # Buckets are for leveled compaction only.
        other = {line.split('=')[0] for line in texts[0] ^ texts[1]} - {'#bucketlsm.bucket_options'}
        if other != changed:
            raise InteropError(f'{arguments} changes {sorted(other)}, not {sorted(changed)}')
        print(f'  ok  options after ldb {arguments[0]}', flush=True)

    def same_output(self, path, arguments, text=b'', after=None):
        said = []
        for tool, name in ((self.ldb, 'by_ours'), (debian_tool('ldb'), 'by_debian')):
            copy = copy_of(path, self.work, name)
            if after is not None:
                run_tool([tool, f'--db={copy}', *after])
            run = run_tool([tool, f'--db={copy}', *arguments], expect=None, text=text)
            said.append((run.returncode, run.stdout.replace(copy.encode(), b'DB')))
        if said[0] != said[1]:
            raise InteropError(f'ours: {said[0]}\nstock: {said[1]}')
        print(f'  ok  ldb {" ".join(arguments)}{" after " + after[0] if after else ""}', flush=True)

    def ttl_output(self):
        """Debian's prints a second status after the answer, and fails: only what it prints first counts."""
        path = self.path('ttl')
        for key in 'ab':
            run_tool([debian_tool('ldb'), f'--db={path}', '--ttl', '--create_if_missing', 'put', key, 'value'], expect=None)
        ours = [self.ldb, f'--db={copy_of(path, self.work, "ttl_ours")}', '--ttl']
        run_tool([*ours, 'batchput', 'b', 'new', 'c', 'value'])
        said = run_tool([*ours, 'multi_get', 'a', 'b', 'c', 'd']).stdout
        if said != b'value\nnew\nvalue\nKey not found: d\n':
            raise InteropError(f'ldb --ttl multi_get: {said}')
        for arguments in (['get', 'a'], ['get', 'b'], ['scan'], ['scan', '--timestamp'], ['scan', '--no_value', '--timestamp'],
                          ['dump', '--timestamp'], ['dump', '--hex'], ['dump', '--bucket=400000000'], ['dump', '--count_delim'],
                          ['scan', '--end_time=1400000000'], ['dump', '--start_time=1400000000', '--count_only']):
            said = [run_tool([tool, '--ttl', f'--db={copy_of(path, self.work, "ttl_copy")}', *arguments], expect=None).stdout
                    for tool in (self.ldb, debian_tool('ldb'))]
            if said[0] != said[1]:
                raise InteropError(f'{arguments}\nours: {said[0]}\nstock: {said[1]}')
            print(f'  ok  ldb --ttl {" ".join(arguments)}', flush=True)

    def live_files_output(self, path):
        """All but the properties, which newer releases have more of, and levels without files."""
        said = []
        for tool in (self.ldb, debian_tool('ldb')):
            lines = run_tool([tool, f'--db={path}', 'dump_live_files']).stdout.splitlines()
            said.append([line for line in lines if line.startswith((b"'", b' ', b'=', path.encode(), b'Process ')) or
                         line.endswith((b'Files', b'File'))])
        if said[0] != said[1]:
            raise InteropError(f'ours: {said[0]}\nstock: {said[1]}')
        print(f'  ok  ldb dump_live_files: {len(said[0])} lines', flush=True)

    def copies_output(self, arguments):
        said = []
        for tool, name in ((self.ldb, 'copied_by_ours'), (debian_tool('ldb'), 'copied_by_debian')):
            path = self.path(name)
            if not os.path.exists(path):
                shutil.copytree(self.path('theirs'), path)
            run = run_tool([tool, f'--db={path}', *(a.format(path) for a in arguments)], expect=None)
            said.append((run.returncode, run.stdout))
        if said[0] != said[1]:
            raise InteropError(f'ours: {said[0]}\nstock: {said[1]}')
        print(f'  ok  ldb {" ".join(arguments)}', flush=True)

    def prepared(self):
        """Sections that stock prepared: committed ones are read, open ones go back to stock as they were."""
        stock = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'stock_sections.py'),
                 stock_library(self.oracle)]
        path = self.path('prepared')
        run_tool([*stock, 'write', self.path('prepared_open'), path])
        for log in [os.path.join(path, f) for f in sorted(os.listdir(path)) if f.endswith('.log')]:
            said = [run_tool([tool, 'dump_wal', '--walfile=' + log, '--header', '--print_value']).stdout
                    for tool in (self.ldb, debian_tool('ldb'))]
            if said[0] != said[1]:
                raise InteropError(f'dump_wal, ours: {said[0][:300]}\nstock: {said[1][:300]}')
        expected = {'default': {b'a': b'committed', b'b': b'late', b'c': b'plain', b'd': b'plain',
                                b'committed1': b'committed', b'late': b'late'}}
        found = self.our_read(copy_of(path, self.work, 'copy'), expected)
        self.compare('we read what stock committed', found, expected)
        # Twice: the second opening finds the section in a log that the first one kept.
        for key in ('e', 'f'):
            run_tool([self.ldb, f'--db={path}', 'put', key, 'ours'])
            expected['default'][key.encode()] = b'ours'
        names = run_tool([*stock, 'commit', path]).stdout.decode().split('\n')[:-1]
        if names != ['open']:
            raise InteropError(f'stock finds {names} prepared')
        expected['default'].update({b'open1': b'open', b'open2': b'open'})
        self.compare('stock commits what we kept for it', self.our_read(path, expected), expected)

    def secondary(self):
        """Either library follows a live primary of the other one. Ours shows what was written; stock 10.6, which at
        times shows an older value of a key beside its own primary too, shows beside ours what it shows there. Beside
        logs that are written over it never returns from a catch-up, its own included: so ours writes new ones."""
        ours, stock = os.path.join(self.build, 'librocksdb.so'), stock_library(self.oracle)
        for seed in (12, 13):
            def check(seed=seed):
                shown, written = self.follow(stock, ours, f'beside_stock_{seed}', seed)
                self.compare_steps(f'ours beside stock 10.6, seed {seed}', shown, written)
                shown, _ = self.follow(ours, stock, f'stock_beside_ours_{seed}', seed, 'spare_log_files=0')
                expected, _ = self.follow(stock, stock, f'stock_beside_stock_{seed}', seed)
                self.compare_steps(f'stock 10.6 beside ours, seed {seed}', shown, expected)
            self.attempt(f'secondary instances, seed {seed}', check)

    def compare_steps(self, what, shown, expected):
        for step, (found, wanted) in enumerate(zip(shown, expected, strict=True)):
            wrong = difference({'default': found}, {'default': wanted})
            if wrong:
                raise InteropError(f'{what}, catch-up {step}: {wrong}')
        print(f'  ok  {what}: {len(shown)} catch-ups', flush=True)

    def follow(self, primary_library, secondary_library, name, seed, options=''):
        """Random writes, flushes and compactions by the primary. Returns what the secondary shows after each of its
        catch-ups, and what the primary has written by then."""
        path, rng, model, shown, written = self.path(name), random.Random(seed), {}, [], []
        with LiveDatabase(primary_library, 'primary', path, options) as primary, \
                LiveDatabase(secondary_library, 'secondary', path, path + '.own') as secondary:
            for step in range(1200):
                key = b'key%04d' % rng.randrange(500)
                dice = rng.randrange(100)
                if dice < 85:
                    model[key] = b'%d/' % step + rng.randbytes(rng.choice((0, 20, 300)))
                    primary.ask('put', key, model[key])
                elif dice < 95:
                    model.pop(key, None)
                    primary.ask('delete', key)
                elif dice < 98:
                    end = key + b'z'
                    primary.ask('range', key, end)
                    model = {k: v for k, v in model.items() if not key <= k < end}
                else:
                    primary.ask(rng.choice(('flush', 'flush', 'compact')))
                if rng.randrange(100) == 0 or step == 1199:
                    secondary.ask('catch_up')
                    shown.append(secondary.scan())
                    written.append(dict(model))
        return shown, written

    def best_efforts(self):
        """A database of either library lacks a table: ours opens the state before it, and stock reads that; of its
        own databases stock opens the same."""
        ours, stock = os.path.join(self.build, 'librocksdb.so'), stock_library(self.oracle)
        self.attempt('best efforts, ours', lambda: self.lose_tables(
            'ours', ours, 'bucket_options={initial_buckets=4;min_file_size=1}', [ours], stock))
        self.attempt('best efforts, stock', lambda: self.lose_tables('stock', stock, '', [ours, stock], stock))

    def lose_tables(self, name, maker, options, openers, stock):
        path, model, states = self.path('whole_' + name), {}, []
        options = 'disable_auto_compactions=true;' + options
        with LiveDatabase(maker, 'primary', path, options) as db:
            for i in range(4):
                for key in (b'%03d' % k for k in range(0, 100, i + 1)):
                    model[key] = b'%d' % i
                    db.ask('put', key, model[key])
                db.ask('flush')
                tables = {f for f in os.listdir(path) if f.endswith('.sst')}
                states.append((tables, dict(model)))
            db.ask('put', b'in a log', b'1')
            copy_live(path, path + '.live')
        for i in (1, 2, 3):
            lost = min(states[i][0] - states[i - 1][0])
            for opener in openers:
                copy = copy_of(path + '.live', self.work, 'best')
                os.remove(os.path.join(copy, lost))
                with LiveDatabase(opener, 'primary', copy, 'best_efforts_recovery=true;' + options) as db:
                    found = db.scan()
                who = f'{name}, table {i} is missing, opened by {os.path.basename(opener)}'
                self.compare(who, {'default': found}, {'default': states[i - 1][1]})
                if opener == stock:  # it replays the log later
                    continue
                with LiveDatabase(stock, 'primary', copy, 'disable_auto_compactions=true') as db:
                    self.compare(who + ', then by stock', {'default': db.scan()}, {'default': states[i - 1][1]})

    def tracked_logs(self):
        """Each library misses a synced log that the other one has named in the MANIFEST, and nothing else."""
        libraries = {'ours': os.path.join(self.build, 'librocksdb.so'), 'stock': stock_library(self.oracle)}
        for maker in libraries:
            for opener in libraries:
                self.attempt(f'logs tracked by {maker}, opened by {opener}',
                             lambda maker=maker, opener=opener: self.lose_log(libraries, maker, opener))

    def lose_log(self, libraries, maker, opener):
        path, options = self.path(f'logs_{maker}_{opener}'), 'track_and_verify_wals_in_manifest=true'
        with LiveDatabase(libraries[maker], 'primary', path, options) as db:
            db.ask('put_other', b'kept', b'in the log')
            for i in range(3):
                db.ask('put', b'%d' % i, b'1')
                db.ask('flush')
            copy_live(path, path + '.live')
        logs = sorted(f for f in os.listdir(path + '.live') if f.endswith('.log'))
        for damage in (None, os.remove, lambda log: os.truncate(log, os.path.getsize(log) - 1)):
            copy = copy_of(path + '.live', self.work, 'tracked')
            if damage is not None:
                damage(os.path.join(copy, logs[0]))
            try:
                with LiveDatabase(libraries[opener], 'primary', copy, options) as db:
                    found = {'default': db.scan(), 'other': db.scan('scan_other')}
            except InteropError as error:
                named = (logs[0], f'log number: {int(logs[0][:-4])}')
                if damage is None or not any(name in str(error) for name in named):
                    raise
                print(f'  ok  {error}', flush=True)
                continue
            if damage is not None:
                raise InteropError(f'{opener} does not miss {logs[0]} of {maker}')
            self.compare(f'{maker}, opened by {opener}', found,
                         {'default': {b'%d' % i: b'1' for i in range(3)}, 'other': {b'kept': b'in the log'}})

    def wal_output(self):
        path = self.path('tools_wal')
        self.stock.write(path, {}, {'flush': False, 'families': ['one']}, seed=6, operations=500)
        for log in [os.path.join(path, f) for f in sorted(os.listdir(path)) if f.endswith('.log')]:
            for flags in ([], ['--header'], ['--header', '--print_value']):
                a = run_tool([self.ldb, 'dump_wal', '--walfile=' + log, *flags])
                b = run_tool([debian_tool('ldb'), 'dump_wal', '--walfile=' + log, *flags])
                if a.stdout != b.stdout:
                    raise InteropError(f'ours: {a.stdout[:300]}\nstock: {b.stdout[:300]}')
                print(f'  ok  ldb dump_wal {" ".join(flags)}: {len(a.stdout)} bytes', flush=True)
        run_tool([self.ldb, 'dump_wal', '--walfile=' + os.path.join(path, 'absent.log')], expect=1)

    def manifest_output(self, path):
        """The same files on the same levels, with the same bounds and sequence numbers."""
        manifest = max(os.path.join(path, f) for f in os.listdir(path) if f.startswith('MANIFEST-'))
        said = []
        for tool in (self.ldb, debian_tool('ldb')):
            lines = run_tool([tool, 'manifest_dump', '--path=' + manifest]).stdout.splitlines()
            said.append([line for line in lines if line.startswith((b' ', b'comparator', b'log number', b'------'))])
        if said[0] != said[1]:
            raise InteropError(f'ours: {said[0][:12]}\nstock: {said[1][:12]}')
        print(f'  ok  ldb manifest_dump: {len(said[0])} lines', flush=True)

    def sst_dump_output(self, path):
        table = next(os.path.join(path, f) for f in sorted(os.listdir(path)) if f.endswith('.sst'))
        # In hex: without it Debian's cuts values at a zero byte.
        for arguments in (['--command=scan', '--output_hex'], ['--command=scan', '--read_num=7', '--output_hex'], ['--command=check'],
                          ['--command=verify'], ['--command=identify'], ['--command=none', '--show_summary'],
                          ['--command=scan', '--prefix=key0000', '--output_hex'],
                          ['--command=check', '--show_summary', '--readahead_size=4096']):
            a = run_tool([self.sst_dump, f'--file={table}', *arguments])
            b = run_tool([debian_tool('sst_dump'), f'--file={table}', *arguments])
            said = [b'\n'.join(line for line in x.stdout.splitlines() if not line.startswith(b'options.env'))
                    for x in (a, b)]
            if said[0] != said[1]:
                raise InteropError(f'{arguments}\nours: {said[0][:400]}\nstock: {said[1][:400]}')
            print(f'  ok  sst_dump {" ".join(arguments)}', flush=True)
        key = '--parse_internal_key=0x6B65793031390100000000000000'
        if run_tool([self.sst_dump, key]).stdout != run_tool([debian_tool('sst_dump'), key]).stdout:
            raise InteropError('sst_dump ' + key)
        self.recompress_output(table)
        run_tool([self.sst_dump, f'--file={os.path.join(path, "CURRENT")}'], expect=1)

    def recompress_output(self, table):
        """The same lines but for sizes and times; bzip2 is not among ours."""
        said = []
        for tool in (self.sst_dump, debian_tool('sst_dump')):
            out = run_tool([tool, f'--file={table}', '--command=recompress', '--set_block_size=4096',
                            '--compression_types=kNoCompression,kSnappyCompression,kZSTD']).stdout.decode()
            lines = [line for line in out.splitlines() if not line.startswith('options.env')]
            said.append([re.sub(r' *\b\d+\b| *\( *\d+\.\d%\)', '#', line) for line in lines])
        if said[0] != said[1]:
            raise InteropError(f'ours: {said[0]}\nstock: {said[1]}')
        print('  ok  sst_dump recompress', flush=True)


def read_listing(path):
    """{family: {key: value}} from lines of `family keyhex valuehex`; a family without keys has one word."""
    found = {}
    with open(path) as lines:
        for line in lines:
            words = line.rstrip('\n').split(' ')
            model = found.setdefault(words[0], {})
            if len(words) == 3:
                model[bytes.fromhex(words[1])] = bytes.fromhex(words[2])
    return found


def write_listing(path, expected):
    with open(path, 'w') as out:
        for name, model in expected.items():
            out.write(name + '\n')
            for key, value in model.items():
                out.write(f'{name} {key.hex()} {value.hex()}\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--scenario', required=True,
                        choices=['stock_self', 'stock_to_ours', 'ours_to_stock', 'ours_to_debian', 'round_trip', 'repair',
                                 'copies', 'prepared', 'secondary', 'encrypted', 'best_efforts', 'tracked_logs', 'ingestion', 'file_checksums', 'tools_output', 'ldb_commands'])
    parser.add_argument('--build', required=True, help='the build folder that holds tools/ldb and test/interop_writer')
    parser.add_argument('--oracle', required=True, help='folder that rocksdict is, or will be, installed in')
    parser.add_argument('--keep', action='store_true', help='keep the databases that were made')
    args = parser.parse_args()
    try:
        interop = Interop(args)
    except InteropError as error:
        print(error)
        return 1
    try:
        getattr(interop, args.scenario)()
    except InteropError as error:
        print(error)
        interop.failures.append(args.scenario)
    finally:
        if args.keep:
            print('databases kept in', interop.work)
        else:
            shutil.rmtree(interop.work, ignore_errors=True)
    print(f'{len(interop.failures)} failures' if interop.failures else 'all equal')
    return 1 if interop.failures else 0


if __name__ == '__main__':
    sys.exit(main())
