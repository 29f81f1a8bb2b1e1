#!/usr/bin/env python3
"""Tests of the arithmetic of reports: medians, ratios, and the background work of a run."""
import json
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cells  # noqa: E402
import matrix  # noqa: E402
import report  # noqa: E402
import suites  # noqa: E402


def line(benchmark, **more):
    record = {"benchmark": benchmark, "engine": "x", "ops": 10, "secs": 2.0, "ops_per_sec": 5.0,
              "user_cpu_secs": 1.0, "system_cpu_secs": 0.5, "background_bytes_written": 100,
              "user_bytes_written": 200, "max_l0_depth": 3, "max_running_compactions": 1,
              "disk_bytes_after": 1000}
    record.update(more)
    return record


def throughputs(config, *values):
    return [{"workload": "w", "config": config, "round": i + 1, "ops_per_sec": v}
            for i, v in enumerate(values)]


class Report(unittest.TestCase):
    def read(self, *lines):
        with tempfile.TemporaryDirectory() as directory:
            base = os.path.join(directory, "run")
            with open(base + ".json", "w", encoding="utf-8") as f:
                f.writelines(json.dumps(one) + "\n" for one in lines)
            with open(base + ".csv", "w", encoding="utf-8") as f:
                f.write("benchmark,secs,interval_ops\nycsbload,1,7\nycsba,1,8\nycsba,2,9\n")
            workload = suites.Workload("w", "ycsba", "", None, load="ycsbload")
            return report.read_run(base, 1, workload, suites.CONFIGS[0])

    def test_background_work_left_behind_belongs_to_the_run(self):
        run = self.read(line("ycsbload", user_cpu_secs=50), line("waitforcompaction"),
                        line("ycsba"),
                        line("waitforcompaction", user_bytes_written=0, disk_bytes_after=700,
                             max_l0_depth=5, background_bytes_written=300))
        self.assertEqual(2.0, run["user_cpu_secs"])
        self.assertEqual(2.0, run["write_amp"])
        self.assertEqual(700, run["disk_bytes_after"])
        self.assertEqual(5, run["max_l0_depth"])
        self.assertEqual(5.0, run["ops_per_sec"])

    def test_the_matrix_pools_ratios_within_a_round_and_workload(self):
        runs = [dict(line("w", ops_per_sec=ops), config=config, round=n, workload="w")
                for n, pair in enumerate(((10, 12, 10), (100, 90, 110), (50, 50, 50)))
                for config, ops in zip(("off", "buckets", "off-again"), pair)]
        rows = matrix.rows_of({("disk", 1): runs[:6], ("disk", 2): runs[6:]})
        of = {row[0]: row[1:3] for row in rows}
        self.assertEqual(["1.00 (0.95 to 1.10)", "1.00 (1.00 to 1.05)"], of["everything"])
        self.assertEqual(of["everything"], of["w"])
        self.assertEqual(["1.05 (0.98 to 1.12)", "1.05 (1.02 to 1.08)"], of["disk, 1 job(s)"])
        self.assertEqual(["1.00", "1.00"], of["2 job(s)"])

    def test_the_rate_into_tables_counts_what_was_put_off(self):
        run = dict(line("w", background_bytes_written=30_000_000), drain_secs=1.0)
        self.assertEqual(10.0, report.table_rate([run]))

    def test_rows_are_compared_with_the_base(self):
        runs = {name: [dict(line("w", ops_per_sec=ops), write_amp=1, round=1)]
                for name, ops in (("native", 10), ("buckets", 15))}
        rows = report.rows_of(runs, "native")
        self.assertEqual([["configuration", "vs native"], ["native", ""], ["buckets", "1.50x"]],
                         [row[:2] for row in rows])

    def test_what_comes_after_the_wait_is_not_counted(self):
        run = self.read(line("ycsba"), line("waitforcompaction"),
                        line("compact", background_bytes_written=9000), line("waitforcompaction"))
        self.assertEqual(1.0, run["write_amp"])

    def test_the_timeline_leaves_the_load_out(self):
        run = self.read(line("ycsba"))
        self.assertEqual({"secs": [1.0, 2.0], "interval_ops": [8.0, 9.0]}, run["timeline"])

    def test_ratios_are_taken_within_a_round(self):
        configs = {"stock": throughputs("stock", 100, 10, 50),
                   "buckets": throughputs("buckets", 200, 20, 75)}
        self.assertEqual(2, report.ratio_to(configs, "buckets", "stock"))
        self.assertIsNone(report.ratio_to(configs, "stock", "stock"))
        self.assertIsNone(report.ratio_to(configs, "buckets", "off"))

    def test_until_quiet_the_time_of_work_put_off_counts(self):
        lazy = self.read(line("ycsba"), line("waitforcompaction", secs=3.0))
        eager = self.read(line("ycsba", secs=2.5, ops_per_sec=4.0), line("waitforcompaction", secs=0.0))
        self.assertEqual((2.0, 4.0), (report.quiet_rate(lazy), report.quiet_rate(eager)))
        configs = {"off": [lazy], "buckets": [eager]}
        self.assertEqual(0.8, report.ratio_to(configs, "buckets", "off"))
        self.assertEqual(2.0, report.ratio_to(configs, "buckets", "off", report.quiet_rate))
        self.assertEqual({"w": configs}, report.drained({"w": configs, "reads": {"off": [self.read(line("ycsba"))]}}))

    def test_the_race_shows_each_ratio_with_its_spread(self):
        def runs(*values):
            return [line("w", round=i + 1, ops=v, ops_per_sec=float(v), user_cpu_secs=1.0, system_cpu_secs=1.0)
                    for i, v in enumerate(values)]
        table = {"w": {"buckets": runs(30, 10, 40), "off": runs(30, 20, 20), "native": runs(10, 10, 10)}}
        rows = report.race_rows(table)
        self.assertEqual("rate over native", rows[0][1])
        self.assertEqual(["w", "3.00 (1.00 to 4.00)", "3.00 (1.00 to 4.00)", "3.00 (1.00 to 4.00)"], rows[1][:4])
        self.assertEqual("1.00 (0.50 to 2.00)", rows[1][5])
        self.assertEqual("", report.race_rows({"w": {"buckets": runs(1), "native": runs(1)}})[1][5])
        rows = report.race_rows({"fillseq": {"buckets": runs(30), "native": runs(10)},
                                 "compact": {"buckets": runs(19), "native": runs(10)}})
        self.assertEqual(["2.0: reached", "2.0 per CPU: missed"], [row[-1] for row in rows[1:]])

    def test_the_race_shows_what_its_rates_are_paid_with(self):
        table = {"w": {"buckets": [line("w", write_amp=1.5, disk_bytes_after=30, live_bytes_after=20, stall_secs=0.25)],
                       "native": [line("w", write_amp=2.5, disk_bytes_after=40, live_bytes_after=20)]}}
        rows = report.race_cost_rows(table)
        self.assertEqual(["w", "1.50, 2.50", "1.50, 2.00"], rows[1][:3])
        self.assertIn("0.25, ", rows[1][4])

    def test_an_opening_counts_by_the_median_of_its_times(self):
        lines = [line("reopen", open_secs=secs, open_user_cpu_secs=secs / 2, open_system_cpu_secs=0) for secs in (4, 1, 2)]
        got = report.opening(lines)
        self.assertEqual((1, 2, 0.5, 1), (got["ops"], got["secs"], got["ops_per_sec"], got["user_cpu_secs"]))

    def test_percentiles_are_shown_by_kind_where_there_are_several(self):
        mixed = [{"p99_us_read": 40.0, "p99_us_write": 2000.0}, {"p99_us_read": 60.0, "p99_us_write": 3000.0}]
        self.assertEqual("read 50, write 2,500", report.kinds_text(mixed))
        self.assertEqual("", report.kinds_text([{"p99_us_write": 3.0}]))

    def test_a_run_without_writes_has_no_write_amplification(self):
        self.assertEqual(0, self.read(line("ycsba", user_bytes_written=0))["write_amp"])

    def test_summary_uses_off_where_there_is_no_stock(self):
        table = {"w": {"off": throughputs("off", 10), "buckets": throughputs("buckets", 15)}}
        rows = report.summary_rows(table)
        self.assertEqual(["throughput over off", "off", "buckets"], rows[0])
        self.assertEqual(["w", "1", "1.50x"], rows[1])

    def test_the_fairest_stock_of_a_run_is_the_base(self):
        table = {"w": {"jar": throughputs("jar", 4), "stock": throughputs("stock", 5),
                       "native": throughputs("native", 10), "buckets": throughputs("buckets", 15)}}
        self.assertEqual(["w", "0.40x", "0.50x", "1", "1.50x"], report.summary_rows(table)[1])
        self.assertEqual("native", report.base_of(table["w"]))
        self.assertEqual("jar", report.base_of(["off", "jar"]))

    def test_a_run_that_needs_the_processors_is_void_on_the_emulated_device(self):
        busy = line("w", user_cpu_secs=3.0, system_cpu_secs=0.5)  # 2 s long
        table = {"w": {"off": [busy], "buckets": [line("w")]}}
        self.assertEqual(["w on off"], report.void_cells({"suite": "device"}, table))
        self.assertEqual([], report.void_cells({"suite": "paper"}, table))

    def test_every_default_configuration_exists(self):
        names = {c.name for c in suites.CONFIGS}
        self.assertLessEqual(set(suites.DEFAULT_CONFIGS), names)

    def test_the_device_suite_names_its_own_sizes(self):
        sizes = suites.sizes_for(2, 0, 0)
        self.assertEqual(sizes, suites.shown_sizes("paper", sizes))
        shown = suites.shown_sizes("device", sizes)
        self.assertEqual((12_800_000, 48), (shown.keys, shown.jobs))

    def test_writers_of_the_device_have_a_rate_of_each_workload_or_the_one_that_is_asked_for(self):
        def rates(sizes):
            flags = {w.name: w.flags(sizes) for w in suites.DEVICE}
            return [flag.split("=")[1] for each in flags.values() for flag in each if "write_rate_limit" in flag]
        own = suites.sizes_for(1, 0, 0)
        self.assertEqual(["30000000", "34000000", "60000000", "7500000"], rates(own))
        self.assertEqual(["5000000"] * 3 + ["7500000"], rates(suites.sizes_for(1, 0, 0, 5)))

    def test_no_configuration_always_follows_the_same_other(self):
        orders = ["".join(suites.order_of(number, list("abc"))) for number in range(4)]
        self.assertEqual(["abc", "bac", "cab", "acb"], orders)

    def test_rounds_differ_in_their_keys_but_on_the_device(self):
        self.assertEqual([42, 43, 44], [suites.seed_of("paper", number) for number in range(3)])
        self.assertEqual([42, 42, 42], [suites.seed_of("device", number) for number in range(3)])

    def test_the_race_loads_before_it_reads_and_names_no_workload_twice(self):
        names = [w.name for w in suites.RACE]
        self.assertEqual(len(names), len(set(names)))
        shared = [w.name for w in suites.RACE if w.shared_db]
        self.assertEqual("load", shared[0])

    def test_what_reads_the_loaded_database_comes_behind_the_load_whoever_names_it(self):
        race = {w.name: w for w in suites.RACE}
        for named, run in (("fillseq,readseq", "fillseq,load,readseq"), ("readseq,load", "load,readseq"),
                           ("load", "load"), ("fillseq", "fillseq")):
            chosen = suites.with_load("race", [race[name] for name in named.split(",")])
            self.assertEqual(run, ",".join(w.name for w in chosen))

    def test_sizes_follow_the_scale(self):
        self.assertEqual(100_000_000, suites.sizes_for(100, 0, 0).keys)
        self.assertEqual(10_000, suites.sizes_for(0.001, 0, 0).keys)
        self.assertEqual(500, suites.Sizes(1000, 2, 4, 5).each(1000))


class Cells(unittest.TestCase):
    """What lsm_sim --validate gets from runs on the emulated device."""

    COMMAND = ("db_bench --label=off --seed=7 --device=25,37.5,600,100 --writes=1000000 "
               "--benchmark_write_rate_limit=30000000 --max_background_jobs=4 --max_background_jobs=48")

    def cells_of(self, command, *lines):
        with tempfile.TemporaryDirectory() as directory:
            with open(os.path.join(directory, "1.json"), "w", encoding="utf-8") as f:
                f.writelines(json.dumps(one) + "\n" for one in lines)
            with open(os.path.join(directory, "1.log"), "w", encoding="utf-8") as f:
                f.write(command + "\n")
            return cells.read_runs([directory])

    def test_settings_are_what_differs_from_the_preset_and_bytes_include_the_drain(self):
        found = self.cells_of(self.COMMAND,
                              line("mixgraph", avg_running_compactions=1.5, stall_secs=4, max_l0_depth=3),
                              line("waitforcompaction", max_l0_depth=9))
        (key, runs), = found.items()
        self.assertEqual(("mixgraph1", "off", "seed=7 writes=1000000 merge_mbps=25"), key)
        self.assertEqual({"ops": 5.0, "write_amp": 1.0, "mean_jobs": 1.5, "depth": 9, "stall": 4}, runs[0])

    def test_stock_runs_that_did_not_end_and_other_suites_are_left_out(self):
        lines = (line("fillrandom", avg_running_compactions=1, stall_secs=0), line("waitforcompaction"))
        self.assertEqual({}, self.cells_of(self.COMMAND.replace("=off", "=native"), *lines))
        self.assertEqual({}, self.cells_of(self.COMMAND, lines[0]))
        self.assertEqual({}, self.cells_of("db_bench --label=off", *lines))


if __name__ == "__main__":
    unittest.main()
