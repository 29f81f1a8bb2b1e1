// zstd, with contexts that live as long as the log file.
#include "db/log/wal_codec.h"

#ifdef ZSTD
#include <zstd.h>
#endif

#include <utility>

namespace ROCKSDB_NAMESPACE {
namespace log {

#ifdef ZSTD

struct WalCodec::Contexts {
  ~Contexts() {
    ZSTD_freeCCtx(compress);
    ZSTD_freeDCtx(decompress);
  }

  ZSTD_CCtx* compress = ZSTD_createCCtx();
  ZSTD_DCtx* decompress = ZSTD_createDCtx();
};

namespace {

// Writers wait for the log: the fastest level.
constexpr int kLevel = 1;

}  // namespace

Status WalCodec::Create(CompressionType type, std::unique_ptr<WalCodec>* codec) {
  if (type != kZSTD) return Status::NotSupported("wal_compression other than ZSTD");
  auto contexts = std::make_unique<Contexts>();
  if (contexts->compress == nullptr || contexts->decompress == nullptr) {
    return Status::MemoryLimit("No memory for wal_compression");
  }
  codec->reset(new WalCodec(std::move(contexts)));
  return Status::OK();
}

Status WalCodec::Compress(const Slice& record, std::string* out) {
  // Space for the worst case: compression in one call, no loop.
  out->resize(ZSTD_compressBound(record.size()));
  const size_t n = ZSTD_compressCCtx(contexts_->compress, out->data(), out->size(), record.data(),
                                     record.size(), kLevel);
  if (ZSTD_isError(n)) return Status::Corruption("wal_compression", ZSTD_getErrorName(n));
  out->resize(n);
  return Status::OK();
}

Status WalCodec::Decompress(const Slice& bytes, std::string* out) {
  // The state that a damaged record left behind must not spoil the next one.
  ZSTD_DCtx_reset(contexts_->decompress, ZSTD_reset_session_only);
  out->clear();
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  size_t hint = 1;  // 0 once a frame is complete
  size_t filled = 0;
  bool output_full = false;
  while (in.pos < in.size || output_full) {
    // In chunks: a frame need not record its size, and a damaged one may record a wrong size.
    out->resize(filled + ZSTD_DStreamOutSize());
    ZSTD_outBuffer chunk{out->data() + filled, out->size() - filled, 0};
    hint = ZSTD_decompressStream(contexts_->decompress, &chunk, &in);
    if (ZSTD_isError(hint)) return Status::Corruption("wal_compression", ZSTD_getErrorName(hint));
    filled += chunk.pos;
    // All input is taken in, but more output may wait inside.
    output_full = chunk.pos == chunk.size && hint != 0;
  }
  out->resize(filled);
  if (hint != 0) return Status::Corruption("wal_compression: a record's frame is cut short");
  return Status::OK();
}

#else

struct WalCodec::Contexts {};

Status WalCodec::Create(CompressionType /*type*/, std::unique_ptr<WalCodec>* /*codec*/) {
  return Status::NotSupported("wal_compression: the library was built without ZSTD");
}

Status WalCodec::Compress(const Slice& /*record*/, std::string* /*out*/) {
  return Status::NotSupported("wal_compression");
}

Status WalCodec::Decompress(const Slice& /*bytes*/, std::string* /*out*/) {
  return Status::NotSupported("wal_compression");
}

#endif

WalCodec::WalCodec(std::unique_ptr<Contexts> contexts) : contexts_(std::move(contexts)) {}
WalCodec::~WalCodec() = default;

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
