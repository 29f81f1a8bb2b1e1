#!/usr/bin/env python3
"""Kills a database under load again and again, and checks it after each kill; see `tools/crashtest.sh --help`.

Called by that script and by ctest. Writes into the folders of --build, --keep and --work only.
"""
import argparse
import collections
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# A run that its kill point has not ended after this time is killed by the script.
RUN_SECONDS = 15
VERIFY_SECONDS = 180
# So long a run may stand still, or take to close its database, before that is a fault.
STILL_SECONDS = 60
# Where the trace has its stage and its tickets (TraceHeader of tools/db_stress/trace.h).
STAGE_AND_TICKETS = struct.Struct('=28xIQ')
WORKING, CLOSING = 1, 2


class Mismatch(Exception):
    """A broken promise of the database, in words."""


class Tally:
    """The counts of all lanes. Thread-safe."""

    def __init__(self):
        self.lock = threading.Lock()
        self.kills = 0
        self.timed = 0
        self.points = collections.Counter()
        self.tried = collections.Counter()
        self.unreached = 0
        self.ended = 0
        self.verified = 0
        self.stock = 0
        self.work = collections.Counter()
        self.mismatches = []

    def add(self, **numbers):
        with self.lock:
            for name, n in numbers.items():
                setattr(self, name, getattr(self, name) + n)


class Catalog:
    """The kill points. Each call takes the one that was hit least often."""

    def __init__(self, db_stress, tally, only):
        self.tally = tally
        self.entries = []
        for line in subprocess.run([db_stress, '--list_kill_points'], check=True, capture_output=True,
                                   text=True).stdout.splitlines():
            name, spread, needs = (line.split(' ') + [''])[:3]
            if only is None or re.search(only, name):
                self.entries.append((name, int(spread), needs))
        if not self.entries:
            raise SystemExit('no kill point matches --only')

    def next(self):
        with self.tally.lock:
            entry = min(self.entries, key=lambda e: (self.tally.points[e[0]] + self.tally.tried[e[0]] // 3,
                                                     self.tally.tried[e[0]]))
            self.tally.tried[entry[0]] += 1
        return entry


class Lane:
    """Runs one process on one database at a time."""

    def __init__(self, number, args, catalog, tally, work):
        self.args, self.catalog, self.tally = args, catalog, tally
        self.rng = random.Random(args.seed * 1000 + number)
        self.work = os.path.join(work, f'lane{number}')
        self.db, self.expected = os.path.join(self.work, 'db'), os.path.join(self.work, 'expected')
        self.log = os.path.join(self.work, 'log')
        self.rounds_left = 0
        self.db_seed = 0
        self.stock_in = args.stock_every
        self.last_command = []

    # ---- processes
    def command(self, seed, *flags):
        return [self.args.db_stress, f'--db={self.db}', f'--expected={self.expected}', f'--db_seed={self.db_seed}',
                f'--seed={seed}', *flags]

    def start(self, command):
        self.last_command = command
        with open(self.log, 'w') as log:
            return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)

    def log_text(self):
        if not os.path.exists(self.log):
            return ''
        with open(self.log, errors='replace') as log:
            return log.read()

    def wait(self, process, seconds):
        """The exit code, or None if the process took longer and was killed."""
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return None

    def progress(self):
        """What the run is at, and how many tickets its workers have taken; None before it has a trace."""
        try:
            with open(os.path.join(self.expected, 'trace'), 'rb') as trace:
                head = trace.read(STAGE_AND_TICKETS.size)
        except FileNotFoundError:
            return None
        return STAGE_AND_TICKETS.unpack(head) if len(head) == STAGE_AND_TICKETS.size else None

    def wait_while_it_moves(self, process, seconds):
        """Like wait(), but a run that hangs is a fault and not one more kill."""
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
        begun = self.progress()
        deadline = time.time() + STILL_SECONDS
        while begun is not None and begun[0] in (WORKING, CLOSING):
            if process.poll() is not None:
                return process.returncode
            if begun[0] == WORKING and self.progress() != begun:
                break
            if time.time() > deadline:
                process.kill()
                process.wait()
                raise Mismatch(f'the run stood still for {STILL_SECONDS} s\n{self.log_text()[-3000:]}')
            time.sleep(0.002)
        process.kill()
        process.wait()
        return None

    def judge_exit(self, code):
        # A run that has found a fault may be killed while it closes.
        found = re.search(r'^FAULT:', self.log_text(), re.M)
        if code in (0, None, -signal.SIGKILL) and not found:
            return
        raise Mismatch(f'exit code {code}\n{self.log_text()[-3000:]}')

    # ---- one round
    def round(self):
        if self.rounds_left == 0:
            self.new_database()
        self.rounds_left -= 1
        self.keep_state('before')
        seed = self.rng.randrange(1, 1 << 48)
        name, spread, needs = self.catalog.next()
        timed = self.rng.random() < self.args.timed_share
        in_recovery = '@open' in name and not timed
        point = f'{name}:{self.rng.randint(1, spread)}'
        flags = [f'--threads={self.rng.choice((1, 2, 4, 4, 8))}']
        if not timed and needs:
            flags.append(f'--with={needs}')
        if timed or in_recovery:
            self.run_until(self.command(seed, *flags), self.rng.uniform(0.02, self.args.longest))
        else:
            ops = self.rng.choice((300, 1500)) if '@close' in name else 20000
            after = self.rng.choice((0, 20, 500, 3000)) if '@close' not in name else 0
            self.run_to_point(self.command(seed, *flags, f'--kill_point={point}', f'--ops={ops}',
                                           f'--kill_after_ops={after}'), name, self.wait_while_it_moves)
        self.keep_state('after')
        if in_recovery:
            # It writes no trace.
            self.run_to_point(self.command(seed, '--mode=dump', f'--dump={os.devnull}', f'--kill_point={point}'),
                              name, self.wait)
        self.verify(seed)

    def new_database(self):
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.work)
        self.db_seed = self.rng.randrange(1, 1 << 32)
        self.rounds_left = self.rng.randint(4, 20)

    def keep_state(self, name):
        target = os.path.join(self.work, name)
        shutil.rmtree(target, ignore_errors=True)
        os.makedirs(target)
        for part in (self.db, self.expected):
            if os.path.exists(part):
                shutil.copytree(part, os.path.join(target, os.path.basename(part)))

    def run_until(self, command, seconds):
        code = self.wait_while_it_moves(self.start(command), seconds)
        self.judge_exit(code)
        if code is None:
            self.tally.add(kills=1, timed=1)
        else:
            self.tally.add(ended=1)

    def run_to_point(self, command, name, wait):
        code = wait(self.start(command), RUN_SECONDS)
        self.judge_exit(code)
        hit = code == -signal.SIGKILL and 'KILLED at ' in self.log_text()
        with self.tally.lock:
            if hit:
                self.tally.points[name] += 1
            else:
                self.tally.unreached += 1
            self.tally.kills += hit or code is None
            self.tally.timed += code is None

    def verify(self, seed):
        stock_turn = self.stock_is_due()
        dump = os.path.join(self.work, 'ours')
        flags = [f'--dump={dump}'] if stock_turn else []
        code = self.wait(self.start(self.command(seed, '--mode=verify', *flags)), VERIFY_SECONDS)
        text = self.log_text()
        if code != 0:
            raise Mismatch(f'verification ended with {"a time-out" if code is None else code}\n{text[-3000:]}')
        self.tally.add(verified=1)
        tallies = re.search(r'^tally: (.*)$', text, re.M)
        with self.tally.lock:
            for word in tallies.group(1).split() if tallies else ():
                self.tally.work[word.partition('=')[0]] += int(word.partition('=')[2])
        if stock_turn:
            self.compare_with_stock(dump, 'reverse=1' in text)

    def stock_is_due(self):
        if not self.args.stock_every:
            return False
        self.stock_in -= 1
        if self.stock_in > 0:
            return False
        self.stock_in = self.args.stock_every
        return True

    def compare_with_stock(self, dump, reverse):
        """Stock recovers a copy of the crashed database; it must find the same contents."""
        copy = os.path.join(self.work, 'copy')
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(os.path.join(self.work, 'after', 'db'), copy)
        theirs = os.path.join(self.work, 'theirs')
        command = [sys.executable, os.path.join(HERE, 'stock.py'), f'--library={self.args.stock_library}',
                   f'--db={copy}', f'--out={theirs}', *(['--reverse'] if reverse else [])]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=VERIFY_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise Mismatch(f'stock RocksDB does not come to an end with the copy: {error}') from error
        if run.returncode:
            raise Mismatch(f'stock RocksDB cannot read the copy: exit code {run.returncode}\n{run.stderr[-2000:]}')
        wrong = difference(read_dump(dump), read_dump(theirs))
        if wrong:
            raise Mismatch(f'stock RocksDB reads something else: {wrong}')
        self.tally.add(stock=1)

    # ---- a failure
    def keep_failure(self, error):
        # First of all: whatever becomes of the copy, the run has failed.
        with self.tally.lock:
            self.tally.mismatches.append(f'{error}\n')
            place = len(self.tally.mismatches) - 1
        self.rounds_left = 0
        print(f'\nMISMATCH: {error}', flush=True)
        try:
            text = self.copy_state(error)
        except (OSError, shutil.Error) as incomplete:
            text = f'{error}\n  not kept, or in part only: {incomplete}\n'
        with self.tally.lock:
            self.tally.mismatches[place] = text
        print(text, flush=True)

    def copy_state(self, error):
        """Keeps what is needed to look into a failure; says where."""
        os.makedirs(self.args.keep, exist_ok=True)
        kept = os.path.join(
            tempfile.mkdtemp(prefix=time.strftime('%H%M%S') + f'-{self.db_seed}.', dir=self.args.keep), 'state')
        shutil.copytree(self.work, kept)
        command = ' '.join(self.last_command).replace(self.work, os.path.join(kept, 'replay'))
        text = (f'{error}\n  kept: {kept} (before/ and after/ the crash, db and expected as they are now)\n'
                f'  replay: cp -r {kept}/before {kept}/replay && {command}\n')
        with open(os.path.join(kept, 'FAILURE'), 'w') as out:
            out.write(text + '\n' + self.log_text())
        return text


def read_dump(path):
    families = {}
    with open(path) as lines:
        for line in lines:
            words = line.split()
            family = families.setdefault(words[0], {})
            if len(words) == 3:
                family[words[1]] = words[2]
    return families


def difference(ours, theirs):
    if sorted(ours) != sorted(theirs):
        return f'families {sorted(ours)} by ours, {sorted(theirs)} by stock'
    for name, mine in ours.items():
        other = theirs[name]
        wrong = [k for k in sorted(set(mine) | set(other)) if mine.get(k) != other.get(k)]
        if wrong:
            shown = ', '.join(f'{bytes.fromhex(k).decode(errors="replace")} (ours {mine.get(k, "absent")[:16]}, '
                              f'stock {other.get(k, "absent")[:16]})' for k in wrong[:3])
            return f'family {name}: {len(wrong)} of {len(mine)} keys differ: {shown}'
    return None


def drive(lane, args, tally, deadline):
    while True:
        with tally.lock:
            over = time.time() >= deadline or (args.kills is not None and tally.kills >= args.kills)
            if over or (tally.mismatches and not args.keep_going):
                return
        try:
            lane.round()
        except Mismatch as error:
            lane.keep_failure(error)
        except Exception as error:  # pylint: disable=broad-except
            # A full disk, a file that is not there: the run has shown nothing, which must not pass.
            lane.keep_failure(f'the test itself failed: {error!r}')
            return


def progress(tally, started):
    with tally.lock:
        return (f'{int(time.time() - started):5d} s  kills {tally.kills}  points {len(tally.points)}  '
                f'verified {tally.verified}  stock {tally.stock}  mismatches {len(tally.mismatches)}')


def summary(tally, catalog, started, seed):
    lines = ['', f'crashtest: seed {seed}, {int(time.time() - started)} s',
             f'  kills                {tally.kills} ({tally.timed} at random moments, '
             f'{tally.kills - tally.timed} at kill points)',
             f'  kill points hit      {sum(1 for e in catalog.entries if tally.points[e[0]])} of '
             f'{len(catalog.entries)}; tries that did not reach their point: {tally.unreached}',
             f'  runs that ended      {tally.ended} before their kill',
             f'  verifications        {tally.verified}',
             f'  stock agreed         {tally.stock}',
             f'  in the killed runs   ' + ', '.join(f'{n} {name}' for name, n in tally.work.items()),
             f'  mismatches           {len(tally.mismatches)}', '', '  hits  tries  kill point']
    for name, _, _ in catalog.entries:
        lines.append(f'  {tally.points[name]:4d}  {tally.tried[name]:5d}  {name}')
    lines += [''] + [f'MISMATCH: {text}' for text in tally.mismatches]
    return '\n'.join(lines)


def parse(argv):
    """The options of tools/crashtest.sh, whose help explains them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--minutes', type=float)
    parser.add_argument('--kills', type=int)
    parser.add_argument('--seed', type=int, default=int(os.environ.get('BUCKETLSM_SEED', time.time())))
    parser.add_argument('--stock-every', type=int, default=10)
    parser.add_argument('--build', default='build')
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--timed-share', type=float, default=0.2)
    parser.add_argument('--longest', type=float, default=3.0)
    parser.add_argument('--only')
    parser.add_argument('--keep', default='crashtest-failures')
    parser.add_argument('--keep-going', action='store_true')
    parser.add_argument('--work')
    args = parser.parse_args(argv)
    args.db_stress = os.path.abspath(os.path.join(args.build, 'db_stress'))
    args.keep = os.path.abspath(args.keep)
    if args.minutes is None:
        args.minutes = 5 if args.kills is None else 1e6
    return args


def stock_library(build):
    """The library inside Maven's rocksdbjni, which the interop tests use too."""
    sys.path.insert(0, os.path.join(HERE, '..', '..', 'test', 'interop'))
    import oracle  # pylint: disable=import-outside-toplevel
    return oracle.stock_library(os.path.join(build, 'oracle'))


def main():
    args = parse(sys.argv[1:])
    if args.stock_every:
        args.stock_library = stock_library(args.build)
    tally = Tally()
    catalog = Catalog(args.db_stress, tally, args.only)
    work = args.work or tempfile.mkdtemp(prefix='crashtest.')
    started = time.time()
    print(f'crashtest: seed {args.seed}, databases in {work}', flush=True)
    lanes = [Lane(n, args, catalog, tally, work) for n in range(args.jobs)]
    threads = [threading.Thread(target=drive, args=(lane, args, tally, started + args.minutes * 60))
               for lane in lanes]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.5 if sys.stdout.isatty() else 15)
        print(progress(tally, started), end='\r' if sys.stdout.isatty() else '\n', flush=True)
    print(summary(tally, catalog, started, args.seed), flush=True)
    if not args.work:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if tally.mismatches or not tally.verified else 0


if __name__ == '__main__':
    sys.exit(main())
