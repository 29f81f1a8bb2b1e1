// SstView of tool_access.h: one table file, opened apart from any database.
#include "db/tool_access.h"
#include "env/file_io.h"
#include "env/mem_fs.h"
#include "rocksdb/comparator.h"
#include "rocksdb/file_system.h"
#include "rocksdb/statistics.h"
#include "rocksdb/table.h"
#include "table/table_builder.h"
#include "table/table_reader.h"
#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

// Without cache, statistics or database: only the file is looked at.
class OpenSst : public SstView {
 public:
  static Status Open(Env* env, const std::string& path, const Comparator* order,
                     std::unique_ptr<OpenSst>* out) {
    const auto fs = env->GetFileSystem();
    uint64_t size = 0;
    Status s = fs->GetFileSize(path, IOOptions(), &size, nullptr);
    std::unique_ptr<RandomAccessFileReader> file;
    if (s.ok()) s = RandomAccessFileReader::Open(fs.get(), path, FileOptions(), &file);
    if (!s.ok()) return s;
    auto view = std::make_unique<OpenSst>(order);
    BlockBasedTableOptions table;
    table.no_block_cache = true;
    view->factory_.reset(NewBlockBasedTableFactory(table));
    const TableReaderOptions options(view->order_);
    s = view->factory_->NewTableReader(options, std::move(file), size, &view->reader_);
    if (s.ok()) view->properties_ = view->reader_->Properties();
    // A file without properties can still be read.
    view->counted_ = view->properties_ != nullptr;
    if (s.ok() && !view->counted_) view->properties_ = std::make_shared<TableProperties>();
    if (s.ok()) *out = std::move(view);
    return s;
  }
  explicit OpenSst(const Comparator* order) : order_(order) {}

  const TableProperties& properties() const override { return *properties_; }

  Status Scan(const SstScan& what, const std::function<void(const SstEntry&)>& see) override {
    ReadOptions read;
    read.verify_checksums = what.verify;
    read.readahead_size = what.readahead_bytes;
    read.fill_cache = false;
    std::unique_ptr<InternalIterator> it(reader_->NewIterator(read, TableIterOptions()));
    if (what.has_from) {
      it->Seek(MakeInternalKey(what.from, kLargestSequence, kSeekType));
    } else {
      it->SeekToFirst();
    }
    const Comparator* user = order_.user_comparator();
    // All versions of a key, as they lie in the file.
    uint64_t n = 0;
    for (; it->Valid() && n < what.limit; it->Next(), ++n) {
      ParsedInternalKey key;
      Status s = ParseInternalKey(it->key(), &key);
      if (!s.ok()) return s;
      if (what.by_prefix && !key.user_key.starts_with(what.from)) break;
      if (what.has_to && user->Compare(key.user_key, what.to) >= 0) break;
      see({key.user_key, key.sequence, static_cast<int>(key.type), it->value()});
    }
    const bool whole = !what.has_from && !what.has_to && what.limit == UINT64_MAX;
    return it->status().ok() && whole ? CheckCount(n) : it->status();
  }
  void ScanRangeDeletions(const std::function<void(const SstRangeDeletion&)>& see) override {
    const auto tombstones = reader_->RangeTombstones();
    if (tombstones == nullptr) return;
    for (const auto& piece : tombstones->fragments()) {
      for (SequenceNumber sequence : tombstones->SeqsOf(piece)) {
        see({piece.start, piece.end, sequence});
      }
    }
  }
  Status Rewrite(const SstRewrite& how, SstRewritten* result) override {
    MemFileSystem memory;
    std::unique_ptr<WritableFileWriter> file;
    Status s = WritableFileWriter::Create(&memory, "/rewritten", FileOptions(), &file);
    if (!s.ok()) return s;
    BlockBasedTableOptions table;
    if (how.block_size > 0) table.block_size = how.block_size;
    const std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory(table));
    const std::shared_ptr<Statistics> counts = CreateDBStatistics();
    TableBuilderOptions settings(order_);
    settings.compression = how.compression;
    settings.compression_opts = how.compression_opts;
    settings.statistics = counts.get();
    const std::unique_ptr<TableBuilder> builder(factory->NewTableBuilder(settings, file.get()));
    s = CopyTo(builder.get());
    if (!s.ok()) {
      builder->Abandon();
      return s;
    }
    s = builder->Finish();
    if (s.ok()) s = file->Close();
    result->file_bytes = builder->FileSize();
    result->data_blocks = builder->Properties().num_data_blocks;
    result->compressed = counts->getTickerCount(NUMBER_BLOCK_COMPRESSED);
    result->rejected = counts->getTickerCount(NUMBER_BLOCK_COMPRESSION_REJECTED);
    result->bypassed = counts->getTickerCount(NUMBER_BLOCK_COMPRESSION_BYPASSED);
    return s;
  }
  Status Verify() override { return reader_->VerifyChecksums(ReadOptions()); }
  Status Describe(std::ostream& out) override { return reader_->Dump(out); }

 private:
  // Blocks that the index does not name leave every checksum right.
  Status CheckCount(uint64_t seen) const {
    const uint64_t expected = properties_->num_entries - properties_->num_range_deletions;
    if (!counted_ || seen == expected) return Status::OK();
    return Status::Corruption("Table property expects " + std::to_string(expected) +
                              " entries when excluding range deletions, but scanning the table "
                              "returned " +
                              std::to_string(seen) + " records");
  }
  Status CopyTo(TableBuilder* builder) {
    ReadOptions read;
    read.fill_cache = false;
    const std::unique_ptr<InternalIterator> it(reader_->NewIterator(read, TableIterOptions()));
    for (it->SeekToFirst(); it->Valid() && builder->status().ok(); it->Next()) {
      builder->Add(it->key(), it->value());
    }
    return it->status().ok() ? builder->status() : it->status();
  }

  const InternalKeyOrder order_;
  std::unique_ptr<TableFactory> factory_;
  std::unique_ptr<TableReader> reader_;
  std::shared_ptr<const TableProperties> properties_;
  bool counted_ = false;  // the file has properties
};

}  // namespace

Status ParseKey(const Slice& bytes, InternalKeyParts* parts) {
  ParsedInternalKey key;
  Status s = ParseInternalKey(bytes, &key);
  if (s.ok()) *parts = {key.user_key, key.sequence, static_cast<int>(key.type)};
  return s;
}

Status SstView::Open(Env* env, const std::string& path, std::unique_ptr<SstView>* view) {
  std::unique_ptr<OpenSst> opened;
  Status s = OpenSst::Open(env, path, BytewiseComparator(), &opened);
  if (!s.ok()) return s;
  const std::string order = opened->properties().comparator_name;
  if (order == ReverseBytewiseComparator()->Name()) {
    // Properties do not depend on the order, entries found by Seek do.
    s = OpenSst::Open(env, path, ReverseBytewiseComparator(), &opened);
  } else if (!order.empty() && order != BytewiseComparator()->Name()) {
    s = Status::NotSupported("its comparator is unknown here: " + order, path);
  }
  if (s.ok()) *view = std::move(opened);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE::tools
