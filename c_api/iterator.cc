// Iterators over a database.
#include "rocksdb/iterator.h"

#include <vector>

#include "c_api/handles.h"
#include "c_api/results.h"

using c_api::Expose;
using ROCKSDB_NAMESPACE::Iterator;
using ROCKSDB_NAMESPACE::Slice;

rocksdb_iterator_t* rocksdb_create_iterator(rocksdb_t* db,
                                            const rocksdb_readoptions_t* read_options) {
  return new rocksdb_iterator_t{db->rep->NewIterator(read_options->rep)};
}

rocksdb_iterator_t* rocksdb_create_iterator_cf(rocksdb_t* db,
                                               const rocksdb_readoptions_t* read_options,
                                               rocksdb_column_family_handle_t* family) {
  return new rocksdb_iterator_t{db->rep->NewIterator(read_options->rep, family->rep)};
}

void rocksdb_create_iterators(rocksdb_t* db, rocksdb_readoptions_t* read_options,
                              rocksdb_column_family_handle_t** families,
                              rocksdb_iterator_t** iterators, size_t count, char** error) {
  std::vector<ROCKSDB_NAMESPACE::ColumnFamilyHandle*> handles(count);
  for (size_t i = 0; i < count; ++i) {
    handles[i] = families[i]->rep;
  }
  std::vector<Iterator*> made;
  if (c_api::Failed(db->rep->NewIterators(read_options->rep, handles, &made), error)) {
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    iterators[i] = new rocksdb_iterator_t{made[i]};
  }
}

void rocksdb_iter_destroy(rocksdb_iterator_t* iterator) {
  delete iterator->rep;
  delete iterator;
}

unsigned char rocksdb_iter_valid(const rocksdb_iterator_t* iterator) {
  return iterator->rep->Valid();
}

void rocksdb_iter_seek_to_first(rocksdb_iterator_t* iterator) { iterator->rep->SeekToFirst(); }

void rocksdb_iter_seek_to_last(rocksdb_iterator_t* iterator) { iterator->rep->SeekToLast(); }

void rocksdb_iter_seek(rocksdb_iterator_t* iterator, const char* key, size_t key_size) {
  iterator->rep->Seek(Slice(key, key_size));
}

void rocksdb_iter_seek_for_prev(rocksdb_iterator_t* iterator, const char* key, size_t key_size) {
  iterator->rep->SeekForPrev(Slice(key, key_size));
}

void rocksdb_iter_next(rocksdb_iterator_t* iterator) { iterator->rep->Next(); }

void rocksdb_iter_prev(rocksdb_iterator_t* iterator) { iterator->rep->Prev(); }

const char* rocksdb_iter_key(const rocksdb_iterator_t* iterator, size_t* size) {
  return Expose(iterator->rep->key(), size);
}

const char* rocksdb_iter_value(const rocksdb_iterator_t* iterator, size_t* size) {
  return Expose(iterator->rep->value(), size);
}

const char* rocksdb_iter_timestamp(const rocksdb_iterator_t* iterator, size_t* size) {
  return Expose(iterator->rep->timestamp(), size);
}

void rocksdb_iter_get_error(const rocksdb_iterator_t* iterator, char** error) {
  c_api::Report(iterator->rep->status(), error);
}

void rocksdb_iter_refresh(const rocksdb_iterator_t* iterator, char** error) {
  c_api::Report(iterator->rep->Refresh(), error);
}
