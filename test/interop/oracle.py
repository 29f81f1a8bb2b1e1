"""The stock side of the interop tests: RocksDB 9.8.4 inside PyPI's rocksdict, 10.6.2 inside Maven's rocksdbjni
(through StockReader.java), and Debian's 7.8.3 tools.

Called by interop_test.py. Every function works on a copy or a directory the caller owns; a database is a
dict {column family: {key bytes: value bytes}}.
"""
import ctypes
import fcntl
import importlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

ROCKSDICT = 'rocksdict==0.3.29'
ROCKSDBJNI = '10.6.2'
STATS_FAMILY = '___rocksdb_stats_history___'


class InteropError(Exception):
    """What went wrong, in words for the person who reads the test's output."""


def load_rocksdict(target):
    """Imports rocksdict, installing it into `target` where it is missing."""
    os.makedirs(target, exist_ok=True)
    sys.path.insert(0, target)
    with open(os.path.join(target, '.lock'), 'w') as lock:  # scenarios run side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        return import_or_install(target)


def import_or_install(target):
    try:
        return importlib.import_module('rocksdict')
    except ImportError:
        pass
    run = subprocess.run([sys.executable, '-m', 'pip', 'install', '-q', '--disable-pip-version-check',
                          '--target', target, ROCKSDICT], capture_output=True, text=True)
    if run.returncode:
        raise InteropError(f'the oracle {ROCKSDICT} (stock RocksDB 9.8) could not be installed:\n{run.stderr}')
    importlib.invalidate_caches()
    return importlib.import_module('rocksdict')


def debian_tool(name):
    """Debian's ldb or sst_dump 7.8.3 (package rocksdb-tools)."""
    path = os.path.join('/usr/bin', name)
    if not os.path.exists(path):
        raise InteropError(f'{path} is missing: install rocksdb-tools')
    return path


def run_tool(command, expect=0, text=None):
    run = subprocess.run([str(c) for c in command], capture_output=True, input=text)
    if expect is not None and run.returncode != expect:
        shown = ' '.join(str(c) for c in command)
        raise InteropError(f'{shown}\n  exit code {run.returncode}, not {expect}\n'
                           f'{run.stdout.decode(errors="replace")[-2000:]}{run.stderr.decode(errors="replace")[-2000:]}')
    return run


def parse_hex_scan(output):
    """The pairs in `0x61 : 0x31` lines as ldb scan --hex prints them."""
    pairs = {}
    for line in output.decode().splitlines():
        if not line.startswith('0x'):
            continue
        key, _, value = line.partition(' : ')
        pairs[bytes.fromhex(key[2:])] = bytes.fromhex(value[2:] if value.startswith('0x') else '')
    return pairs


def scan_with_ldb(ldb, path, families, extra=()):
    """Every family's contents as an ldb, ours or Debian's, prints them."""
    return {name: parse_hex_scan(run_tool([ldb, f'--db={path}', f'--column_family={name}', *extra, 'scan',
                                           '--hex']).stdout) for name in families}


def difference(found, expected):
    """None, or a sentence that tells the first few differences of two databases."""
    for name in sorted(set(found) | set(expected)):
        have, want = found.get(name, {}), expected.get(name, {})
        missing = [k for k in want if k not in have]
        extra = [k for k in have if k not in want]
        wrong = [k for k in want if k in have and have[k] != want[k]]
        if missing or extra or wrong:
            return (f'column family {name}: {len(want)} keys expected, {len(have)} found; '
                    f'missing {len(missing)} {sorted(missing)[:3]}, extra {len(extra)} {sorted(extra)[:3]}, '
                    f'wrong value {len(wrong)} {sorted(wrong)[:3]}')
    return None


class Stock:
    """Stock RocksDB 9.8.4."""

    def __init__(self, rocksdict):
        self.r = rocksdict

    def options(self, profile):
        r, o = self.r, self.r.Options(raw_mode=True)
        o.create_if_missing(True)
        live_copy = not profile.get('flush', True)  # nothing may run in the background then
        o.set_write_buffer_size(64 << 20 if live_copy else 128 << 10)
        o.set_target_file_size_base(64 << 10)
        o.set_max_bytes_for_level_base(256 << 10)
        o.set_compression_type(getattr(r.DBCompressionType, profile.get('compression', 'none'))())
        if profile.get('no_compaction') or live_copy:
            o.set_disable_auto_compactions(True)
            o.set_level_zero_slowdown_writes_trigger(10000)
            o.set_level_zero_stop_writes_trigger(10000)
        if profile.get('recycle'):
            o.set_recycle_log_file_num(2)
        t = r.BlockBasedOptions()
        t.set_format_version(profile.get('format_version', 6))
        t.set_block_size(profile.get('block_size', 4096))
        t.set_checksum_type(getattr(r.ChecksumType, profile.get('checksum', 'xxh3'))())
        if profile.get('bloom'):
            t.set_bloom_filter(10, False)
        if profile.get('partitioned'):
            t.set_index_type(r.BlockBasedIndexType.two_level_index_search())
            t.set_partition_filters(True)
            t.set_metadata_block_size(512)
        o.set_block_based_table_factory(t)
        return o

    def open(self, path, families, profile):
        others = {name: self.options(profile) for name in families if name != 'default'}
        return self.r.Rdict(path, self.options(profile), column_families=others or None)

    def handle(self, db, name):
        return db if name == 'default' else db.get_column_family(name)

    def read(self, path, families, profile=None):
        """Every family's contents; lists them too, so that a missing or extra family shows."""
        # That of persist_stats_to_disk is opened unnamed.
        listed = sorted(name for name in self.r.Rdict.list_cf(path, self.r.Options(raw_mode=True))
                        if name != STATS_FAMILY)
        if listed != sorted(families):
            raise InteropError(f'stock lists families {listed}, expected {sorted(families)}')
        db = self.open(path, families, profile or {})
        try:
            found = {name: dict(self.handle(db, name).items()) for name in families}
            for name in families:
                handle = self.handle(db, name)
                for key in list(found[name])[:: max(1, len(found[name]) // 200)]:
                    if handle.get(key) != found[name][key]:
                        raise InteropError(f'stock scan and get differ at {key!r} in {name}')
            return found
        finally:
            db.close()

    def write(self, path, expected, profile, seed, operations=6000):
        """Random writes into a new or existing database; keeps `expected` beside it."""
        rng = random.Random(seed)
        families = ['default'] + list(profile.get('families', []))
        fresh = not os.path.exists(os.path.join(path, 'CURRENT'))
        db = self.open(path, ['default'] if fresh else families, profile)
        try:
            if fresh:
                for name in families[1:]:
                    db.create_column_family(name, self.options(profile)).close()
            handles = {name: self.handle(db, name) for name in families}
            for name in families:
                expected.setdefault(name, {})
            for step in range(operations):
                name = rng.choice(families)
                self.one_write(handles[name], expected[name], rng, step)
                if step in (operations // 3, operations * 2 // 3) and not profile.get('wal_only'):
                    handles[name].flush()
            if profile.get('compact'):
                for handle in handles.values():
                    handle.compact_range(None, None)
            if profile.get('flush', True):
                for handle in handles.values():
                    handle.flush()
            else:  # rocksdict flushes as it closes: keep the files as a crash at this moment would
                db.flush_wal(True)
                copy_live(path, path + '.live')
            for handle in handles.values():
                if handle is not db:
                    handle.close()
        finally:
            db.close()
        if os.path.exists(path + '.live'):
            shutil.rmtree(path)
            os.rename(path + '.live', path)

    def one_write(self, handle, model, rng, step):
        key = b'key%06d' % rng.randrange(4000)
        dice = rng.randrange(100)
        if dice < 80:
            model[key] = b'%d/' % step + rng.randbytes(rng.choice((0, 10, 100, 400))) + b's' * rng.randrange(200)
            handle.put(key, model[key])
        elif dice < 97:
            model.pop(key, None)
            handle.delete(key)
        else:
            end = b'key%06d' % (int(key[3:]) + rng.randrange(60))
            handle.delete_range(key, end)
            for doomed in [k for k in model if key <= k < end]:
                del model[doomed]


class JavaReader:
    """Stock RocksDB 10.6.2, the version this library stands in for; reads only."""

    def __init__(self, target):
        self.jar = os.path.join(target, f'rocksdbjni-{ROCKSDBJNI}-linux64.jar')
        with open(os.path.join(target, '.lock'), 'w') as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not os.path.exists(self.jar):
                run_tool(['mvn', '-q', 'dependency:copy', f'-DoutputDirectory={target}',
                          f'-Dartifact=org.rocksdb:rocksdbjni:{ROCKSDBJNI}:jar:linux64'])

    def read(self, path):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'StockReader.java')
        found = {}
        for line in run_tool(['java', '-cp', self.jar, program, path]).stdout.decode().splitlines():
            words = line.split(' ')
            model = found.setdefault(words[0], {})
            if len(words) == 3:
                model[bytes.fromhex(words[1])] = bytes.fromhex(words[2])
        return found


def stock_library(target):
    """The shared library of stock 10.6.2, out of the jar; it exports the C functions."""
    target = os.path.abspath(target)
    os.makedirs(target, exist_ok=True)
    name = 'librocksdbjni-linux-aarch64.so' if os.uname().machine == 'aarch64' else 'librocksdbjni-linux64.so'
    jar = JavaReader(target).jar
    if not os.path.exists(os.path.join(target, name)):
        part = tempfile.mkdtemp(dir=target)
        zipfile.ZipFile(jar).extract(name, part)
        os.replace(os.path.join(part, name), os.path.join(target, name))
        os.rmdir(part)
    return os.path.join(target, name)


class StockTables:
    """Tables outside of a database by stock 10.6.2, through the C functions of its library."""

    def __init__(self, target):
        self.library = ctypes.CDLL(stock_library(target))

    def pointer(self, name, *args):
        function = getattr(self.library, 'rocksdb_' + name)
        function.restype = ctypes.c_void_p
        return ctypes.c_void_p(function(*args))

    def checked(self, name, *args, restype=None):
        error = ctypes.c_char_p()
        function = getattr(self.library, 'rocksdb_' + name)
        function.restype = restype
        result = function(*args, ctypes.byref(error))
        if error.value:
            raise InteropError(f'stock {name}: {error.value.decode()}')
        return result

    def options(self):
        made = self.pointer('options_create')
        self.library.rocksdb_options_set_create_if_missing(made, 1)
        return made

    def write(self, path, model, ranges=()):
        """A table with the pairs of `model`, and range deletions."""
        sized = lambda data: (ctypes.c_char_p(data), ctypes.c_size_t(len(data)))  # noqa: E731
        writer = self.pointer('sstfilewriter_create', self.pointer('envoptions_create'), self.options())
        self.checked('sstfilewriter_open', writer, path.encode())
        for key in sorted(model):
            self.checked('sstfilewriter_put', writer, *sized(key), *sized(model[key]))
        for begin, end in ranges:
            self.checked('sstfilewriter_delete_range', writer, *sized(begin), *sized(end))
        self.checked('sstfilewriter_finish', writer)
        self.library.rocksdb_sstfilewriter_destroy(writer)

    def with_file_checksums(self, database, pairs):
        """Opens or makes a database that records checksums of whole files, and puts and flushes the pairs."""
        asked = self.options()
        self.checked('get_options_from_string', self.options(),
                     b'create_if_missing=true;disable_auto_compactions=true;file_checksum_gen_factory=FileChecksumGenCrc32cFactory', asked)
        opened = ctypes.c_void_p(self.checked('open', asked, database.encode(), restype=ctypes.c_void_p))
        write, sized = self.pointer('writeoptions_create'), lambda data: (ctypes.c_char_p(data), ctypes.c_size_t(len(data)))
        try:
            for key, value in pairs.items():
                self.checked('put', opened, write, *sized(key), *sized(value))
            self.checked('flush', opened, self.pointer('flushoptions_create'))
        finally:
            self.library.rocksdb_close(opened)

    def ingest(self, database, path):
        opened = ctypes.c_void_p(self.checked('open', self.options(), database.encode(), restype=ctypes.c_void_p))
        files = (ctypes.c_char_p * 1)(path.encode())
        try:
            self.checked('ingest_external_file', opened, files, ctypes.c_size_t(1),
                         self.pointer('ingestexternalfileoptions_create'))
        finally:
            self.library.rocksdb_close(opened)


class LiveDatabase:
    """A database that another process holds open: see one_database.py for modes and commands."""

    def __init__(self, library, mode, *paths):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'one_database.py')
        self.name = f'{mode} of {os.path.basename(library)}'
        self.process = subprocess.Popen([sys.executable, program, library, mode, *paths], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answer()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.process.stdin.close()
        code = self.process.wait()
        self.process.stdout.close()
        if code != 0 and kind is None:
            raise InteropError(f'{self.name} ended with {code}')

    def ask(self, command, *arguments):
        self.process.stdin.write(' '.join([command, *(a.hex() for a in arguments)]) + '\n')
        self.process.stdin.flush()
        return self.answer()

    def answer(self):
        lines = []
        for line in self.process.stdout:
            if line.startswith('failed:'):
                raise InteropError(f'{self.name}: {line[8:].strip()}')
            if line == 'done\n':
                return lines
            lines.append(line.rstrip('\n'))
        raise InteropError(f'{self.name} ended with code {self.process.wait()}')

    def scan(self, command='scan'):
        return {bytes.fromhex(k): bytes.fromhex(v) for k, _, v in (line.partition(' ') for line in self.ask(command))}


class JavaCopies:
    """Backups and checkpoints by stock RocksDB 10.6.2."""

    def __init__(self, reader):
        self.jar = reader.jar

    def run(self, *words):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'StockCopies.java')
        return run_tool(['java', '-cp', self.jar, program, *words]).stdout.decode()

    def list(self, directory):
        """The numbers of the good backups; a damaged one is an error."""
        lines = [line.split() for line in self.run('list', directory).splitlines()]
        damaged = [words[1] for words in lines if words[0] == 'damaged']
        if damaged:
            raise InteropError(f'stock calls these backups of {directory} damaged: {damaged}')
        return [int(words[1]) for words in lines]


def copy_live(path, target):
    """Copies the files of an open, idle database; again where one was just being deleted."""
    for attempt in range(20):
        try:
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(path, target)
            return
        except shutil.Error:
            time.sleep(0.1)
    raise InteropError(f'{path} does not come to rest')


def copy_of(path, work, name):
    """A copy to open, so that an opener that destroys what it dislikes harms nothing."""
    target = os.path.join(work, name)
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(path, target)
    return target
