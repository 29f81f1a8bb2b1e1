// Updates since a sequence number, read from the logs.
#include <utility>

#include "c_api/handles.h"
#include "c_api/results.h"

using ROCKSDB_NAMESPACE::TransactionLogIterator;

rocksdb_wal_iterator_t* rocksdb_get_updates_since(rocksdb_t* db, uint64_t sequence,
                                                  const rocksdb_wal_readoptions_t* read_options,
                                                  char** error) {
  const TransactionLogIterator::ReadOptions options =
      read_options != nullptr ? read_options->rep : TransactionLogIterator::ReadOptions();
  std::unique_ptr<TransactionLogIterator> iterator;
  const auto status = db->rep->GetUpdatesSince(sequence, &iterator, options);
  return c_api::Failed(status, error) ? nullptr : new rocksdb_wal_iterator_t{iterator.release()};
}

unsigned char rocksdb_wal_iter_valid(const rocksdb_wal_iterator_t* iterator) {
  return iterator->rep->Valid();
}

void rocksdb_wal_iter_next(rocksdb_wal_iterator_t* iterator) { iterator->rep->Next(); }

void rocksdb_wal_iter_status(const rocksdb_wal_iterator_t* iterator, char** error) {
  c_api::Report(iterator->rep->status(), error);
}

rocksdb_writebatch_t* rocksdb_wal_iter_get_batch(const rocksdb_wal_iterator_t* iterator,
                                                 uint64_t* sequence) {
  ROCKSDB_NAMESPACE::BatchResult result = iterator->rep->GetBatch();
  if (sequence != nullptr) {
    *sequence = result.sequence;
  }
  return result.writeBatchPtr != nullptr
             ? new rocksdb_writebatch_t{std::move(*result.writeBatchPtr)}
             : nullptr;
}

void rocksdb_wal_iter_destroy(const rocksdb_wal_iterator_t* iterator) {
  delete iterator->rep;
  delete iterator;
}
