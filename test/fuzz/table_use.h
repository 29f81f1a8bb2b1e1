// Opens bytes as a table file and uses everything a reader offers, within bounds on the work: what
// sst_block_fuzz.cc and sst_file_fuzz.cc share. Any Status is a right answer.
#pragma once

#include <memory>
#include <sstream>

#include "rocksdb/filter_policy.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/table.h"
#include "table/table_builder.h"
#include "table/table_reader.h"
#include "test/fuzz/byte_files.h"
#include "util/point_lookup.h"
#include "util/range_tombstone.h"

namespace bucketlsm_fuzz {

class TableUse {
 public:
  TableUse(const BlockBasedTableOptions& table, const TableReaderOptions& how, const Slice& file)
      : order_(how.order) {
    const std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory(table));
    status_ =
        factory->NewTableReader(ReadOptions(), how, TableOf(file), file.size(), &reader_, true);
    FUZZ_CHECK(status_.ok() == (reader_ != nullptr), status_.ToString());
  }

  const Status& status() const { return status_; }
  TableReader* reader() { return reader_.get(); }

  // `draws` makes the keys looked for.
  void Everything(Draws draws) {
    if (!status_.ok()) return;
    ReadOptions ro;
    Iterate(ro, &draws);
    ro.verify_checksums = false;
    ro.total_order_seek = true;
    Iterate(ro, &draws);
    for (int i = 0; i < 8; i++) Lookup(draws.Bytes(draws.Byte() % 16));
    for (int i = 0; i < 20; i += 3) Lookup("key" + std::to_string(100 + i));
    AskAboutTheWhole();
  }

 private:
  static constexpr int kMostSteps = 3000;

  void Iterate(const ReadOptions& ro, Draws* draws) {
    const std::unique_ptr<InternalIterator> it(reader_->NewIterator(ro, {}));
    size_t bytes = 0;
    int steps = 0;
    for (it->SeekToFirst(); it->Valid() && steps < kMostSteps; it->Next(), steps++) {
      bytes += it->key().size() + it->value().size();
    }
    (void)it->status().ok();
    steps = 0;
    for (it->SeekToLast(); it->Valid() && steps < kMostSteps; it->Prev(), steps++) {
      bytes += it->key().size() + it->value().size();
    }
    (void)it->status().ok();
    for (int i = 0; i < 6; i++) {
      const std::string target =
          i < 3 ? MakeInternalKey(draws->Bytes(draws->Byte() % 16), 50, kTypeValue)
                : MakeInternalKey("key" + std::to_string(100 + i), 50, kTypeValue);
      it->Seek(target);
      if (it->Valid()) it->Prev();
      it->SeekForPrev(target);
      if (it->Valid()) it->Next();
    }
    FUZZ_CHECK(bytes < size_t{1} << 40, "entries of impossible sizes");
  }
  void Lookup(const Slice& user_key) {
    const LookupKey key(user_key, kLargestSequence);
    PointLookup lookup(order_, user_key, kLargestSequence);
    (void)reader_->Get(ReadOptions(), key.internal_key(), &lookup, false).ok();
    if (const auto tombstones = reader_->RangeTombstones(); tombstones != nullptr) {
      tombstones->MaxCoveringSeq(user_key, kLargestSequence);
    }
    reader_->ApproximateOffsetOf(ReadOptions(), key.internal_key());
  }
  void AskAboutTheWhole() {
    const std::string begin = MakeInternalKey("key100", kLargestSequence, kSeekType);
    const std::string end = MakeInternalKey("key110", kLargestSequence, kSeekType);
    reader_->ApproximateSize(ReadOptions(), begin, end);
    std::vector<KeyAnchor> anchors;
    (void)reader_->SampleKeys(ReadOptions(), 16, &anchors).ok();
    FUZZ_CHECK(anchors.size() <= 16, "more anchors than asked for");
    (void)reader_->VerifyChecksums(ReadOptions()).ok();
    FUZZ_CHECK(reader_->MemoryUsage() < size_t{64} << 20, "a small file takes much memory");
    std::ostringstream text;
    (void)reader_->Dump(text).ok();
    (void)reader_->Properties()->ToString();
  }

  const InternalKeyOrder order_;
  Status status_;
  std::unique_ptr<TableReader> reader_;
};

}  // namespace bucketlsm_fuzz
