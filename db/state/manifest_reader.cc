// See the header.
#include "db/state/manifest_reader.h"

#include <algorithm>

#include "env/file_io.h"
#include "util/coding.h"
#include "util/crc32c.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kPieceHeaderBytes = 7;  // crc, length, type

}  // namespace

// Keeps the first damage: later reports only follow from it.
class ManifestReader::Reporter : public log::Reader::Reporter {
 public:
  void Corruption(size_t bytes, const Status& status) override {
    (void)bytes;
    if (first.ok()) first = status;
  }
  Status first;
};

// Here, where Reporter is complete.
ManifestReader::ManifestReader() = default;
ManifestReader::~ManifestReader() = default;

Status ManifestReader::Open(FileSystem* fs, const std::string& path,
                            std::unique_ptr<ManifestReader>* out) {
  std::unique_ptr<SequentialFileReader> file;
  Status s = SequentialFileReader::Open(fs, path, FileOptions(), &file);
  if (!s.ok()) return s;
  std::unique_ptr<ManifestReader> reader(new ManifestReader);
  reader->fs_ = fs;
  reader->path_ = path;
  reader->reporter_ = std::make_unique<Reporter>();
  reader->reader_ =
      std::make_unique<log::Reader>(std::move(file), reader->reporter_.get(), true, 0);
  *out = std::move(reader);
  return s;
}

// A crash can tear the last record, and then nothing follows it. A whole record behind the place
// where reading ended means that the file was damaged, not torn.
//
//   [ r1 ][ r2 ][ r3 ~~            torn: r3 was never acknowledged
//   [ r1 ][ r2 ][ r3 | r3 | r3 ~~  torn, too: whole pieces of the record itself
//   [ r1 ][ r2 ~~ ][ r3 ][ r4 ]    damaged: without r2 the rest means nothing
Status ManifestReader::CheckEnd() {
  std::string contents;
  Status s = ReadFileToString(fs_, path_, &contents);
  if (!s.ok()) return s;
  // A writer may be at work.
  contents.resize(std::min<uint64_t>(contents.size(), reader_->BytesRead()));
  torn_ = reader_->LastRecordEnd() < contents.size();
  const uint64_t end = reader_->LastPieceEnd();
  // Every offset is tried, since a damaged length says nothing of where the next piece begins.
  // Zeros, which preallocation leaves, are no pieces.
  for (uint64_t at = end; at + kPieceHeaderBytes <= contents.size(); ++at) {
    const char* header = contents.data() + at;
    const uint32_t length = LoadFixed16(header + 4);
    const auto type = static_cast<uint8_t>(header[6]);
    const bool begins = type == log::kFullPiece || type == log::kFirstPiece;
    if (!begins || length == 0 || at + kPieceHeaderBytes + length > contents.size()) continue;
    if (crc32c::Unmask(LoadFixed32(header)) != crc32c::Value(header + 6, length + 1)) continue;
    return Status::Corruption("MANIFEST " + path_,
                              "damaged between offsets " + std::to_string(end) + " and " +
                                  std::to_string(at) + ": whole records follow");
  }
  return s;
}

// A power cut can leave the length of a write on disk and zeroes in place of its end. Encoded edits
// end in something else, so that other damage is still reported as such.
Status ManifestReader::EndsInZeroes(bool* zeroes) const {
  std::string contents;
  Status s = ReadFileToString(fs_, path_, &contents);
  *zeroes = s.ok() && !contents.empty() && contents.back() == '\0';
  return s;
}

bool ManifestReader::ReadOne(VersionEdit* edit) {
  Slice record;
  if (!status_.ok()) return false;
  const bool got =
      reader_->ReadRecord(&record, &scratch_, WALRecoveryMode::kTolerateCorruptedTailRecords);
  // What cannot be read may be sound.
  if (!got && !reader_->io_status().ok()) {
    status_ = reader_->io_status();
    return false;
  }
  // Damage is never passed over here: a MANIFEST that lacks one record describes a tree that never
  // was. Zeros in place of a torn end are no damage.
  if (!reporter_->first.ok()) {
    bool zeroes = false;
    if (!got) status_ = EndsInZeroes(&zeroes);
    if (status_.ok() && !zeroes)
      status_ = Status::Corruption("MANIFEST " + path_, reporter_->first.ToString());
    if (!status_.ok()) return false;
  }
  if (!got) {
    status_ = CheckEnd();
    return false;
  }
  // Decoding sets only what the record has.
  *edit = VersionEdit();
  status_ = edit->DecodeFrom(record);
  if (!status_.ok()) status_ = Status::Corruption("MANIFEST " + path_, status_.ToString());
  return status_.ok();
}

// Reads the rest of an atomic group. A group cut short by the end of the file never happened.
bool ManifestReader::FillGroup(VersionEdit first) {
  uint32_t left = first.atomic_group_remaining;
  std::vector<VersionEdit> group;
  group.push_back(std::move(first));
  while (left > 0) {
    VersionEdit next;
    // At the end of the file status_ is what ReadOne left: good, if nothing whole follows.
    if (!ReadOne(&next)) return false;
    // Groups count down to 0 without anything between.
    if (!next.in_atomic_group || next.atomic_group_remaining != left - 1) {
      status_ = Status::Corruption("MANIFEST " + path_, "an atomic group is interrupted");
      return false;
    }
    --left;
    group.push_back(std::move(next));
  }
  std::reverse(group.begin(), group.end());
  group_ = std::move(group);
  return true;
}

bool ManifestReader::Next(VersionEdit* edit) {
  if (group_.empty()) {
    VersionEdit one;
    if (!ReadOne(&one)) return false;
    if (!one.in_atomic_group) {
      *edit = std::move(one);
      return true;
    }
    if (!FillGroup(std::move(one))) return false;
  }
  *edit = std::move(group_.back());
  group_.pop_back();
  return true;
}

}  // namespace ROCKSDB_NAMESPACE
