#!/usr/bin/env python3
"""Runs every benchmark of a db_bench binary on a tiny database and checks what it prints.

Called by ctest: smoke_test.py PATH_TO_DB_BENCH. Writes into a temporary directory only.
"""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

BINARY = ""
RESULT = re.compile(r"^(\S+)\s+: +[\d.]+ micros/op (\d+) ops/sec [\d.]+ seconds (\d+) operations;")


class DbBench(unittest.TestCase):
    """Each test has a directory of its own."""

    def setUp(self):
        self.temp = tempfile.TemporaryDirectory()
        self.addCleanup(self.temp.cleanup)

    def path(self, name):
        return os.path.join(self.temp.name, name)

    def run_bench(self, benchmarks, *flags):
        command = [BINARY, f"--benchmarks={benchmarks}", f"--db={self.path('db')}", "--num=2000",
                   "--progress_reports=false", *flags]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)

    def results(self, benchmarks, *flags):
        run = self.run_bench(benchmarks, *flags)
        self.assertEqual(0, run.returncode, run.stderr)
        matches = [RESULT.match(line) for line in run.stdout.splitlines()]
        return run.stdout, {m.group(1): int(m.group(3)) for m in matches if m}

    def listed(self):
        run = subprocess.run([BINARY, "--list_benchmarks"], capture_output=True, text=True,
                             check=True)
        return [line.split()[0] for line in run.stdout.splitlines()]

    def test_every_benchmark_runs_and_prints(self):
        silent = {"stats", "levelstats", "sstables", "memstats", "resetstats"}
        names = self.listed()
        self.assertGreater(len(names), 35)
        _, results = self.results(",".join(names))
        self.assertEqual(set(names) - silent, set(results))

    def test_no_batch_goes_beyond_the_operations_asked_for(self):
        text, results = self.results("filluniquerandom,readrandom,multireadrandom,deleteseq", "--num=100",
                                     "--batch_size=7")
        for name in ("filluniquerandom", "multireadrandom", "deleteseq"):
            self.assertEqual(100, results[name], name)
        self.assertIn("(100 of 100 found)", text)
        self.assertEqual(100, self.results("fillbatch", "--num=100")[1]["fillbatch"])

    def test_an_options_file_keeps_what_no_flag_changes(self):
        def allowed():
            newest = max((f for f in os.listdir(self.path("db")) if f.startswith("OPTIONS-")),
                         key=lambda f: int(f[8:]))
            with open(os.path.join(self.path("db"), newest)) as file:
                text = file.read()
            return text, re.findall(r"compaction_options_fifo=.*?allow_compaction=(\w+)", text)
        self.results("fillseq", "--compaction_style=2", "--fifo_compaction_allow_compaction=false")
        text, before = allowed()
        self.assertEqual(["false"], before)
        with open(self.path("options"), "w") as file:
            file.write(text)
        self.results("fillseq", f"--options_file={self.path('options')}")
        self.assertEqual(["false"], allowed()[1])

    def test_unique_fill_is_found_completely(self):
        text, results = self.results("filluniquerandom,readrandom,readmissing,readseq,readreverse",
                                     "--threads=2")
        self.assertEqual(2000, results["filluniquerandom"])
        self.assertIn("(4000 of 4000 found)", text)
        self.assertIn("(0 of 4000 found)", text)
        self.assertEqual(4000, results["readseq"])
        self.assertEqual(4000, results["readreverse"])

    def test_several_column_families_hold_every_key_once(self):
        text, results = self.results("fillseq,readrandom,readseq", "--num_column_families=3")
        self.assertIn("(2000 of 2000 found)", text)
        self.assertEqual(2000, results["readseq"])

    def test_an_emulated_device_holds_flushes_and_compactions_back(self):
        """2 MB at 2 MB/s each time; merged, more than 2 MB at 4 MB/s. Only the least time is sure."""
        summary = self.path("summary.json")
        self.results("fillrandom,flush,overwrite,flush,compact", "--value_size=1000", "--device=4,2,100,50",
                     "--compression_type=none", "--target_file_size_base=300000", f"--summary_file={summary}")
        with open(summary, encoding="utf-8") as lines:
            seconds = {record["benchmark"]: record["secs"] for record in map(json.loads, lines)}
        self.assertGreater(seconds["flush"], 0.5)
        self.assertGreater(seconds["compact"], 0.4)

    def test_a_wrong_device_is_refused_with_what_it_takes(self):
        run = self.run_bench("fillseq", "--device=1,2")
        self.assertNotEqual(0, run.returncode)
        self.assertIn("merge_MBps,flush_MBps,total_MBps,latency_us", run.stderr + run.stdout)

    def test_equal_seeds_give_equal_databases(self):
        found = [self.results("fillrandom,readseq", f"--seed={seed}")[1]["readseq"]
                 for seed in (5, 5, 6)]
        self.assertEqual(found[0], found[1])
        self.assertNotEqual(found[0], found[2])

    def test_each_benchmark_draws_other_keys_than_the_one_before_it(self):
        """Reads draw other keys than the fill, so they find the share 1 - 1/e of them, as with stock."""
        for threads, share in ((1, 0.632), (2, 0.865)):
            text, _ = self.results("fillrandom,readrandom[X2]", "--seed=1", f"--threads={threads}")
            found = [int(n) / (2000 * threads) for n in re.findall(r"\((\d+) of \d+ found\)", text)]
            self.assertEqual(2, len(found))
            self.assertNotEqual(found[0], found[1])
            for one in found:
                self.assertAlmostEqual(share, one, delta=0.04)

    def test_existing_database_is_kept_and_fresh_benchmarks_are_skipped(self):
        self.results("filluniquerandom")
        text, results = self.results("fillrandom,readrandom", "--use_existing_db=true")
        self.assertIn("fillrandom   : skipped (--use_existing_db is true)", text)
        self.assertIn("(2000 of 2000 found)", text)
        self.assertNotIn("fillrandom", results)

    def test_deleted_keys_are_gone(self):
        text, _ = self.results("fillseq,deleteseq,readrandom,flush,compact,readseq")
        self.assertIn("(0 of 2000 found)", text)

    def test_transactions_keep_the_sums_of_all_sets_equal(self):
        """Few keys and two threads: transactions meet, and no sum may show it."""
        for form in ("--transaction_db", "--optimistic_transaction_db"):
            for extra in ("", "--transaction_set_snapshot"):
                text, results = self.results("randomtransaction", form, "--threads=2", "--num=50",
                                             "--reads=3000", "--transaction_sets=3", "--transaction_sleep=2",
                                             "--transaction_lock_timeout=20", *filter(None, [extra]))
                self.assertEqual(6000, results["randomtransaction"])
                self.assertRegex(text, r"\( transactions:6000 aborts:\d+\)")
                self.assertIn("RandomTransactionVerify Success.\n", text)

    def test_batches_do_the_same_without_a_check(self):
        text, _ = self.results("randomtransaction", "--transaction_sets=5")
        self.assertIn("( batches:2000 )", text)
        self.assertNotIn("RandomTransactionVerify", text)

    def test_ycsb_mix_is_honoured(self):
        text, _ = self.results("ycsbload,ycsba", "--ycsb_mix=7:3:0", "--ycsb_zipf_const=0.9")
        gets, puts = map(int, re.search(r"Gets:(\d+) Puts:(\d+) Scans:0,", text).groups())
        self.assertEqual(2000, gets + puts)
        self.assertAlmostEqual(1400, puts, delta=120)

    def test_mixgraph_honours_key_ranges_with_uniform_keys(self):
        """With one range that has nearly all the weight, few distinct keys are written."""
        common = ("--mix_put_ratio=1", "--mix_get_ratio=0", "--value_theta=100", "--value_sigma=0")
        _, all_keys = self.results("mixgraph,readseq", *common)
        _, few_keys = self.results("mixgraph,readseq", *common, "--keyrange_num=20",
                                   "--keyrange_dist_a=1000", "--keyrange_dist_b=-8")
        self.assertGreater(all_keys["readseq"], 1000)
        self.assertLess(few_keys["readseq"], 150)

    def test_varying_mixgraph_runs_by_operations_and_by_time(self):
        flags = ("--mix_ranges_begin=10", "--mix_ranges_end=50", "--mix_put_ratio=0.8",
                 "--mix_get_ratio=0.1", "--mix_seek_ratio=0.1")
        text, results = self.results("mixgraph", *flags)
        self.assertEqual(2000, results["mixgraph"])
        self.assertRegex(text, r"Gets:\d+ Puts:\d+ Seek:\d+, reads \d+ in \d+ found")
        self.results("mixgraph", *flags, "--duration=1")

    def test_histogram_statistics_and_reports_are_written(self):
        text, _ = self.results("fillrandom", "--histogram", "--statistics", "--duration=3",
                               "--report_interval_seconds=1",
                               f"--report_file={self.path('report.csv')}",
                               f"--timeline_file={self.path('time.csv')}",
                               f"--summary_file={self.path('sum.json')}")
        for part in ("Microseconds per write:", "Percentiles: P50: ", "STATISTICS:",
                     "rocksdb.bytes.written COUNT : "):
            self.assertIn(part, text)
        with open(self.path("report.csv"), encoding="utf-8") as f:
            self.assertEqual("secs_elapsed,interval_qps", f.readline().strip())
            self.assertGreaterEqual(len(f.readlines()), 2)
        with open(self.path("time.csv"), encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        self.assertGreaterEqual(len(rows), 2)
        self.assertGreater(float(rows[0]["interval_ops"]), 0)
        with open(self.path("sum.json"), encoding="utf-8") as f:
            summary = json.loads(f.readline())
        self.assertEqual("fillrandom", summary["benchmark"])
        self.assertGreater(summary["p99_us"], 0)
        self.assertEqual(summary["p99_us"], summary["p99_us_write"])
        self.assertGreater(summary["disk_bytes_after"], 0)

    def test_write_rate_limit_is_kept(self):
        run = self.results("fillseq", "--benchmark_write_rate_limit=100000")[0]
        seconds = float(re.search(r"([\d.]+) seconds 2000 operations", run).group(1))
        self.assertAlmostEqual(2.32, seconds, delta=0.5)

    def test_interval_lines_come_from_every_thread(self):
        run = self.run_bench("fillrandom", "--stats_interval=500", "--threads=2")
        self.assertEqual(0, run.returncode)
        self.assertIn("... thread 0: (500,1000) ops and (", run.stderr)
        self.assertIn("... thread 1: (500,1000) ops and (", run.stderr)

    def test_mistakes_are_named_and_end_the_run(self):
        for benchmarks, flags, message in (
                ("nosuch", (), "unknown benchmark 'nosuch'"),
                ("fillseq", ("--nosuch=1",), "nosuch"),
                ("fillseq", ("--num=x",), "illegal value 'x'"),
                ("fillseq", ("--num=0",), "--num must be above 0"),
                ("fillseq", ("--compression_type=nosuch",), "nosuch"),
                ("fillseq[Y3]", (), "NAME[X3]"),
                ("randomtransaction", ("--transaction_sets=0",), "--transaction_sets must lie between"),
                ("randomtransaction", ("--transaction_db", "--optimistic_transaction_db"), "exclude each other"),
                ("fillseq", ("--transaction_db", "--readonly"), "exclude each other"),
                ("ycsba", ("--ycsb_mix=1:2",), "--ycsb_mix must be PUT:GET:SCAN"),
                ("mixgraph", ("--mix_ranges_end=5",), "go together"),
                ("readrandom", ("--use_existing_db=true", f"--db={self.path('none')}"), "open ")):
            run = self.run_bench(benchmarks, *flags)
            self.assertNotEqual(0, run.returncode, benchmarks)
            self.assertIn(message, run.stderr)

    def test_repetition_runs_a_benchmark_again(self):
        text, _ = self.results("fillseq,readrandom[X3]")
        self.assertEqual(3, text.count("(2000 of 2000 found)"))


if __name__ == "__main__":
    BINARY = sys.argv.pop(1)
    unittest.main()
