"""Draws runs over time, and the ratios, as SVG and PNG. Called by run.py; needs matplotlib.

plots.py DATA OUT: draws the figures of lsm_sim --figures --csv=DATA below OUT, beside the published
numbers, and the merging threads over time from DATA.timeline.
"""
import csv
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

import report  # noqa: E402

PANELS = (("interval_ops", "operations per second"), ("l0_depth", "L0 depth"),
          ("running_compactions", "running compactions"))
COLORS = {"buckets": "#1b6ca8", "off": "#e08e0b", "off8": "#8c564b", "native": "#7d3c98",
          "native8": "#c39bd3", "stock": "#c0392b",
          "stock8": "#7f7f7f", "static": "#17becf", "jar": "#2e8b57", "jar8": "#9acd32"}


def typical(runs):
    """The run of median throughput: a plot shows a real run, not an average."""
    ordered = sorted(runs, key=lambda run: run["ops_per_sec"])
    return ordered[(len(ordered) - 1) // 2]


def save(figure, out, name):
    for kind in ("svg", "png"):
        figure.savefig(os.path.join(out, f"{name}.{kind}"), dpi=130, bbox_inches="tight")
    plt.close(figure)


def over_time(out, facts, workload, configs):
    figure, axes = plt.subplots(len(PANELS), 1, figsize=(9, 8), sharex=True)
    drawn = False
    for name, runs in configs.items():
        timeline = typical(runs)["timeline"]
        if not timeline:
            continue
        drawn = True
        for axis, (column, _) in zip(axes, PANELS):
            axis.plot(timeline["secs"], timeline[column], label=name, linewidth=1.3,
                      color=COLORS.get(name))
    for axis, (_, title) in zip(axes, PANELS):
        axis.set_ylabel(title)
        axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
    if not drawn:
        plt.close(figure)
        return
    axes[0].set_title(f"{workload}: {report.sentence_of(facts, workload)}")
    axes[0].legend(ncols=len(configs), fontsize="small")
    axes[-1].set_xlabel("seconds")
    save(figure, out, f"time-{workload}")


def ratios(out, table):
    rows = report.summary_rows(table)
    names, workloads = rows[0][1:], [row[0] for row in rows[1:]]
    figure, axis = plt.subplots(figsize=(1.8 * len(workloads) + 2, 4))
    width = 0.8 / len(names)
    for i, name in enumerate(names):
        values = [float(row[i + 1].rstrip("x") or 0) for row in rows[1:]]
        axis.bar([x + i * width for x in range(len(workloads))], values, width, label=name,
                 color=COLORS.get(name))
    axis.axhline(1, color="black", linewidth=0.7)
    axis.set_xticks([x + 0.4 - width / 2 for x in range(len(workloads))], workloads)
    axis.set_ylabel(rows[0][0])
    axis.legend(fontsize="small")
    save(figure, out, "ratios")


def write_all(out, facts, table):
    for workload, configs in table.items():
        over_time(out, facts, workload, configs)
    ratios(out, table)


def figure_bars(out, name, rows):
    """Published and simulated values of one figure; each pair has an axis of its own, since units differ."""
    figure, axes = plt.subplots(len(rows), 1, figsize=(9, 0.65 * len(rows) + 0.8), squeeze=False)
    for row, axis in zip(rows, axes[:, 0]):
        bars = [(key, float(row[key]), color)
                for key, color in (("published", "#7f7f7f"), ("simulated", COLORS["buckets"])) if row[key]]
        drawn = axis.barh([key for key, _, _ in bars], [value for _, value, _ in bars],
                          color=[color for _, _, color in bars])
        axis.bar_label(drawn, labels=[f" {value:g}" for _, value, _ in bars], fontsize="small")
        axis.set_title(row["value"], fontsize="small", loc="left", pad=2)
        axis.tick_params(labelsize="small")
        axis.set_xticks([])
        axis.margins(x=0.15)
        axis.invert_yaxis()
        for side in ("top", "right", "bottom"):
            axis.spines[side].set_visible(False)
    figure.suptitle(name, fontsize="medium")
    figure.tight_layout(h_pad=0.4)
    save(figure, out, "simulated-" + name.lower().replace(" ", "-"))


def simulated_threads(out, path):
    """Merging threads over time, a panel for each workload."""
    series = {}
    with open(path, encoding="utf-8") as f:
        for row in csv.DictReader(f):
            workload, config = row["run"].split(" ", 1)
            points = series.setdefault(workload, {}).setdefault(config, ([], []))
            points[0].append(float(row["secs"]))
            points[1].append(float(row["merging_threads"]))
    figure, axes = plt.subplots(len(series), 1, figsize=(9, 3.2 * len(series)), squeeze=False)
    for (workload, configs), axis in zip(series.items(), axes[:, 0]):
        for config, (seconds, threads) in configs.items():
            axis.plot(seconds, threads, label=config, linewidth=1.1, color=COLORS.get(config))
        axis.set_title(workload)
        axis.set_ylabel("merging threads")
        axis.grid(alpha=0.3)
        axis.legend(fontsize="small")
    axes[-1, 0].set_xlabel("simulated seconds")
    save(figure, out, "simulated-threads")


def draw_figures(data, out):
    os.makedirs(out, exist_ok=True)
    figures = {}
    with open(data, encoding="utf-8") as f:
        for row in csv.DictReader(f):
            figures.setdefault(row["figure"], []).append(row)
    for name, rows in figures.items():
        figure_bars(out, name, rows)
    simulated_threads(out, data + ".timeline")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    draw_figures(sys.argv[1], sys.argv[2])
