// File entries of MANIFEST records: see file_record.h.
//
//    number | path id (generation 3) | size | smallest | largest | seqnos (from generation 2 on) |
//    { attribute number | sized bytes }* | kEnd (generation 4)
#include "version/file_record.h"

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Far beyond any num_levels: keeps a damaged number from becoming a vector of that size.
constexpr int kMaxLevelOnDisk = 1 << 16;

void AppendAttribute(std::string* dst, FileAttribute tag, const Slice& value) {
  AppendVarint32(dst, static_cast<uint32_t>(tag));
  AppendSized(dst, value);
}

void AppendNumber(std::string* dst, FileAttribute tag, uint64_t value) {
  std::string bytes;
  AppendVarint64(&bytes, value);
  AppendAttribute(dst, tag, bytes);
}

constexpr uint32_t kMostPaths = 4;  // of db_paths and cf_paths

void AppendByte(std::string* dst, FileAttribute tag, uint8_t value) {
  const char byte = static_cast<char>(value);
  AppendAttribute(dst, tag, Slice(&byte, 1));
}

// Both or neither: a reader treats a checksum without the name of its function as damage.
void AppendChecksum(std::string* dst, const FileMeta& f) {
  if (f.checksum_func_name.empty()) return;
  AppendAttribute(dst, FileAttribute::kChecksum, f.checksum);
  AppendAttribute(dst, FileAttribute::kChecksumName, f.checksum_func_name);
}

// Defaults are not written: most files then need no attribute.
void AppendPlacement(std::string* dst, const FileMeta& f) {
  if (f.path_id != 0) AppendByte(dst, FileAttribute::kPathId, static_cast<uint8_t>(f.path_id));
  if (f.temperature != Temperature::kUnknown) {
    AppendByte(dst, FileAttribute::kTemperature, static_cast<uint8_t>(f.temperature));
  }
  if (f.marked_for_compaction) AppendByte(dst, FileAttribute::kMarked, 1);
  if (f.oldest_blob_file_number != 0) {
    AppendNumber(dst, FileAttribute::kOldestBlob, f.oldest_blob_file_number);
  }
}

void AppendUniqueId(std::string* dst, const FileMeta& f) {
  if (f.unique_id == std::array<uint64_t, 2>{0, 0}) return;
  std::string bytes;
  AppendFixed64(&bytes, f.unique_id[0]);
  AppendFixed64(&bytes, f.unique_id[1]);
  AppendAttribute(dst, FileAttribute::kUniqueId, bytes);
}

// The order in which stock 10.6 writes them, so that equal edits give equal bytes.
void AppendAttributes(std::string* dst, const FileMeta& f) {
  AppendNumber(dst, FileAttribute::kAncestorTime, f.oldest_ancestor_time);
  AppendNumber(dst, FileAttribute::kCreationTime, f.creation_time);
  AppendNumber(dst, FileAttribute::kEpoch, f.epoch);
  AppendChecksum(dst, f);
  AppendPlacement(dst, f);
  AppendUniqueId(dst, f);
  if (f.range_deletion_credit != 0) {
    AppendNumber(dst, FileAttribute::kRangeDeletionCredit, f.range_deletion_credit);
  }
  if (f.tail_size != 0) AppendNumber(dst, FileAttribute::kTailSize, f.tail_size);
  if (!f.persist_user_defined_timestamps) AppendByte(dst, FileAttribute::kKeepsTimestamps, 0);
  AppendVarint32(dst, static_cast<uint32_t>(FileAttribute::kEnd));
}

bool ReadNumber(Slice bytes, uint64_t* out) { return TakeVarint64(&bytes, out); }

bool ReadByte(const Slice& bytes, uint8_t* out) {
  if (bytes.size() != 1) return false;
  *out = static_cast<uint8_t>(bytes[0]);
  return true;
}

// Longer ids are read by their first 16 bytes.
bool ReadUniqueId(Slice bytes, std::array<uint64_t, 2>* out) {
  return TakeFixed64(&bytes, &(*out)[0]) && TakeFixed64(&bytes, &(*out)[1]);
}

bool ReadMinLog(Slice bytes, FileRecord* r) {
  uint64_t number = 0;
  if (!TakeFixed64(&bytes, &number)) return false;
  r->min_log_to_keep = number;
  return true;
}

// Attributes whose value is one byte. False: malformed.
bool ReadByteAttribute(FileAttribute tag, const Slice& bytes, FileMeta* f) {
  uint8_t byte = 0;
  if (!ReadByte(bytes, &byte)) return false;
  if (tag == FileAttribute::kPathId) {
    if (byte >= kMostPaths) return false;
    f->path_id = byte;
  } else if (tag == FileAttribute::kTemperature) {
    f->temperature = static_cast<Temperature>(byte);
  } else if (tag == FileAttribute::kMarked) {
    f->marked_for_compaction = byte == 1;
  } else {
    f->persist_user_defined_timestamps = byte == 1;
  }
  return true;
}

uint64_t* NumberAttribute(FileAttribute tag, FileMeta* f) {
  switch (tag) {
    case FileAttribute::kOldestBlob:
      return &f->oldest_blob_file_number;
    case FileAttribute::kAncestorTime:
      return &f->oldest_ancestor_time;
    case FileAttribute::kCreationTime:
      return &f->creation_time;
    case FileAttribute::kEpoch:
      return &f->epoch;
    case FileAttribute::kRangeDeletionCredit:
      return &f->range_deletion_credit;
    case FileAttribute::kTailSize:
      return &f->tail_size;
    default:
      return nullptr;
  }
}

// False: malformed, or unknown and mandatory. An attribute that is unknown and not mandatory is
// dropped: the next rewrite of the MANIFEST will not hold it.
bool ReadAttribute(FileAttribute tag, const Slice& bytes, FileRecord* r) {
  FileMeta* f = r->file.get();
  if (uint64_t* number = NumberAttribute(tag, f)) return ReadNumber(bytes, number);
  switch (tag) {
    case FileAttribute::kPathId:
    case FileAttribute::kTemperature:
    case FileAttribute::kMarked:
    case FileAttribute::kKeepsTimestamps:
      return ReadByteAttribute(tag, bytes, f);
    case FileAttribute::kChecksum:
      f->checksum = bytes.ToString();
      return true;
    case FileAttribute::kChecksumName:
      f->checksum_func_name = bytes.ToString();
      return true;
    case FileAttribute::kUniqueId:
      return ReadUniqueId(bytes, &f->unique_id);
    case FileAttribute::kMinLogToKeep:
      return ReadMinLog(bytes, r);
    default:
      return (static_cast<uint32_t>(tag) & kMandatoryAttributeBit) == 0;
  }
}

Status TakeAttributes(Slice* in, FileRecord* r) {
  for (;;) {
    uint32_t tag = 0;
    Slice bytes;
    if (!TakeVarint32(in, &tag)) return Status::Corruption("new file entry without end mark");
    if (tag == static_cast<uint32_t>(FileAttribute::kEnd)) return Status::OK();
    if (!TakeSized(in, &bytes) || !ReadAttribute(static_cast<FileAttribute>(tag), bytes, r)) {
      return Status::Corruption("new file entry has a bad or unknown attribute " +
                                std::to_string(tag));
    }
  }
}

// The writers called "Unknown" and "" mean the same: no checksum was computed.
void DropUnknownChecksum(FileMeta* f) {
  if (f->checksum_func_name == "Unknown") {
    f->checksum.clear();
    f->checksum_func_name.clear();
  }
}

// Generation 1 has no sequence range; the bounds' own sequences are the best that is known.
void GuessSequences(FileMeta* f) {
  f->smallest_seqno = 0;
  f->largest_seqno = std::max(SequenceOf(f->smallest),
                              f->ends_exclusive() ? SequenceNumber{0} : SequenceOf(f->largest));
}

// Generations differ in what follows the file number; the newest is the second plus attributes.
bool TakeBody(Field kind, Slice* in, FileMeta* f) {
  if (!TakeVarint64(in, &f->number)) return false;
  if (kind == Field::kFileV3 && (!TakeVarint32(in, &f->path_id) || f->path_id >= kMostPaths)) {
    return false;
  }
  if (!TakeVarint64(in, &f->file_size)) return false;
  if (!TakeBound(in, &f->smallest) || !TakeBound(in, &f->largest)) return false;
  if (kind == Field::kFileV1) {
    GuessSequences(f);
    return true;
  }
  return TakeVarint64(in, &f->smallest_seqno) && TakeVarint64(in, &f->largest_seqno);
}

}  // namespace

bool TakeLevel(Slice* in, int* level) {
  uint32_t v = 0;
  if (!TakeVarint32(in, &v) || v >= kMaxLevelOnDisk) return false;
  *level = static_cast<int>(v);
  return true;
}

bool TakeBound(Slice* in, std::string* key) {
  Slice bytes;
  if (!TakeSized(in, &bytes) || bytes.size() < kInternalTailBytes) return false;
  key->assign(bytes.data(), bytes.size());
  return true;
}

void AppendFileRecord(int level, const FileMeta& f, std::string* dst) {
  AppendVarint32(dst, static_cast<uint32_t>(level));
  AppendVarint64(dst, f.number);
  AppendVarint64(dst, f.file_size);
  AppendSized(dst, f.smallest);
  AppendSized(dst, f.largest);
  AppendVarint64(dst, f.smallest_seqno);
  AppendVarint64(dst, f.largest_seqno);
  AppendAttributes(dst, f);
}

Status TakeFileRecord(Field kind, Slice* in, FileRecord* out) {
  out->file = std::make_shared<FileMeta>();
  FileMeta* f = out->file.get();
  if (!TakeLevel(in, &out->level) || !TakeBody(kind, in, f)) {
    return Status::Corruption("new file entry is cut short or has a bad bound");
  }
  f->compensated_size = f->file_size;
  if (kind != Field::kFileV4) return Status::OK();
  Status s = TakeAttributes(in, out);
  DropUnknownChecksum(f);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
