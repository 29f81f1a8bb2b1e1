// Many missing blocks of one file, read together: see SstFile::ReadMany.
#include <cstring>
#include <vector>

#include "env/batched_read.h"
#include "table/sst_file.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

class SstFile::ManyRead final : public AwaitedRead {
 public:
  ManyRead(const SstFile& file, const ReadOptions& ro, AwaitedBlock* const* blocks, size_t n);

  // Either Read, or Start and Finish.
  void Read();
  void Start() { batch_.Start(io_); }
  void Finish() override;

 private:
  // A block, and the memory where it will live if it is expected raw.
  struct Asked {
    AwaitedBlock* block;
    BlockBytes home;
  };
  void Ask(AwaitedBlock* block);
  void TakeBlocks();
  // Makes the block from the i-th range of what was read.
  Status TakeBlock(size_t i);

  const SstFile& file_;
  const ReadOptions& ro_;
  IOOptions io_;
  std::vector<Asked> asked_;
  BatchedRead batch_;
};

SstFile::ManyRead::ManyRead(const SstFile& file, const ReadOptions& ro, AwaitedBlock* const* blocks,
                            size_t n)
    : file_(file), ro_(ro), batch_(*file.file_, n) {
  asked_.reserve(n);
  const Status ready = file.PrepareIo(ro, &io_);
  for (AwaitedBlock* const* block = blocks; block != blocks + n; ++block) {
    (*block)->status = ready.ok() ? file.CheckPlace((*block)->extent) : ready;
    if ((*block)->status.ok()) Ask(*block);
  }
}

void SstFile::ManyRead::Ask(AwaitedBlock* block) {
  const size_t length = block->extent.size + kTrailerBytes;
  Asked asked{block, {}};
  // As in ReadRaw: a block that is expected raw is read straight into the memory where it will
  // live.
  if (!file_.compressed_) {
    asked.home = BlockBytes::Allocate(length, file_.Allocator());
    if (!asked.home.owned()) {
      block->status = Status::MemoryLimit("no memory for a block");
      return;
    }
  }
  batch_.Add(block->extent.offset, length, asked.home.mutable_data());
  asked_.push_back(std::move(asked));
}

void SstFile::ManyRead::Read() {
  if (asked_.empty()) return;
  HistogramTimer timer(file_.clock_, file_.statistics_, READ_BLOCK_GET_MICROS);
  PERF_TIMER(block_read_time);
  PERF_CPU_TIMER(block_read_cpu_time);
  batch_.Read(io_);
  PERF_TIMER_STOP(block_read_time);
  PERF_TIMER_STOP(block_read_cpu_time);
  TakeBlocks();
}

void SstFile::ManyRead::Finish() {
  HistogramTimer timer(file_.clock_, file_.statistics_, READ_BLOCK_GET_MICROS);
  PERF_TIMER(block_read_time);
  batch_.Finish(io_);
  PERF_TIMER_STOP(block_read_time);
  TakeBlocks();
}

void SstFile::ManyRead::TakeBlocks() {
  for (size_t i = 0; i < asked_.size(); ++i) asked_[i].block->status = TakeBlock(i);
}

Status SstFile::ManyRead::TakeBlock(size_t i) {
  AwaitedBlock* const block = asked_[i].block;
  BlockBytes& home = asked_[i].home;
  if (!batch_.status(i).ok()) return batch_.status(i);
  Raw raw;
  raw.bytes = batch_.bytes(i);
  Status s = file_.CheckRaw(ro_, block->extent, raw.bytes);
  if (!s.ok()) return s;
  const bool at_home = raw.bytes.data() == home.data();
  raw.mapped = !at_home && !batch_.InMemory(raw.bytes);
  if (!raw.mapped && home.owned()) {
    raw.own = std::move(home);
    // It came with its neighbours, or aligned.
    if (!at_home) std::memcpy(raw.own.mutable_data(), raw.bytes.data(), raw.bytes.size());
    raw.bytes = raw.own.ToSlice();
  }
  std::unique_ptr<Block> loaded;
  s = file_.Assemble(&raw, block->extent, BlockRequest(), &loaded);
  if (s.ok()) {
    file_.Admit(ro_, block->extent, BlockKind::kData, file_.PriorityOf(BlockKind::kData),
                std::move(loaded), &block->block);
  }
  return s;
}

void SstFile::ReadMany(const ReadOptions& ro, AwaitedBlock* const* blocks, size_t n) const {
  ManyRead(*this, ro, blocks, n).Read();
}

std::unique_ptr<AwaitedRead> SstFile::StartMany(const ReadOptions& ro, AwaitedBlock* const* blocks,
                                                size_t n) const {
  auto read = std::make_unique<ManyRead>(*this, ro, blocks, n);
  read->Start();
  return read;
}

}  // namespace ROCKSDB_NAMESPACE
