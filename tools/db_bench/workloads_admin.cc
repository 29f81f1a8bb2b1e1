// Benchmarks that are commands: compact, flush, wait, print. All run on one thread.
#include <chrono>
#include <cstdio>
#include <thread>

#include "tools/db_bench/flags.h"
#include "tools/db_bench/workload.h"

namespace bench {
namespace {

Status CompactFamilies(ThreadContext* t, bool bottom) {
  for (ColumnFamilyHandle* family : t->shared->db->families()) {
    Status s =
        CompactEverything(t->db, family, static_cast<uint32_t>(FLAGS_subcompactions), bottom);
    if (!s.ok()) return s;
  }
  t->stats.Finish(OpKind::kOther);
  return Status::OK();
}

Status Compact(ThreadContext* t) { return CompactFamilies(t, true); }
Status CompactAll(ThreadContext* t) { return CompactFamilies(t, false); }

Status Flush(ThreadContext* t) {
  Status s = FlushFamilies(t->db, t->shared->db->families());
  if (s.ok()) t->stats.Finish(OpKind::kOther);
  return s;
}

bool IsBusy(const BenchDb& db) {
  static constexpr const char* kSigns[] = {"rocksdb.mem-table-flush-pending",
                                           "rocksdb.num-running-flushes",
                                           "rocksdb.num-running-compactions"};
  const auto shows = [&](ColumnFamilyHandle* family, const char* sign) {
    uint64_t value = 0;
    return db.db()->GetIntProperty(family, sign, &value) && value > 0;
  };
  for (ColumnFamilyHandle* family : db.families()) {
    for (const char* sign : kSigns) {
      if (shows(family, sign)) return true;
    }
    // Pending for ever where nobody begins it.
    if (!FLAGS_disable_auto_compactions && shows(family, "rocksdb.compaction-pending")) return true;
  }
  return false;
}

// The engine is quiet when several looks in a row find nothing pending and nothing running: one
// look may fall between the end of one job and the start of the next.
Status WaitUntilQuiet(ThreadContext* t) {
  constexpr int kLooks = 10;
  for (int quiet = 0; quiet < kLooks && !t->shared->stop.load();) {
    quiet = IsBusy(*t->shared->db) ? 0 : quiet + 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  t->stats.Finish(OpKind::kOther);
  return Status::OK();
}

// What it takes stands in the record of the run: the database is open when a benchmark begins.
Status ShowOpening(ThreadContext* t) {
  std::printf("opened in %.6f seconds\n", t->shared->db->last_open().secs);
  t->stats.Finish(OpKind::kOther);
  return Status::OK();
}

Status PrintProperty(BenchDb* db, const char* name) {
  for (ColumnFamilyHandle* family : db->families()) {
    std::string text;
    if (!db->db()->GetProperty(family, name, &text)) {
      return Status::NotSupported("the engine has no property", name);
    }
    std::printf("\n%s\n", text.c_str());
  }
  return Status::OK();
}

Status PrintStats(BenchDb* db) { return PrintProperty(db, "rocksdb.stats"); }
Status PrintLevels(BenchDb* db) { return PrintProperty(db, "rocksdb.levelstats"); }
Status PrintTables(BenchDb* db) { return PrintProperty(db, "rocksdb.sstables"); }

Status PrintMemtables(BenchDb* db) {
  static constexpr const char* kNames[] = {
      "rocksdb.num-immutable-mem-table",      "rocksdb.cur-size-active-mem-table",
      "rocksdb.cur-size-all-mem-tables",      "rocksdb.size-all-mem-tables",
      "rocksdb.num-entries-active-mem-table", "rocksdb.num-entries-imm-mem-tables"};
  std::printf("\n");
  for (const char* name : kNames) {
    std::string text;
    if (!db->db()->GetProperty(name, &text)) {
      return Status::NotSupported("the engine has no property", name);
    }
    std::printf("%s: %s\n", name, text.c_str());
  }
  std::printf("\n");
  return Status::OK();
}

Status ResetStats(BenchDb* db) {
  Status s = db->db()->ResetStats();
  if (s.ok() && db->parts().statistics != nullptr) s = db->parts().statistics->Reset();
  return s;
}

constexpr Workload kAdminTable[] = {
    {.name = "compact",
     .sentence = "compact the whole database, once, the deepest level too",
     .body = Compact,
     .max_threads = 1},
    {.name = "compactall",
     .sentence = "the same without the deepest level; every column family",
     .body = CompactAll,
     .max_threads = 1},
    {.name = "flush", .sentence = "write memtables out", .body = Flush, .max_threads = 1},
    {.name = "waitforcompaction",
     .sentence = "wait until no background work is left",
     .body = WaitUntilQuiet,
     .max_threads = 1},
    {.name = "reopen",
     .sentence = "close the database and open it again",
     .body = ShowOpening,
     .reopens = true,
     .max_threads = 1},
    {.name = "stats", .sentence = "print rocksdb.stats", .action = PrintStats},
    {.name = "levelstats", .sentence = "print files and size of each level", .action = PrintLevels},
    {.name = "sstables", .sentence = "print every table file", .action = PrintTables},
    {.name = "memstats", .sentence = "print the sizes of memtables", .action = PrintMemtables},
    {.name = "resetstats", .sentence = "set the engine's statistics to zero", .action = ResetStats},
};

}  // namespace

std::span<const Workload> AdminWorkloads() { return kAdminTable; }

}  // namespace bench
