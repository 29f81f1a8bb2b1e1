// DumpManifest() of tool_access.h: what the edits of a MANIFEST add up to, as text.
#include <algorithm>
#include <map>
#include <ostream>

#include "bucket/bucket_map.h"
#include "db/state/manifest_recovery.h"
#include "db/tool_access.h"
#include "rocksdb/db.h"
#include "rocksdb/file_system.h"
#include "version/l0_order.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

std::string PrintKey(const Slice& ikey, bool hex) {
  if (ikey.size() < kInternalTailBytes) return "(bad)" + ikey.ToString(true);
  return "'" + UserKeyOf(ikey).ToString(hex) + "' seq:" + std::to_string(SequenceOf(ikey)) +
         ", type:" + std::to_string(static_cast<int>(TypeOf(ikey)));
}

// The sum of one family's edits.
struct FamilySum {
  std::string name = kDefaultColumnFamilyName;
  std::string comparator;
  std::string boundaries;
  uint64_t log_number = 0;
  std::map<int, std::map<uint64_t, FilePtr>> levels;
};

// Adds and removes files by number, without the checks of an opening: a MANIFEST that would be
// refused can still be looked at.
class ManifestSum {
 public:
  // The default family is there before any record.
  ManifestSum() { families_[0]; }

  void Add(const VersionEdit& edit) {
    if (edit.next_file_number) next_file_ = *edit.next_file_number;
    if (edit.last_sequence) last_sequence_ = *edit.last_sequence;
    if (edit.prev_log_number) prev_log_ = *edit.prev_log_number;
    if (edit.max_column_family) max_family_ = *edit.max_column_family;
    if (edit.min_log_to_keep) min_log_ = *edit.min_log_to_keep;
    if (edit.drops_column_family) {
      // A dropped family is not part of the result.
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
  // How many levels there are the MANIFEST does not say.
  static constexpr int kUsualLevels = 7;

  static void PrintFamily(uint32_t id, const FamilySum& family, bool hex, std::ostream& out) {
    out << "--------------- Column family \"" << family.name << "\"  (ID " << id
        << ") --------------\n"
        << "log number: " << family.log_number << "\ncomparator: " << family.comparator << "\n";
    PrintBoundaries(family, hex, out);
    const int deepest = family.levels.empty() ? 0 : family.levels.rbegin()->first;
    for (int level = 0; level < std::max(kUsualLevels, deepest + 1); ++level) {
      out << "--- level " << level << " --- version# 1 ---\n";
      if (family.levels.count(level) != 0) PrintLevel(InOrder(family, level), hex, out);
    }
  }
  // Level 0 newest first, deeper ones in key order.
  static FileList InOrder(const FamilySum& family, int level) {
    FileList files;
    for (const auto& [number, file] : family.levels.at(level)) files.push_back(file);
    if (level == 0) {
      std::sort(files.begin(), files.end(),
                [](const FilePtr& a, const FilePtr& b) { return NewerBySequence(*a, *b); });
      return files;
    }
    const InternalKeyOrder order = OrderOf(family);
    std::sort(files.begin(), files.end(), [&](const FilePtr& a, const FilePtr& b) {
      return order.Compare(a->smallest, b->smallest) < 0;
    });
    return files;
  }
  // One of the two built-in comparators, which need no program to supply them.
  static InternalKeyOrder OrderOf(const FamilySum& family) {
    const bool reverse = family.comparator == ReverseBytewiseComparator()->Name();
    return InternalKeyOrder(reverse ? ReverseBytewiseComparator() : BytewiseComparator());
  }
  static void PrintLevel(const FileList& files, bool hex, std::ostream& out) {
    for (const FilePtr& one : files) {
      const FileMeta& file = *one;
      out << " " << file.number << ":" << file.file_size << "[" << file.smallest_seqno << " .. "
          << file.largest_seqno << "][" << PrintKey(file.smallest, hex) << " .. "
          << PrintKey(file.largest, hex) << "]\n";
    }
  }
  // The bucket map's own record, as stock tools would skip it.
  static void PrintBoundaries(const FamilySum& family, bool hex, std::ostream& out) {
    if (family.boundaries.empty()) return;
    BucketMapPtr map;
    if (!BucketMap::DecodeFrom(OrderOf(family), family.boundaries, &map).ok()) {
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

}  // namespace ROCKSDB_NAMESPACE::tools
