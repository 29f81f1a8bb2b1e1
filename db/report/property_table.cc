// The properties and how each is worked out. Handlers hold a super version for what they read; the
// state lock only to copy what it guards. A new property is a constant of DB::Properties (its name
// in db_interface.cc) and one entry of kTable, made of a function and of where it gets its input:
// OfVersion, UnderLock, OfDatabase, OfCache.
#include "db/report/property_table.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "compaction/picker.h"
#include "db/jobs/background.h"
#include "db/report/bucket_report.h"
#include "db/report/cache_report.h"
#include "db/report/stats_report.h"
#include "db/state/log_need.h"
#include "rocksdb/db.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// ---- where a number comes from ----

template <auto kFn>
bool OfVersion(const PropertyQuery& q, uint64_t* value) {
  SuperVersionHold sv(&q.family->super_versions);
  *value = kFn(*sv);
  return true;
}
template <auto kFn>
bool UnderLock(const PropertyQuery& q, uint64_t* value) {
  StateLock lock(&q.parts->context.mutex);
  *value = kFn(*q.parts, *q.family);
  return true;
}
template <auto kFn>
bool OfDatabase(const PropertyQuery& q, uint64_t* value) {
  *value = kFn(*q.parts);
  return true;
}
template <auto kFn>
bool OfCache(const PropertyQuery& q, uint64_t* value) {
  SuperVersionHold sv(&q.family->super_versions);
  Cache* cache = BlockCacheOf(*sv->config);
  if (cache != nullptr) *value = kFn(*cache);
  return cache != nullptr;
}
bool Zero(const PropertyQuery&, uint64_t* value) {
  *value = 0;
  return true;
}

// Sums something over the immutable memtables, and over the active one where that counts.
template <auto kFn>
uint64_t OfImmutable(const SuperVersion& sv) {
  uint64_t total = 0;
  for (const MemTablePtr& mem : sv.imm) total += kFn(*mem);
  return total;
}
template <auto kFn>
uint64_t OfActive(const SuperVersion& sv) {
  return kFn(*sv.mem);
}
template <auto kFn>
uint64_t OfAllMemtables(const SuperVersion& sv) {
  return OfActive<kFn>(sv) + OfImmutable<kFn>(sv);
}
uint64_t Bytes(const MemTable& mem) { return mem.ApproximateMemoryUsage(); }
// The kept history counts: it is memory all the same.
uint64_t BytesWithHistory(const SuperVersion& sv) {
  uint64_t total = OfAllMemtables<Bytes>(sv);
  for (const MemTablePtr& mem : sv.history) total += Bytes(*mem);
  return total;
}
uint64_t Entries(const MemTable& mem) { return mem.num_entries(); }
uint64_t Deletes(const MemTable& mem) { return mem.num_deletes(); }

// ---- estimates over files ----

template <typename Fn>
void ForEachFile(const TreeVersion& tree, Fn fn) {
  for (int level = 0; level < tree.num_levels(); ++level) {
    for (const FilePtr& file : tree.files(level)) fn(level, file);
  }
}

// Every deletion is taken to hide one entry: it counts against itself and against that one.
uint64_t WithoutDeleted(uint64_t entries, uint64_t deletions) {
  return entries > 2 * deletions ? entries - 2 * deletions : 0;
}

// Files with unknown counts are taken to be like the others. In floating point and rounded
// down, as stock does it: programs compare the two.
uint64_t EstimateKeysInFiles(const TreeVersion& tree) {
  uint64_t entries = 0, deletions = 0, files = 0, known = 0;
  ForEachFile(tree, [&](int, const FilePtr& file) {
    ++files;
    known += file->stats_known ? 1 : 0;
    entries += file->num_entries;
    deletions += file->num_deletions;
  });
  const uint64_t keys = WithoutDeleted(entries, deletions);
  if (known == 0 || known == files) return keys;
  const double share = static_cast<double>(files) / static_cast<double>(known);
  return static_cast<uint64_t>(static_cast<double>(keys) * share);
}

uint64_t EstimateKeys(const SuperVersion& sv) {
  return WithoutDeleted(OfAllMemtables<Entries>(sv) + EstimateKeysInFiles(*sv.tree),
                        OfAllMemtables<Deletes>(sv));
}

// Bytes of files that no deeper file overlaps, newest first within level 0: what would remain if
// all overwritten data were gone.
uint64_t EstimateLiveBytes(const SuperVersion& sv) {
  const TreeVersion& tree = *sv.tree;
  uint64_t total = 0;
  std::vector<UserRange> counted;  // of level 0
  ForEachFile(tree, [&](int level, const FilePtr& file) {
    const UserRange range = UserRange::Of(*file);
    if (!tree.NothingBelow(level, range)) return;
    if (level == 0) {
      for (const UserRange& other : counted) {
        if (Overlaps(tree.order(), other, range)) return;
      }
      counted.push_back(range);
    }
    total += file->file_size;
  });
  return total;
}

// Bytes of the readers that are open for the present files of this family.
bool ReadersMemory(const PropertyQuery& q, uint64_t* value) {
  SuperVersionHold sv(&q.family->super_versions);
  *value = 0;
  ForEachFile(*sv->tree, [&](int, const FilePtr& file) {
    *value += q.parts->tables->MemoryUsage(file->number);
  });
  return true;
}

// Only FIFO without compaction keeps files in the order of their keys' age.
bool OldestKeyTime(const PropertyQuery& q, uint64_t* value) {
  SuperVersionHold sv(&q.family->super_versions);
  const ColumnFamilyOptions& o = sv->config->options;
  if (o.compaction_style != kCompactionStyleFIFO || o.compaction_options_fifo.allow_compaction)
    return false;
  uint64_t oldest = sv->mem->oldest_key_time();
  for (const MemTablePtr& mem : sv->imm) oldest = std::min(oldest, mem->oldest_key_time());
  ForEachFile(*sv->tree, [&](int, const FilePtr& file) {
    if (file->oldest_ancestor_time > 0) oldest = std::min(oldest, file->oldest_ancestor_time);
  });
  *value = oldest;
  return oldest > 0 && oldest < UINT64_MAX;
}

// ---- jobs and logs ----

// Each Level 0 file is a run of its own, a deeper level's files of a job are one together. Files
// that the tree no longer has belong to a job that was just installed.
bool RunningSortedRuns(const PropertyQuery& q, uint64_t* value) {
  const FamilyView view(q.parts, q.family, true);
  *value = 0;
  for (const RunningJob& job : view.running) {
    std::vector<int> levels;
    for (const uint64_t number : job.inputs) {
      int level = 0;
      if (view.tree().FindFile(number, &level) == nullptr) continue;
      const bool new_run =
          level == 0 || std::find(levels.begin(), levels.end(), level) == levels.end();
      if (new_run) levels.push_back(level);
    }
    *value += levels.size();
  }
  return true;
}

// The oldest log of the whole database, as in stock, whichever family is asked.
uint64_t OldestLog(const DbParts& parts, const ColumnFamily&) REQUIRES_LOCK(state_lock) {
  return OldestLogKept(parts);
}

// While jobs run, any number given out may be that of a file they are still writing.
uint64_t OldestUnlistedTable(const DbParts& parts, const ColumnFamily&) REQUIRES_LOCK(state_lock) {
  const Background& background = *parts.background;
  return background.running_flushes() + background.running_compactions() > 0 ? 1 : UINT64_MAX;
}

// ---- texts and maps ----

// No answer for a level that the family does not have.
bool FilesAtLevel(const PropertyQuery& q, std::string* text) {
  SuperVersionHold sv(&q.family->super_versions);
  if (q.number >= static_cast<uint64_t>(sv->tree->num_levels())) return false;
  *text = std::to_string(sv->tree->files(static_cast<int>(q.number)).size());
  return true;
}

// Of the tables whose sizes before compression are known; -1: none is.
bool CompressionRatio(const PropertyQuery& q, std::string* text) {
  SuperVersionHold sv(&q.family->super_versions);
  if (q.number >= static_cast<uint64_t>(sv->tree->num_levels())) return false;
  uint64_t raw = 0, stored = 0;
  for (const FilePtr& file : sv->tree->files(static_cast<int>(q.number))) {
    const uint64_t of_file = file->raw_key_size + file->raw_value_size;
    if (of_file == 0) continue;
    raw += of_file;
    stored += file->file_size;
  }
  *text =
      std::to_string(stored == 0 ? -1.0 : static_cast<double>(raw) / static_cast<double>(stored));
  return true;
}

bool BytesAtTemperature(const PropertyQuery& q, std::string* text) {
  SuperVersionHold sv(&q.family->super_versions);
  uint64_t total = 0;
  ForEachFile(*sv->tree, [&](int, const FilePtr& file) {
    if (static_cast<uint64_t>(file->temperature) == q.number) total += file->file_size;
  });
  *text = std::to_string(total);
  return true;
}

// Properties of all tables, or of one level's, added up. False when a table cannot be read.
bool SumTables(const PropertyQuery& q, bool all_levels, TableProperties* sum) {
  SuperVersionHold sv(&q.family->super_versions);
  bool read = true;
  ForEachFile(*sv->tree, [&](int level, const FilePtr& file) {
    // After the first failure no more tables are opened.
    if (!read || (!all_levels && static_cast<uint64_t>(level) != q.number)) return;
    std::shared_ptr<const TableProperties> one;
    read = q.parts->tables->Properties(*sv->config, *file, level, &one).ok();
    if (read && one != nullptr) sum->Add(*one);
  });
  return read && (all_levels || q.number < static_cast<uint64_t>(sv->tree->num_levels()));
}
template <bool kAllLevels>
bool TablesText(const PropertyQuery& q, std::string* text) {
  TableProperties sum;
  if (!SumTables(q, kAllLevels, &sum)) return false;
  *text = sum.ToString();
  return true;
}
template <bool kAllLevels>
bool TablesMap(const PropertyQuery& q, PropertyMap* map) {
  TableProperties sum;
  if (!SumTables(q, kAllLevels, &sum)) return false;
  for (const auto& [name, value] : sum.GetAggregatablePropertiesAsMap())
    (*map)[name] = std::to_string(value);
  return true;
}

template <auto kFn>
bool FamilyText(const PropertyQuery& q, std::string* text) {
  *text = kFn(FamilyView(q.parts, q.family, true));
  return true;
}
template <auto kFn>
bool FamilyMap(const PropertyQuery& q, PropertyMap* map) {
  *map = kFn(FamilyView(q.parts, q.family, true));
  return true;
}

std::string FullReport(const FamilyView& view) { return FamilyReport(view, true); }
std::string ShortReport(const FamilyView& view) { return FamilyReport(view, false); }
std::string EverythingReport(const FamilyView& view) {
  return FullReport(view) + DbReport(&view.parts);
}
PropertyMap EverythingMap(const FamilyView& view) {
  PropertyMap map = FamilyReportMap(view);
  map.merge(DbReportMap(view.parts));
  return map;
}
std::string HistogramText(const FamilyView& view) { return FileHistogramReport(view.family->name); }
std::string LevelsText(const FamilyView& view) { return LevelReport(view.tree()); }
std::string StallText(const FamilyView& view) { return StallLine(FamilyStallCounts(view.stalls)); }
std::string DbText(const FamilyView& view) { return DbReport(&view.parts); }
PropertyMap DbMap(const FamilyView& view) { return DbReportMap(view.parts); }
std::string DbStallText(const FamilyView& view) { return StallLine(DbStallCounts(view.parts)); }
PropertyMap TextValues(const std::map<std::string, uint64_t>& counts) {
  PropertyMap map;
  for (const auto& [name, count] : counts) map[name] = std::to_string(count);
  return map;
}
PropertyMap StallMap(const FamilyView& view) { return TextValues(FamilyStallCounts(view.stalls)); }
PropertyMap DbStallMap(const FamilyView& view) { return TextValues(DbStallCounts(view.parts)); }
std::string BlobText(const FamilyView&) {
  return "Number of blob files: 0\nTotal size of blob files: 0\nTotal size of garbage in blob "
         "files: 0\n"
         "Blob file space amplification: 0\n";
}

// An older count than this is not told as a fast one. Chosen, not measured.
constexpr uint64_t kFastCountSeconds = 180;

template <uint64_t kMaxAgeSeconds>
bool CacheText(const PropertyQuery& q, std::string* text) {
  const BlockCacheCount& count = q.family->block_cache_count;
  if (count.cache() == nullptr) return false;
  *text = CacheReport(count, kMaxAgeSeconds);
  return true;
}
template <uint64_t kMaxAgeSeconds>
bool CacheMap(const PropertyQuery& q, PropertyMap* map) {
  const BlockCacheCount& count = q.family->block_cache_count;
  if (count.cache() == nullptr) return false;
  *map = CacheReportMap(count, kMaxAgeSeconds);
  return true;
}
bool StatisticsText(const PropertyQuery& q, std::string* text) {
  if (q.parts->context.stats == nullptr) return false;
  *text = q.parts->context.stats->ToString();
  return true;
}

// ---- the table ----

using P = DB::Properties;
using Number = bool (*)(const PropertyQuery&, uint64_t*);
using Text = bool (*)(const PropertyQuery&, std::string*);
using Map = bool (*)(const PropertyQuery&, PropertyMap*);

// Rows keep a pointer to the name: the public constants are filled in at run time, the table is
// not.
constexpr Property Int(const std::string& name, Number fn) {
  return {&name, false, fn, nullptr, nullptr};
}
constexpr Property Report(const std::string& name, Text text, Map map = nullptr) {
  return {&name, false, nullptr, text, map};
}
constexpr Property Numbered(const std::string& name, Text text, Map map = nullptr) {
  return {&name, true, nullptr, text, map};
}

constexpr Property kTable[] = {
    // Reports.
    Report(P::kStats, FamilyText<EverythingReport>, FamilyMap<EverythingMap>),
    Report(P::kSSTables, FamilyText<FilesReport>),
    Report(P::kCFStats, FamilyText<FullReport>, FamilyMap<FamilyReportMap>),
    Report(P::kCFStatsNoFileHistogram, FamilyText<ShortReport>),
    Report(P::kCFFileHistogram, FamilyText<HistogramText>),
    Report(P::kCFWriteStallStats, FamilyText<StallText>, FamilyMap<StallMap>),
    Report(P::kDBStats, FamilyText<DbText>, FamilyMap<DbMap>),
    Report(P::kDBWriteStallStats, FamilyText<DbStallText>, FamilyMap<DbStallMap>),
    Report(P::kLevelStats, FamilyText<LevelsText>),
    Report(P::kBlockCacheEntryStats, CacheText<0>, CacheMap<0>),
    Report(P::kFastBlockCacheEntryStats, CacheText<kFastCountSeconds>, CacheMap<kFastCountSeconds>),
    Report(P::kBlobStats, FamilyText<BlobText>),
    Report(P::kOptionsStatistics, StatisticsText),
    Report(P::kAggregatedTableProperties, TablesText<true>, TablesMap<true>),
    Numbered(P::kAggregatedTablePropertiesAtLevel, TablesText<false>, TablesMap<false>),
    Numbered(P::kNumFilesAtLevelPrefix, FilesAtLevel),
    Numbered(P::kCompressionRatioAtLevelPrefix, CompressionRatio),
    Numbered(P::kLiveSstFilesSizeAtTemperature, BytesAtTemperature),
    Report(P::kBucketStats, FamilyText<BucketReport>, FamilyMap<BucketReportMap>),

    // Memtables. Flushed ones are not kept, so none is pinned beside those waiting.
    Int(P::kNumImmutableMemTable, OfVersion<[](const SuperVersion& sv) { return sv.imm.size(); }>),
    Int(P::kNumImmutableMemTableFlushed,
        OfVersion<[](const SuperVersion& sv) { return sv.history.size(); }>),
    Int(P::kMemTableFlushPending, UnderLock<[](const DbParts&, const ColumnFamily& f) REQUIRES_LOCK(
                                                state_lock) { return f.NeedsFlush(); }>),
    Int(P::kNumRunningFlushes,
        UnderLock<[](const DbParts& p, const ColumnFamily&)
                      REQUIRES_LOCK(state_lock) { return p.background->running_flushes(); }>),
    Int(P::kCurSizeActiveMemTable, OfVersion<OfActive<Bytes>>),
    Int(P::kCurSizeAllMemTables, OfVersion<OfAllMemtables<Bytes>>),
    Int(P::kSizeAllMemTables, OfVersion<BytesWithHistory>),
    Int(P::kNumEntriesActiveMemTable, OfVersion<OfActive<Entries>>),
    Int(P::kNumEntriesImmMemTables, OfVersion<OfImmutable<Entries>>),
    Int(P::kNumDeletesActiveMemTable, OfVersion<OfActive<Deletes>>),
    Int(P::kNumDeletesImmMemTables, OfVersion<OfImmutable<Deletes>>),

    // Compaction and stalls.
    Int(P::kCompactionPending,
        UnderLock<[](const DbParts& p, const ColumnFamily& f) REQUIRES_LOCK(state_lock) {
          return NeedsCompaction(p.background->PickContextOf(f));
        }>),
    Int(P::kNumRunningCompactions,
        UnderLock<[](const DbParts& p, const ColumnFamily&)
                      REQUIRES_LOCK(state_lock) { return p.background->running_compactions(); }>),
    Int(P::kNumRunningCompactionSortedRuns, RunningSortedRuns),
    Int(P::kEstimatePendingCompactionBytes,
        UnderLock<[](const DbParts&, const ColumnFamily& f)
                      REQUIRES_LOCK(state_lock) { return f.state().pending_bytes; }>),
    Int(P::kActualDelayedWriteRate, OfDatabase<[](const DbParts& p) -> uint64_t {
          return p.controller->state() == WriteController::kDelayed ? p.controller->rate() : 0;
        }>),
    Int(P::kIsWriteStopped, OfDatabase<[](const DbParts& p) {
          return p.controller->state() == WriteController::kStopped;
        }>),
    Int(P::kBackgroundErrors, OfDatabase<[](const DbParts& p) { return p.errors->count(); }>),
    Int(P::kBaseLevel, OfVersion<[](const SuperVersion& sv) {
          return LevelTargets::Of(*sv.tree, sv.config->options, sv.config.get()).base_level;
        }>),

    // Data and files. Only the present version's files are known by size.
    Int(P::kEstimateNumKeys, OfVersion<EstimateKeys>),
    Int(P::kEstimateTableReadersMem, ReadersMemory),
    Int(P::kEstimateLiveDataSize, OfVersion<EstimateLiveBytes>),
    Int(P::kEstimateOldestKeyTime, OldestKeyTime),
    Int(P::kTotalSstFilesSize,
        OfVersion<[](const SuperVersion& sv) { return sv.tree->total_bytes(); }>),
    Int(P::kLiveSstFilesSize,
        OfVersion<[](const SuperVersion& sv) { return sv.tree->total_bytes(); }>),
    Int(P::kObsoleteSstFilesSize,
        OfDatabase<[](const DbParts& p) { return p.obsolete->waiting_table_bytes(); }>),
    Int(P::kIsFileDeletionsEnabled,
        OfDatabase<[](const DbParts& p) { return p.obsolete->deletions_enabled(); }>),
    Int(P::kMinLogNumberToKeep, UnderLock<OldestLog>),
    Int(P::kMinObsoleteSstNumberToKeep, UnderLock<OldestUnlistedTable>),

    // Views.
    Int(P::kNumSnapshots, OfDatabase<[](const DbParts& p) { return p.snapshots.count(); }>),
    Int(P::kOldestSnapshotTime,
        OfDatabase<[](const DbParts& p) { return p.snapshots.oldest_unix_time(); }>),
    Int(P::kOldestSnapshotSequence, OfDatabase<[](const DbParts& p) -> uint64_t {
          const SequenceNumber oldest = p.snapshots.oldest();
          return oldest == kLargestSequence ? 0 : oldest;
        }>),
    // Super versions that readers still hold are not counted: they register nowhere.
    Int(P::kNumLiveVersions, OfVersion<[](const SuperVersion&) { return 1; }>),
    Int(P::kCurrentSuperVersionNumber, OfVersion<[](const SuperVersion& sv) { return sv.number; }>),

    // Caches and blob files; there are none of the latter.
    Int(P::kBlockCacheCapacity, OfCache<[](const Cache& c) { return c.GetCapacity(); }>),
    Int(P::kBlockCacheUsage, OfCache<[](const Cache& c) { return c.GetUsage(); }>),
    Int(P::kBlockCachePinnedUsage, OfCache<[](const Cache& c) { return c.GetPinnedUsage(); }>),
    Int(P::kNumBlobFiles, Zero),
    Int(P::kTotalBlobFileSize, Zero),
    Int(P::kLiveBlobFileSize, Zero),
    Int(P::kLiveBlobFileGarbageSize, Zero),
};

}  // namespace

PropertyList AllProperties() { return {std::begin(kTable), std::end(kTable)}; }

const Property* FindProperty(const Slice& name, PropertyQuery* query) {
  size_t digits = 0;
  while (digits < name.size() &&
         std::isdigit(static_cast<unsigned char>(name[name.size() - 1 - digits])))
    ++digits;
  // Only rows that take a number are compared without the digits.
  const Slice stem(name.data(), name.size() - digits);
  for (const Property& property : kTable) {
    if (!property.takes_number && Slice(*property.name) == name) return &property;
    if (!property.takes_number || digits == 0 || Slice(*property.name) != stem) continue;
    const Status parsed =
        ParseUint64(std::string_view(name.data() + stem.size(), digits), &query->number);
    return parsed.ok() ? &property : nullptr;
  }
  return nullptr;
}

bool DescribesBlockCache(const Property& property) {
  return property.name == &P::kBlockCacheCapacity || property.name == &P::kBlockCacheUsage ||
         property.name == &P::kBlockCachePinnedUsage;
}

}  // namespace ROCKSDB_NAMESPACE
