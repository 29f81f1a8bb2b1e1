// Compression of whole WAL records (DBOptions::wal_compression). log::Writer and log::Reader own
// one each. Every record is one zstd frame, cut into pieces like any other bytes.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/compression_type.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {
namespace log {

class WalCodec {
 public:
  // NotSupported, naming wal_compression, when the library was built without the algorithm, or when
  // it is not one for logs.
  [[nodiscard]] static Status Create(CompressionType type, std::unique_ptr<WalCodec>* codec);

  ~WalCodec();
  WalCodec(const WalCodec&) = delete;
  WalCodec& operator=(const WalCodec&) = delete;

  // Replaces *out.
  [[nodiscard]] Status Compress(const Slice& record, std::string* out);
  // Replaces *out. Corruption unless `bytes` are whole frames.
  [[nodiscard]] Status Decompress(const Slice& bytes, std::string* out);

 private:
  struct Contexts;

  explicit WalCodec(std::unique_ptr<Contexts> contexts);

  const std::unique_ptr<Contexts> contexts_;
};

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
