#!/usr/bin/env python3
"""Random programs of C calls, run on this library and on stock RocksDB 10.6.2, must get the same answers.

usage: differential_test.py --build DIR --oracle DIR [--calls N] [--seed S] [--jobs J] [--kind NAME] [--keep DIR]
       differential_test.py --build DIR --oracle DIR --replay FILE

Each program runs in a process of its own for each library, on directories of their own. A program whose answers
differ is reduced to the shortest one that still differs in the same operation, and shown with both answers.
Stock is the library inside Maven's rocksdbjni, which exports the C functions. KNOWN lists the differences that
docs/compatibility.md explains.
"""
import argparse
import collections
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'interop'))
import oracle  # noqa: E402  pylint: disable=wrong-import-position

# (pattern of the line, pattern of our answer, pattern of stock's answer, where docs/compatibility.md says so)
KNOWN = [
    ('(option_text|set_options) .*', r'Invalid argument.*not a number.*', r'ok.*', 'Option strings'),
    # An estimate: of a table that holds nothing but range tombstones stock counts some bytes.
    ('sizes .*', 'ok nothing', 'ok something', 'GetApproximateSizes'),
    ('delete_files .*', r'Not implemented.*read only mode.*', 'ok', 'opened for reading'),
]

FAMILIES, SLOTS = 3, 4
ROUND_LINES = 400
LONGEST = 200  # seconds of a program, which usually needs less than one


class Kind:
    """What the programs of one kind do: the settings of their databases and how often each operation comes."""

    def __init__(self, opens, weights):
        self.opens = opens
        self.weights = weights


WRITES = {'put': 22, 'delete': 8, 'merge': 8, 'single_delete': 1, 'delete_range': 2, 'batch': 6, 'batch_write': 3}
READS = {'get': 10, 'pinned': 3, 'multi_get': 3, 'batched_multi_get': 3, 'may_exist': 2, 'contents': 0.3}
ITERATORS = {'it_make': 4, 'its_make': 0.5, 'it_step': 24, 'it_seek': 8, 'it_refresh': 1, 'it_drop': 1}
SNAPSHOTS = {'snapshot': 2, 'release_snapshot': 1}
UPKEEP = {'flush': 1, 'compact': 0.5, 'reopen': 0.3, 'create_family': 1, 'drop_family': 0.3, 'list_families': 0.2,
          'family': 0.3, 'sequence': 1, 'flush_log': 0.3, 'flush_several': 0.3, 'suggest': 0.2, 'hold_files': 0.1,
          'release_files': 0.1, 'wait': 0.2, 'create_both': 0.2, 'latest_options': 0.2, 'other_open': 0.2}
# Which files lie within a range depends on when compactions run.
MANUAL = {'property': 3, 'live_files': 1, 'metadata': 1, 'set_options': 1, 'delete_files': 0.5, 'sizes': 1}
LOGS = {'updates': 2, 'batch_data': 1, 'batch_iterate': 1, 'batch_copy': 0.5}
INDEXED = {'indexed': 20, 'indexed_get': 6, 'indexed_get_over': 8, 'indexed_iterator': 3, 'indexed_write': 1,
           'indexed_data': 1, 'indexed_iterate': 0.5, 'indexed_pinned_over': 2}
COPIES = {'checkpoint': 0.5, 'show_checkpoint': 0.5, 'backup': 0.5, 'restore': 0.3, 'purge_backups': 0.2,
          'verify_backup': 0.2}
TABLES = ('block=256', 'block=512 bloom=1', 'block=1024 ribbon=1 format=5', 'block=300 partitioned=1 bloom=1',
          'format=4', 'compression=4 block=700', 'compression=7', 'memtable=65536 block=256',
          'block=400 hash_index=1 restart=4', 'cached_index=1', 'no_cache=1', 'plain_keys=1 recycle=2',
          'max_merges=3', 'manual_log=1', 'text=enable_pipelined_write=true;max_subcompactions=4',
          'text=two_write_queues=true', 'text=unordered_write=true', 'text=allow_concurrent_memtable_write=false',
          'text=wal_compression=kZSTD;avoid_flush_during_recovery=true',
          'memtable=65536 text=compaction_style=kCompactionStyleUniversal;num_levels=4',
          'memtable=65536 text=compaction_style=kCompactionStyleUniversal;num_levels=1',
          'memtable=65536 text=level_compaction_dynamic_level_bytes=false;num_levels=3;target_file_size_base=2000',
          'text=memtable_prefix_bloom_size_ratio=0.1;memtable_whole_key_filtering=true',
          'text=inplace_update_support=false;max_sequential_skip_in_iterations=2;optimize_filters_for_hits=true')
# Option text names operators that the library has built in.
OPERATORS = ('stringappend', '{id=stringappend;delimiter=}', '{id=StringAppendOperator;delimiter=ab}',
             'stringappendtest', '{id=StringAppendTESTOperator;delimiter=%2F%2F}', 'uint64add', 'put', 'PutOperator',
             'put_v1', 'max', 'MaxOperator', 'bytesxor', 'BytesXOR', 'UInt64AddOperator')

KINDS = {
    'points': Kind(TABLES, {**WRITES, **READS, **SNAPSHOTS, **UPKEEP}),
    'iterators': Kind(TABLES + ('fixed_prefix=2 block=256', 'fixed_prefix=2 block=256 bloom=1'),
                      {**WRITES, **ITERATORS, **SNAPSHOTS, **UPKEEP}),
    'backward': Kind(('backward=1 block=256', 'backward=1 bloom=1'),
                     {**WRITES, **READS, **ITERATORS, **SNAPSHOTS, **UPKEEP, **INDEXED}),
    'files': Kind(('manual=1 block=256 archive=1', 'manual=1 filter=1 archive=1',
                   'manual=1 archive=1 text=compaction_filter=RemoveEmptyValueCompactionFilter'),
                  # Without snapshots: under one, the last level keeps other entries than stock's.
                  {**WRITES, **READS, **UPKEEP, **MANUAL, **LOGS}),
    'indexed': Kind(TABLES, {**WRITES, **ITERATORS, **SNAPSHOTS, **UPKEEP, **INDEXED}),
    'copies': Kind(tuple(table + ' archive=1' for table in TABLES), {**WRITES, **READS, **UPKEEP, **LOGS, **COPIES}),
    'built_in': Kind(tuple(f'block=300 no_merge=1 text=merge_operator={o}' for o in OPERATORS)
                     + ('text=comparator=rocksdb.ReverseBytewiseComparator',),
                     {**WRITES, **READS, **ITERATORS, **SNAPSHOTS, **UPKEEP, 'merge': 40}),
    # Without flushes: a merge that fails in a job ends writing in stock.
    'failing': Kind(('manual=1', 'manual=1 no_merge=1'),
                    {**WRITES, **READS, **ITERATORS, **SNAPSHOTS, **INDEXED, 'merge_bad': 4}),
    # Without range deletions, which stock's tailing iterators refuse.
    'tailing': Kind(TABLES, {'put': 22, 'delete': 8, 'merge': 8, 'batch': 4, 'batch_write': 3, 'get': 3,
                             'tail_make': 3, 'tail_seek': 12, 'tail_next': 8, 'flush': 1, 'compact': 0.5, 'reopen': 0.3,
                             'create_family': 1}),
    # Families are made without an age, which their values would lack. Stock answers each may_exist with "maybe",
    # refuses to refresh iterators, and shows the age where several are made at once.
    'aged': Kind(('ttl=1000000', 'ttl=-1 block=300'),
                 {**WRITES, **READS, **ITERATORS, **SNAPSHOTS, 'may_exist': 0, 'it_refresh': 0, 'its_make': 0,
                  'flush': 1, 'compact': 0.5, 'reopen': 0.3}),
    'options': Kind(('manual=1',), {'option': 20, 'option_text': 5, 'option_defaults': 0.1}),
}

PROPERTIES = ['rocksdb.num-files-at-level0', 'rocksdb.num-files-at-level1', 'rocksdb.num-files-at-level6',
              'rocksdb.num-files-at-level7', 'rocksdb.num-immutable-mem-table', 'rocksdb.mem-table-flush-pending',
              'rocksdb.num-entries-active-mem-table', 'rocksdb.num-deletes-active-mem-table',
              'rocksdb.num-entries-imm-mem-tables', 'rocksdb.estimate-num-keys', 'rocksdb.num-snapshots',
              'rocksdb.oldest-snapshot-sequence', 'rocksdb.is-file-deletions-enabled', 'rocksdb.base-level',
              'rocksdb.background-errors', 'rocksdb.is-write-stopped', 'rocksdb.nothing', 'rocksdb.']
SETTINGS = ['disable_auto_compactions true', 'write_buffer_size 1000000', 'level0_file_num_compaction_trigger 3',
            'no_such_option 1', 'write_buffer_size many', 'num_levels 3', 'ttl -1', 'max_write_buffer_number 4',
            'comparator x', 'compression kNoCompression', 'compression kWhat', 'block_based_table_factory {}']
# `~` stands for `=`.
OPTION_TEXTS = ['write_buffer_size~1024', 'write_buffer_size~1K;max_write_buffer_number~3', 'compression~kLZ4Compression',
                'nothing~1', 'write_buffer_size', ';', '-', 'max_open_files~-1;', 'num_levels~x',
                'create_if_missing~true;write_buffer_size~12', 'bloom_locality~4294967295', 'bloom_locality~-1',
                'max_background_jobs~99999999999999', 'level0_file_num_compaction_trigger~5;bad~1',
                'target_file_size_base~0x10', 'ttl~18446744073709551615', 'max_bytes_for_level_multiplier~1.5',
                'merge_operator~stringappend', 'merge_operator~nonsense', 'merge_operator~{id~stringappend;bad~1}',
                'merge_operator~{id~uint64add;x~1}', 'merge_operator~{bad~1}', 'merge_operator~{}', 'merge_operator~',
                'comparator~nonsense', 'comparator~rocksdb.ReverseBytewiseComparator', 'compaction_filter~nonsense',
                'compaction_filter~RemoveEmptyValueCompactionFilter', 'compaction_filter_factory~nonsense',
                'memtable_factory~vector:5', 'memtable_factory~nonsense', 'memtable_factory~cuckoo', 'memtable~skip_list',
                'sst_partitioner_factory~{id~SstPartitionerFixedPrefixFactory;length~3}', 'table_factory~nonsense',
                'table_factory~{id~BlockBasedTable;block_size~5000}', 'block_based_table_factory~{block_size~5000}',
                'block_based_table_factory~{nothing~1}', 'block_based_table_factory~{filter_policy~nonsense}',
                'block_based_table_factory~{filter_policy~bloomfilter:10:true}', 'prefix_extractor~fixed:4',
                'prefix_extractor~nonsense', 'prefix_extractor~{id~rocksdb.FixedPrefix;length~3}', 'statistics~nonsense',
                'rate_limiter~10000000', 'env~nonsense', 'listeners~{x}', 'blob_cache~1M', 'row_cache~1M', 'wal_filter~x',
                'info_log~x', 'sst_file_manager~x', 'write_buffer_manager~x', 'cf_paths~{path~/x;target_size~5}',
                'table_properties_collectors~{}', 'table_properties_collectors~{CompactOnDeletionCollector}',
                'table_properties_collectors~{id~CompactOnDeletionCollector;window_size~100}',
                'compaction_options_universal~{size_ratio~5;stop_style~kCompactionStopStyleSimilarSize}',
                'compaction_options_universal~5', 'compaction_options_fifo~{max_table_files_size~5;allow_compaction~true}',
                'compaction_options_fifo~5', 'compaction_options_fifo~{ttl~5}', 'compression_opts~4:5:6:7',
                'compression_opts~4:5:6', 'compression_opts~-14', 'compression_opts~{level~5;enabled~true}',
                'bottommost_compression_opts~4:5:6:7:8:true', 'compression_per_level~kNoCompression:kLZ4Compression',
                'compression_per_level~', 'max_bytes_for_level_multiplier_additional~1:2:3',
                'max_bytes_for_level_multiplier_additional~1:x', 'compaction_style~kCompactionStyleUniversal',
                'compaction_style~1', 'compaction_pri~kOldestLargestSeqFirst', 'compression~lz4', 'compression~4',
                'wal_recovery_mode~kAbsoluteConsistency', 'wal_recovery_mode~2', 'info_log_level~DEBUG_LEVEL',
                'info_log_level~debug', 'soft_rate_limit~1.5', 'purge_redundant_kvs_while_flush~true',
                'max_mem_compaction_level~2', 'filter_deletes~x', 'num_levels~7K', 'write_buffer_size~-1',
                'write_buffer_size~%205000', 'write_buffer_size~{5000}', '{write_buffer_size~5000}',
                'write_buffer_size~5000;;max_open_files~5', 'write_buffer_size~5000;max_open_files', 'max_open_files~',
                'max_background_jobs~+5', 'max_background_jobs~05', 'disable_auto_compactions~1',
                'disable_auto_compactions~True', 'disable_auto_compactions~', 'bloom_locality~5;bloom_locality~6',
                'ttl~1K', 'ttl~99999999999999999999', 'arena_block_size~1t', 'daily_offpeak_time_utc~04:00-06:00',
                'last_level_temperature~kCold', 'last_level_temperature~cold', 'wal_compression~kZSTD',
                'recycle_log_file_num~3;keep_log_file_num~9', 'unordered_write~true;two_write_queues~true',
                'max_total_wal_size~1G;db_write_buffer_size~2M', 'memtable_prefix_bloom_size_ratio~0.7',
                'write_buffer_size~1024%20;%20max_open_files~%207', 'preserve_deletes~true', 'snap_refresh_nanos~1']


class Generator:
    """Writes programs; the same seed gives the same one."""

    def __init__(self, seed, kind, buckets):
        self.random = random.Random(f'{seed}/{kind}/{buckets}')
        self.kind = KINDS[kind]
        self.buckets = ' buckets=1' if buckets else ''
        self.names = list(self.kind.weights)
        self.weights = list(self.kind.weights.values())
        self.copies = 0

    def program(self, lines):
        self.settings = self.random.choice(self.kind.opens) + self.buckets
        self.backward = 'backward' in self.settings or 'Reverse' in self.settings
        self.folds = 'filter' not in self.settings and ('no_merge' not in self.settings
                                                        or 'merge_operator' in self.settings)
        self.open = f'{"open_alone" if "ttl=" in self.settings else "open"} {self.settings}'
        program = [self.open, *([] if 'ttl=' in self.settings else ['create_family 1', 'create_family 2']),
                   'indexed_make 0', 'indexed_make 1 overwrite=1']
        while len(program) < lines:
            name = self.random.choices(self.names, self.weights)[0]
            program += getattr(self, name, lambda: self.plain(name))()
        return program + [f'contents cf={i}' for i in range(FAMILIES)] + ['close', 'list_families']

    def key(self):
        r = self.random.random()
        if r < 0.03:
            # Keys without a prefix have no place in an iterator of one prefix.
            short = [] if 'fixed_prefix' in self.settings else ['-', '%00', '%FF']
            return self.random.choice(short + ['%FF%FF', 'a%00', 'key', 'key0*30'])
        return f'k{self.random.choice("abc")}{self.random.randrange(30):02d}'

    def value(self):
        r = self.random.random()
        if r < 0.03:
            return '-'
        if r < 0.06:
            return self.random.choice(['drop', 'dropped', 'turn', 'solo', '%00', 'x*3000'])
        return f'v{self.random.randrange(10000)}' + ('*40' if r > 0.8 else '')

    def cf(self):
        r = self.random.random()
        return '' if r < 0.6 else f' cf={self.random.randrange(FAMILIES)}'

    def how(self):
        r = self.random.random()
        if r > 0.08:
            return ''
        # Whether a write has to wait depends on threads where memtables are small.
        words = [' sync=1', ' hint=1', ' ignore_missing=1']
        # Stock refuses writes without a log where logs are recycled.
        words += [] if 'recycle' in self.settings else [' unlogged=1']
        return self.random.choice(words + ([] if 'memtable' in self.settings else [' at_once=1', ' low=1']))

    def slot(self):
        return self.random.randrange(SLOTS)

    def snap(self):
        return f' snap={self.slot()}' if self.random.random() < 0.3 else ''

    def range(self):
        # In order: after a batch with a range that ends before it begins stock takes no more writes.
        ends = {self.key()}
        while len(ends) < 2:
            ends.add(self.key())
        return ' '.join(sorted(ends, key=ordered, reverse=self.backward))

    def plain(self, name):
        return [name]

    def put(self):
        return [f'put {self.key()} {self.value()}{self.cf()}{self.how()}']

    def merge_bad(self):
        return [f'{self.random.choice(["merge", "merge", "put"])} {self.key()} bad{self.cf()}']

    def delete(self):
        return [f'delete {self.key()}{self.cf()}{self.how()}']

    def merge(self):
        # Whether what operands were folded into is filtered in the same compaction is not compared.
        return [f'{"put" if "filter" in self.settings else "merge"} {self.key()} {self.value()}{self.cf()}{self.how()}']

    def single_delete(self):
        # Defined only for a key that was put once: it is put, deleted and put nowhere else.
        key = f'single{self.random.randrange(10**9)}'
        # The sequence number after a reopening is compared only where a flush keeps the newest entry.
        return [f'put {key} once', f'single_delete {key}', 'put newest entry']

    def delete_range(self):
        return [f'delete_range {self.range()}{self.cf()}']

    def batch(self):
        slot, r = self.slot(), self.random.random()
        if r < 0.5:
            return [f'batch_put {slot} {self.key()} {self.value()}{self.cf()}']
        if r < 0.65:
            return [f'batch_delete {slot} {self.key()}{self.cf()}']
        # After a batch with a merge that nobody can fold stock takes no more writes.
        if r < 0.8 and self.folds:
            return [f'batch_merge {slot} {self.key()} {self.value()}{self.cf()}']
        if r < 0.85 and 'delete_range' in self.names:
            return [f'batch_delete_range {slot} {self.range()}{self.cf()}']
        return [f'{self.random.choice(["batch_save", "batch_roll_back", "batch_pop", "batch_clear"])} {slot}'
                if r < 0.95 else f'batch_log_data {slot} {self.value()}']

    def batch_write(self):
        slot = self.slot()
        fill = [f'batch_put {slot} {self.key()} {self.value()}'] if self.random.random() < 0.8 else []
        return [*fill, f'batch_write {slot}{self.how()}']

    def batch_copy(self):
        slot, r = self.slot(), self.random.random()
        if r < 0.6:
            return [f'batch_copy {slot}']
        if r < 0.8:
            return [f'batch_limited {slot} {self.random.choice([0, 30, 200])}'
                    + self.random.choice(['', ' protection=8'])]
        return [f'batch_put_parts {slot} {self.key()} {self.key()} {self.value()} {self.value()}{self.cf()}']

    def batch_data(self):
        return [f'batch_data {self.slot()}']

    def batch_iterate(self):
        return [f'batch_iterate {self.slot()}']

    def get(self):
        return [f'get {self.key()}{self.cf()}{self.snap()}']

    def pinned(self):
        return [f'pinned {self.key()}{self.cf()}{self.snap()}']

    def may_exist(self):
        # Certain only where the blocks that a Get has just read are cached.
        if 'no_cache' in self.settings:
            return self.get()
        return [f'may_exist {self.key()}{self.cf()}']

    def multi_get(self):
        keys = ' '.join(self.key() for _ in range(self.random.randrange(1, 8)))
        return [f'multi_get {keys}{self.cf()}{self.snap()}']

    def batched_multi_get(self):
        keys = [self.key() for _ in range(self.random.randrange(1, 8))]
        is_sorted = self.random.random() < 0.5
        if is_sorted:
            keys.sort(key=ordered, reverse=self.backward)
        return [f'batched_multi_get {" ".join(keys)}{self.cf()}{self.snap()}{" sorted=1" if is_sorted else ""}']

    def contents(self):
        return [f'contents{self.cf()}']

    def bounds(self):
        words = ''
        if self.random.random() < 0.25:
            words += f' lower={self.key()}'
        if self.random.random() < 0.25:
            words += f' upper={self.key()}'
        if 'fixed_prefix' in self.settings:
            words += self.random.choice([' total=1', ' total=1', ' prefix=1'])
        # What lies below a range deletion is there until something compacts it.
        for word in ('pin=1', 'readahead=100000', 'async=1', 'unverified=1', 'purge=1',
                     *(['ignore_ranges=1'] if 'flush' not in self.names else [])):
            if self.random.random() < 0.04:
                words += ' ' + word
        return words

    def it_make(self):
        return [f'it_make {self.slot()}{self.cf()}{self.snap()}{self.bounds()}']

    def its_make(self):
        return [f'its_make {self.slot()}{self.snap()}{self.bounds()}']

    # A tailing iterator is asked where a seek takes it, and for some steps behind that.
    def tail_make(self):
        return [f'it_make {self.slot()}{self.cf()} tailing=1' + (' total=1' if 'fixed_prefix' in self.settings else '')]

    def tail_seek(self):
        return [f'it_seek {self.slot()} {self.key()}']

    def tail_next(self):
        slot = self.slot()
        return [f'it_seek {slot} {self.key()}'] + [f'it_next {slot}'] * self.random.randrange(1, 4)

    def it_step(self):
        # Some in a row: what a step leaves behind matters to the next.
        slot = self.slot()
        return [f'{self.random.choice(["it_next", "it_next", "it_prev"])} {slot}'
                for _ in range(self.random.randrange(1, 5))]

    def it_seek(self):
        name = self.random.choice(['it_seek', 'it_seek', 'it_back', 'it_first', 'it_last'])
        return [f'{name} {self.slot()}' + (f' {self.key()}' if name in ('it_seek', 'it_back') else '')]

    def it_refresh(self):
        # A refreshed iterator must be positioned again.
        slot = self.slot()
        return [f'it_refresh {slot}', f'it_first {slot}']

    def it_drop(self):
        return [f'it_drop {self.slot()}']

    def snapshot(self):
        return [f'snapshot {self.slot()}']

    def release_snapshot(self):
        return [f'release_snapshot {self.slot()}']

    def flush(self):
        return [f'flush{self.cf()}']

    def compact(self):
        # Where tables are compared, all of it: of Level 0 stock also takes newer tables that meet those of a range.
        ends = self.range() if self.random.random() < 0.5 and 'manual' not in self.settings else '- -'
        return [f'compact {ends}{self.cf()}']

    def reopen(self):
        return ['close', self.open]

    def other_open(self):
        names = ['default'] + self.random.sample(['one', 'two', 'three'], self.random.randrange(4))
        other = self.random.choice([
            f'open_alone {self.settings}', f'open_alone {self.settings} read_only=1',
            f'open_alone {self.settings} read_only=1 no_log=1', f'open_named {" ".join(names)} {self.settings}',
            f'open {self.settings} fresh=1', f'open {self.settings} no_create=1', f'open_named one {self.settings}'])
        # A database that is open for reading refuses what changes it. Stock crashes where its log is to be flushed.
        tries = [f'put {self.key()} v', f'get {self.key()}', 'flush', 'compact - -', 'contents', 'create_family 1',
                 'delete_files ka kb', 'latest_options', 'list_families', 'snapshot 0',
                 'get ka cf=1', 'drop_family 1', 'hold_files', 'release_files', 'wait']
        tries = self.random.sample(tries, 5) if 'read_only' in other else []
        return ['close', other, *tries, 'close', f'open {self.settings}']

    def flush_several(self):
        return ['flush_several']

    def suggest(self):
        return [f'suggest {self.range()}{self.cf()}']

    def wait(self):
        return [f'wait{self.random.choice(["", " flush=1"])}']

    def sizes(self):
        return [f'sizes {self.range()}{self.cf()}']

    def metadata(self):
        return [f'metadata{self.cf()}']

    def create_family(self):
        return [f'create_family {self.random.randrange(1, FAMILIES)}']

    def drop_family(self):
        # After a batch for a family that is gone stock takes no more writes; refreshing an iterator of one ends it.
        return [*(f'it_drop {i}' for i in range(SLOTS)), f'drop_family {self.random.randrange(FAMILIES)}',
                *(f'batch_clear {i}' for i in range(SLOTS)), 'indexed_make 0', 'indexed_make 1 overwrite=1']

    def list_families(self):
        return [f'list_families {self.settings}']

    def family(self):
        return [f'family{self.cf()}']

    def flush_log(self):
        return [f'flush_log{self.random.choice(["", " sync=1"])}']

    def delete_files(self):
        return [f'delete_files {self.range()}{self.cf()}']

    def property(self):
        name = self.random.choice(PROPERTIES)
        return [f'{self.random.choice(["property", "property_int"])} {name}{self.cf()}']

    def set_options(self):
        return [f'set_options {self.random.choice(SETTINGS)}{self.cf()}']

    def updates(self):
        # Stock finds nothing in compressed logs.
        if 'wal_compression' in self.settings:
            return ['sequence']
        return [f'updates {self.random.choice([0, 1, self.random.randrange(400), 10**9])} {self.random.randrange(1, 9)}']

    def indexed(self):
        slot, r = self.random.randrange(2), self.random.random()
        if r < 0.1:
            return [f'indexed_make {slot}{self.random.choice(["", " overwrite=1"])}']
        if r < 0.5:
            return [f'indexed_put {slot} {self.key()} {self.value()}{self.cf()}']
        if r < 0.65:
            return [f'indexed_delete {slot} {self.key()}{self.cf()}']
        if r < 0.85 and self.folds:
            return [f'indexed_merge {slot} {self.key()} {self.value()}{self.cf()}']
        if r < 0.87:
            return [f'indexed_delete_range {slot} {self.range()}{self.cf()}']
        if r < 0.9:
            return [f'indexed_log_data {slot} {self.value()}']
        return [f'{self.random.choice(["indexed_save", "indexed_save", "indexed_roll_back", "indexed_clear"])} {slot}']

    def indexed_get(self):
        return [f'indexed_get {self.random.randrange(2)} {self.key()}{self.cf()}']

    def indexed_get_over(self):
        return [f'indexed_get_over {self.random.randrange(2)} {self.key()}{self.cf()}{self.snap()}']

    def indexed_pinned_over(self):
        return [f'indexed_pinned_over {self.random.randrange(2)} {self.key()}{self.cf()}{self.snap()}']

    def indexed_iterate(self):
        return [f'indexed_iterate {self.random.randrange(2)}']

    def indexed_iterator(self):
        slot = self.slot()
        return [f'indexed_iterator {self.random.randrange(2)} {slot}{self.cf()}{self.bounds()}', f'it_first {slot}']

    def indexed_write(self):
        slot = self.random.randrange(2)
        fill = [f'indexed_put {slot} {self.key()} {self.value()}'] if self.random.random() < 0.8 else []
        return [*fill, f'indexed_write {slot}']

    def indexed_data(self):
        return [f'indexed_data {self.random.randrange(2)}']

    def checkpoint(self):
        self.copies += 1
        return [f'checkpoint {self.random.choice([self.copies, self.copies, 1])} {self.random.choice([0, 0, 10**9])}']

    def show_checkpoint(self):
        return [f'show_checkpoint {self.random.randrange(self.copies + 1)}']

    def backup(self):
        return [f'backup{self.random.choice(["", " flush=1"])}']

    def restore(self):
        return [f'restore {self.random.choice([0, 0, 1, 2, 3])}']

    def purge_backups(self):
        return [f'purge_backups {self.random.randrange(4)}']

    def verify_backup(self):
        return [f'verify_backup {self.random.randrange(4)}']

    def option(self):
        value = self.random.choice([0, 1, 2, 7, 1000, 2**31 - 1])
        return [f'option {self.random.randrange(1000)} {value}']

    def option_text(self):
        return [f'option_text {self.random.choice(OPTION_TEXTS)}']


def ordered(word):
    """The bytes that the driver makes of a word."""
    if word == '-':
        return b''
    text, _, times = word.partition('*')
    data = re.sub(rb'%(..)', lambda m: bytes([int(m[1], 16)]), text.encode())
    return data * int(times or 1)


def compared(answer):
    """Of an error its kind only: the text behind it is everybody's own."""
    return answer.split(' | ')[0]


def known(line, ours, theirs):
    return any(re.fullmatch(name, line) and re.fullmatch(mine, ours) and re.fullmatch(stock, theirs)
               for name, mine, stock, _ in KNOWN)


def remembered(before, line, ours, theirs):
    """A sequence number that stock forgets: its MANIFEST has that of flushed updates only, and of a dropped family, or
    where logs are not read, there is nothing else ("GetLatestSequenceNumber" in docs/compatibility.md)."""
    if not re.fullmatch(r'snapshot .*|sequence', line) or not (ours.isdigit() and theirs.isdigit()):
        return False
    return int(ours) > int(theirs) and any(re.match('drop_family|.* no_log=1', earlier) for earlier in before)


class Runner:
    def __init__(self, driver, ours, stock, work):
        self.driver, self.libraries, self.work = driver, (ours, stock), work

    def answers(self, library, program):
        directory = tempfile.mkdtemp(dir=self.work)
        try:
            try:
                run = subprocess.run([self.driver, library, directory], input='\n'.join(program) + '\n', text=True,
                                     capture_output=True, timeout=LONGEST)
            except subprocess.TimeoutExpired as late:
                return (late.stdout or b'').decode().split('\n')[:-1] + [f'no end in {LONGEST} seconds']
            answers = run.stdout.split('\n')[:-1]
            if run.returncode:
                answers.append(f'the process ended with {run.returncode}: {run.stderr.strip()[-500:]}')
            return answers
        finally:
            shutil.rmtree(directory, ignore_errors=True)

    def difference(self, program):
        """None, or (index, our answer, stock's answer) of the first line whose answers differ."""
        ours, theirs = (self.answers(library, program) for library in self.libraries)
        for i in range(max(len(ours), len(theirs))):
            mine = ours[i] if i < len(ours) else 'no answer'
            stock = theirs[i] if i < len(theirs) else 'no answer'
            line = program[i] if i < len(program) else 'exit'
            if compared(mine) == compared(stock) or known(line, mine, stock):
                continue
            if not remembered(program[:i], line, mine, stock):
                return i, mine, stock
        return None

    def reduced(self, program, seconds):
        """The shortest program found in that time that differs in the same kind of operation."""
        end = time.time() + seconds
        first = self.difference(program)
        if not first:  # it depends on more than the program
            return program
        program = program[:first[0] + 1]
        operation = program[-1].split(' ')[0]
        size = max(1, len(program) // 2)
        while size and time.time() < end:
            at = 1  # the first line opens the database
            while at < len(program) - 1 and time.time() < end:
                shorter = program[:at] + program[min(at + size, len(program) - 1):]
                found = self.difference(shorter)
                if found and shorter[found[0]].split(' ')[0] == operation:
                    program = shorter[:found[0] + 1]
                else:
                    at += size
            size //= 2
        return program


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', required=True, help='build tree of this library')
    parser.add_argument('--oracle', required=True, help='directory for the stock library')
    parser.add_argument('--calls', type=int, default=20000)
    parser.add_argument('--seed', type=int)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--kind', choices=sorted(KINDS))
    parser.add_argument('--replay', help='a program in a file')
    parser.add_argument('--keep', help='where reduced programs are written')
    parser.add_argument('--most', type=int, default=5, help='differences after which the run ends')
    args = parser.parse_args()
    if args.seed is None:
        args.seed = int(os.environ.get('BUCKETLSM_SEED') or time.time())
    return args


def report(args, runner, tag, program, found):
    line = program[found[0]] if found[0] < len(program) else 'exit'
    print(f'\n{tag}: line {found[0] + 1}, {line}: answers differ; reducing\n  ours : {found[1]}\n  stock: {found[2]}',
          flush=True)
    program = runner.reduced(program, 60)
    found = runner.difference(program)
    if found:
        print('\n'.join(program) + f'\n  ours : {found[1]}\n  stock: {found[2]}', flush=True)
    else:
        print(f'the same program of {len(program)} lines gave the same answers when it ran again', flush=True)
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
        with open(os.path.join(args.keep, tag + '.txt'), 'w', encoding='utf8') as out:
            out.write('\n'.join(program) + '\n')


def main():
    args = parse()
    os.makedirs(args.oracle, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix='differential.') as work:
        runner = Runner(os.path.join(args.build, 'test', 'capi_driver'), os.path.join(args.build, 'librocksdb.so'),
                        oracle.stock_library(args.oracle), work)
        if args.replay:
            with open(args.replay, encoding='utf8') as source:
                program = source.read().splitlines()
            found = runner.difference(program)
            print(f'line {found[0] + 1}: {program[found[0]]}\n  ours : {found[1]}\n  stock: {found[2]}' if found
                  else 'the answers are the same')
            return 1 if found else 0
        return explore(args, runner)


def explore(args, runner):
    print(f'differential: seed {args.seed}, {args.calls} calls', flush=True)
    kinds = [args.kind] if args.kind else sorted(KINDS)
    made = collections.Counter()
    differences = 0

    def one(task):
        number, kind, buckets = task
        program = Generator(f'{args.seed}.{number}', kind, buckets).program(ROUND_LINES)
        return task, program, runner.difference(program)

    def tasks():
        number = 0
        while sum(made.values()) < args.calls:
            for kind in kinds:
                # What tables there are is compared without buckets: with them it differs by design.
                yield number, kind, kind not in ('files', 'options') and number % 2 == 1
            number += 1

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = set()
        source = tasks()
        more = True
        while more or waiting:
            while more and len(waiting) < args.jobs:
                task = next(source, None)
                more = task is not None and differences < args.most
                if more:
                    waiting.add(pool.submit(one, task))
            done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            before = sum(made.values()) // 20000
            for future in done:
                (number, kind, buckets), program, found = future.result()
                made[kind] += len(program)
                if found:
                    differences += 1
                    report(args, runner, f'{kind}-{args.seed}-{number}-{int(buckets)}', program, found)
            if sum(made.values()) // 20000 != before:
                print(f'{sum(made.values())} calls so far, {differences} programs whose answers differ', flush=True)
    print('calls: ' + ', '.join(f'{kind} {count}' for kind, count in sorted(made.items())))
    print(f'{sum(made.values())} calls, {differences} programs whose answers differ')
    return 1 if differences else 0


if __name__ == '__main__':
    sys.exit(main())
