// Reports about column families and the database as text and maps.
#include "db/report/stats_report.h"

#include <algorithm>
#include <cinttypes>

#include "db/report/cache_report.h"
#include "db/report/report_units.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr double kMicros = 1000000.0;
// Families report one after another, mostly over one cache: a count this young serves them all, as
// in stock.
constexpr uint64_t kCountSeconds = 10;

// Never a division by zero: reports are made right after the opening, too.
double Ratio(double value, double base) { return base > 0 ? value / base : 0.0; }

// ---- the table of levels ----

// One line of the table: a level, their sum, the interval, or a priority.
struct Row {
  std::string name;
  size_t files = 0;
  size_t busy_files = 0;
  uint64_t bytes = 0;
  double score = 0;
  LevelCounters c;
  uint64_t amp_base = 0;  // bytes that came in from above: what write amplification is relative to

  uint64_t read() const { return c.bytes_read_start_levels + c.bytes_read_output_level; }
  double seconds() const { return static_cast<double>(c.micros) / kMicros; }
};

// One number of a row: its key in the map, its place in the text.
struct Column {
  const char* key;
  int width;
  int precision;  // kHuman: a count in short form
  double (*value)(const Row&);
};
constexpr int kHuman = -1;

double Gigabytes(uint64_t bytes) { return static_cast<double>(bytes) / kGB; }
double MegabytesPerSecond(uint64_t bytes, uint64_t micros) {
  return Ratio(static_cast<double>(bytes) / kMB, static_cast<double>(micros) / kMicros);
}

// The keys are stock's, in its order: tools parse the text by position and the map by name.
const Column kColumns[] = {
    {"Score", 5, 1, [](const Row& r) { return r.score; }},
    {"ReadGB", 8, 1, [](const Row& r) { return Gigabytes(r.read()); }},
    {"RnGB", 7, 1, [](const Row& r) { return Gigabytes(r.c.bytes_read_start_levels); }},
    {"Rnp1GB", 8, 1, [](const Row& r) { return Gigabytes(r.c.bytes_read_output_level); }},
    {"WriteGB", 9, 1, [](const Row& r) { return Gigabytes(r.c.bytes_written); }},
    {"WPreCompGB", 12, 1, [](const Row& r) { return Gigabytes(r.c.bytes_before_compression); }},
    {"WnewGB", 8, 1,
     [](const Row& r) {
       return Gigabytes(r.c.bytes_written) - Gigabytes(r.c.bytes_read_output_level);
     }},
    {"MovedGB", 9, 1, [](const Row& r) { return Gigabytes(r.c.bytes_moved); }},
    {"WriteAmp", 5, 1,
     [](const Row& r) {
       return Ratio(static_cast<double>(r.c.bytes_written), static_cast<double>(r.amp_base));
     }},
    {"ReadMBps", 8, 1, [](const Row& r) { return MegabytesPerSecond(r.read(), r.c.micros); }},
    {"WriteMBps", 8, 1,
     [](const Row& r) { return MegabytesPerSecond(r.c.bytes_written, r.c.micros); }},
    {"CompSec", 9, 2, [](const Row& r) { return r.seconds(); }},
    {"CompMergeCPU", 17, 2,
     [](const Row& r) { return static_cast<double>(r.c.cpu_micros) / kMicros; }},
    {"CompCount", 9, 0, [](const Row& r) { return static_cast<double>(r.c.jobs); }},
    {"AvgSec", 8, 3,
     [](const Row& r) { return Ratio(r.seconds(), static_cast<double>(r.c.jobs)); }},
    {"KeyIn", 7, kHuman, [](const Row& r) { return static_cast<double>(r.c.records_in); }},
    {"KeyDrop", 6, kHuman, [](const Row& r) { return static_cast<double>(r.c.records_dropped); }},
    {"RblobGB", 9, 1, [](const Row&) { return 0.0; }},
    {"WblobGB", 9, 1, [](const Row&) { return 0.0; }},
};

std::string RowText(const Row& row) {
  std::string text = Format("%4s %6zu/%-3zu %8s", row.name.c_str(), row.files, row.busy_files,
                            SizeText(row.bytes).c_str());
  for (const Column& column : kColumns) {
    const double value = column.value(row);
    text += column.precision == kHuman
                ? Format(" %*s", column.width, HumanCount(static_cast<uint64_t>(value)).c_str())
                : Format(" %*.*f", column.width, column.precision, value);
  }
  return text + "\n";
}

void RowMap(const Row& row, std::map<std::string, std::string>* out) {
  const std::string prefix = "compaction." + row.name + ".";
  auto put = [&](const char* key, double value) { (*out)[prefix + key] = std::to_string(value); };
  put("NumFiles", static_cast<double>(row.files));
  put("CompactedFiles", static_cast<double>(row.busy_files));
  put("SizeBytes", static_cast<double>(row.bytes));
  for (const Column& column : kColumns) put(column.key, column.value(row));
}

std::string Heading(const std::string& family, const char* first_column) {
  std::string titles =
      std::string(first_column) +
      "    Files   Size     Score Read(GB)  Rn(GB) Rnp1(GB) Write(GB) WPreComp(GB) Wnew(GB) "
      "Moved(GB) W-Amp Rd(MB/s) Wr(MB/s) Comp(sec) CompMergeCPU(sec) Comp(cnt) Avg(sec) KeyIn "
      "KeyDrop Rblob(GB) "
      "Wblob(GB)";
  return "\n** Compaction Stats [" + family + "] **\n" + titles + "\n" +
         std::string(titles.size(), '-') + "\n";
}

// REQUIRES: b is a part of a, as what was counted earlier is without a Reset in between;
// BeginInterval sees to that.
LevelCounters Minus(const LevelCounters& a, const LevelCounters& b) {
  LevelCounters d = a;
  d.micros -= b.micros, d.cpu_micros -= b.cpu_micros;
  d.bytes_read_start_levels -= b.bytes_read_start_levels;
  d.bytes_read_output_level -= b.bytes_read_output_level;
  d.bytes_written -= b.bytes_written, d.bytes_moved -= b.bytes_moved;
  d.bytes_before_compression -= b.bytes_before_compression;
  d.input_files -= b.input_files, d.output_files -= b.output_files;
  d.records_in -= b.records_in, d.records_dropped -= b.records_dropped;
  d.jobs -= b.jobs;
  return d;
}

// Rows of the levels that hold or received something, then their sum.
std::vector<Row> LevelRows(const FamilyView& view) {
  const TreeVersion& tree = view.tree();
  const FilesInJobs busy = view.BusyFiles();
  std::vector<double> scores(static_cast<size_t>(tree.num_levels()), 0.0);
  for (const LevelScore& s :
       ScoreLevels(tree, view.config(), view.bucket_map(), view.running, view.Targets())) {
    if (s.level < tree.num_levels()) scores[static_cast<size_t>(s.level)] = s.score;
  }
  std::vector<Row> rows;
  Row sum;
  sum.name = "Sum";
  for (int level = 0; level < tree.num_levels(); ++level) {
    Row row;
    const auto at = static_cast<size_t>(level);
    row.name = "L" + std::to_string(level);
    row.files = tree.files(level).size();
    for (const FilePtr& file : tree.files(level)) row.busy_files += busy.Holds(*file);
    row.bytes = tree.level_bytes(level);
    row.score = scores[at];
    if (at < view.jobs.levels.size()) row.c = view.jobs.levels[at];
    // What came in: from outside for Level 0, what was compacted into it for others.
    row.amp_base = level == 0 ? view.jobs.bytes_in() : row.c.bytes_read_start_levels;
    sum.files += row.files, sum.busy_files += row.busy_files, sum.bytes += row.bytes;
    sum.c.Add(row.c);
    if (row.files > 0 || row.c.jobs > 0) rows.push_back(std::move(row));
  }
  // Everything written for each byte that came in.
  sum.amp_base = view.jobs.bytes_in();
  rows.push_back(std::move(sum));
  return rows;
}

// By the pool that ran the jobs: compactions run in the low one, flushes in the high one; files are
// ingested in threads of the user.
std::string PriorityTable(const FamilyView& view) {
  const JobTotals& jobs = view.jobs;
  std::string text = Heading(view.family->name, "Priority");
  const std::pair<const char*, LevelCounters> rows[] = {
      {"Low", Minus(Minus(jobs.Sum(), jobs.flush), jobs.ingest)},
      {"High", jobs.flush},
      {"User", jobs.ingest}};
  for (const auto& [name, counters] : rows) {
    if (counters.jobs == 0) continue;
    Row row;
    row.name = name;
    row.c = counters;
    text += RowText(row);
  }
  return text;
}

// ---- rates and stalls ----

uint64_t CountOf(const std::map<std::string, uint64_t>& counts, const std::string& name) {
  const auto it = counts.find(name);
  return it == counts.end() ? 0 : it->second;
}

using StallKeys = WriteStallStatsMapKeys;

// Of an interval that ends with `view`, or begins with it.
ReportMark MarkOf(const FamilyView& view) {
  ReportMark mark;
  mark.micros = view.parts.context.NowMicros();
  mark.sum = view.jobs.Sum();
  mark.flushed_bytes = view.jobs.flush.bytes_written;
  mark.ingested = view.jobs.ingested;
  return mark;
}

std::string CompactionRate(const char* span, const LevelCounters& c, uint64_t micros) {
  const uint64_t read = c.bytes_read_start_levels + c.bytes_read_output_level;
  return Format(
      "%s compaction: %.2f GB write, %.2f MB/s write, %.2f GB read, %.2f MB/s read, %.1f seconds\n",
      span, Gigabytes(c.bytes_written), MegabytesPerSecond(c.bytes_written, micros),
      Gigabytes(read), MegabytesPerSecond(read, micros), static_cast<double>(c.micros) / kMicros);
}

// Hours, minutes and seconds with fractions; percent of the span's own length.
std::string StallTime(const char* span, uint64_t stalled, uint64_t micros) {
  const uint64_t seconds = stalled / 1000000;
  return Format(
      "%s stall: %02d:%02d:%.3f H:M:S, %.1f percent\n", span, static_cast<int>(seconds / 3600),
      static_cast<int>(seconds / 60 % 60),
      static_cast<double>(seconds % 60) + static_cast<double>(stalled % 1000000) / kMicros,
      100 * Ratio(static_cast<double>(stalled), static_cast<double>(micros)));
}

std::string IngestLines(const IngestCounters& now, const IngestCounters& before) {
  std::string text = Format("AddFile(GB): cumulative %.3f, interval %.3f\n", Gigabytes(now.bytes),
                            Gigabytes(now.bytes - before.bytes));
  const auto line = [&](const char* what, uint64_t IngestCounters::*count) {
    text += Format("AddFile(%s): cumulative %" PRIu64 ", interval %" PRIu64 "\n", what, now.*count,
                   now.*count - before.*count);
  };
  line("Total Files", &IngestCounters::files);
  line("L0 Files", &IngestCounters::level0_files);
  line("Keys", &IngestCounters::entries);
  return text;
}

std::string UptimeLine(uint64_t total_micros, uint64_t interval_micros) {
  return Format("Uptime(secs): %.1f total, %.1f interval\n",
                static_cast<double>(total_micros) / kMicros,
                static_cast<double>(interval_micros) / kMicros);
}

}  // namespace

std::map<std::string, uint64_t> FamilyStallCounts(const StallTotals& s) {
  constexpr auto kMem = static_cast<size_t>(StallCause::kMemtables);
  constexpr auto kL0 = static_cast<size_t>(StallCause::kL0);
  constexpr auto kPending = static_cast<size_t>(StallCause::kPendingBytes);
  std::map<std::string, uint64_t> counts = {
      {StallKeys::CFL0FileCountLimitDelaysWithOngoingCompaction(), s.l0_slowdowns_clearing},
      {StallKeys::CFL0FileCountLimitStopsWithOngoingCompaction(), s.l0_stops_clearing},
      {StallKeys::TotalDelays(), s.slowdowns[kMem] + s.slowdowns[kL0] + s.slowdowns[kPending]},
      {StallKeys::TotalStops(), s.stops[kMem] + s.stops[kL0] + s.stops[kPending]}};
  const auto add = [&](WriteStallCause cause, size_t i) {
    counts[StallKeys::CauseConditionCount(cause, WriteStallCondition::kDelayed)] = s.slowdowns[i];
    counts[StallKeys::CauseConditionCount(cause, WriteStallCondition::kStopped)] = s.stops[i];
  };
  add(WriteStallCause::kMemtableLimit, kMem);
  add(WriteStallCause::kL0FileCountLimit, kL0);
  add(WriteStallCause::kPendingCompactionBytes, kPending);
  return counts;
}

std::map<std::string, uint64_t> DbStallCounts(const DbParts& parts) {
  const DbTotals now = parts.counters.Read(parts.context.NowMicros());
  return {{StallKeys::CauseConditionCount(WriteStallCause::kWriteBufferManagerLimit,
                                          WriteStallCondition::kStopped),
           now[DbCounter::kBufferStops]}};
}

std::string StallLine(const std::map<std::string, uint64_t>& counts) {
  std::string line = "Write Stall (count): ";
  for (const auto& [name, count] : counts) {
    if (line.back() != ' ') line += ", ";
    line += name + ": " + std::to_string(count);
  }
  return line + "\n";
}

std::string FileHistogramReport(const std::string& family_name) {
  return "\n** File Read Latency Histogram By Level [" + family_name + "] **\n";
}

void BeginInterval(const FamilyView& view) {
  const ReportMark mark = MarkOf(view);
  StateLock lock(&view.parts.context.mutex);
  FamilyStats& stats = view.family->stats();
  // Else the counters were reset meanwhile: they are below the mark's.
  if (stats.opened_micros == view.opened_micros) stats.last_report = mark;
}

std::string FamilyReport(const FamilyView& view, bool with_histogram) {
  const ReportMark now = MarkOf(view);
  const ReportMark& before = view.last_report;
  const uint64_t opened = view.opened_micros;
  // The first interval begins with the counting.
  const uint64_t since = std::min(before.micros == 0 ? opened : before.micros, now.micros);
  const uint64_t flushed = now.flushed_bytes - before.flushed_bytes;
  std::string text = Heading(view.family->name, "Level");
  for (const Row& row : LevelRows(view)) text += RowText(row);
  Row interval;
  interval.name = "Int";
  interval.c = Minus(now.sum, before.sum);
  interval.amp_base = flushed + now.ingested.bytes - before.ingested.bytes;
  text += RowText(interval) + PriorityTable(view);
  text += "\nBlob file count: 0, total size: 0.0 GB, garbage size: 0.0 GB, space amp: 0.0\n\n";
  text += UptimeLine(now.micros - opened, now.micros - since);
  text += Format("Flush(GB): cumulative %.3f, interval %.3f\n", Gigabytes(now.flushed_bytes),
                 Gigabytes(flushed));
  text += IngestLines(now.ingested, before.ingested);
  text += CompactionRate("Cumulative", now.sum, now.micros - opened);
  text += CompactionRate("Interval", interval.c, now.micros - since);
  text +=
      "Estimated pending compaction bytes: " + std::to_string(view.pending_compaction_bytes) + "\n";
  text += StallLine(FamilyStallCounts(view.stalls));
  if (const BlockCacheCount& count = view.family->block_cache_count; count.cache() != nullptr) {
    text += CacheReport(count, kCountSeconds);
  }
  if (with_histogram) text += FileHistogramReport(view.family->name);
  return text;
}

std::map<std::string, std::string> FamilyReportMap(const FamilyView& view) {
  std::map<std::string, std::string> out;
  for (const Row& row : LevelRows(view)) RowMap(row, &out);
  const auto counts = FamilyStallCounts(view.stalls);
  for (const auto& [name, count] : counts) out[name] = std::to_string(count);
  // Older names of the same counts.
  const std::pair<const char*, const char*> older[] = {
      {"level0_slowdown", "l0-file-count-limit-delays"},
      {"level0_slowdown_with_compaction", "cf-l0-file-count-limit-delays-with-ongoing-compaction"},
      {"level0_numfiles", "l0-file-count-limit-stops"},
      {"level0_numfiles_with_compaction", "cf-l0-file-count-limit-stops-with-ongoing-compaction"},
      {"stop_for_pending_compaction_bytes", "pending-compaction-bytes-stops"},
      {"slowdown_for_pending_compaction_bytes", "pending-compaction-bytes-delays"},
      {"memtable_compaction", "memtable-limit-stops"},
      {"memtable_slowdown", "memtable-limit-delays"},
      {"total_slowdown", StallKeys::TotalDelays().c_str()},
      {"total_stop", StallKeys::TotalStops().c_str()}};
  for (const auto& [old_name, name] : older) {
    out[std::string("io_stalls.") + old_name] = std::to_string(CountOf(counts, name));
  }
  return out;
}

// ---- the database ----

namespace {

std::string WriteLines(const char* span, const DbTotals& now, const DbTotals& before,
                       bool interval) {
  auto of = [&](DbCounter c) { return now[c] - before[c]; };
  const uint64_t micros = now.at_micros - before.at_micros;
  const uint64_t writes = now.writes() - before.writes();
  const uint64_t groups = of(DbCounter::kWritesBySelf);
  const uint64_t bytes = of(DbCounter::kBytes);
  std::string text = Format(
      "%s writes: %s writes, %s keys, %s commit groups, %.1f writes per commit group, ingest: %.2f "
      "%s, %.2f MB/s\n",
      span, HumanCount(writes).c_str(), HumanCount(of(DbCounter::kKeys)).c_str(),
      HumanCount(groups).c_str(), Ratio(static_cast<double>(writes), static_cast<double>(groups)),
      static_cast<double>(bytes) / (interval ? kMB : kGB), interval ? "MB" : "GB",
      MegabytesPerSecond(bytes, micros));
  const uint64_t wal_writes = of(DbCounter::kWalWrites);
  const uint64_t syncs = of(DbCounter::kWalSyncs);
  text += Format(
      "%s WAL: %s writes, %s syncs, %.2f writes per sync, written: %.2f GB, %.2f MB/s\n", span,
      HumanCount(wal_writes).c_str(), HumanCount(syncs).c_str(),
      static_cast<double>(wal_writes) / static_cast<double>(std::max<uint64_t>(syncs, 1)),
      Gigabytes(of(DbCounter::kWalBytes)), MegabytesPerSecond(of(DbCounter::kWalBytes), micros));
  return text + StallTime(span, of(DbCounter::kStallMicros), micros);
}

}  // namespace

std::string DbReport(DbParts* parts) {
  const DbTotals now = parts->counters.Read(parts->context.NowMicros());
  // The next report's interval begins here.
  const DbTotals before = parts->counters.Exchange(now);
  DbTotals opened;
  opened.at_micros = parts->counters.opened_micros();
  std::string text = "\n** DB Stats **\n";
  text += UptimeLine(now.at_micros - opened.at_micros, now.at_micros - before.at_micros);
  text += WriteLines("Cumulative", now, opened, false) + WriteLines("Interval", now, before, true);
  return text + StallLine(DbStallCounts(*parts));
}

std::map<std::string, std::string> DbReportMap(const DbParts& parts) {
  const DbTotals now = parts.counters.Read(parts.context.NowMicros());
  const double uptime =
      static_cast<double>(now.at_micros - parts.counters.opened_micros()) / kMicros;
  std::map<std::string, std::string> out{{"db.uptime", std::to_string(uptime)}};
  const std::pair<const char*, DbCounter> rows[] = {
      {"db.wal_bytes_written", DbCounter::kWalBytes},
      {"db.wal_syncs", DbCounter::kWalSyncs},
      {"db.user_bytes_written", DbCounter::kBytes},
      {"db.user_keys_written", DbCounter::kKeys},
      {"db.user_writes_by_self", DbCounter::kWritesBySelf},
      {"db.user_writes_by_other", DbCounter::kWritesByOther},
      {"db.user_writes_with_wal", DbCounter::kWalWrites},
      {"db.user_write_stall_micros", DbCounter::kStallMicros}};
  for (const auto& [name, counter] : rows) out[name] = std::to_string(now[counter]);
  for (const auto& [name, count] : DbStallCounts(parts)) out[name] = std::to_string(count);
  return out;
}

// ---- files ----

std::string LevelReport(const TreeVersion& tree) {
  std::string text = "Level Files Size(MB)\n--------------------\n";
  for (int level = 0; level < tree.num_levels(); ++level) {
    text += Format("%3d %8zu %8.0f\n", level, tree.files(level).size(),
                   static_cast<double>(tree.level_bytes(level)) / kMB);
  }
  return text;
}

std::string FilesReport(const FamilyView& view) {
  std::string text;
  for (int level = 0; level < view.tree().num_levels(); ++level) {
    text += Format("--- level %d --- version# %llu ---\n", level,
                   static_cast<unsigned long long>(view.sv->number));
    for (const FilePtr& f : view.tree().files(level)) {
      text += Format(" %llu:%llu[%llu .. %llu][", static_cast<unsigned long long>(f->number),
                     static_cast<unsigned long long>(f->file_size),
                     static_cast<unsigned long long>(f->smallest_seqno),
                     static_cast<unsigned long long>(f->largest_seqno));
      const std::string* bounds[] = {&f->smallest, &f->largest};
      for (const std::string* bound : bounds) {
        text += Format("'%s' seq:%llu, type:%d%s", EscapeKey(UserKeyOf(*bound)).c_str(),
                       static_cast<unsigned long long>(SequenceOf(*bound)),
                       static_cast<int>(TypeOf(*bound)), bound == &f->smallest ? " .. " : "](0)\n");
      }
    }
  }
  return text;
}

}  // namespace ROCKSDB_NAMESPACE
