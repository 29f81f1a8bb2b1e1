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
]

FAMILIES, SLOTS = 3, 4
ROUND_LINES = 400


class Kind:
    """What the programs of one kind do: the settings of their databases and how often each operation comes."""

    def __init__(self, opens, weights):
        self.opens = opens
        self.weights = weights


WRITES = {'put': 22, 'delete': 8, 'merge': 8, 'single_delete': 1, 'delete_range': 2, 'batch': 6, 'batch_write': 3}
READS = {'get': 10, 'pinned': 3, 'multi_get': 3, 'may_exist': 2, 'contents': 0.3}
ITERATORS = {'it_make': 4, 'it_step': 24, 'it_seek': 8, 'it_refresh': 1, 'it_drop': 1}
SNAPSHOTS = {'snapshot': 2, 'release_snapshot': 1}
UPKEEP = {'flush': 1, 'compact': 0.5, 'reopen': 0.3, 'create_family': 1, 'drop_family': 0.3, 'list_families': 0.2,
          'family': 0.3, 'sequence': 1, 'flush_log': 0.3}
# Which files lie within a range depends on when compactions run.
MANUAL = {'property': 3, 'live_files': 1, 'set_options': 1, 'delete_files': 0.5}
LOGS = {'updates': 2, 'batch_data': 1, 'batch_iterate': 1}
INDEXED = {'indexed': 20, 'indexed_get': 6, 'indexed_get_over': 8, 'indexed_iterator': 3, 'indexed_write': 1,
           'indexed_data': 1}
COPIES = {'checkpoint': 0.5, 'show_checkpoint': 0.5, 'backup': 0.5, 'restore': 0.3, 'purge_backups': 0.2,
          'verify_backup': 0.2}
TABLES = ('block=256', 'block=512 bloom=1', 'block=1024 ribbon=1 format=5', 'block=300 partitioned=1 bloom=1',
          'format=4', 'compression=4 block=700', 'compression=7', 'memtable=65536 block=256')

KINDS = {
    'points': Kind(TABLES, {**WRITES, **READS, **SNAPSHOTS, **UPKEEP}),
    'iterators': Kind(TABLES + ('fixed_prefix=2 block=256', 'fixed_prefix=2 block=256 bloom=1'),
                      {**WRITES, **ITERATORS, **SNAPSHOTS, **UPKEEP}),
    'backward': Kind(('backward=1 block=256', 'backward=1 bloom=1'),
                     {**WRITES, **READS, **ITERATORS, **SNAPSHOTS, **UPKEEP, **INDEXED}),
    'files': Kind(('manual=1 block=256 archive=1', 'manual=1 filter=1 archive=1'),
                  # Without snapshots: under one, the last level keeps other entries than stock's.
                  {**WRITES, **READS, **UPKEEP, **MANUAL, **LOGS}),
    'indexed': Kind(TABLES, {**WRITES, **ITERATORS, **SNAPSHOTS, **UPKEEP, **INDEXED}),
    'copies': Kind(tuple(table + ' archive=1' for table in TABLES), {**WRITES, **READS, **UPKEEP, **LOGS, **COPIES}),
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
OPTION_TEXTS = ['write_buffer_size:1024', 'write_buffer_size:1K;max_write_buffer_number:3', 'compression:kLZ4Compression',
                'nothing:1', 'write_buffer_size', ';', '-', 'max_open_files:-1;', 'num_levels:x',
                'create_if_missing:true;write_buffer_size:12', 'bloom_locality:4294967295', 'bloom_locality:-1',
                'max_background_jobs:99999999999999', 'level0_file_num_compaction_trigger:5;bad:1',
                'target_file_size_base:0x10', 'ttl:18446744073709551615', 'max_bytes_for_level_multiplier:1.5']


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
        program = [f'open {self.settings}', 'create_family 1', 'create_family 2', 'indexed_make 0',
                   'indexed_make 1 overwrite=1']
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
            return self.random.choice(['drop', 'dropped', 'turn', '%00', 'x*3000'])
        return f'v{self.random.randrange(10000)}' + ('*40' if r > 0.8 else '')

    def cf(self):
        r = self.random.random()
        return '' if r < 0.6 else f' cf={self.random.randrange(FAMILIES)}'

    def slot(self):
        return self.random.randrange(SLOTS)

    def snap(self):
        return f' snap={self.slot()}' if self.random.random() < 0.3 else ''

    def range(self):
        # In order: after a batch with a range that ends before it begins stock takes no more writes.
        ends = sorted((self.key(), self.key()), key=ordered, reverse='backward' in self.settings)
        return ' '.join(ends)

    def plain(self, name):
        return [name]

    def put(self):
        return [f'put {self.key()} {self.value()}{self.cf()}']

    def delete(self):
        return [f'delete {self.key()}{self.cf()}']

    def merge(self):
        return [f'merge {self.key()} {self.value()}{self.cf()}']

    def single_delete(self):
        # Defined only for a key that was put once: it is put, deleted and put nowhere else.
        key = f'single{self.random.randrange(10**9)}'
        return [f'put {key} once', f'single_delete {key}']

    def delete_range(self):
        return [f'delete_range {self.range()}{self.cf()}']

    def batch(self):
        slot, r = self.slot(), self.random.random()
        if r < 0.5:
            return [f'batch_put {slot} {self.key()} {self.value()}{self.cf()}']
        if r < 0.65:
            return [f'batch_delete {slot} {self.key()}{self.cf()}']
        if r < 0.8:
            return [f'batch_merge {slot} {self.key()} {self.value()}{self.cf()}']
        if r < 0.85:
            return [f'batch_delete_range {slot} {self.range()}{self.cf()}']
        return [f'{self.random.choice(["batch_save", "batch_roll_back", "batch_pop", "batch_clear"])} {slot}'
                if r < 0.95 else f'batch_log_data {slot} {self.value()}']

    def batch_write(self):
        slot = self.slot()
        fill = [f'batch_put {slot} {self.key()} {self.value()}'] if self.random.random() < 0.8 else []
        return [*fill, f'batch_write {slot}']

    def batch_data(self):
        return [f'batch_data {self.slot()}']

    def batch_iterate(self):
        return [f'batch_iterate {self.slot()}']

    def get(self):
        return [f'get {self.key()}{self.cf()}{self.snap()}']

    def pinned(self):
        return [f'pinned {self.key()}{self.cf()}{self.snap()}']

    def may_exist(self):
        return [f'may_exist {self.key()}{self.cf()}']

    def multi_get(self):
        keys = ' '.join(self.key() for _ in range(self.random.randrange(1, 8)))
        return [f'multi_get {keys}{self.cf()}{self.snap()}']

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
        return words + (' pin=1' if self.random.random() < 0.1 else '')

    def it_make(self):
        return [f'it_make {self.slot()}{self.cf()}{self.snap()}{self.bounds()}']

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
        return ['close', f'open {self.settings}']

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
        return [f'updates {self.random.choice([0, 1, self.random.randrange(400), 10**9])} {self.random.randrange(1, 9)}']

    def indexed(self):
        slot, r = self.random.randrange(2), self.random.random()
        if r < 0.1:
            return [f'indexed_make {slot}{self.random.choice(["", " overwrite=1"])}']
        if r < 0.5:
            return [f'indexed_put {slot} {self.key()} {self.value()}{self.cf()}']
        if r < 0.65:
            return [f'indexed_delete {slot} {self.key()}{self.cf()}']
        if r < 0.85:
            return [f'indexed_merge {slot} {self.key()} {self.value()}{self.cf()}']
        if r < 0.87:
            return [f'indexed_delete_range {slot} {self.range()}{self.cf()}']
        return [f'{self.random.choice(["indexed_save", "indexed_save", "indexed_roll_back", "indexed_clear"])} {slot}']

    def indexed_get(self):
        return [f'indexed_get {self.random.randrange(2)} {self.key()}{self.cf()}']

    def indexed_get_over(self):
        return [f'indexed_get_over {self.random.randrange(2)} {self.key()}{self.cf()}{self.snap()}']

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


class Runner:
    def __init__(self, driver, ours, stock, work):
        self.driver, self.libraries, self.work = driver, (ours, stock), work

    def answers(self, library, program):
        directory = tempfile.mkdtemp(dir=self.work)
        try:
            run = subprocess.run([self.driver, library, directory], input='\n'.join(program) + '\n', text=True,
                                 capture_output=True, timeout=300)
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
            if compared(mine) != compared(stock) and not known(line, mine, stock):
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
            for future in done:
                (number, kind, buckets), program, found = future.result()
                made[kind] += len(program)
                if found:
                    differences += 1
                    report(args, runner, f'{kind}-{args.seed}-{number}-{int(buckets)}', program, found)
    print('calls: ' + ', '.join(f'{kind} {count}' for kind, count in sorted(made.items())))
    print(f'{sum(made.values())} calls, {differences} programs whose answers differ')
    return 1 if differences else 0


if __name__ == '__main__':
    sys.exit(main())
