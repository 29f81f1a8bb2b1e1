// The application's own compression. The interfaces are here; ColumnFamilyOptions refuses a
// compression_manager, and the built-in one below cannot be used apart from tables.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/cache.h"
#include "rocksdb/compression_type.h"
#include "rocksdb/customizable.h"
#include "rocksdb/data_structure.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Decompressor;
struct ConfigOptions;
struct FilterBuildingContext;

// Compresses blocks one way. Any number of threads, each with a working area of its own or none.
class Compressor {
 public:
  Compressor() = default;
  virtual ~Compressor() = default;

  virtual const char* Name() const = 0;
  // The name with settings.
  virtual std::string GetId() const { return Name(); }

  // What the blocks are, as their headers will say.
  virtual CompressionType GetPreferredCompressionType() const { return kNoCompression; }

  // ---- Dictionaries ----

  // Bytes of samples that are wanted for one; 0: none.
  virtual size_t GetMaxSampleSizeIfWantDict(CacheEntryRole /*block_type*/) const { return 0; }
  virtual Slice GetSerializedDict() const { return Slice(); }

  // Samples: their bytes one behind another, and their lengths.
  struct DictSampleArgs {
    std::string sample_data;
    std::vector<size_t> sample_lens;

    bool empty() { return sample_data.empty(); }
    // Whether the lengths sum up to the bytes.
    bool Verify() {
      size_t sum = 0;
      for (size_t length : sample_lens) {
        sum += length;
      }
      return sum == sample_data.size();
    }
  };
  // A compressor for blocks of one kind, with a dictionary if there are samples; null: this one
  // does as well.
  virtual std::unique_ptr<Compressor> MaybeCloneSpecialized(CacheEntryRole /*block_type*/,
                                                            DictSampleArgs&& /*dict_samples*/) {
    return nullptr;
  }

  // ---- Compressing ----

  // Memory that one thread uses from block to block. Subclasses derive from it.
  struct WorkingArea {};
  virtual void ReleaseWorkingArea(WorkingArea* /*wa*/) {}
  using ManagedWorkingArea = ManagedPtr<WorkingArea, Compressor, &Compressor::ReleaseWorkingArea>;
  // Null: none is needed.
  virtual ManagedWorkingArea ObtainWorkingArea() { return {}; }

  // Writes at most *compressed_output_size bytes and sets both results. kNoCompression with a size
  // of 0: the block does not fit and stays as it is. `working_area` may be null.
  virtual Status CompressBlock(Slice uncompressed_data, char* compressed_output,
                               size_t* compressed_output_size,
                               CompressionType* out_compression_type,
                               ManagedWorkingArea* working_area) = 0;

  // One that is best for these blocks; null: any.
  virtual std::shared_ptr<Decompressor> GetOptimizedDecompressor() const { return nullptr; }
};

// Reads what compressors of one manager wrote. Any number of threads.
class Decompressor {
 public:
  Decompressor() = default;
  virtual ~Decompressor() = default;

  virtual const char* Name() const = 0;

  struct WorkingArea {};
  virtual void ReleaseWorkingArea(WorkingArea* /*wa*/) {}
  using ManagedWorkingArea =
      ManagedPtr<WorkingArea, Decompressor, &Decompressor::ReleaseWorkingArea>;
  virtual ManagedWorkingArea ObtainWorkingArea(CompressionType /*preferred*/) { return {}; }

  virtual const Slice& GetSerializedDict() const {
    static const Slice kNone;
    return kNone;
  }
  // One that uses a dictionary. REQUIRES: the bytes outlive it.
  virtual Status MaybeCloneForDict(const Slice& /*serialized_dict*/,
                                   std::unique_ptr<Decompressor>* /*out*/) {
    return Status::NotSupported("Decompressor::MaybeCloneForDict");
  }
  virtual size_t ApproximateOwnedMemoryUsage() const { return 0; }

  // One block. The first call below sets the uncompressed size, and may take it off the data.
  struct Args {
    CompressionType compression_type = kNoCompression;
    Slice compressed_data;
    uint64_t uncompressed_size = 0;
    ManagedWorkingArea* working_area = nullptr;
  };
  virtual Status ExtractUncompressedSize(Args& args) = 0;
  // REQUIRES: the output has uncompressed_size bytes.
  virtual Status DecompressBlock(const Args& args, char* uncompressed_output) = 0;
};

// Compressors and decompressors that fit together.
class CompressionManager : public std::enable_shared_from_this<CompressionManager>,
                           public Customizable {
 public:
  CompressionManager() = default;
  ~CompressionManager() override = default;
  static const char* Type() { return "CompressionManager"; }
  // "nullptr" and the name of the built-in one are known; others must be registered.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                 std::shared_ptr<CompressionManager>* result);

  // What tables record: managers with the same name read each other's blocks.
  virtual const char* CompatibilityName() const = 0;
  // A manager that can read what one of that name wrote; null: none is known.
  virtual std::shared_ptr<CompressionManager> FindCompatibleCompressionManager(
      Slice compatibility_name);

  virtual bool SupportsCompressionType(CompressionType type) const = 0;

  // Null: no compression. The first form is for a table.
  virtual std::unique_ptr<Compressor> GetCompressorForSST(const FilterBuildingContext& /*context*/,
                                                          const CompressionOptions& opts,
                                                          CompressionType preferred) {
    return GetCompressor(opts, preferred);
  }
  virtual std::unique_ptr<Compressor> GetCompressor(const CompressionOptions& opts,
                                                    CompressionType type) = 0;

  // For all types; best for one; for those in [begin, end).
  virtual std::shared_ptr<Decompressor> GetDecompressor() = 0;
  virtual std::shared_ptr<Decompressor> GetDecompressorOptimizeFor(
      CompressionType /*optimize_for_type*/) {
    return GetDecompressor();
  }
  virtual std::shared_ptr<Decompressor> GetDecompressorForTypes(
      const CompressionType* /*types_begin*/, const CompressionType* /*types_end*/) {
    return GetDecompressor();
  }
};

// ---- Wrappers: pass every call on; subclasses change a part ----

class CompressorWrapper : public Compressor {
 public:
  explicit CompressorWrapper(std::unique_ptr<Compressor> wrapped) : wrapped_(std::move(wrapped)) {}
  CompressorWrapper(const CompressorWrapper&) = delete;
  CompressorWrapper& operator=(const CompressorWrapper&) = delete;

  size_t GetMaxSampleSizeIfWantDict(CacheEntryRole block_type) const override {
    return wrapped_->GetMaxSampleSizeIfWantDict(block_type);
  }
  Slice GetSerializedDict() const override { return wrapped_->GetSerializedDict(); }
  CompressionType GetPreferredCompressionType() const override {
    return wrapped_->GetPreferredCompressionType();
  }
  // Null unless a subclass wraps the clone.
  std::unique_ptr<Compressor> MaybeCloneSpecialized(CacheEntryRole block_type,
                                                    DictSampleArgs&& dict_samples) override {
    return wrapped_->MaybeCloneSpecialized(block_type, std::move(dict_samples));
  }
  ManagedWorkingArea ObtainWorkingArea() override { return wrapped_->ObtainWorkingArea(); }
  Status CompressBlock(Slice uncompressed_data, char* compressed_output,
                       size_t* compressed_output_size, CompressionType* out_compression_type,
                       ManagedWorkingArea* working_area) override {
    return wrapped_->CompressBlock(uncompressed_data, compressed_output, compressed_output_size,
                                   out_compression_type, working_area);
  }
  std::shared_ptr<Decompressor> GetOptimizedDecompressor() const override {
    return wrapped_->GetOptimizedDecompressor();
  }

 protected:
  std::unique_ptr<Compressor> wrapped_;
};

class DecompressorWrapper : public Decompressor {
 public:
  explicit DecompressorWrapper(std::shared_ptr<Decompressor> wrapped)
      : wrapped_(std::move(wrapped)) {}
  DecompressorWrapper(const DecompressorWrapper&) = delete;
  DecompressorWrapper& operator=(const DecompressorWrapper&) = delete;

  const char* Name() const override { return wrapped_->Name(); }
  void ReleaseWorkingArea(WorkingArea* wa) override { wrapped_->ReleaseWorkingArea(wa); }
  ManagedWorkingArea ObtainWorkingArea(CompressionType preferred) override {
    return wrapped_->ObtainWorkingArea(preferred);
  }
  const Slice& GetSerializedDict() const override { return wrapped_->GetSerializedDict(); }
  Status MaybeCloneForDict(const Slice& serialized_dict,
                           std::unique_ptr<Decompressor>* out) override {
    return wrapped_->MaybeCloneForDict(serialized_dict, out);
  }
  size_t ApproximateOwnedMemoryUsage() const override {
    return wrapped_->ApproximateOwnedMemoryUsage();
  }
  Status ExtractUncompressedSize(Args& args) override {
    return wrapped_->ExtractUncompressedSize(args);
  }
  Status DecompressBlock(const Args& args, char* uncompressed_output) override {
    return wrapped_->DecompressBlock(args, uncompressed_output);
  }

 protected:
  std::shared_ptr<Decompressor> wrapped_;
};

class CompressionManagerWrapper : public CompressionManager {
 public:
  explicit CompressionManagerWrapper(std::shared_ptr<CompressionManager> wrapped)
      : wrapped_(std::move(wrapped)) {}

  const char* CompatibilityName() const override { return wrapped_->CompatibilityName(); }
  std::shared_ptr<CompressionManager> FindCompatibleCompressionManager(
      Slice compatibility_name) override {
    return wrapped_->FindCompatibleCompressionManager(compatibility_name);
  }
  bool SupportsCompressionType(CompressionType type) const override {
    return wrapped_->SupportsCompressionType(type);
  }
  std::unique_ptr<Compressor> GetCompressorForSST(const FilterBuildingContext& context,
                                                  const CompressionOptions& opts,
                                                  CompressionType preferred) override {
    return wrapped_->GetCompressorForSST(context, opts, preferred);
  }
  std::unique_ptr<Compressor> GetCompressor(const CompressionOptions& opts,
                                            CompressionType type) override {
    return wrapped_->GetCompressor(opts, type);
  }
  std::shared_ptr<Decompressor> GetDecompressor() override { return wrapped_->GetDecompressor(); }
  std::shared_ptr<Decompressor> GetDecompressorOptimizeFor(CompressionType type) override {
    return wrapped_->GetDecompressorOptimizeFor(type);
  }
  std::shared_ptr<Decompressor> GetDecompressorForTypes(const CompressionType* types_begin,
                                                        const CompressionType* types_end) override {
    return wrapped_->GetDecompressorForTypes(types_begin, types_end);
  }

 protected:
  std::shared_ptr<CompressionManager> wrapped_;
};

// What tables use when the options name no manager. Here it only answers which types there are: its
// compressors and decompressors are null.
const std::shared_ptr<CompressionManager>& GetBuiltinV2CompressionManager();

// Refused, both: null.
std::shared_ptr<CompressionManager> CreateAutoSkipCompressionManager(
    std::shared_ptr<CompressionManager> wrapped = nullptr);
std::shared_ptr<CompressionManager> CreateCostAwareCompressionManager(
    std::shared_ptr<CompressionManager> wrapped = nullptr);

}  // namespace ROCKSDB_NAMESPACE
