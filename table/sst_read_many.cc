// Many missing blocks of one file, read together: see SstFile::ReadMany.
#include <cstring>
#include <vector>

#include "env/batched_read.h"
#include "table/sst_file.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

bool SstFile::Ask(AwaitedBlock* block, Asked* asked) const {
  block->status = CheckPlace(block->extent);
  if (!block->status.ok()) return false;
  asked->block = block;
  // As in ReadRaw: a block that is expected raw is read straight into the memory where it will
  // live.
  if (compressed_) return true;
  asked->home = BlockBytes::Allocate(block->extent.size + kTrailerBytes, Allocator());
  if (!asked->home.owned()) block->status = Status::MemoryLimit("no memory for a block");
  return block->status.ok();
}

void SstFile::ReadMany(const ReadOptions& ro, AwaitedBlock* const* blocks, size_t n) const {
  IOOptions io;
  const Status ready = PrepareIo(ro, &io);
  BatchedRead batch(*file_, n);
  std::vector<Asked> asked;
  asked.reserve(n);
  for (AwaitedBlock* const* block = blocks; block != blocks + n; ++block) {
    (*block)->status = ready;
    Asked one{nullptr, {}};
    if (!ready.ok() || !Ask(*block, &one)) continue;
    batch.Add((*block)->extent.offset, (*block)->extent.size + kTrailerBytes,
              one.home.mutable_data());
    asked.push_back(std::move(one));
  }
  if (asked.empty()) return;
  HistogramTimer timer(clock_, statistics_, READ_BLOCK_GET_MICROS);
  PERF_TIMER(block_read_time);
  PERF_CPU_TIMER(block_read_cpu_time);
  batch.Read(io);
  PERF_TIMER_STOP(block_read_time);
  PERF_TIMER_STOP(block_read_cpu_time);
  for (size_t i = 0; i < asked.size(); ++i) TakeBlock(ro, batch, i, &asked[i]);
}

void SstFile::TakeBlock(const ReadOptions& ro, const BatchedRead& batch, size_t i,
                        Asked* asked) const {
  AwaitedBlock* const block = asked->block;
  block->status = batch.status(i);
  if (!block->status.ok()) return;
  Raw raw;
  raw.bytes = batch.bytes(i);
  block->status = CheckRaw(ro, block->extent, raw.bytes);
  if (!block->status.ok()) return;
  const bool at_home = raw.bytes.data() == asked->home.data();
  raw.mapped = !at_home && !batch.InMemory(raw.bytes);
  if (!raw.mapped && asked->home.owned()) {
    raw.own = std::move(asked->home);
    // It came with its neighbours, or aligned.
    if (!at_home) std::memcpy(raw.own.mutable_data(), raw.bytes.data(), raw.bytes.size());
    raw.bytes = raw.own.ToSlice();
  }
  std::unique_ptr<Block> loaded;
  block->status = Assemble(&raw, block->extent, BlockRequest(), &loaded);
  if (!block->status.ok()) return;
  Admit(ro, block->extent, BlockKind::kData, std::move(loaded), &block->block);
}

}  // namespace ROCKSDB_NAMESPACE
