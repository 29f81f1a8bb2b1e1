#!/usr/bin/env python3
"""Counts the instructions that hot paths of the library take, with callgrind, and holds them against a table.

  hot_paths_test.py --program build/test/hot_paths                 fails where one takes over 2 % more
  hot_paths_test.py --program build/test/hot_paths --rewrite       writes the counts down as the new table
  hot_paths_test.py --program ours --beside stock                  both, side by side; judges nothing

The counts are of one compiler and one set of processor features, which the table names: where these differ
from the machine's, the test fails and says so. Take the old commit and --rewrite there first, then compare.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TABLE = pathlib.Path(__file__).with_name("hot_paths.tsv")
TOLERANCE = 0.02
# What the library and the C library choose code by.
FEATURES = ("sse4_2", "pclmulqdq", "avx2", "bmi2", "erms")


def environment(program):
    """What counts depend on beside the source: compiler and processor features."""
    comment = subprocess.run(["readelf", "-p", ".comment", program], capture_output=True, text=True, check=True).stdout
    compilers = sorted(set(re.findall(r"(?:GCC|clang)[^\n]*?(\d+\.\d+\.\d+)", comment)))
    flags = set(re.search(r"^flags\s*:(.*)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii"), re.M)
                .group(1).split())
    return f"compiler {' '.join(compilers)}; processor {' '.join(f for f in FEATURES if f in flags)}"


def count(program, path):
    """Instructions an operation."""
    with tempfile.TemporaryDirectory(prefix="hot_paths_") as scratch:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--toggle-collect=MeasuredPart",
             f"--callgrind-out-file={scratch}/profile", program, path, f"{scratch}/db"],
            capture_output=True, text=True, check=False)
        found = re.search(r"Collected : (\d+)", run.stderr)
        if run.returncode != 0 or not found:
            raise SystemExit(f"{path}: valgrind ended with {run.returncode}\n{run.stderr[-2000:]}")
        return int(found.group(1)) / int(run.stdout)


def counts_of(program, paths):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(paths, pool.map(lambda path: count(program, path), paths)))


def read_table():
    lines = TABLE.read_text(encoding="ascii").splitlines()
    return lines[0].lstrip("# "), {name: float(value) for name, value in (line.split("\t") for line in lines[1:])}


def judge(counts, expected):
    """Prints every path; returns the names of those that take too many instructions or are not in the table."""
    bad = []
    for name, value in counts.items():
        known = expected.get(name)
        verdict = "not in the table"
        if known is not None:
            change = value / known - 1
            verdict = f"{change:+.1%}" + ("" if abs(change) <= TOLERANCE else "  MORE" if change > 0 else "  less: --rewrite")
        if known is None or value > known * (1 + TOLERANCE):
            bad.append(name)
        print(f"{name:14s} {value:10.0f} {known or 0:10.0f}  {verdict}")
    return bad + sorted(set(expected) - set(counts))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--rewrite", action="store_true")
    parser.add_argument("--beside")
    args = parser.parse_args()
    paths = subprocess.run([args.program, "--list"], capture_output=True, text=True, check=True).stdout.split()
    counts = counts_of(args.program, paths)
    if args.beside:
        other = counts_of(args.beside, paths)
        for name in paths:
            print(f"{name:14s} {counts[name]:10.0f} {other[name]:10.0f}  {other[name] / counts[name]:5.2f}")
        return 0
    here = environment(args.program)
    if args.rewrite:
        rows = "".join(f"{name}\t{value:.1f}\n" for name, value in counts.items())
        TABLE.write_text(f"# {here}\n{rows}", encoding="ascii")
        return 0
    there, expected = read_table()
    bad = judge(counts, expected)
    if here != there:
        print(f"The table was made with {there}; this is {here}. Rewrite it at the commit to compare with.")
        return 1
    if bad:
        print(f"More than {TOLERANCE:.0%} above the table, or missing on one side: {', '.join(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
