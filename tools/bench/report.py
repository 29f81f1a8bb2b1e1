"""Turns the files of single runs into tables: text, Markdown, CSV. plots.py draws the same runs.

Arithmetic only; called by run.py, by plots.py and by its tests.
"""
import csv
import json
import os
import platform
import statistics

import suites

CAUSES = ("l0_slowdown", "l0_stop", "memtable_slowdown", "memtable_stop", "pending_slowdown",
          "pending_stop")
COLUMNS = ("ops/s", "until quiet", "stall s", "P50 us", "P99 us", "P99.9 us", "W-amp", "L0 depth", "compactions",
           "disk MB", "disk / live", "peak MB", "CPU us/op", "cores")


def read_run(base, number, workload, config):
    """One run: the record of the measured benchmark, plus the background work that it left behind."""
    with open(base + ".json", encoding="utf-8") as f:
        lines = [json.loads(line) for line in f if line.strip()]
    at = max(i for i, line in enumerate(lines) if line["benchmark"] == workload.measured)
    run = dict(lines[at])
    if workload.opens:
        run.update(opening([line for line in lines if line["benchmark"] == workload.measured]))
    for later in lines[at + 1:]:
        if later["benchmark"] != "waitforcompaction":
            break  # it prepares the database for other workloads
        for key in ("user_cpu_secs", "system_cpu_secs", "background_bytes_written"):
            run[key] += later[key]
        run["max_l0_depth"] = max(run["max_l0_depth"], later["max_l0_depth"])
        run["max_running_compactions"] = max(run["max_running_compactions"],
                                             later["max_running_compactions"])
        for key in ("disk_bytes_after", "live_bytes_after"):
            run[key] = later.get(key, 0)
        run["drain_secs"] = run.get("drain_secs", 0) + later["secs"]
    written = run["user_bytes_written"]
    run["write_amp"] = run["background_bytes_written"] / written if written else 0
    run.update(round=number, workload=workload.name, config=config.name,
               timeline=read_timeline(base + ".csv", workload.measured))
    return run


def opening(lines):
    """What stands for a run whose database was opened: its median opening is the operation."""
    line = sorted(lines, key=lambda one: one["open_secs"])[len(lines) // 2]
    return {"ops": 1, "secs": line["open_secs"], "ops_per_sec": 1 / max(1e-9, line["open_secs"]),
            "user_cpu_secs": line["open_user_cpu_secs"], "system_cpu_secs": line["open_system_cpu_secs"]}


def read_timeline(path, measured):
    """The timeline of the measured benchmark, a list per column; empty for a run below a second."""
    columns = {}
    if not os.path.exists(path):
        return columns
    with open(path, encoding="utf-8") as f:
        for row in csv.DictReader(f):
            if row.pop("benchmark") != measured:
                continue
            for key, value in row.items():
                columns.setdefault(key, []).append(float(value))
    return columns


def machine_facts(suite, sizes, rounds):
    model = ""
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        for line in f:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return {"suite": suite, "keys": sizes.keys, "value_size": suites.VALUE_SIZE,
            "threads": sizes.threads, "background_jobs": sizes.jobs, "rounds": rounds,
            "cpus": os.cpu_count(), "cpu": model, "kernel": platform.release()}


def group(runs):
    """{workload: {config: [runs]}} in the order of first appearance."""
    table = {}
    for run in runs:
        table.setdefault(run["workload"], {}).setdefault(run["config"], []).append(run)
    return table


def median(runs, key):
    return statistics.median(run.get(key, 0) for run in runs)


def rate(run):
    """Operations a second, by the clock of who issues them."""
    return run["ops_per_sec"]


def quiet_rate(run):
    """The same, where the clock stops when the engine has nothing left to do: what is put off counts."""
    return run["ops"] / max(1e-9, run["secs"] + run.get("drain_secs", 0))


def ratio_to(configs, name, base, figure=rate):
    """Median over rounds of the ratio of a figure. Runs of one round follow each other in time, so the
    ratio is that within a round."""
    if base not in configs or name == base:
        return None
    by_round = {run["round"]: figure(run) for run in configs[base]}
    ratios = [figure(run) / by_round[run["round"]] for run in configs[name] if by_round.get(run["round"])]
    return statistics.median(ratios) if ratios else None


def spread_of(configs, name, base, figure):
    """"median (least to most)" of ratio_to over the rounds; empty where one of the two did not run."""
    if base not in configs or name not in configs:
        return ""
    rounds = sorted({run["round"] for run in configs[name]})
    of_round = lambda n: {k: [r for r in configs[k] if r["round"] == n] for k in (name, base)}
    ratios = [ratio_to(of_round(n), name, base, figure) for n in rounds]
    ratios = [r for r in ratios if r is not None]
    if not ratios:
        return ""
    middle = f"{statistics.median(ratios):.2f}"
    return middle if len(ratios) == 1 else f"{middle} ({min(ratios):.2f} to {max(ratios):.2f})"


def per_cpu(run):
    """Operations for a second of processor time, background work included."""
    return run["ops"] / max(1e-9, run["user_cpu_secs"] + run["system_cpu_secs"])


def per_user_cpu(run):
    return run["ops"] / max(1e-9, run["user_cpu_secs"])


def race_rows(table):
    """One row a workload: buckets on over the base, and over one bucket, with the spread over rounds."""
    base = base_of(names_of(table))
    rows = [["workload", f"rate over {base}", "until quiet", "per CPU second", "per user CPU second",
             "rate over off", "until quiet over off", "wanted"]]
    for workload, configs in table.items():
        row = [workload]
        row += [spread_of(configs, "buckets", base, figure) for figure in (rate, quiet_rate, per_cpu, per_user_cpu)]
        row += [spread_of(configs, "buckets", "off", figure) for figure in (rate, quiet_rate)]
        rows.append([*row, verdict(workload, configs, base)])
    return rows


def verdict(workload, configs, base):
    """What the race is to reach in this workload, and whether it does."""
    wanted = suites.WANTED.get(workload) if base != "off" else None
    per_core = workload in suites.WANTED_PER_CPU
    got = ratio_to(configs, "buckets", base, per_cpu if per_core else rate) if "buckets" in configs else None
    if wanted is None or got is None:
        return ""
    return f"{wanted}{' per CPU' if per_core else ''}: {'reached' if got >= wanted else 'missed'}"


def race_cost_rows(table):
    """What the rates are paid with: figures of buckets and of the base, side by side."""
    base = base_of(names_of(table))
    of = lambda key, scale: lambda runs: median(runs, key) * scale
    shown = (("write amplification", of("write_amp", 1), 2), ("disk over live", disk_over_live, 2),
             ("peak memory, MB", of("peak_memory_bytes", 1e-6), 0), ("stalls, s", of("stall_secs", 1), 2),
             ("P99, us", of("p99_us", 1), 1), ("MB/s into tables until quiet", table_rate, 0))
    rows = [["workload", *[f"{title}: buckets, {base}" for title, *_ in shown]]]
    for workload, configs in table.items():
        row = [workload]
        for _, figure, digits in shown:
            values = [figure(configs[n]) for n in ("buckets", base) if n in configs]
            row.append(", ".join(f"{value:,.{digits}f}" for value in values))
        rows.append(row)
    return rows


def show_ratio(value):
    return "" if value is None else f"{value:.2f}x"


def causes_text(runs):
    parts = []
    for cause in CAUSES:
        seconds = median(runs, f"stall_secs_{cause}")
        if seconds >= 0.05:
            parts.append(f"{cause} {seconds:.1f}")
    return ", ".join(parts)


def kinds_text(runs):
    """The 99th percentiles of each kind of operation, where there is more than one."""
    kinds = sorted({key for run in runs for key in run if key.startswith("p99_us_")})
    return ", ".join(f"{key[7:]} {median(runs, key):,.0f}" for key in kinds) if len(kinds) > 1 else ""


def cores(run):
    """Processors that a run kept busy."""
    return (run["user_cpu_secs"] + run["system_cpu_secs"]) / max(1e-9, run["secs"] + run.get("drain_secs", 0))


def void_cells(facts, table):
    """Cells of the emulated device in which this machine's processors were the limit, or nearly."""
    if facts["suite"] != "device":
        return []
    return [f"{workload} on {name}" for workload, configs in table.items() for name, runs in configs.items()
            if statistics.median(map(cores, runs)) > suites.DEVICE_CORES]


def disk_over_live(runs):
    return statistics.median(r["disk_bytes_after"] / max(1, r.get("live_bytes_after", 0)) for r in runs)


def table_rate(runs):
    """Megabytes a second that flushes and compactions write, from the first operation until the engine is quiet:
    what to hold against the disk's own rate."""
    return statistics.median(r["background_bytes_written"] / 1e6 / max(1e-9, r["secs"] + r.get("drain_secs", 0))
                             for r in runs)


def cells(runs):
    cpu = statistics.median(
        1e6 * (r["user_cpu_secs"] + r["system_cpu_secs"]) / max(1, r["ops"]) for r in runs)
    return [
        f"{median(runs, 'ops_per_sec'):,.0f}", f"{statistics.median(map(quiet_rate, runs)):,.0f}",
        f"{median(runs, 'stall_secs'):.1f}",
        f"{median(runs, 'p50_us'):.1f}", f"{median(runs, 'p99_us'):.1f}",
        f"{median(runs, 'p999_us'):.0f}", f"{median(runs, 'write_amp'):.2f}",
        f"{median(runs, 'max_l0_depth'):.0f}",
        f"{median(runs, 'max_running_compactions'):.0f} / "
        f"{median(runs, 'avg_running_compactions'):.1f}",
        f"{median(runs, 'disk_bytes_after') / 1e6:,.0f}", f"{disk_over_live(runs):.2f}",
        f"{median(runs, 'peak_memory_bytes') / 1e6:,.0f}", f"{cpu:.1f}",
        f"{statistics.median(map(cores, runs)):.2f}"]


def base_of(names):
    """What throughput is compared with first: the fairest stock there is, else this engine's one bucket."""
    return next((base for base in ("native", "stock", "jar") if base in names), "off")


def rows_of(configs, base):
    header = ["configuration", f"vs {base}", "vs off", *COLUMNS, "P99 us by kind", "stall causes, s"]
    rows = [header]
    for name, runs in configs.items():
        rows.append([name, show_ratio(ratio_to(configs, name, base)),
                     show_ratio(ratio_to(configs, name, "off")), *cells(runs), kinds_text(runs),
                     causes_text(runs)])
    return rows


def text_table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        padded = [cell.ljust(width) if i == 0 or i >= len(row) - 2 else cell.rjust(width)
                  for i, (cell, width) in enumerate(zip(row, widths))]
        lines.append("  ".join(padded).rstrip())
    lines.insert(1, "-" * max(len(line) for line in lines))
    return "\n".join(lines)


def markdown_table(rows):
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines)


def names_of(table):
    return list(dict.fromkeys(name for configs in table.values() for name in configs))


def summary_rows(table, what="throughput", figure=rate):
    """A figure of every configuration over that of the base."""
    names = names_of(table)
    base = base_of(names)
    rows = [[f"{what} over {base}", *names]]
    for workload, configs in table.items():
        row = [workload]
        for name in names:
            if name == base and name in configs:
                row.append("1")
            else:
                row.append(show_ratio(ratio_to(configs, name, base, figure)) if name in configs else "")
        rows.append(row)
    return rows


def drained(table):
    """The workloads that waited for what they had left to do in the background."""
    return {workload: configs for workload, configs in table.items()
            if any("drain_secs" in run for runs in configs.values() for run in runs)}


def sentence_of(facts, name):
    for workload in suites.SUITES[facts["suite"]]:
        if workload.name == name:
            return workload.sentence
    return ""


def compose(facts, table, draw, heading):
    engines = {}
    for configs in table.values():
        for name, runs in configs.items():
            engines[name] = runs[0]["engine"]
    known = {c.name: c.sentence for c in suites.CONFIGS}
    base = base_of(names_of(table))
    parts = [heading("Benchmark report", 1),
             f"{facts['cpus']} x {facts['cpu']}, Linux {facts['kernel']}; {facts['keys']:,} keys of "
             f"16 bytes, values of {facts['value_size']} bytes, {facts['threads']} thread(s), "
             f"{facts['background_jobs']} background jobs; {facts['rounds']} round(s), medians.",
             "\n".join(f"- {name}: {known.get(name, '')} ({engine})"
                       for name, engine in engines.items()),
             draw(race_rows(table) if facts["suite"] == "race" else summary_rows(table))]
    if facts["suite"] == "race":
        parts.append(draw(race_cost_rows(table)))
    elif drained(table):
        parts.append(draw(summary_rows(drained(table), "operations until quiet", quiet_rate)))
    void = void_cells(facts, table)
    if void:
        parts.append(f"Void, since they took more than {suites.DEVICE_CORES} processors: {', '.join(void)}.")
    for workload, configs in table.items():
        parts.append(heading(f"{workload}: {sentence_of(facts, workload)}", 2))
        parts.append(draw(rows_of(configs, base)))
    parts.append("Ratios are medians over rounds of ratios within a round. until quiet: operations a second "
                 "with the time that background work takes after the last of them. W-amp: bytes written by "
                 "flushes and compactions, until the engine is quiet, per byte of user data. "
                 "compactions: most / average at once. CPU: user and system, background work "
                 "included. Stall seconds by cause come from four samples a second.")
    return "\n\n".join(parts) + "\n"


def write_csv(path, runs):
    keys = ["workload", "config", "round"]
    keys += [k for k in runs[0] if k not in keys and k != "timeline"]
    with open(path, "w", newline="", encoding="utf-8") as f:
        writer = csv.DictWriter(f, keys, extrasaction="ignore", restval=0)
        writer.writeheader()
        writer.writerows(runs)


def write_all(out, facts, runs):
    table = group(runs)
    text = compose(facts, table, text_table, lambda t, level: t + "\n" + "=-"[level - 1] * len(t))
    with open(os.path.join(out, "report.txt"), "w", encoding="utf-8") as f:
        f.write(text)
    with open(os.path.join(out, "report.md"), "w", encoding="utf-8") as f:
        f.write(compose(facts, table, markdown_table, lambda t, level: "#" * level + " " + t))
    write_csv(os.path.join(out, "runs.csv"), runs)
    print(text)
