"""The workloads and configurations of the comparison, and their db_bench flags.

Read by run.py and report.py. Holds no logic beyond arithmetic on sizes.
"""
import dataclasses
import os

VALUE_SIZE = 1000
KEYS_AT_SCALE_1 = 1_000_000


@dataclasses.dataclass(frozen=True)
class Config:
    """An engine and the flags that configure it."""
    name: str
    engine: str  # "ours", "native", "stock" or "jar"
    flags: tuple
    sentence: str


CONFIGS = (
    Config("buckets", "ours", ("--bucket_enabled=true",), "this engine, buckets on"),
    Config("static", "ours", ("--bucket_enabled=true", "--bucket_dynamic=false"),
           "this engine, buckets that never split or merge"),
    Config("off", "ours", ("--bucket_enabled=false",), "this engine, one bucket"),
    Config("off-again", "ours", ("--bucket_enabled=false",), "the same again: how far two runs of one thing differ"),
    Config("off8", "ours", ("--bucket_enabled=false", "--subcompactions=8"),
           "this engine, one bucket, 8 subcompactions"),
    Config("native", "native", (), "stock RocksDB compiled for this machine (crate librocksdb-sys, -march=native)"),
    Config("native8", "native", ("--subcompactions=8",), "the same, 8 subcompactions"),
    Config("stock", "stock", (), "the stock library"),
    Config("stock8", "stock", ("--subcompactions=8",), "the stock library, 8 subcompactions"),
    Config("jar", "jar", (), "stock RocksDB 10.6.2 from Maven, through its C API"),
    Config("jar8", "jar", ("--subcompactions=8",), "the same, 8 subcompactions"),
)
DEFAULT_CONFIGS = ("buckets", "off", "off8", "stock")


@dataclasses.dataclass(frozen=True)
class Workload:
    """A measured benchmark. `load` and `after` run before and after it in the same process."""
    name: str
    measured: str   # the db_bench benchmark whose numbers the report shows
    sentence: str
    flags: object   # callable: Sizes -> list of flags
    load: str = ""           # benchmarks before it, not measured
    after: str = ""          # benchmarks after it, not measured
    shared_db: bool = False  # runs on the database that the workload "load" of this round filled
    drains: bool = True      # waits for its background work and counts it
    opens: bool = False      # what counts is how long the database takes to open; the median of its openings
    defaults: bool = False   # sizes of buffers, files and levels, and jobs, are the engine's


@dataclasses.dataclass(frozen=True)
class Sizes:
    """Sizes of one invocation."""
    keys: int
    threads: int
    jobs: int
    seconds: int  # duration of the workloads that run by time
    writers_mb: float = 0  # MB/s that writers write to the emulated device; 0: each workload's own

    def each(self, operations):
        """Operations of one thread."""
        return max(1, int(operations) // self.threads)


def order_of(number, configs):
    """The configurations in the order of a round: each begins with the next one, every second goes backward."""
    turn = number % len(configs)
    order = list(configs[turn:]) + list(configs[:turn])
    return order[:1] + order[:0:-1] if number % 2 else order


def seed_of(suite, number):
    """Rounds differ in their keys: where a short run happens to end between two compactions must not decide.
    On the emulated device rounds repeat one load, which the simulator has too."""
    return 42 if suite == "device" else 42 + number


def data_flags():
    """What is written and how its tables look."""
    return ["--key_size=16", f"--value_size={VALUE_SIZE}", "--compression_type=none", "--bloom_bits=10"]


def common_flags(sizes):
    """Flags of every run but those with defaults. Write buffers shrink with the data, so that small runs
    flush and compact as often as large ones."""
    buffer_mb = 64 if sizes.keys >= 8_000_000 else 16
    return [
        *data_flags(), f"--threads={sizes.threads}", f"--max_background_jobs={sizes.jobs}",
        f"--write_buffer_size={buffer_mb << 20}", "--max_write_buffer_number=4",
        f"--target_file_size_base={buffer_mb << 20}",
        f"--max_bytes_for_level_base={4 * buffer_mb << 20}", f"--cache_size={64 << 20}",
    ]


def _fill(sizes):
    return [f"--num={sizes.keys}", f"--writes={sizes.each(sizes.keys)}"]


def _mixgraph(sizes, operations, put, get, seek):
    return [
        f"--num={sizes.keys}", f"--mix_accesses={sizes.each(operations)}",
        "--mix_ranges_begin=10", "--mix_ranges_end=50", f"--mix_put_ratio={put}",
        f"--mix_get_ratio={get}", f"--mix_seek_ratio={seek}", f"--value_theta={VALUE_SIZE}",
        "--value_sigma=0", f"--mix_max_value_size={VALUE_SIZE}", "--mix_max_scan_len=100",
    ]


def _ycsb(sizes, mix):
    return [f"--num={sizes.keys // 2}", f"--reads={sizes.each(sizes.keys // 2)}",
            f"--ycsb_mix={mix}", "--ycsb_zipf_const=0.9"]


def _timed(sizes, *more):
    return [f"--num={sizes.keys // 2}", f"--duration={sizes.seconds}", *more]


PAPER = (
    Workload("fillrandom", "fillrandom", "random puts into an empty database", _fill),
    Workload("mixgraph1", "mixgraph", "puts only, 10 growing to 50 key ranges",
             lambda s: _mixgraph(s, s.keys, 1, 0, 0)),
    Workload("mixgraph2", "mixgraph", "put:get:scan 8:1:1, 10 growing to 50 key ranges",
             lambda s: _mixgraph(s, s.keys // 2, 0.8, 0.1, 0.1), load="ycsbload"),
    Workload("ycsb-get", "ycsba", "put:get 7:3, zipfian 0.9", lambda s: _ycsb(s, "7:3:0"),
             load="ycsbload"),
    Workload("ycsb-scan", "ycsba", "put:scan 9:1, zipfian 0.9", lambda s: _ycsb(s, "9:0:1"),
             load="ycsbload"),
)

# The workload "load" compacts its database as a whole, so that reads of all engines find trees of the
# same shape. A full scan before each of them brings the files into the page cache.
READS = (
    Workload("load", "filluniquerandom", "every key once, random order",
             lambda s: [f"--num={s.keys // 2}"], shared_db=True, after="compact,waitforcompaction"),
    Workload("readrandom-cached", "readrandom", "gets, the data fits the block cache",
             lambda s: _timed(s, f"--cache_size={(s.keys // 2) * 1300}"), load="readseq",
             shared_db=True, drains=False),
    Workload("readrandom-small", "readrandom", "gets, block cache of 8 MB",
             lambda s: _timed(s, f"--cache_size={8 << 20}"), load="readseq", shared_db=True,
             drains=False),
    Workload("seekrandom", "seekrandom", "seeks with 10 steps each",
             lambda s: _timed(s, "--seek_nexts=10"), load="readseq", shared_db=True, drains=False),
    Workload("readseq", "readseq", "full scan",
             lambda s: [f"--num={s.keys // 2}"], load="readseq", shared_db=True, drains=False),
    Workload("readwhilewriting", "readwhilewriting", "gets beside one writer",
             lambda s: _timed(s, f"--benchmark_write_rate_limit={20 << 20}"), load="readseq",
             shared_db=True),
    Workload("overwrite", "overwrite", "random puts over the loaded data",
             lambda s: [f"--num={s.keys // 2}", f"--writes={s.each(s.keys // 2)}"],
             shared_db=True),
    Workload("fillrandom-nowal", "fillrandom", "random puts, no log, 2 threads",
             lambda s: [f"--num={s.keys}", f"--writes={s.keys // 2}", "--threads=2",
                        "--disable_wal=true"]),
)

# The published machine at 1/16 of its size and 1/9 of its speed: one thread merges 12.5 MB/s. Flags as published,
# scaled likewise: two buffers, a base level of one buffer, 36 compactions at once. The sizes are those of scale 1,
# whatever the other suites' are: 6.4 GB, 400 buffers.
# Writers write 2.4 times what one thread merges, as the published ones. Where buckets run into that rate, it
# is higher: a ceiling would hide what they could. mixgraph1-60 gives both sides of a comparison more than they
# can take, over a run that is long enough for what static buckets put off to come due.
DEVICE_KEYS = 6_400_000
DEVICE_JOBS = 48
MERGE_MB, FLUSH_MB, DEVICE_MB, SYNC_MICROS = 12.5, 37.5, 600, 100
# Above this many processors a run on the emulated device shows this machine, not the device.
DEVICE_CORES = 1.5


def device_sizes(sizes):
    """The keys and jobs of the suite that brings its own."""
    return dataclasses.replace(sizes, keys=int(sizes.keys / KEYS_AT_SCALE_1 * DEVICE_KEYS), jobs=DEVICE_JOBS)


def _device(sizes, own_mb, part=1.0):
    """`own_mb`: the rate of writers unless --writers says another."""
    keys = int(device_sizes(sizes).keys * part)
    writers_mb = sizes.writers_mb or own_mb
    return [
        f"--device={MERGE_MB},{FLUSH_MB},{DEVICE_MB},{SYNC_MICROS}",
        f"--num={keys}", f"--writes={sizes.each(keys)}", f"--mix_accesses={sizes.each(keys)}",
        f"--benchmark_write_rate_limit={int(writers_mb * 1e6)}",
        f"--write_buffer_size={16 << 20}", "--max_write_buffer_number=2",
        f"--max_bytes_for_level_base={16 << 20}", f"--target_file_size_base={4 << 20}",
        "--delayed_write_rate=900000", f"--max_background_jobs={DEVICE_JOBS}", "--bucket_initial_buckets=16",
        "--bucket_flush_threads=1",
    ]


def _mixgraph1(sizes, own_mb, part=1.0):
    return _mixgraph(sizes, sizes.keys, 1, 0, 0) + _device(sizes, own_mb, part) + ["--mix_ranges_step=10"]


DEVICE = (
    Workload("fillrandom", "fillrandom", "random puts at 30 MB/s, or --writers", lambda s: _device(s, 30)),
    Workload("mixgraph1", "mixgraph", "puts at 34 MB/s, or --writers, to 10, 20, 30, 40, 50 key ranges",
             lambda s: _mixgraph1(s, 34)),
    Workload("mixgraph1-60", "mixgraph", "the same at 60 MB/s, or --writers, and 1.3 times the size",
             lambda s: _mixgraph1(s, 60, part=1.3)),
    Workload("slow-writers", "fillrandom", "random puts at 7.5 MB/s, below one merging thread",
             lambda s: _device(dataclasses.replace(s, writers_mb=0), 7.5, part=0.125)),
)


def _compact(sizes, keys, *more):
    """One compaction of everything, written without any in tables of 4 MB."""
    return [f"--num={keys}", "--disable_auto_compactions=true", "--level0_slowdown_writes_trigger=1000",
            "--level0_stop_writes_trigger=2000", "--write_buffer_size=4194304", *more]


def _small(codec):
    return ["--value_size=100", f"--compression_type={codec}"]


def _compact_small(codec):
    return Workload(f"compact-100-{codec}", "compact", f"one compaction of everything, values of 100 bytes, {codec}",
                    lambda s: _compact(s, s.keys * 2, *_small(codec)), load="filluniquerandom", drains=False)


# One workload for each row of the table that docs/performance.md begins with.
RACE = (
    Workload("fillrandom-defaults", "fillrandom", "random puts, buffers, files and jobs as each engine has them by itself",
             _fill, defaults=True),
    PAPER[0],
    READS[-1],
    Workload("fillrandom-100-lz4", "fillrandom", "random puts, values of 100 bytes, lz4",
             lambda s: [f"--num={s.keys * 4}", f"--writes={s.each(s.keys * 4)}", *_small("lz4")]),
    Workload("fillseq", "fillseq", "puts in the order of keys", _fill),
    Workload("overwrite", "overwrite", "random puts over loaded data, three times its size",
             lambda s: [f"--num={s.keys // 2}", f"--writes={s.each(s.keys * 3 // 2)}"], load="filluniquerandom"),
    *PAPER[1:3],
    Workload("compact", "compact", "one compaction of everything, written without any",
             lambda s: _compact(s, s.keys // 2), load="filluniquerandom", drains=False),
    *[_compact_small(codec) for codec in ("none", "lz4", "zstd")],
    Workload("open", "reopen", "opening 5 GB at scale 1, which the page cache holds",
             lambda s: [f"--num={s.keys * 5}"], load="filluniquerandom", drains=False, opens=True),
    Workload("recover", "reopen", "opening with a log of 1 GB at scale 1 to replay",
             lambda s: [f"--num={s.keys}", f"--write_buffer_size={s.keys * 1500}"], load="filluniquerandom",
             drains=False, opens=True),
    *READS[:3],
    Workload("readrandom-tenth", "readrandom", "gets, block cache of a tenth of the data",
             lambda s: _timed(s, f"--cache_size={s.keys // 2 * VALUE_SIZE // 10}"), load="readseq", shared_db=True,
             drains=False),
    READS[3],
    Workload("readrandom-2", "readrandom", "gets by two threads, the data fits the block cache",
             lambda s: _timed(s, f"--cache_size={(s.keys // 2) * 1300}", "--threads=2"), load="readseq",
             shared_db=True, drains=False),
    READS[4],
    Workload("readreverse", "readreverse", "full scan backward",
             lambda s: [f"--num={s.keys // 2}"], load="readseq", shared_db=True, drains=False),
    Workload("multireadrandom", "multireadrandom", "gets in batches of 32, block cache of 8 MB, direct reads",
             lambda s: _timed(s, f"--cache_size={8 << 20}", "--batch_size=32", "--use_direct_reads=true"),
             shared_db=True, drains=False),
    READS[5],
)

# The first finds a log to replay, which the workload is not about; among three the median would be the slower of the
# two others.
OPENINGS = 9

# What the race is to reach: rate over the base.
WANTED = {
    "fillrandom-defaults": 2.6, "fillrandom-nowal": 2.6, "fillrandom-100-lz4": 2.0, "fillseq": 2.0, "overwrite": 2.0,
    "mixgraph1": 2.0, "mixgraph2": 2.0, "compact": 2.0, "compact-100-none": 1.8, "compact-100-lz4": 1.4,
    "compact-100-zstd": 1.15, "open": 2.0, "recover": 2.0, "readrandom-cached": 1.6, "readrandom-2": 1.6,
    "readrandom-small": 1.5, "readrandom-tenth": 1.5, "seekrandom": 1.6, "readseq": 1.5, "readreverse": 1.5,
    "multireadrandom": 1.5, "readwhilewriting": 1.6,
}
# Compactions are counted by the processor time they take.
WANTED_PER_CPU = ("compact", "compact-100-none", "compact-100-lz4", "compact-100-zstd")

# Direct I/O in the background and for reads, on top of a workload's own flags.
DIRECT = ("--use_direct_io_for_flush_and_compaction=true", "--use_direct_reads=true")

SUITES = {"paper": PAPER, "reads": READS, "device": DEVICE, "race": RACE}


def with_load(suite, chosen):
    """`chosen`, with "load" before the first workload that runs on its database."""
    first = next((i for i, w in enumerate(chosen) if w.shared_db), None)
    if first is None:
        return chosen
    load = next(w for w in SUITES[suite] if w.name == "load")
    return chosen[:first] + [load] + [w for w in chosen[first:] if w is not load]


def shown_sizes(suite, sizes):
    """What a report names as the sizes of its runs."""
    return device_sizes(sizes) if suite == "device" else sizes


def sizes_for(scale, threads, jobs, writers_mb=0):
    """The sizes for this scale and this machine."""
    cores = os.cpu_count() or 1
    keys = max(10_000, int(KEYS_AT_SCALE_1 * scale))
    return Sizes(keys=keys, threads=threads or max(1, min(16, cores // 4)),
                 jobs=jobs or max(4, cores), seconds=max(2, min(60, int(5 * scale + 0.5))), writers_mb=writers_mb)
