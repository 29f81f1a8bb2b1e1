#!/usr/bin/env python3
"""Runs the comparison: interleaved rounds of (workload x configuration), then the report.

tools/bench.sh builds the binaries and calls this. It writes below --out, and databases below --dir,
which it removes.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import memory  # noqa: E402
import report  # noqa: E402
import suites  # noqa: E402

# Seconds. Without --rounds no round begins that would end later.
TIME_FOR_ROUNDS = 480
MOST_AUTOMATIC_ROUNDS = 3


def parse_arguments():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--suite", choices=sorted(suites.SUITES), default="paper")
    p.add_argument("--rounds", type=int, default=0)
    p.add_argument("--scale", type=float, default=1.0)
    p.add_argument("--writers", type=float, default=0)
    p.add_argument("--out", default="bench_out")
    p.add_argument("--dir", default="")
    p.add_argument("--workloads", default="")
    p.add_argument("--configs", default="")
    p.add_argument("--threads", type=int, default=0)
    p.add_argument("--jobs", type=int, default=0)
    p.add_argument("--ours", default="build/db_bench")
    p.add_argument("--stock", default="build/db_bench_stock")
    p.add_argument("--native", default="build/db_bench_native")
    p.add_argument("--jar", default="build/db_bench_jar")
    p.add_argument("--direct", action="store_true")
    p.add_argument("--resume", action="store_true")
    p.add_argument("--time-limit", type=float, default=0)
    p.add_argument("--report-only", action="store_true")
    return p.parse_args()


def fail(text):
    print(f"bench: {text}", file=sys.stderr)
    sys.exit(1)


def choose(kind, known, wanted, default):
    names = [n for n in wanted.split(",") if n] or list(default)
    unknown = [n for n in names if n not in known]
    if unknown:
        fail(f"unknown {kind} {', '.join(unknown)}; known: {', '.join(known)}")
    return [known[n] for n in names]


class Progress:
    """A line of progress with the remaining time, estimated from earlier runs."""

    def __init__(self):
        self.start = time.monotonic()
        self.taken = {}
        self.on_terminal = sys.stderr.isatty()

    def show(self, text, left):
        known = [self.taken[k] for k in left if k in self.taken]
        rest = ""
        if known:
            seconds = sum(known) + (len(left) - len(known)) * sum(known) / len(known)
            rest = f", about {int(seconds) // 60} min {int(seconds) % 60:02d} s left in this round"
        passed = int(time.monotonic() - self.start)
        line = f"[{passed // 60:02d}:{passed % 60:02d}] {text}{rest}"
        print(f"\r\033[K{line}" if self.on_terminal else line, end="" if self.on_terminal else "\n",
              file=sys.stderr, flush=True)

    def clear(self):
        if self.on_terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class Bench:
    """One invocation: directories, sizes, workloads, configurations."""

    def __init__(self, args):
        self.args = args
        self.sizes = suites.sizes_for(args.scale, args.threads, args.jobs, args.writers)
        all_workloads = {w.name: w for w in suites.SUITES[args.suite]}
        self.workloads = suites.with_load(
            args.suite, choose("workload", all_workloads, args.workloads, all_workloads))
        self.binaries = {"ours": args.ours, "native": args.native, "stock": args.stock, "jar": args.jar}
        self.configs = self.available_configs()
        if args.dir:
            os.makedirs(args.dir, exist_ok=True)
        self.dir = tempfile.mkdtemp(prefix="bucketlsm-bench-", dir=args.dir or None)
        written = 3 * suites.shown_sizes(args.suite, self.sizes).keys * suites.VALUE_SIZE
        self.page_cache = memory.PageCache(self.dir) if written >= memory.SMALLEST_RUN else None
        self.raw = os.path.join(args.out, "raw")
        self.store = os.path.join(args.out, "runs.json")
        self.records = []
        self.progress = Progress()

    def available_configs(self):
        known = {c.name: c for c in suites.CONFIGS}
        default = list(suites.DEFAULT_CONFIGS)
        default += [name for name in ("native", "jar") if os.access(self.binaries[name], os.X_OK)]
        chosen = choose("configuration", known, self.args.configs, default)
        usable = []
        for config in chosen:
            if os.access(self.binaries[config.engine], os.X_OK):
                usable.append(config)
            else:
                print(f"bench: '{config.name}' is skipped: {self.binaries[config.engine]} is not built",
                      file=sys.stderr)
        if not usable:
            fail("no configuration can run")
        return usable

    def check_space(self):
        shared = any(w.shared_db for w in self.workloads)
        databases = len(self.configs) + 1 if shared else 1
        needed = suites.shown_sizes(self.args.suite, self.sizes).keys * suites.VALUE_SIZE * 3 * databases
        free = shutil.disk_usage(self.dir).free
        if needed > free:
            fail(f"{self.dir} has {free >> 20} MB free, the runs need about {needed >> 20} MB; "
                 "lower --scale or give another --dir")

    def plan(self, number):
        """(workload, config) of one round; none always follows the same other."""
        return [(w, c) for w in self.workloads for c in suites.order_of(number, self.configs)]

    def command(self, number, workload, config, base):
        directory = os.path.join(self.dir, config.name if workload.shared_db else "fresh")
        # A log that is to be replayed must not be flushed first; openings are repeated where that changes nothing.
        names = [workload.load] if workload.load else []
        if workload.load and workload.name != "recover":
            names.append("waitforcompaction")
        names += [workload.measured] * (suites.OPENINGS if workload.name == "open" else 1)
        if workload.drains:
            names.append("waitforcompaction")
        names += [workload.after] if workload.after else []
        common = suites.data_flags() if workload.defaults else suites.common_flags(self.sizes)
        flags = common + workload.flags(self.sizes) + list(config.flags)
        if self.args.direct:
            flags += suites.DIRECT
        if workload.shared_db and workload.name != "load":
            flags.append("--use_existing_db=true")
        flags.append(f"--seed={suites.seed_of(self.args.suite, number)}")
        return directory, [
            self.binaries[config.engine], f"--benchmarks={','.join(names)}", f"--db={directory}",
            f"--summary_file={base}.json", f"--timeline_file={base}.csv", "--histogram=true",
            "--report_stalls=true", "--progress_reports=false", f"--label={config.name}", *flags]

    def run_one(self, number, workload, config):
        base = os.path.join(self.raw, f"{number + 1}-{workload.name}-{config.name}")
        directory, command = self.command(number, workload, config, base)
        if self.page_cache:
            self.page_cache.fill()
        with open(base + ".log", "w", encoding="utf-8") as log:
            log.write(" ".join(command) + "\n")
            log.flush()
            code = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, check=False)
        if code.returncode != 0:
            self.progress.clear()
            with open(base + ".log", encoding="utf-8", errors="replace") as log:
                print("".join(log.readlines()[-5:]), file=sys.stderr)
            fail(f"{workload.name} on {config.name} ended with {code.returncode}; see {base}.log")
        if not workload.shared_db:
            shutil.rmtree(directory, ignore_errors=True)
        os.sync()
        run = report.read_run(base, number + 1, workload, config)
        same = lambda r: (r["round"], r["workload"], r["config"]) == (run["round"], run["workload"], run["config"])
        self.records = [r for r in self.records if not same(r)] + [run]

    def needed(self, number):
        """What of a round is still to be run. The database that workloads share goes with its process."""
        have = {(r["round"], r["workload"], r["config"]) for r in self.records}
        missing = [(w, c) for w, c in self.plan(number) if (number + 1, w.name, c.name) not in have]
        if not any(w.shared_db for w, _ in missing):
            return missing
        return [(w, c) for w, c in self.plan(number) if (w, c) in missing or w.name == "load"]

    def time_is_up(self):
        return 0 < self.args.time_limit * 60 <= time.monotonic() - self.progress.start

    def run_round(self, number):
        """False: the time was up. A workload that has begun runs on all configurations."""
        plan = self.needed(number)
        for i, (workload, config) in enumerate(plan):
            if (i == 0 or plan[i - 1][0] is not workload) and self.time_is_up():
                return False
            left = [(w.name, c.name) for w, c in plan[i:]]
            self.progress.show(f"round {number + 1}, {i + 1} of {len(plan)}: {workload.name} on "
                               f"{config.name}", left)
            start = time.monotonic()
            self.run_one(number, workload, config)
            self.save(number + 1)
            self.progress.taken[(workload.name, config.name)] = time.monotonic() - start
        for config in self.configs:
            shutil.rmtree(os.path.join(self.dir, config.name), ignore_errors=True)
        return True

    def another_round(self, done):
        if self.args.rounds > 0:
            return done < self.args.rounds
        if done == 0:
            return True
        passed = time.monotonic() - self.progress.start
        return done < MOST_AUTOMATIC_ROUNDS and passed * (done + 1) / done <= TIME_FOR_ROUNDS

    def save(self, rounds):
        """After each run, so that --resume can go on."""
        facts = report.machine_facts(self.args.suite, suites.shown_sizes(self.args.suite, self.sizes), rounds)
        facts["settings"] = self.settings()
        with open(self.store + ".new", "w", encoding="utf-8") as f:
            json.dump({"facts": facts, "runs": self.records}, f, indent=1)
        os.replace(self.store + ".new", self.store)

    def settings(self):
        """What makes two runs unlike, beside workload and configuration."""
        args = self.args
        binaries = {name: os.path.getsize(path) for name, path in
                    (("ours", args.ours), ("stock", args.stock), ("native", args.native), ("jar", args.jar))
                    if os.path.exists(path)}
        return {"threads": args.threads, "jobs": args.jobs, "direct": args.direct, "writers": args.writers,
                "bytes of programs": binaries}

    def begin(self):
        """Takes up the runs of an earlier invocation, or clears its files away."""
        if self.args.resume and os.path.exists(self.store):
            with open(self.store, encoding="utf-8") as f:
                saved = json.load(f)
            if (saved["facts"]["suite"], saved["facts"]["keys"]) != (
                    self.args.suite, suites.shown_sizes(self.args.suite, self.sizes).keys):
                fail(f"{self.store} has runs of another suite or scale; give another --out")
            if saved["facts"].get("settings", self.settings()) != self.settings():
                fail(f"{self.store} has runs with other settings or programs: {saved['facts']['settings']}, now "
                     f"{self.settings()}; give another --out")
            self.records = saved["runs"]
        else:
            shutil.rmtree(self.raw, ignore_errors=True)
        os.makedirs(self.raw, exist_ok=True)

    def run(self):
        self.check_space()
        self.begin()
        done = 0
        try:
            while self.another_round(done) and self.run_round(done):
                done += 1
        finally:
            self.progress.clear()
            shutil.rmtree(self.dir, ignore_errors=True)
        if not self.records:
            fail("the time was up before a run had ended")
        self.save(max(r["round"] for r in self.records))


def write_plots(out, facts, table):
    """Draws the runs. Without matplotlib it says so and returns False."""
    try:
        import plots
    except ImportError as error:
        print(f"No plots: {error}")
        return False
    plots.write_all(out, facts, table)
    return True


def main():
    args = parse_arguments()
    store = os.path.join(args.out, "runs.json")
    if not args.report_only:
        Bench(args).run()
    with open(store, encoding="utf-8") as f:
        saved = json.load(f)
    report.write_all(args.out, saved["facts"], saved["runs"])
    drawn = write_plots(args.out, saved["facts"], report.group(saved["runs"]))
    print(f"Written to {args.out}: report.txt, report.md, runs.csv{', plots' if drawn else ''}")


if __name__ == "__main__":
    main()
