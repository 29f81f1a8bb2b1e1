// See the header.
#include "db/recovery/table_counts.h"

#include <algorithm>
#include <cinttypes>
#include <new>
#include <thread>

#include "util/logging.h"
#include "util/processor_demand.h"
#include "version/file_counts.h"
#include "version/tree_builder.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// The size of a sample. Stock's number: its estimates and metadata of live files show it.
constexpr size_t kSampledTables = 20;
// One thread works for every so many tables. Chosen, not measured.
constexpr size_t kTablesPerThread = 8;

size_t Processors() { return std::max(1u, std::thread::hardware_concurrency()); }

// Threads that wait for a device leave the processors to more of them; beyond that they only get
// into each other's way. Opening 312 tables out of the page cache on two processors took 11.0 ms
// with 16 threads, 8.9 with two.
bool MostlyWaited(const DemandMeter& meter) { return 2 * meter.Wanted() < meter.Passed(); }

}  // namespace

void TableCountLoad::AddFamily(const FamilyPtr& family, bool all) {
  Family& one = families_.emplace_back(Family{family, nullptr, {}});
  TreePtr tree;
  {
    StateLock lock(&parts_.context.mutex);
    tree = family->state().tree();
    one.config = family->state().config();
  }
  const size_t first = tables_.size();
  for (int level = 0; level < tree->num_levels(); ++level) {
    for (const FilePtr& file : tree->files(level))
      tables_.push_back(Table{families_.size() - 1, level, file, nullptr});
  }
  const size_t count = tables_.size() - first;
  // The ttl of a FIFO family goes by what its tables tell of their newest keys.
  all |= one.config->options.compaction_style == kCompactionStyleFIFO;
  const size_t sample = all ? count : std::min(count, kSampledTables);
  for (size_t i = 0; i < count; ++i) {
    (i < sample ? turns_ : one.unread).push_back(first + i);
  }
}

void TableCountLoad::Begin() {
  const DBOptions& options = parts_.context.config()->options;
  std::vector<FamilyPtr> families;
  {
    StateLock lock(&parts_.context.mutex);
    for (const auto& [id, family] : parts_.families.all()) families.push_back(family);
  }
  for (const FamilyPtr& family : families) AddFamily(family, options.max_open_files == -1);
  most_threads_ = std::min(static_cast<size_t>(std::max(1, options.max_file_opening_threads)),
                           turns_.size() / kTablesPerThread);
  reading_ = std::make_unique<ParallelWork>(turns_.size(), [this](size_t turn) { ReadNext(turn); });
  // The opener is one of the threads, in Finish.
  for (size_t i = 1; i < most_threads_ && i <= Processors(); ++i) reading_->AddHelper();
}

// Every eighth read tells whether another thread would have something to do.
void TableCountLoad::ReadNext(size_t turn) {
  const size_t helpers = reading_->helpers();
  if (turn % 8 != 0 || helpers == 0 || helpers + 1 >= most_threads_) return Read(turns_[turn]);
  const DemandMeter meter;
  Read(turns_[turn]);
  if (MostlyWaited(meter)) reading_->AddHelper();
}

// Through the copy: the table cache hangs the reader on the object that it is asked for.
void TableCountLoad::Read(size_t index) {
  Table& table = tables_[index];
  const Family& family = families_[table.family];
  Status s;
  try {
    std::shared_ptr<FileMeta> copy = table.file->Clone();
    s = ReadTableCounts(parts_.tables.get(), *family.config, table.level, copy.get());
    if (s.ok() && copy->stats_known) table.copy = std::move(copy);
  } catch (const std::bad_alloc&) {
    s = Status::MemoryLimit("no memory to open the table");
  }
  if (s.ok()) return;
  LogWarn(parts_.context.info_log.get(), "[%s] The counts of table #%" PRIu64 ": %s",
          family.family->name.c_str(), table.file->number, s.ToString().c_str());
}

bool TableCountLoad::AnyValueBytes(size_t family) const {
  return std::any_of(tables_.begin(), tables_.end(), [family](const Table& table) {
    return table.family == family && table.copy != nullptr && table.copy->raw_value_size > 0;
  });
}

// The file that a copy replaces has not become obsolete: the copy stands for the same table.
Status TableCountLoad::Install(size_t index) {
  const Family& family = families_[index];
  VersionEdit edit;
  for (const Table& table : tables_) {
    if (table.family != index || table.copy == nullptr) continue;
    edit.DeleteFile(table.level, table.file->number);
    const std::string directory = family.config->PathOf(table.file->path_id, parts_.context.dbname);
    edit.AddFile(table.level, ObsoleteFiles::Track(parts_.obsolete, table.copy, directory));
  }
  StateLock lock(&parts_.context.mutex);
  const TreePtr before = family.family->state().tree();
  TreeBuilder builder(family.family->order, before, before->num_levels());
  // The files were checked when the MANIFEST was read.
  builder.set_checks(false);
  TreePtr tree;
  Status s = builder.Apply(edit);
  if (s.ok()) s = builder.Build(&tree);
  if (!s.ok()) return s;
  for (const Table& table : tables_) {
    if (table.family != index || table.copy == nullptr) continue;
    table.file->installed.store(false, std::memory_order_relaxed);
    table.copy->installed.store(true, std::memory_order_relaxed);
  }
  family.family->state().SetTree(tree);
  return s;
}

Status TableCountLoad::Finish() {
  reading_->Finish(Processors());
  Status s;
  for (size_t i = 0; s.ok() && i < families_.size(); ++i) {
    // A sample of deletions alone tells nothing about values. The oldest table that has some does.
    std::vector<size_t>& unread = families_[i].unread;
    for (; !unread.empty() && !AnyValueBytes(i); unread.pop_back()) Read(unread.back());
    s = Install(i);
  }
  return s;
}

Status ReadTableCounts(TableCache* tables, const CfConfig& config, int level, FileMeta* file) {
  std::shared_ptr<const TableProperties> properties;
  Status s = tables->Properties(config, *file, level, &properties);
  std::shared_ptr<const FragmentedRangeTombstones> tombstones;
  if (s.ok()) s = tables->RangeTombstones(config, *file, level, &tombstones);
  if (!s.ok()) return s;
  if (properties == nullptr) return Status::Corruption("the table has no properties");
  // Old libraries wrote range tombstones without counting them. Reads pass over the tombstones of a
  // file that is known to have none, so its counts stay unknown.
  if (tombstones == nullptr || properties->num_range_deletions != 0) TakeCounts(*properties, file);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
