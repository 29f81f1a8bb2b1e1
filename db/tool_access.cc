// What ldb and sst_dump print of single files: see tool_access.h.
#include "db/tool_access.h"

#include <algorithm>
#include <map>
#include <ostream>

#include "bucket/bucket_map.h"
#include "db/batch_reader.h"
#include "db/log_reader.h"
#include "db/manifest_recovery.h"
#include "env/file_io.h"
#include "env/filename.h"
#include "rocksdb/db.h"
#include "rocksdb/file_system.h"
#include "rocksdb/table.h"
#include "table/table_builder.h"
#include "table/table_reader.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

std::string Hex(const Slice& bytes) { return "0x" + bytes.ToString(true); }

// ---- write-ahead logs

const char* WalWord(ValueType type) {
  switch (type) {
    case kTypeValue:
      return "PUT";
    case kTypeDeletion:
      return "DELETE";
    case kTypeSingleDeletion:
      return "SINGLE_DELETE";
    case kTypeRangeDeletion:
      return "DELETE_RANGE";
    case kTypeMerge:
      return "MERGE";
    case kTypeWideColumnEntity:
      return "PUT_ENTITY";
    case kTypeBlobIndex:
      return "PUT_BLOB_INDEX";
    case kTypeValuePreferredSeqno:
      return "TIMED_PUT";
    case kTypeLogData:
      return "LOG_DATA";
    case kTypeNoop:
      return "NOOP";
    case kTypeBeginPrepareXID:
    case kTypeBeginPersistedPrepareXID:
    case kTypeBeginUnprepareXID:
      return "BEGIN_PREPARE";
    case kTypeEndPrepareXID:
      return "END_PREPARE";
    case kTypeCommitXID:
    case kTypeCommitXIDAndTimestamp:
      return "COMMIT";
    case kTypeRollbackXID:
      return "ROLLBACK";
    default:
      return "UNKNOWN";
  }
}

void PrintRecord(const BatchReader& record, bool values, std::ostream& out) {
  out << WalWord(record.type);
  if (!record.is_update) {
    const bool named = kBatchTags[record.tag()].fields > 0;
    out << "(" << (named ? Hex(record.key) : "") << ") ";
    return;
  }
  out << "(" << record.cf << ") : " << Hex(record.key) << " ";
  if (record.type == kTypeRangeDeletion) {
    out << Hex(record.value) << " ";
  } else if (values && kBatchTags[record.tag()].fields == 2) {
    out << ": " << Hex(record.value) << " ";
  }
}

Status PrintBatch(const Slice& contents, uint64_t offset, bool values, std::ostream& out) {
  BatchReader record(contents);
  if (!record.status().ok() && contents.size() < kBatchHeaderBytes) return record.status();
  out << record.sequence() << "," << record.count() << "," << contents.size() << "," << offset
      << ",";
  while (record.Next()) PrintRecord(record, values, out);
  out << "\n";
  return record.status();
}

// Keeps the first damage that a log reader reports.
class FirstDamage : public log::Reader::Reporter {
 public:
  void Corruption(size_t, const Status& status) override {
    if (first.ok()) first = status;
  }
  Status first;
};

uint64_t LogNumberOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  uint64_t number = 0;
  FileType type;
  return ParseFileName(path.substr(slash == std::string::npos ? 0 : slash + 1), &number, &type)
             ? number
             : 0;
}

}  // namespace

Status DumpWal(Env* env, const std::string& path, const WalDumpOptions& how, std::ostream& out) {
  std::unique_ptr<SequentialFileReader> file;
  Status s = SequentialFileReader::Open(env->GetFileSystem().get(), path, FileOptions(), &file);
  if (!s.ok()) return s;
  if (how.header) {
    out << "Sequence,Count,ByteSize,Physical Offset,Key(s)" << (how.values ? " : value " : "")
        << "\n";
  }
  FirstDamage damage;
  log::Reader reader(std::move(file), &damage, /*checksum=*/true, LogNumberOf(path));
  Slice record;
  std::string scratch;
  while (reader.ReadRecord(&record, &scratch)) {
    const Status bad = PrintBatch(record, reader.LastRecordOffset(), how.values, out);
    if (s.ok()) s = bad;
  }
  if (s.ok()) s = reader.io_status();
  return s.ok() ? damage.first : s;
}

// ---- MANIFEST

namespace {

std::string PrintKey(const Slice& ikey, bool hex) {
  if (ikey.size() < kInternalTailBytes) return "(bad)" + ikey.ToString(true);
  return "'" + UserKeyOf(ikey).ToString(hex) + "' seq:" + std::to_string(SequenceOf(ikey)) +
         ", type:" + std::to_string(static_cast<int>(TypeOf(ikey)));
}

// What one family's edits add up to.
struct FamilySum {
  std::string name = kDefaultColumnFamilyName;
  std::string comparator;
  std::string boundaries;
  uint64_t log_number = 0;
  std::map<int, std::map<uint64_t, FilePtr>> levels;
};

class ManifestSum {
 public:
  ManifestSum() { families_[0]; }

  void Add(const VersionEdit& edit) {
    if (edit.next_file_number) next_file_ = *edit.next_file_number;
    if (edit.last_sequence) last_sequence_ = *edit.last_sequence;
    if (edit.prev_log_number) prev_log_ = *edit.prev_log_number;
    if (edit.max_column_family) max_family_ = *edit.max_column_family;
    if (edit.min_log_to_keep) min_log_ = *edit.min_log_to_keep;
    if (edit.drops_column_family) {
      families_.erase(edit.column_family);
      return;
    }
    FamilySum& family = families_[edit.column_family];
    if (edit.added_column_family) {
      family.name = *edit.added_column_family;
      max_family_ = std::max(max_family_, edit.column_family);
    }
    if (edit.comparator) family.comparator = *edit.comparator;
    if (edit.log_number) family.log_number = *edit.log_number;
    if (edit.bucket_boundaries) family.boundaries = *edit.bucket_boundaries;
    for (const auto& [level, number] : edit.deleted_files) family.levels[level].erase(number);
    for (const auto& [level, file] : edit.new_files) family.levels[level][file->number] = file;
  }

  void Print(bool hex, std::ostream& out) const {
    for (const auto& [id, family] : families_) PrintFamily(id, family, hex, out);
    out << "next_file_number " << next_file_ << " last_sequence " << last_sequence_
        << "  prev_log_number " << prev_log_ << " max_column_family " << max_family_
        << " min_log_number_to_keep " << min_log_ << "\n";
  }

 private:
  static constexpr int kUsualLevels = 7;

  static void PrintFamily(uint32_t id, const FamilySum& family, bool hex, std::ostream& out) {
    out << "--------------- Column family \"" << family.name << "\"  (ID " << id
        << ") --------------\n"
        << "log number: " << family.log_number << "\ncomparator: " << family.comparator << "\n";
    PrintBoundaries(family, hex, out);
    const int deepest = family.levels.empty() ? 0 : family.levels.rbegin()->first;
    for (int level = 0; level < std::max(kUsualLevels, deepest + 1); level++) {
      out << "--- level " << level << " --- version# 1 ---\n";
      const auto files = family.levels.find(level);
      if (files != family.levels.end()) PrintLevel(files->second, hex, out);
    }
  }
  static void PrintLevel(const std::map<uint64_t, FilePtr>& files, bool hex, std::ostream& out) {
    for (auto it = files.rbegin(); it != files.rend(); ++it) {
      const FileMeta& file = *it->second;
      out << " " << file.number << ":" << file.file_size << "[" << file.smallest_seqno << " .. "
          << file.largest_seqno << "][" << PrintKey(file.smallest, hex) << " .. "
          << PrintKey(file.largest, hex) << "]\n";
    }
  }
  // The bucket map's own record, as stock tools would skip it.
  static void PrintBoundaries(const FamilySum& family, bool hex, std::ostream& out) {
    if (family.boundaries.empty()) return;
    const bool reverse = family.comparator == ReverseBytewiseComparator()->Name();
    const InternalKeyOrder order(reverse ? ReverseBytewiseComparator() : BytewiseComparator());
    BucketMapPtr map;
    if (!BucketMap::DecodeFrom(order, family.boundaries, &map).ok()) {
      out << "bucket boundaries: in the order of " << family.comparator << "\n";
      return;
    }
    out << "bucket boundaries:";
    for (const std::string& key : map->boundaries()) out << " '" << Slice(key).ToString(hex) << "'";
    out << "\n";
  }

  std::map<uint32_t, FamilySum> families_;
  uint64_t next_file_ = 0;
  uint64_t last_sequence_ = 0;
  uint64_t prev_log_ = 0;
  uint64_t min_log_ = 0;
  uint32_t max_family_ = 0;
};

}  // namespace

Status DumpManifest(Env* env, const std::string& path, const ManifestDumpOptions& how,
                    std::ostream& out) {
  std::unique_ptr<ManifestReader> reader;
  Status s = ManifestReader::Open(env->GetFileSystem().get(), path, &reader);
  if (!s.ok()) return s;
  ManifestSum sum;
  VersionEdit edit;
  while (reader->Next(&edit)) {
    if (how.every_edit) out << edit.DebugString(how.hex) << "\n";
    sum.Add(edit);
  }
  sum.Print(how.hex, out);
  return reader->status();
}

// ---- tables

namespace {

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
    if (s.ok() && view->properties_ == nullptr)
      view->properties_ = std::make_shared<TableProperties>();
    if (s.ok()) *out = std::move(view);
    return s;
  }
  explicit OpenSst(const Comparator* order) : order_(order) {}

  const TableProperties& properties() const override { return *properties_; }

  Status Scan(const SstScan& what, const std::function<void(const SstEntry&)>& see) override {
    ReadOptions read;
    read.verify_checksums = what.verify;
    read.fill_cache = false;
    std::unique_ptr<InternalIterator> it(reader_->NewIterator(read, TableIterOptions()));
    if (what.has_from) {
      it->Seek(MakeInternalKey(what.from, kLargestSequence, kSeekType));
    } else {
      it->SeekToFirst();
    }
    const Comparator* user = order_.user_comparator();
    for (uint64_t n = 0; it->Valid() && n < what.limit; it->Next(), n++) {
      ParsedInternalKey key;
      Status s = ParseInternalKey(it->key(), &key);
      if (!s.ok()) return s;
      if (what.has_to && user->Compare(key.user_key, what.to) >= 0) break;
      see({key.user_key, key.sequence, static_cast<int>(key.type), it->value()});
    }
    return it->status();
  }
  Status Verify() override { return reader_->VerifyChecksums(ReadOptions()); }
  Status Describe(std::ostream& out) override { return reader_->Dump(out); }

 private:
  const InternalKeyOrder order_;
  std::unique_ptr<TableFactory> factory_;
  std::unique_ptr<TableReader> reader_;
  std::shared_ptr<const TableProperties> properties_;
};

}  // namespace

Status SstView::Open(Env* env, const std::string& path, std::unique_ptr<SstView>* view) {
  std::unique_ptr<OpenSst> opened;
  Status s = OpenSst::Open(env, path, BytewiseComparator(), &opened);
  if (!s.ok()) return s;
  const std::string order = opened->properties().comparator_name;
  if (order == ReverseBytewiseComparator()->Name()) {
    s = OpenSst::Open(env, path, ReverseBytewiseComparator(), &opened);
  } else if (!order.empty() && order != BytewiseComparator()->Name()) {
    s = Status::NotSupported("its comparator is unknown here: " + order, path);
  }
  if (s.ok()) *view = std::move(opened);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE::tools
