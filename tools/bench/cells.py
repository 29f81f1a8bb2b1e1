#!/usr/bin/env python3
"""Turns runs on the emulated device into the cells that lsm_sim --validate reads.

cells.py DIR...: each DIR holds the .json and .log of runs, as tools/bench.sh --suite device writes
them into OUT/raw. Prints one line a workload, configuration and set of flags, with the median over
its runs; runs of stock are left out.
"""
import glob
import json
import os
import shlex
import statistics
import sys

MIB = 1 << 20
# Flag: setting of the simulator, divisor, value of the preset "emulated".
FLAGS = {
    "writes": ("writes", 1, 3_200_000),
    "benchmark_write_rate_limit": ("write_mbps", 1e6, 30),
    "max_background_jobs": ("jobs", 1, 48),
    "delayed_write_rate": ("delayed_kbps", 1e3, 900),
    "write_buffer_size": ("buffer_mib", MIB, 16),
    "max_bytes_for_level_base": ("base_mib", MIB, 16),
    "target_file_size_base": ("file_mib", MIB, 4),
    "bucket_initial_buckets": ("buckets", 1, 16),
}
DEVICE = (("merge_mbps", 12.5), ("flush_mbps", 37.5), ("device_mbps", 600))
CONFIGS = {"buckets", "static", "off", "off8"}
WORKLOADS = {"fillrandom": "fillrandom", "mixgraph": "mixgraph1"}


def flags_of(log):
    """Flags of the command in the first line of a run's .log; the last of equal ones counts."""
    with open(log, encoding="utf-8", errors="replace") as f:
        words = shlex.split(f.readline())
    return dict(w[2:].split("=", 1) for w in words if w.startswith("--") and "=" in w)


def settings_of(flags):
    """"name=value" for what differs from the preset."""
    found = []
    for flag, (name, unit, preset) in FLAGS.items():
        value = float(flags.get(flag, preset * unit)) / unit
        if value != preset:
            found.append(f"{name}={value:g}" if name != "writes" else f"{name}={value:.0f}")
    for (name, preset), value in zip(DEVICE, flags["device"].split(",")):
        if float(value) != preset:
            found.append(f"{name}={float(value):g}")
    return found


def figures_of(lines):
    """The measured benchmark; bytes and depth include the background work it left behind."""
    first = lines[0]
    written = sum(line["background_bytes_written"] for line in lines)
    return {"ops": first["ops_per_sec"], "write_amp": written / first["user_bytes_written"],
            "mean_jobs": first["avg_running_compactions"],
            "depth": max(line["max_l0_depth"] for line in lines), "stall": first["stall_secs"]}


def read_runs(directories):
    """{(workload, config, settings): [figures]} in the order of first appearance."""
    cells = {}
    for directory in directories:
        for path in sorted(glob.glob(os.path.join(directory, "*.json"))):
            with open(path, encoding="utf-8") as f:
                lines = [json.loads(line) for line in f if line.strip()]
            flags = flags_of(path[:-len("json")] + "log")
            config, workload = flags.get("label"), WORKLOADS.get(lines[0]["benchmark"])
            complete = lines[-1]["benchmark"] == "waitforcompaction"
            if config not in CONFIGS or workload is None or "device" not in flags or not complete:
                continue
            key = (workload, config, " ".join([f"seed={flags.get('seed', '42')}"] + settings_of(flags)))
            cells.setdefault(key, []).append(figures_of(lines))
    return cells


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for (workload, config, settings), runs in read_runs(sys.argv[1:]).items():
        figures = " ".join(f"{name}={statistics.median(run[name] for run in runs):.5g}" for name in runs[0])
        print(f"{workload} {config} {settings} : {figures}")


if __name__ == "__main__":
    main()
