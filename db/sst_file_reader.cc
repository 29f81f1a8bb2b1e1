// SstFileReader: one table file read without a database. Iterators and lookups show what a database
// would show that held this file alone.
#include "rocksdb/sst_file_reader.h"

#include "db/read/db_iter.h"
#include "db/read/merge_helper.h"
#include "env/file_io.h"
#include "options/cf_config.h"
#include "rocksdb/file_system.h"
#include "rocksdb/snapshot.h"
#include "rocksdb/table.h"
#include "table/table_builder.h"
#include "table/table_reader.h"
#include "util/point_lookup.h"

namespace ROCKSDB_NAMESPACE {
namespace {

Status NoReaderOpen() { return Status::InvalidArgument("SstFileReader: no file is open"); }

// The stored entries of one table under the public interface.
class StoredEntries final : public Iterator {
 public:
  explicit StoredEntries(InternalIterator* inner) : inner_(inner) {}

  bool Valid() const override { return inner_->Valid(); }
  Slice key() const override { return inner_->key(); }
  Slice value() const override { return inner_->value(); }
  Status status() const override { return inner_->status(); }
  void SeekToFirst() override { inner_->SeekToFirst(); }
  void SeekToLast() override { inner_->SeekToLast(); }
  void Seek(const Slice& target) override { inner_->Seek(target); }
  void SeekForPrev(const Slice& target) override { inner_->SeekForPrev(target); }
  void Next() override { inner_->Next(); }
  void Prev() override { inner_->Prev(); }

 private:
  const std::unique_ptr<InternalIterator> inner_;
};

}  // namespace

struct SstFileReader::Rep {
  explicit Rep(const Options& o) : options(o) {}

  Status Open(const std::string& path);
  std::unique_ptr<Iterator> NewUserIterator(const ReadOptions& read) const;
  Status Get(const ReadOptions& read, const Slice& key, std::string* value) const;
  Status CountEntries(const ReadOptions& read) const;
  static SequenceNumber SequenceOf(const ReadOptions& read) {
    return read.snapshot != nullptr ? read.snapshot->GetSequenceNumber() : kLargestSequence;
  }

  const Options options;
  // Null until a file is open.
  std::shared_ptr<const CfConfig> config;
  std::unique_ptr<TableReader> table;
};

Status SstFileReader::Rep::Open(const std::string& path) {
  const auto fs = options.env->GetFileSystem();
  std::shared_ptr<const CfConfig> made;
  Status s = MakeCfConfig(options, options, &made);
  uint64_t size = 0;
  if (s.ok()) s = fs->GetFileSize(path, IOOptions(), &size, nullptr);
  std::unique_ptr<RandomAccessFileReader> file;
  SystemClock* const clock = options.env->GetSystemClock().get();
  if (s.ok()) {
    s = RandomAccessFileReader::Open(fs.get(), path, FileOptions(options), &file, clock,
                                     options.statistics.get());
  }
  if (!s.ok()) return s;
  TableReaderOptions how(made->order);
  how.prefix_extractor = options.prefix_extractor;
  how.env_options = EnvOptions(options);
  how.clock = clock;
  how.statistics = options.statistics.get();
  how.logger = options.info_log.get();
  how.block_protection_bytes_per_key = options.block_protection_bytes_per_key;
  std::unique_ptr<TableReader> opened;
  s = options.table_factory->NewTableReader(how, std::move(file), size, &opened);
  if (!s.ok()) return s;
  config = std::move(made);
  table = std::move(opened);
  return s;
}

std::unique_ptr<Iterator> SstFileReader::Rep::NewUserIterator(const ReadOptions& read) const {
  DbIter::Sources sources;
  sources.sequence = SequenceOf(read);
  TableIterOptions how;
  how.prefix_extractor = config->options.prefix_extractor.get();
  sources.inner.reset(table->NewIterator(read, how));
  const auto tombstones = table->RangeTombstones();
  if (tombstones != nullptr && !read.ignore_range_deletions) {
    sources.range_dels = std::make_unique<RangeDelView>(nullptr, *config);
    sources.range_dels->AddMemtable(tombstones);
  }
  DbIter::Config c;
  c.order = config->order;
  c.merge_operator = config->options.merge_operator.get();
  c.prefix_extractor = config->options.prefix_extractor.get();
  c.max_sequential_skip = config->options.max_sequential_skip_in_iterations;
  c.info_log = options.info_log.get();
  c.stats = options.statistics.get();
  c.clock = options.env->GetSystemClock().get();
  c.keep = config;
  return std::make_unique<DbIter>(read, std::move(c), std::move(sources), nullptr);
}

Status SstFileReader::Rep::Get(const ReadOptions& read, const Slice& key,
                               std::string* value) const {
  const SequenceNumber sequence = SequenceOf(read);
  const LookupKey target(key, sequence);
  PointLookup lookup(config->order, key, sequence, &config->options.merge_operator);
  const auto tombstones = table->RangeTombstones();
  if (tombstones != nullptr && !read.ignore_range_deletions)
    lookup.CoverUpTo(tombstones->MaxCoveringSeq(key, sequence));
  Status s = table->Get(read, target.internal_key(), &lookup, false);
  if (!s.ok()) return s;
  lookup.Finish();
  if (lookup.result() == LookupResult::kCorrupt) return lookup.status();
  if (lookup.result() == LookupResult::kNotFound || lookup.result() == LookupResult::kDeleted)
    return Status::NotFound();
  if (lookup.result() == LookupResult::kFound && lookup.value_type() == kTypeValue) {
    value->assign(lookup.value().data(), lookup.value().size());
    return s;
  }
  // The table ends the operands, or their operator does, which an iterator would not ask.
  if (lookup.result() == LookupResult::kMerge && !lookup.has_base()) {
    const auto& found = lookup.operands();
    return MergeForRead(config->options.merge_operator.get(), key, MergeBase(),
                        {found.rbegin(), found.rend()}, options.info_log.get(),
                        options.statistics.get(), value);
  }
  // Operands over a base, and entities: the iterator makes the value that a user sees.
  const std::unique_ptr<Iterator> it = NewUserIterator(read);
  it->Seek(key);
  if (!it->status().ok()) return it->status();
  if (!it->Valid() || !config->order.SameUserKey(it->key(), key)) return Status::NotFound();
  *value = it->value().ToString();
  return s;
}

Status SstFileReader::Rep::CountEntries(const ReadOptions& read) const {
  const std::unique_ptr<InternalIterator> it(table->NewIterator(read, TableIterOptions()));
  uint64_t found = 0;
  for (it->SeekToFirst(); it->Valid(); it->Next()) ++found;
  if (!it->status().ok()) return it->status();
  const auto properties = table->Properties();
  const uint64_t expected = properties->num_entries - properties->num_range_deletions;
  if (found == expected) return Status::OK();
  return Status::Corruption("Table property expects " + std::to_string(expected) +
                            " entries when excluding range deletions, but scanning the table "
                            "returned " +
                            std::to_string(found) + " entries");
}

SstFileReader::SstFileReader(const Options& options) : rep_(new Rep(options)) {}

SstFileReader::~SstFileReader() = default;

Status SstFileReader::Open(const std::string& file_path) { return rep_->Open(file_path); }

Iterator* SstFileReader::NewIterator(const ReadOptions& options) {
  if (rep_->table == nullptr) return NewErrorIterator(NoReaderOpen());
  return rep_->NewUserIterator(options).release();
}

std::vector<Status> SstFileReader::MultiGet(const ReadOptions& options,
                                            const std::vector<Slice>& keys,
                                            std::vector<std::string>* values) {
  values->assign(keys.size(), "");
  std::vector<Status> results(keys.size(), NoReaderOpen());
  if (rep_->table == nullptr) return results;
  for (size_t i = 0; i < keys.size(); ++i) results[i] = rep_->Get(options, keys[i], &(*values)[i]);
  return results;
}

std::unique_ptr<Iterator> SstFileReader::NewTableIterator() {
  if (rep_->table == nullptr) return nullptr;
  return std::make_unique<StoredEntries>(
      rep_->table->NewIterator(ReadOptions(), TableIterOptions()));
}

std::shared_ptr<const TableProperties> SstFileReader::GetTableProperties() const {
  return rep_->table == nullptr ? nullptr : rep_->table->Properties();
}

Status SstFileReader::VerifyChecksum(const ReadOptions& options) {
  return rep_->table == nullptr ? NoReaderOpen() : rep_->table->VerifyChecksums(options);
}

Status SstFileReader::VerifyNumEntries(const ReadOptions& options) {
  return rep_->table == nullptr ? NoReaderOpen() : rep_->CountEntries(options);
}

}  // namespace ROCKSDB_NAMESPACE
