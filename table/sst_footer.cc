// Footer layouts, in bytes:
//
//   legacy (48)   metaindex, index (varints, padded to 40) | magic 8
//   1..5   (53)   checksum type 1 | metaindex, index (varints, padded to 40) | version 4 | magic 8
//   6..    (53)   checksum type 1 | 3e 00 7a 00 | footer checksum 4 | context base 4 |
//                 metaindex size 4 | zero 24 | version 4 | magic 8
#include "table/sst_footer.h"

#include <cinttypes>
#include <cstdio>

#include "table/block_checksum.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kMiddle = 1;
constexpr size_t kMiddleBytes = 40;
constexpr size_t kVersionAt = kMiddle + kMiddleBytes;
constexpr size_t kMagicAt = kVersionAt + 4;
constexpr char kExtendedMark[4] = {0x3e, 0x00, 0x7a, 0x00};
// Offsets within the 53 bytes.
constexpr size_t kOwnChecksumAt = kMiddle + 4;
constexpr size_t kContextAt = kMiddle + 8;
constexpr size_t kMetaSizeAt = kMiddle + 12;
constexpr size_t kReservedAt = kMiddle + kMiddleBytes - 8;

uint32_t FooterChecksum(const SstFooter& footer, std::string bytes, uint64_t offset) {
  // Computes the checksum over the whole footer, with its own place taken as zero.
  StoreFixed32(bytes.data() + kOwnChecksumAt, 0);
  return BlockChecksum(footer.checksum, bytes.data(), bytes.size()) +
         ContextTerm(footer.context_base, offset);
}

Status BadFooter(const std::string& what, const std::string& file) {
  return Status::Corruption(what, "in footer of " + file);
}

Status DecodeHandles(Slice middle, const std::string& file, SstFooter* footer) {
  if (!footer->metaindex.TakeFrom(&middle) || !footer->index.TakeFrom(&middle)) {
    return BadFooter("bad block handle", file);
  }
  return Status::OK();
}

Status DecodeExtended(const Slice& bytes, uint64_t footer_offset, const std::string& file,
                      SstFooter* footer) {
  const char* p = bytes.data();
  if (std::memcmp(p + kMiddle, kExtendedMark, sizeof(kExtendedMark)) != 0) {
    return BadFooter("bad extended magic number", file);
  }
  footer->context_base = LoadFixed32(p + kContextAt);
  if (footer->context_base == 0) return BadFooter("invalid base context checksum", file);
  const uint32_t stored = LoadFixed32(p + kOwnChecksumAt);
  const uint32_t computed = FooterChecksum(*footer, bytes.ToString(), footer_offset);
  if (stored != computed) {
    return BadFooter("footer checksum mismatch: stored = " + std::to_string(stored) +
                         ", computed = " + std::to_string(computed),
                     file);
  }
  // After the checksum, so that a value here comes from a newer writer and not from damage.
  if (LoadFixed64(p + kReservedAt) != 0) {
    return Status::NotSupported("File uses a future feature not supported in this version", file);
  }
  const uint64_t meta_size = LoadFixed32(p + kMetaSizeAt);
  if (meta_size + kTrailerBytes > footer_offset) return BadFooter("metaindex too large", file);
  // The metaindex ends where the footer begins.
  footer->metaindex = {footer_offset - kTrailerBytes - meta_size, meta_size};
  footer->index = Extent();
  return Status::OK();
}

Status DecodeModern(const Slice& bytes, uint64_t footer_offset, const std::string& file,
                    SstFooter* footer) {
  footer->format_version = LoadFixed32(bytes.data() + kVersionAt);
  if (footer->format_version == 0 || footer->format_version > kNewestReadableFormat) {
    return BadFooter("unsupported format_version " + std::to_string(footer->format_version), file);
  }
  if (!KnownChecksumType(bytes[0])) {
    return BadFooter("unknown checksum type " + std::to_string(static_cast<uint8_t>(bytes[0])),
                     file);
  }
  footer->checksum = static_cast<ChecksumType>(bytes[0]);
  if (footer->format_version >= 6) return DecodeExtended(bytes, footer_offset, file, footer);
  return DecodeHandles(Slice(bytes.data() + kMiddle, kMiddleBytes), file, footer);
}

Status BadMagic(uint64_t found, const std::string& file) {
  char text[96];
  std::snprintf(text, sizeof(text), "Bad table magic number: expected %" PRIx64 ", found %" PRIx64,
                kSstMagic, found);
  return Status::Corruption(text, "in " + file);
}

}  // namespace

std::string SstFooter::Encode(uint64_t footer_offset) const {
  std::string bytes(kFooterBytes, '\0');
  char* p = bytes.data();
  p[0] = checksum;
  StoreFixed32(p + kVersionAt, format_version);
  StoreFixed64(p + kMagicAt, kSstMagic);
  if (format_version < 6) {
    std::string handles;
    metaindex.AppendTo(&handles);
    index.AppendTo(&handles);
    std::memcpy(p + kMiddle, handles.data(), handles.size());
    return bytes;
  }
  std::memcpy(p + kMiddle, kExtendedMark, sizeof(kExtendedMark));
  StoreFixed32(p + kContextAt, context_base);
  StoreFixed32(p + kMetaSizeAt, static_cast<uint32_t>(metaindex.size));
  StoreFixed32(p + kOwnChecksumAt, FooterChecksum(*this, bytes, footer_offset));
  return bytes;
}

Status DecodeFooter(const Slice& tail, uint64_t file_size, const std::string& file,
                    SstFooter* footer) {
  if (tail.size() < kLegacyFooterBytes || file_size < tail.size()) {
    return Status::Corruption(
        "file is too short (" + std::to_string(file_size) + " bytes) to be an sstable", file);
  }
  *footer = SstFooter();
  // The magic is at the very end in every layout, so it is read before the length is known.
  const uint64_t magic = LoadFixed64(tail.data() + tail.size() - 8);
  if (magic == kSstMagic) {
    if (tail.size() < kFooterBytes) {
      return Status::Corruption("file is too short to be an sstable", file);
    }
    const Slice bytes(tail.data() + tail.size() - kFooterBytes, kFooterBytes);
    return DecodeModern(bytes, file_size - kFooterBytes, file, footer);
  }
  if (magic != kLegacySstMagic) return BadMagic(magic, file);
  footer->format_version = 0;
  footer->checksum = kCRC32c;
  const char* begin = tail.data() + tail.size() - kLegacyFooterBytes;
  return DecodeHandles(Slice(begin, kMiddleBytes), file, footer);
}

}  // namespace ROCKSDB_NAMESPACE
