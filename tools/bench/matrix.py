#!/usr/bin/env python3
"""Whether buckets cost anything: over one bucket, in every cell of place x I/O x number of jobs, beside one bucket over
itself, which shows how far two runs of one thing differ on this machine.

tools/bench.sh --matrix builds the binary and calls this. Each cell is a run of run.py below --out; the table at the end
pools the ratios of neighbours in a round.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import report  # noqa: E402

JOBS = (1, 2, 4, 8)
# Those in which flushes and compactions decide: what buckets change.
WORKLOADS = "fillrandom-nowal,overwrite,mixgraph1"
FIGURES = (("rate", report.rate), ("until quiet", report.quiet_rate), ("per CPU second", report.per_cpu))
PAIRS = (("buckets", "buckets over off"), ("off-again", "off over off"))


def parse_arguments():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--ours", default="build/db_bench")
    p.add_argument("--out", default="bench_out")
    p.add_argument("--disk", default=tempfile.gettempdir())
    p.add_argument("--memory", default="/dev/shm")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--scale", type=float, default=1.0)
    p.add_argument("--workloads", default=WORKLOADS)
    p.add_argument("--resume", action="store_true")
    p.add_argument("--report-only", action="store_true")
    return p.parse_args()


def places(args):
    """{name: (directory, more arguments of run.py)}. A file system in memory has no direct I/O of its own."""
    return {"disk": (args.disk, []), "disk, direct": (args.disk, ["--direct"]), "memory": (args.memory, [])}


def cell_directory(args, place, jobs):
    return os.path.join(args.out, f"{place.replace(', ', '-')}-{jobs}")


def run_cell(args, place, jobs):
    directory, more = places(args)[place]
    if args.resume:
        more = [*more, "--resume"]
    here = os.path.dirname(os.path.abspath(__file__))
    print(f"matrix: {place}, {jobs} job(s)", file=sys.stderr, flush=True)
    subprocess.run([sys.executable, os.path.join(here, "run.py"), "--suite", "race", "--configs", "off,buckets,off-again",
                    "--workloads", args.workloads, "--rounds", str(args.rounds), "--scale", str(args.scale),
                    "--jobs", str(jobs), "--ours", args.ours, "--dir", directory,
                    "--out", cell_directory(args, place, jobs), *more],
                   check=True, stdout=subprocess.DEVNULL)


def ratios_of(runs, config, figure):
    """Of a configuration over off, each within its round and workload."""
    base = {(r["workload"], r["round"]): figure(r) for r in runs if r["config"] == "off"}
    return [figure(r) / base[r["workload"], r["round"]] for r in runs if r["config"] == config]


def summary(ratios):
    """Median, and the middle half."""
    if len(ratios) < 2:
        return "".join(f"{r:.2f}" for r in ratios)
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def row_of(name, cells, only=lambda run: True):
    """A row over the pooled runs of some cells."""
    row = [name]
    for _, figure in FIGURES:
        for config, _ in PAIRS:
            row.append(summary([r for runs in cells for r in ratios_of(list(filter(only, runs)), config, figure)]))
    return row


def rows_of(cells):
    """`cells`: {(place, jobs): runs}."""
    rows = [["pooled over", *[f"{title}: {pair}" for title, _ in FIGURES for _, pair in PAIRS]]]
    rows.append(row_of("everything", cells.values()))
    for place in dict.fromkeys(place for place, _ in cells):
        rows.append(row_of(place, [runs for (p, _), runs in cells.items() if p == place]))
    for jobs in dict.fromkeys(jobs for _, jobs in cells):
        rows.append(row_of(f"{jobs} job(s)", [runs for (_, j), runs in cells.items() if j == jobs]))
    for workload in dict.fromkeys(r["workload"] for runs in cells.values() for r in runs):
        rows.append(row_of(workload, cells.values(), lambda run, name=workload: run["workload"] == name))
    for (place, jobs), runs in cells.items():
        rows.append(row_of(f"{place}, {jobs} job(s)", [runs]))
    return rows


def main():
    args = parse_arguments()
    cells = {}
    for place in places(args):
        for jobs in JOBS:
            if not args.report_only:
                run_cell(args, place, jobs)
            store = os.path.join(cell_directory(args, place, jobs), "runs.json")
            if os.path.exists(store):
                with open(store, encoding="utf-8") as f:
                    cells[place, jobs] = json.load(f)["runs"]
    if not cells:
        sys.exit(f"matrix: {args.out} has no runs")
    rows = rows_of(cells)
    with open(os.path.join(args.out, "matrix.md"), "w", encoding="utf-8") as f:
        f.write(report.markdown_table(rows) + "\n")
    print(report.text_table(rows))
    print(f"Medians of ratios within a round, and the middle half of them. Written to {args.out}: matrix.md")


if __name__ == "__main__":
    main()
