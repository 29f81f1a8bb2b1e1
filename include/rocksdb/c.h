// The C API of the library: RocksDB 10.6's 947 functions, and rocksdb_options_set_bucket_* of this
// library. Language bindings stand on it; its types are opaque, so it stays the same while classes
// behind it change.
//
// Ownership. An X_create(), X_open() or get function that returns a pointer to one of the types
// below gives the object to the caller, who ends it with the destroy or close function of its
// type. What is not the caller's is said in the section. A setter that takes an object shares it
// or copies it, so that the caller may destroy its own handle directly afterwards; the exceptions,
// which are consumed or must outlive the database, are listed above those setters.
//
// Results. A char* without const was allocated with malloc() and belongs to the caller, who frees
// it with rocksdb_free(). A const char* belongs to the object that returned it, and is good until
// that object moves, changes or is destroyed. Bytes come with their size and without a terminating
// zero, unless no size is returned: then they are a C string. NULL means "there is none".
//
// Errors. A function that can fail takes `char** error` as its last parameter. *error must be NULL,
// or a string from malloc(). A failure stores a malloc'ed text there and frees the string that
// was there before; a success leaves *error as it is. Functions that return a pointer return
// NULL when they fail.
//
// Booleans are unsigned char (0 is false), or bool in the younger functions.
//
// Threads. A database, its column families, snapshots, caches, environments and the managers may be
// used by many threads at once. Everything else (options, batches, iterators, transactions) needs
// the caller's own locking as soon as one thread changes it.
//
// Callbacks get the `state` that their object was created with, from any thread of the library, and
// must not throw or jump out. `destructor` is called once, with that state, when the last user
// of the object is gone; it may be NULL.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// For programs that declare functions of this API themselves. Every function below is visible,
// whatever -fvisibility says, so that the declarations need no mark of their own.
#define ROCKSDB_LIBRARY_API __attribute__((visibility("default")))
#pragma GCC visibility push(default)

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------
// Types
// ---------------------------------------------------------------------------------------------

// Databases, what they are made of, and what is read from them.
typedef struct rocksdb_t rocksdb_t;
typedef struct rocksdb_column_family_handle_t rocksdb_column_family_handle_t;
typedef struct rocksdb_snapshot_t rocksdb_snapshot_t;
typedef struct rocksdb_iterator_t rocksdb_iterator_t;
typedef struct rocksdb_pinnableslice_t rocksdb_pinnableslice_t;
typedef struct rocksdb_wal_iterator_t rocksdb_wal_iterator_t;
typedef struct rocksdb_writebatch_t rocksdb_writebatch_t;
typedef struct rocksdb_writebatch_wi_t rocksdb_writebatch_wi_t;

// Options, in the order in which an application meets them.
typedef struct rocksdb_options_t rocksdb_options_t;
typedef struct rocksdb_block_based_table_options_t rocksdb_block_based_table_options_t;
typedef struct rocksdb_cuckoo_table_options_t rocksdb_cuckoo_table_options_t;
typedef struct rocksdb_universal_compaction_options_t rocksdb_universal_compaction_options_t;
typedef struct rocksdb_fifo_compaction_options_t rocksdb_fifo_compaction_options_t;
typedef struct rocksdb_dbpath_t rocksdb_dbpath_t;
typedef struct rocksdb_readoptions_t rocksdb_readoptions_t;
typedef struct rocksdb_writeoptions_t rocksdb_writeoptions_t;
typedef struct rocksdb_flushoptions_t rocksdb_flushoptions_t;
typedef struct rocksdb_compactoptions_t rocksdb_compactoptions_t;
typedef struct rocksdb_wait_for_compact_options_t rocksdb_wait_for_compact_options_t;
typedef struct rocksdb_wal_readoptions_t rocksdb_wal_readoptions_t;

// Objects that databases share.
typedef struct rocksdb_cache_t rocksdb_cache_t;
typedef struct rocksdb_lru_cache_options_t rocksdb_lru_cache_options_t;
typedef struct rocksdb_hyper_clock_cache_options_t rocksdb_hyper_clock_cache_options_t;
typedef struct rocksdb_memory_allocator_t rocksdb_memory_allocator_t;
typedef struct rocksdb_write_buffer_manager_t rocksdb_write_buffer_manager_t;
typedef struct rocksdb_sst_file_manager_t rocksdb_sst_file_manager_t;
typedef struct rocksdb_ratelimiter_t rocksdb_ratelimiter_t;
typedef struct rocksdb_env_t rocksdb_env_t;
typedef struct rocksdb_envoptions_t rocksdb_envoptions_t;
typedef struct rocksdb_logger_t rocksdb_logger_t;

// Plug-ins made of callbacks.
typedef struct rocksdb_comparator_t rocksdb_comparator_t;
typedef struct rocksdb_mergeoperator_t rocksdb_mergeoperator_t;
typedef struct rocksdb_compactionfilter_t rocksdb_compactionfilter_t;
typedef struct rocksdb_compactionfilterfactory_t rocksdb_compactionfilterfactory_t;
typedef struct rocksdb_compactionfiltercontext_t rocksdb_compactionfiltercontext_t;
typedef struct rocksdb_filterpolicy_t rocksdb_filterpolicy_t;
typedef struct rocksdb_slicetransform_t rocksdb_slicetransform_t;

// What event listeners see.
typedef struct rocksdb_eventlistener_t rocksdb_eventlistener_t;
typedef struct rocksdb_flushjobinfo_t rocksdb_flushjobinfo_t;
typedef struct rocksdb_compactionjobinfo_t rocksdb_compactionjobinfo_t;
typedef struct rocksdb_subcompactionjobinfo_t rocksdb_subcompactionjobinfo_t;
typedef struct rocksdb_externalfileingestioninfo_t rocksdb_externalfileingestioninfo_t;
typedef struct rocksdb_memtableinfo_t rocksdb_memtableinfo_t;
typedef struct rocksdb_writestallinfo_t rocksdb_writestallinfo_t;
typedef struct rocksdb_writestallcondition_t rocksdb_writestallcondition_t;
typedef struct rocksdb_status_ptr_t rocksdb_status_ptr_t;

// Reports.
typedef struct rocksdb_livefiles_t rocksdb_livefiles_t;
typedef struct rocksdb_column_family_metadata_t rocksdb_column_family_metadata_t;
typedef struct rocksdb_level_metadata_t rocksdb_level_metadata_t;
typedef struct rocksdb_sst_file_metadata_t rocksdb_sst_file_metadata_t;
typedef struct rocksdb_memory_consumers_t rocksdb_memory_consumers_t;
typedef struct rocksdb_memory_usage_t rocksdb_memory_usage_t;
typedef struct rocksdb_perfcontext_t rocksdb_perfcontext_t;
typedef struct rocksdb_statistics_histogram_data_t rocksdb_statistics_histogram_data_t;

// Copies of databases, and tables made outside of one.
typedef struct rocksdb_checkpoint_t rocksdb_checkpoint_t;
typedef struct rocksdb_backup_engine_t rocksdb_backup_engine_t;
typedef struct rocksdb_backup_engine_info_t rocksdb_backup_engine_info_t;
typedef struct rocksdb_backup_engine_options_t rocksdb_backup_engine_options_t;
typedef struct rocksdb_restore_options_t rocksdb_restore_options_t;
typedef struct rocksdb_sstfilewriter_t rocksdb_sstfilewriter_t;
typedef struct rocksdb_ingestexternalfileoptions_t rocksdb_ingestexternalfileoptions_t;

// Transactions.
typedef struct rocksdb_transactiondb_t rocksdb_transactiondb_t;
typedef struct rocksdb_transactiondb_options_t rocksdb_transactiondb_options_t;
typedef struct rocksdb_optimistictransactiondb_t rocksdb_optimistictransactiondb_t;
typedef struct rocksdb_optimistictransaction_options_t rocksdb_optimistictransaction_options_t;
typedef struct rocksdb_transaction_t rocksdb_transaction_t;
typedef struct rocksdb_transaction_options_t rocksdb_transaction_options_t;

// Names that RocksDB declares; no function takes them.
typedef struct rocksdb_filelock_t rocksdb_filelock_t;
typedef struct rocksdb_randomfile_t rocksdb_randomfile_t;
typedef struct rocksdb_seqfile_t rocksdb_seqfile_t;
typedef struct rocksdb_writablefile_t rocksdb_writablefile_t;

// ---------------------------------------------------------------------------------------------
// Opening and closing a database
// ---------------------------------------------------------------------------------------------

// Each open function returns NULL and an error when the database cannot be opened. rocksdb_close()
// ends a database; iterators, snapshots and family handles must be destroyed before.
rocksdb_t* rocksdb_open(const rocksdb_options_t* options, const char* path, char** error);
void rocksdb_close(rocksdb_t* db);
rocksdb_t* rocksdb_open_with_ttl(const rocksdb_options_t* options, const char* path, int ttl,
                                 char** error);
rocksdb_t* rocksdb_open_for_read_only(const rocksdb_options_t* options, const char* path,
                                      unsigned char fail_if_wal_exists, char** error);
// A secondary instance follows the database of another process, and catches up when asked to.
rocksdb_t* rocksdb_open_as_secondary(const rocksdb_options_t* options, const char* path,
                                     const char* secondary_path, char** error);
void rocksdb_try_catch_up_with_primary(rocksdb_t* db, char** error);

// With column families: `count` names and options, all that exist, the default one included. The
// handles come back in the same order; each is destroyed by the caller. ttls are in seconds.
rocksdb_t* rocksdb_open_column_families(const rocksdb_options_t* options, const char* path,
                                        int count, const char* const* family_names,
                                        const rocksdb_options_t* const* family_options,
                                        rocksdb_column_family_handle_t** handles, char** error);
rocksdb_t* rocksdb_open_column_families_with_ttl(const rocksdb_options_t* options, const char* path,
                                                 int count, const char* const* family_names,
                                                 const rocksdb_options_t* const* family_options,
                                                 rocksdb_column_family_handle_t** handles,
                                                 const int* ttls, char** error);
rocksdb_t* rocksdb_open_for_read_only_column_families(
    const rocksdb_options_t* options, const char* path, int count, const char* const* family_names,
    const rocksdb_options_t* const* family_options, rocksdb_column_family_handle_t** handles,
    unsigned char fail_if_wal_exists, char** error);
rocksdb_t* rocksdb_open_as_secondary_column_families(const rocksdb_options_t* options,
                                                     const char* path, const char* secondary_path,
                                                     int count, const char* const* family_names,
                                                     const rocksdb_options_t* const* family_options,
                                                     rocksdb_column_family_handle_t** handles,
                                                     char** error);
// Opens, and removes what was written after a user-defined timestamp.
rocksdb_t* rocksdb_open_and_trim_history(const rocksdb_options_t* options, const char* path,
                                         int count, const char* const* family_names,
                                         const rocksdb_options_t* const* family_options,
                                         rocksdb_column_family_handle_t** handles,
                                         char* trim_timestamp, size_t trim_timestamp_size,
                                         char** error);

// Without opening: removes a database with all its files; makes a damaged one open again.
void rocksdb_destroy_db(const rocksdb_options_t* options, const char* path, char** error);
void rocksdb_repair_db(const rocksdb_options_t* options, const char* path, char** error);
// The identity that the database got when it was made.
char* rocksdb_get_db_identity(rocksdb_t* db, size_t* size);
// For every malloc'ed result of this API.
void rocksdb_free(void* memory);

// ---------------------------------------------------------------------------------------------
// Column families
// ---------------------------------------------------------------------------------------------

// The names in the database of a path, as an array of C strings; the second function frees it.
char** rocksdb_list_column_families(const rocksdb_options_t* options, const char* path,
                                    size_t* count, char** error);
void rocksdb_list_column_families_destroy(char** names, size_t count);

rocksdb_column_family_handle_t* rocksdb_create_column_family(rocksdb_t* db,
                                                             const rocksdb_options_t* options,
                                                             const char* name, char** error);
// Families of one database opened with a time to live.
rocksdb_column_family_handle_t* rocksdb_create_column_family_with_ttl(
    rocksdb_t* db, const rocksdb_options_t* options, const char* name, int ttl, char** error);
// Many at once. *created is how many there are in the array that is returned, which the second
// function frees; the handles in it are destroyed one by one.
rocksdb_column_family_handle_t** rocksdb_create_column_families(rocksdb_t* db,
                                                                const rocksdb_options_t* options,
                                                                int count, const char* const* names,
                                                                size_t* created, char** error);
void rocksdb_create_column_families_destroy(rocksdb_column_family_handle_t** handles);
// The data goes once the last handle is destroyed.
void rocksdb_drop_column_family(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                char** error);

// A handle of its own for the default family.
rocksdb_column_family_handle_t* rocksdb_get_default_column_family_handle(rocksdb_t* db);
uint32_t rocksdb_column_family_handle_get_id(rocksdb_column_family_handle_t* family);
char* rocksdb_column_family_handle_get_name(rocksdb_column_family_handle_t* family, size_t* size);
void rocksdb_column_family_handle_destroy(rocksdb_column_family_handle_t* family);

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

// Functions without _cf write to the default family.
void rocksdb_put(rocksdb_t* db, const rocksdb_writeoptions_t* write_options, const char* key,
                 size_t key_size, const char* value, size_t value_size, char** error);
void rocksdb_put_cf(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                    rocksdb_column_family_handle_t* family, const char* key, size_t key_size,
                    const char* value, size_t value_size, char** error);
void rocksdb_merge(rocksdb_t* db, const rocksdb_writeoptions_t* write_options, const char* key,
                   size_t key_size, const char* value, size_t value_size, char** error);
void rocksdb_merge_cf(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                      rocksdb_column_family_handle_t* family, const char* key, size_t key_size,
                      const char* value, size_t value_size, char** error);
void rocksdb_delete(rocksdb_t* db, const rocksdb_writeoptions_t* write_options, const char* key,
                    size_t key_size, char** error);
void rocksdb_delete_cf(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                       rocksdb_column_family_handle_t* family, const char* key, size_t key_size,
                       char** error);
void rocksdb_singledelete(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                          const char* key, size_t key_size, char** error);
void rocksdb_singledelete_cf(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                             rocksdb_column_family_handle_t* family, const char* key,
                             size_t key_size, char** error);
// Deletes all keys from start up to, and without, limit.
void rocksdb_delete_range_cf(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                             rocksdb_column_family_handle_t* family, const char* start,
                             size_t start_size, const char* limit, size_t limit_size, char** error);
// All of a batch or nothing of it.
void rocksdb_write(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                   rocksdb_writebatch_t* batch, char** error);
void rocksdb_write_writebatch_wi(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                                 rocksdb_writebatch_wi_t* batch, char** error);
// For families whose comparator knows timestamps.
void rocksdb_put_with_ts(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                         const char* key, size_t key_size, const char* timestamp,
                         size_t timestamp_size, const char* value, size_t value_size, char** error);
void rocksdb_put_cf_with_ts(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                            rocksdb_column_family_handle_t* family, const char* key,
                            size_t key_size, const char* timestamp, size_t timestamp_size,
                            const char* value, size_t value_size, char** error);
void rocksdb_delete_with_ts(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                            const char* key, size_t key_size, const char* timestamp,
                            size_t timestamp_size, char** error);
void rocksdb_delete_cf_with_ts(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                               rocksdb_column_family_handle_t* family, const char* key,
                               size_t key_size, const char* timestamp, size_t timestamp_size,
                               char** error);
void rocksdb_singledelete_with_ts(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                                  const char* key, size_t key_size, const char* timestamp,
                                  size_t timestamp_size, char** error);
void rocksdb_singledelete_cf_with_ts(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                                     rocksdb_column_family_handle_t* family, const char* key,
                                     size_t key_size, const char* timestamp, size_t timestamp_size,
                                     char** error);
void rocksdb_increase_full_history_ts_low(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                          const char* timestamp, size_t timestamp_size,
                                          char** error);
char* rocksdb_get_full_history_ts_low(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                      size_t* size, char** error);

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

// A missing key is no error: NULL is returned and the size is 0.
char* rocksdb_get(rocksdb_t* db, const rocksdb_readoptions_t* read_options, const char* key,
                  size_t key_size, size_t* size, char** error);
char* rocksdb_get_cf(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                     rocksdb_column_family_handle_t* family, const char* key, size_t key_size,
                     size_t* size, char** error);
char* rocksdb_get_with_ts(rocksdb_t* db, const rocksdb_readoptions_t* read_options, const char* key,
                          size_t key_size, size_t* value_size, char** timestamp,
                          size_t* timestamp_size, char** error);
char* rocksdb_get_cf_with_ts(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                             rocksdb_column_family_handle_t* family, const char* key,
                             size_t key_size, size_t* value_size, char** timestamp,
                             size_t* timestamp_size, char** error);

// Without a copy of the value: it stays where it lies until the slice is destroyed. A missing key
// gives NULL.
rocksdb_pinnableslice_t* rocksdb_get_pinned(rocksdb_t* db,
                                            const rocksdb_readoptions_t* read_options,
                                            const char* key, size_t key_size, char** error);
rocksdb_pinnableslice_t* rocksdb_get_pinned_cf(rocksdb_t* db,
                                               const rocksdb_readoptions_t* read_options,
                                               rocksdb_column_family_handle_t* family,
                                               const char* key, size_t key_size, char** error);
const char* rocksdb_pinnableslice_value(const rocksdb_pinnableslice_t* slice, size_t* value_size);
void rocksdb_pinnableslice_destroy(rocksdb_pinnableslice_t* slice);

// Many keys at one moment. The caller brings arrays of `count` values, sizes and errors; each
// value and each error that is not NULL is freed one by one. No entry of the arrays needs to be
// set before.
void rocksdb_multi_get(rocksdb_t* db, const rocksdb_readoptions_t* read_options, size_t count,
                       const char* const* keys, const size_t* key_sizes, char** values,
                       size_t* value_sizes, char** errors);
void rocksdb_multi_get_cf(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                          const rocksdb_column_family_handle_t* const* families, size_t count,
                          const char* const* keys, const size_t* key_sizes, char** values,
                          size_t* value_sizes, char** errors);
void rocksdb_multi_get_with_ts(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                               size_t count, const char* const* keys, const size_t* key_sizes,
                               char** values, size_t* value_sizes, char** timestamps,
                               size_t* timestamp_sizes, char** errors);
void rocksdb_multi_get_cf_with_ts(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                                  const rocksdb_column_family_handle_t* const* families,
                                  size_t count, const char* const* keys, const size_t* key_sizes,
                                  char** values, size_t* value_sizes, char** timestamps,
                                  size_t* timestamp_sizes, char** errors);
// Keys of one family, answered as slices; with `sorted` the caller says that they are in order.
void rocksdb_batched_multi_get_cf(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                                  rocksdb_column_family_handle_t* family, size_t count,
                                  const char* const* keys, const size_t* key_sizes,
                                  rocksdb_pinnableslice_t** values, char** errors,
                                  const bool sorted);

// 0: the key is in the database for certain not. 1: it may be; where *found is then set to 1, value
// is a malloc'ed copy of its value. value, value_size and found may be NULL.
unsigned char rocksdb_key_may_exist(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                                    const char* key, size_t key_size, char** value,
                                    size_t* value_size, const char* timestamp,
                                    size_t timestamp_size, unsigned char* found);
unsigned char rocksdb_key_may_exist_cf(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                                       rocksdb_column_family_handle_t* family, const char* key,
                                       size_t key_size, char** value, size_t* value_size,
                                       const char* timestamp, size_t timestamp_size,
                                       unsigned char* found);

// A snapshot pins the state of this moment until it is released.
const rocksdb_snapshot_t* rocksdb_create_snapshot(rocksdb_t* db);
void rocksdb_release_snapshot(rocksdb_t* db, const rocksdb_snapshot_t* snapshot);
uint64_t rocksdb_snapshot_get_sequence_number(const rocksdb_snapshot_t* snapshot);
uint64_t rocksdb_get_latest_sequence_number(rocksdb_t* db);

// ---------------------------------------------------------------------------------------------
// Iterators
// ---------------------------------------------------------------------------------------------

// The read options, and what they point to, must live as long as the iterator.
rocksdb_iterator_t* rocksdb_create_iterator(rocksdb_t* db,
                                            const rocksdb_readoptions_t* read_options);
rocksdb_iterator_t* rocksdb_create_iterator_cf(rocksdb_t* db,
                                               const rocksdb_readoptions_t* read_options,
                                               rocksdb_column_family_handle_t* family);
// One for each family, all of the same moment.
void rocksdb_create_iterators(rocksdb_t* db, rocksdb_readoptions_t* read_options,
                              rocksdb_column_family_handle_t** families,
                              rocksdb_iterator_t** iterators, size_t count, char** error);
void rocksdb_iter_destroy(rocksdb_iterator_t* iterator);
// Key, value and timestamp may be asked for while the iterator is valid.
unsigned char rocksdb_iter_valid(const rocksdb_iterator_t* iterator);
void rocksdb_iter_seek_to_first(rocksdb_iterator_t* iterator);
void rocksdb_iter_seek_to_last(rocksdb_iterator_t* iterator);
void rocksdb_iter_seek(rocksdb_iterator_t* iterator, const char* key, size_t key_size);
void rocksdb_iter_seek_for_prev(rocksdb_iterator_t* iterator, const char* key, size_t key_size);
void rocksdb_iter_next(rocksdb_iterator_t* iterator);
void rocksdb_iter_prev(rocksdb_iterator_t* iterator);
const char* rocksdb_iter_key(const rocksdb_iterator_t* iterator, size_t* size);
const char* rocksdb_iter_value(const rocksdb_iterator_t* iterator, size_t* size);
const char* rocksdb_iter_timestamp(const rocksdb_iterator_t* iterator, size_t* size);
void rocksdb_iter_get_error(const rocksdb_iterator_t* iterator, char** error);
// Moves the iterator to the present state; it must be positioned again.
void rocksdb_iter_refresh(const rocksdb_iterator_t* iterator, char** error);

// ---------------------------------------------------------------------------------------------
// Updates since a sequence number
// ---------------------------------------------------------------------------------------------

// Batches from the logs, oldest first, the first being the one that holds `sequence`. read_options
// may be NULL. At the end of what is written the iterator turns invalid.
rocksdb_wal_iterator_t* rocksdb_get_updates_since(rocksdb_t* db, uint64_t sequence,
                                                  const rocksdb_wal_readoptions_t* read_options,
                                                  char** error);
unsigned char rocksdb_wal_iter_valid(const rocksdb_wal_iterator_t* iterator);
void rocksdb_wal_iter_next(rocksdb_wal_iterator_t* iterator);
void rocksdb_wal_iter_status(const rocksdb_wal_iterator_t* iterator, char** error);
// The caller's batch, and its first sequence number.
rocksdb_writebatch_t* rocksdb_wal_iter_get_batch(const rocksdb_wal_iterator_t* iterator,
                                                 uint64_t* sequence);
void rocksdb_wal_iter_destroy(const rocksdb_wal_iterator_t* iterator);

// ---------------------------------------------------------------------------------------------
// Write batches
// ---------------------------------------------------------------------------------------------

// create_from() takes the bytes that data() returned. max_bytes = 0 sets no limit;
// protection_bytes_per_key is 0 or 8.
rocksdb_writebatch_t* rocksdb_writebatch_create(void);
rocksdb_writebatch_t* rocksdb_writebatch_create_from(const char* data, size_t data_size);
rocksdb_writebatch_t* rocksdb_writebatch_create_with_params(size_t reserved_bytes, size_t max_bytes,
                                                            size_t protection_bytes_per_key,
                                                            size_t default_family_timestamp_size);
void rocksdb_writebatch_destroy(rocksdb_writebatch_t* batch);
void rocksdb_writebatch_clear(rocksdb_writebatch_t* batch);
int rocksdb_writebatch_count(rocksdb_writebatch_t* batch);
const char* rocksdb_writebatch_data(rocksdb_writebatch_t* batch, size_t* size);

void rocksdb_writebatch_put(rocksdb_writebatch_t* batch, const char* key, size_t key_size,
                            const char* value, size_t value_size);
void rocksdb_writebatch_put_cf(rocksdb_writebatch_t* batch, rocksdb_column_family_handle_t* family,
                               const char* key, size_t key_size, const char* value,
                               size_t value_size);
void rocksdb_writebatch_merge(rocksdb_writebatch_t* batch, const char* key, size_t key_size,
                              const char* value, size_t value_size);
void rocksdb_writebatch_merge_cf(rocksdb_writebatch_t* batch,
                                 rocksdb_column_family_handle_t* family, const char* key,
                                 size_t key_size, const char* value, size_t value_size);
void rocksdb_writebatch_delete(rocksdb_writebatch_t* batch, const char* key, size_t key_size);
void rocksdb_writebatch_delete_cf(rocksdb_writebatch_t* batch,
                                  rocksdb_column_family_handle_t* family, const char* key,
                                  size_t key_size);
void rocksdb_writebatch_singledelete(rocksdb_writebatch_t* batch, const char* key, size_t key_size);
void rocksdb_writebatch_singledelete_cf(rocksdb_writebatch_t* batch,
                                        rocksdb_column_family_handle_t* family, const char* key,
                                        size_t key_size);
void rocksdb_writebatch_delete_range(rocksdb_writebatch_t* batch, const char* start,
                                     size_t start_size, const char* limit, size_t limit_size);
void rocksdb_writebatch_delete_range_cf(rocksdb_writebatch_t* batch,
                                        rocksdb_column_family_handle_t* family, const char* start,
                                        size_t start_size, const char* limit, size_t limit_size);
void rocksdb_writebatch_put_log_data(rocksdb_writebatch_t* batch, const char* blob,
                                     size_t blob_size);
void rocksdb_writebatch_put_cf_with_ts(rocksdb_writebatch_t* batch,
                                       rocksdb_column_family_handle_t* family, const char* key,
                                       size_t key_size, const char* timestamp,
                                       size_t timestamp_size, const char* value, size_t value_size);
void rocksdb_writebatch_delete_cf_with_ts(rocksdb_writebatch_t* batch,
                                          rocksdb_column_family_handle_t* family, const char* key,
                                          size_t key_size, const char* timestamp,
                                          size_t timestamp_size);
void rocksdb_writebatch_singledelete_cf_with_ts(rocksdb_writebatch_t* batch,
                                                rocksdb_column_family_handle_t* family,
                                                const char* key, size_t key_size,
                                                const char* timestamp, size_t timestamp_size);
// A key, and a value, put together from parts.
void rocksdb_writebatch_putv(rocksdb_writebatch_t* batch, int key_parts, const char* const* keys,
                             const size_t* key_sizes, int value_parts, const char* const* values,
                             const size_t* value_sizes);
void rocksdb_writebatch_putv_cf(rocksdb_writebatch_t* batch, rocksdb_column_family_handle_t* family,
                                int key_parts, const char* const* keys, const size_t* key_sizes,
                                int value_parts, const char* const* values,
                                const size_t* value_sizes);
void rocksdb_writebatch_mergev(rocksdb_writebatch_t* batch, int key_parts, const char* const* keys,
                               const size_t* key_sizes, int value_parts, const char* const* values,
                               const size_t* value_sizes);
void rocksdb_writebatch_mergev_cf(rocksdb_writebatch_t* batch,
                                  rocksdb_column_family_handle_t* family, int key_parts,
                                  const char* const* keys, const size_t* key_sizes, int value_parts,
                                  const char* const* values, const size_t* value_sizes);
void rocksdb_writebatch_deletev(rocksdb_writebatch_t* batch, int key_parts, const char* const* keys,
                                const size_t* key_sizes);
void rocksdb_writebatch_deletev_cf(rocksdb_writebatch_t* batch,
                                   rocksdb_column_family_handle_t* family, int key_parts,
                                   const char* const* keys, const size_t* key_sizes);
void rocksdb_writebatch_delete_rangev(rocksdb_writebatch_t* batch, int parts,
                                      const char* const* starts, const size_t* start_sizes,
                                      const char* const* limits, const size_t* limit_sizes);
void rocksdb_writebatch_delete_rangev_cf(rocksdb_writebatch_t* batch,
                                         rocksdb_column_family_handle_t* family, int parts,
                                         const char* const* starts, const size_t* start_sizes,
                                         const char* const* limits, const size_t* limit_sizes);

// save points form a stack; to roll back, or pop, without one is an error (NotFound).
void rocksdb_writebatch_set_save_point(rocksdb_writebatch_t* batch);
void rocksdb_writebatch_rollback_to_save_point(rocksdb_writebatch_t* batch, char** error);
void rocksdb_writebatch_pop_save_point(rocksdb_writebatch_t* batch, char** error);

// Calls back for each entry in its order. The form without _cf passes puts and deletions of the
// default family only.
void rocksdb_writebatch_iterate(rocksdb_writebatch_t* batch, void* state,
                                void (*put)(void* state, const char* key, size_t key_size,
                                            const char* value, size_t value_size),
                                void (*deleted)(void* state, const char* key, size_t key_size));
void rocksdb_writebatch_iterate_cf(
    rocksdb_writebatch_t* batch, void* state,
    void (*put_cf)(void* state, uint32_t family_id, const char* key, size_t key_size,
                   const char* value, size_t value_size),
    void (*deleted_cf)(void* state, uint32_t family_id, const char* key, size_t key_size),
    void (*merge_cf)(void* state, uint32_t family_id, const char* key, size_t key_size,
                     const char* value, size_t value_size));
// Writes a timestamp into every key of a family whose comparator knows timestamps.
void rocksdb_writebatch_update_timestamps(
    rocksdb_writebatch_t* batch, const char* timestamp, size_t timestamp_size, void* state,
    size_t (*get_timestamp_size)(void* state, uint32_t family_id), char** error);

// ---------------------------------------------------------------------------------------------
// Write batches with an index: what was written can be read before it is in the database
// ---------------------------------------------------------------------------------------------

// With overwrite_key the index keeps the last entry of each key only. The comparator orders keys of
// families that the batch knows none for; it must outlive the batch.
rocksdb_writebatch_wi_t* rocksdb_writebatch_wi_create(size_t reserved_bytes,
                                                      unsigned char overwrite_key);
rocksdb_writebatch_wi_t* rocksdb_writebatch_wi_create_from(const char* data, size_t data_size);
rocksdb_writebatch_wi_t* rocksdb_writebatch_wi_create_with_params(rocksdb_comparator_t* comparator,
                                                                  size_t reserved_bytes,
                                                                  unsigned char overwrite_key,
                                                                  size_t max_bytes,
                                                                  size_t protection_bytes_per_key);
void rocksdb_writebatch_wi_destroy(rocksdb_writebatch_wi_t* batch);
void rocksdb_writebatch_wi_clear(rocksdb_writebatch_wi_t* batch);
int rocksdb_writebatch_wi_count(rocksdb_writebatch_wi_t* batch);
const char* rocksdb_writebatch_wi_data(rocksdb_writebatch_wi_t* batch, size_t* size);
void rocksdb_writebatch_wi_put(rocksdb_writebatch_wi_t* batch, const char* key, size_t key_size,
                               const char* value, size_t value_size);
void rocksdb_writebatch_wi_put_cf(rocksdb_writebatch_wi_t* batch,
                                  rocksdb_column_family_handle_t* family, const char* key,
                                  size_t key_size, const char* value, size_t value_size);
void rocksdb_writebatch_wi_merge(rocksdb_writebatch_wi_t* batch, const char* key, size_t key_size,
                                 const char* value, size_t value_size);
void rocksdb_writebatch_wi_merge_cf(rocksdb_writebatch_wi_t* batch,
                                    rocksdb_column_family_handle_t* family, const char* key,
                                    size_t key_size, const char* value, size_t value_size);
void rocksdb_writebatch_wi_delete(rocksdb_writebatch_wi_t* batch, const char* key, size_t key_size);
void rocksdb_writebatch_wi_delete_cf(rocksdb_writebatch_wi_t* batch,
                                     rocksdb_column_family_handle_t* family, const char* key,
                                     size_t key_size);
void rocksdb_writebatch_wi_singledelete(rocksdb_writebatch_wi_t* batch, const char* key,
                                        size_t key_size);
void rocksdb_writebatch_wi_singledelete_cf(rocksdb_writebatch_wi_t* batch,
                                           rocksdb_column_family_handle_t* family, const char* key,
                                           size_t key_size);
void rocksdb_writebatch_wi_put_log_data(rocksdb_writebatch_wi_t* batch, const char* blob,
                                        size_t blob_size);
// An indexed batch refuses deletions of ranges: these four change nothing.
void rocksdb_writebatch_wi_delete_range(rocksdb_writebatch_wi_t* batch, const char* start,
                                        size_t start_size, const char* limit, size_t limit_size);
void rocksdb_writebatch_wi_delete_range_cf(rocksdb_writebatch_wi_t* batch,
                                           rocksdb_column_family_handle_t* family,
                                           const char* start, size_t start_size, const char* limit,
                                           size_t limit_size);
void rocksdb_writebatch_wi_putv(rocksdb_writebatch_wi_t* batch, int key_parts,
                                const char* const* keys, const size_t* key_sizes, int value_parts,
                                const char* const* values, const size_t* value_sizes);
void rocksdb_writebatch_wi_putv_cf(rocksdb_writebatch_wi_t* batch,
                                   rocksdb_column_family_handle_t* family, int key_parts,
                                   const char* const* keys, const size_t* key_sizes,
                                   int value_parts, const char* const* values,
                                   const size_t* value_sizes);
void rocksdb_writebatch_wi_mergev(rocksdb_writebatch_wi_t* batch, int key_parts,
                                  const char* const* keys, const size_t* key_sizes, int value_parts,
                                  const char* const* values, const size_t* value_sizes);
void rocksdb_writebatch_wi_mergev_cf(rocksdb_writebatch_wi_t* batch,
                                     rocksdb_column_family_handle_t* family, int key_parts,
                                     const char* const* keys, const size_t* key_sizes,
                                     int value_parts, const char* const* values,
                                     const size_t* value_sizes);
void rocksdb_writebatch_wi_deletev(rocksdb_writebatch_wi_t* batch, int key_parts,
                                   const char* const* keys, const size_t* key_sizes);
void rocksdb_writebatch_wi_deletev_cf(rocksdb_writebatch_wi_t* batch,
                                      rocksdb_column_family_handle_t* family, int key_parts,
                                      const char* const* keys, const size_t* key_sizes);
void rocksdb_writebatch_wi_delete_rangev(rocksdb_writebatch_wi_t* batch, int parts,
                                         const char* const* starts, const size_t* start_sizes,
                                         const char* const* limits, const size_t* limit_sizes);
void rocksdb_writebatch_wi_delete_rangev_cf(rocksdb_writebatch_wi_t* batch,
                                            rocksdb_column_family_handle_t* family, int parts,
                                            const char* const* starts, const size_t* start_sizes,
                                            const char* const* limits, const size_t* limit_sizes);
void rocksdb_writebatch_wi_set_save_point(rocksdb_writebatch_wi_t* batch);
void rocksdb_writebatch_wi_rollback_to_save_point(rocksdb_writebatch_wi_t* batch, char** error);
void rocksdb_writebatch_wi_iterate(rocksdb_writebatch_wi_t* batch, void* state,
                                   void (*put)(void* state, const char* key, size_t key_size,
                                               const char* value, size_t value_size),
                                   void (*deleted)(void* state, const char* key, size_t key_size));
void rocksdb_writebatch_wi_update_timestamps(
    rocksdb_writebatch_wi_t* batch, const char* timestamp, size_t timestamp_size, void* state,
    size_t (*get_timestamp_size)(void* state, uint32_t family_id), char** error);

// Reads the batch alone, or the batch over a database.
char* rocksdb_writebatch_wi_get_from_batch(rocksdb_writebatch_wi_t* batch,
                                           const rocksdb_options_t* options, const char* key,
                                           size_t key_size, size_t* size, char** error);
char* rocksdb_writebatch_wi_get_from_batch_cf(rocksdb_writebatch_wi_t* batch,
                                              const rocksdb_options_t* options,
                                              rocksdb_column_family_handle_t* family,
                                              const char* key, size_t key_size, size_t* size,
                                              char** error);
char* rocksdb_writebatch_wi_get_from_batch_and_db(rocksdb_writebatch_wi_t* batch, rocksdb_t* db,
                                                  const rocksdb_readoptions_t* read_options,
                                                  const char* key, size_t key_size, size_t* size,
                                                  char** error);
char* rocksdb_writebatch_wi_get_from_batch_and_db_cf(rocksdb_writebatch_wi_t* batch, rocksdb_t* db,
                                                     const rocksdb_readoptions_t* read_options,
                                                     rocksdb_column_family_handle_t* family,
                                                     const char* key, size_t key_size, size_t* size,
                                                     char** error);
rocksdb_pinnableslice_t* rocksdb_writebatch_wi_get_pinned_from_batch_and_db(
    rocksdb_writebatch_wi_t* batch, rocksdb_t* db, const rocksdb_readoptions_t* read_options,
    const char* key, size_t key_size, char** error);
rocksdb_pinnableslice_t* rocksdb_writebatch_wi_get_pinned_from_batch_and_db_cf(
    rocksdb_writebatch_wi_t* batch, rocksdb_t* db, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family, const char* key, size_t key_size, char** error);
// An iterator of the batch over `base`, which is consumed: its handle is no longer valid.
rocksdb_iterator_t* rocksdb_writebatch_wi_create_iterator_with_base(rocksdb_writebatch_wi_t* batch,
                                                                    rocksdb_iterator_t* base);
rocksdb_iterator_t* rocksdb_writebatch_wi_create_iterator_with_base_cf(
    rocksdb_writebatch_wi_t* batch, rocksdb_iterator_t* base,
    rocksdb_column_family_handle_t* family);
rocksdb_iterator_t* rocksdb_writebatch_wi_create_iterator_with_base_readopts(
    rocksdb_writebatch_wi_t* batch, rocksdb_iterator_t* base,
    const rocksdb_readoptions_t* read_options);
rocksdb_iterator_t* rocksdb_writebatch_wi_create_iterator_with_base_cf_readopts(
    rocksdb_writebatch_wi_t* batch, rocksdb_iterator_t* base,
    rocksdb_column_family_handle_t* family, const rocksdb_readoptions_t* read_options);

// ---------------------------------------------------------------------------------------------
// Looking after a database
// ---------------------------------------------------------------------------------------------

// Memtables to tables; logs from the buffer to the file, and with sync to the device.
void rocksdb_flush(rocksdb_t* db, const rocksdb_flushoptions_t* flush_options, char** error);
void rocksdb_flush_cf(rocksdb_t* db, const rocksdb_flushoptions_t* flush_options,
                      rocksdb_column_family_handle_t* family, char** error);
void rocksdb_flush_cfs(rocksdb_t* db, const rocksdb_flushoptions_t* flush_options,
                       rocksdb_column_family_handle_t** families, int count, char** error);
void rocksdb_flush_wal(rocksdb_t* db, unsigned char sync, char** error);

// A start or limit of NULL means the first or last key. These four report no failure.
void rocksdb_compact_range(rocksdb_t* db, const char* start, size_t start_size, const char* limit,
                           size_t limit_size);
void rocksdb_compact_range_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                              const char* start, size_t start_size, const char* limit,
                              size_t limit_size);
void rocksdb_compact_range_opt(rocksdb_t* db, rocksdb_compactoptions_t* compact_options,
                               const char* start, size_t start_size, const char* limit,
                               size_t limit_size);
void rocksdb_compact_range_cf_opt(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                  rocksdb_compactoptions_t* compact_options, const char* start,
                                  size_t start_size, const char* limit, size_t limit_size);
void rocksdb_suggest_compact_range(rocksdb_t* db, const char* start, size_t start_size,
                                   const char* limit, size_t limit_size, char** error);
void rocksdb_suggest_compact_range_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                      const char* start, size_t start_size, const char* limit,
                                      size_t limit_size, char** error);
void rocksdb_disable_manual_compaction(rocksdb_t* db);
void rocksdb_enable_manual_compaction(rocksdb_t* db);
void rocksdb_cancel_all_background_work(rocksdb_t* db, unsigned char wait);
void rocksdb_wait_for_compact(rocksdb_t* db, rocksdb_wait_for_compact_options_t* wait_options,
                              char** error);

// Files that a copier must still find. Tables that lie in a range as a whole can be dropped.
void rocksdb_disable_file_deletions(rocksdb_t* db, char** error);
void rocksdb_enable_file_deletions(rocksdb_t* db, char** error);
void rocksdb_delete_file_in_range(rocksdb_t* db, const char* start, size_t start_size,
                                  const char* limit, size_t limit_size, char** error);
void rocksdb_delete_file_in_range_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                     const char* start, size_t start_size, const char* limit,
                                     size_t limit_size, char** error);

// Options that may change while the database is open.
void rocksdb_set_options(rocksdb_t* db, int count, const char* const names[],
                         const char* const values[], char** error);
void rocksdb_set_options_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family, int count,
                            const char* const names[], const char* const values[], char** error);

// ---------------------------------------------------------------------------------------------
// Properties, sizes and files
// ---------------------------------------------------------------------------------------------

// An unknown property gives NULL. property_int() returns 0 when it has set *value, else -1.
char* rocksdb_property_value(rocksdb_t* db, const char* name);
char* rocksdb_property_value_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                const char* name);
int rocksdb_property_int(rocksdb_t* db, const char* name, uint64_t* value);
int rocksdb_property_int_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family, const char* name,
                            uint64_t* value);

// Bytes that `count` ranges take, into `sizes`. The first two count files only.
enum {
  rocksdb_size_approximation_flags_none = 0,
  rocksdb_size_approximation_flags_include_memtable = 1 << 0,
  rocksdb_size_approximation_flags_include_files = 1 << 1
};
void rocksdb_approximate_sizes(rocksdb_t* db, int count, const char* const* starts,
                               const size_t* start_sizes, const char* const* limits,
                               const size_t* limit_sizes, uint64_t* sizes, char** error);
void rocksdb_approximate_sizes_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family, int count,
                                  const char* const* starts, const size_t* start_sizes,
                                  const char* const* limits, const size_t* limit_sizes,
                                  uint64_t* sizes, char** error);
void rocksdb_approximate_sizes_cf_with_flags(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                             int count, const char* const* starts,
                                             const size_t* start_sizes, const char* const* limits,
                                             const size_t* limit_sizes, uint8_t flags,
                                             uint64_t* sizes, char** error);

// The tables of all families at one moment; index counts from 0.
const rocksdb_livefiles_t* rocksdb_livefiles(rocksdb_t* db);
int rocksdb_livefiles_count(const rocksdb_livefiles_t* files);
int rocksdb_livefiles_level(const rocksdb_livefiles_t* files, int index);
const char* rocksdb_livefiles_column_family_name(const rocksdb_livefiles_t* files, int index);
const char* rocksdb_livefiles_name(const rocksdb_livefiles_t* files, int index);
size_t rocksdb_livefiles_size(const rocksdb_livefiles_t* files, int index);
uint64_t rocksdb_livefiles_entries(const rocksdb_livefiles_t* files, int index);
uint64_t rocksdb_livefiles_deletions(const rocksdb_livefiles_t* files, int index);
const char* rocksdb_livefiles_smallestkey(const rocksdb_livefiles_t* files, int index,
                                          size_t* size);
const char* rocksdb_livefiles_largestkey(const rocksdb_livefiles_t* files, int index, size_t* size);
void rocksdb_livefiles_destroy(const rocksdb_livefiles_t* files);

// Family, level and table, each destroyed by itself. A level or table handle stays good after the
// family's handle is gone. NULL is returned for an index that does not exist.
rocksdb_column_family_metadata_t* rocksdb_get_column_family_metadata(rocksdb_t* db);
rocksdb_column_family_metadata_t* rocksdb_get_column_family_metadata_cf(
    rocksdb_t* db, rocksdb_column_family_handle_t* family);
void rocksdb_column_family_metadata_destroy(rocksdb_column_family_metadata_t* metadata);
uint64_t rocksdb_column_family_metadata_get_size(rocksdb_column_family_metadata_t* metadata);
size_t rocksdb_column_family_metadata_get_file_count(rocksdb_column_family_metadata_t* metadata);
size_t rocksdb_column_family_metadata_get_level_count(rocksdb_column_family_metadata_t* metadata);
char* rocksdb_column_family_metadata_get_name(rocksdb_column_family_metadata_t* metadata);
rocksdb_level_metadata_t* rocksdb_column_family_metadata_get_level_metadata(
    rocksdb_column_family_metadata_t* metadata, size_t index);
void rocksdb_level_metadata_destroy(rocksdb_level_metadata_t* level);
int rocksdb_level_metadata_get_level(rocksdb_level_metadata_t* level);
uint64_t rocksdb_level_metadata_get_size(rocksdb_level_metadata_t* level);
size_t rocksdb_level_metadata_get_file_count(rocksdb_level_metadata_t* level);
rocksdb_sst_file_metadata_t* rocksdb_level_metadata_get_sst_file_metadata(
    rocksdb_level_metadata_t* level, size_t index);
void rocksdb_sst_file_metadata_destroy(rocksdb_sst_file_metadata_t* file);
char* rocksdb_sst_file_metadata_get_relative_filename(rocksdb_sst_file_metadata_t* file);
char* rocksdb_sst_file_metadata_get_directory(rocksdb_sst_file_metadata_t* file);
uint64_t rocksdb_sst_file_metadata_get_size(rocksdb_sst_file_metadata_t* file);
char* rocksdb_sst_file_metadata_get_smallestkey(rocksdb_sst_file_metadata_t* file, size_t* size);
char* rocksdb_sst_file_metadata_get_largestkey(rocksdb_sst_file_metadata_t* file, size_t* size);

// ---------------------------------------------------------------------------------------------
// Options of a database and its families
// ---------------------------------------------------------------------------------------------

// One object holds both kinds; DBOptions, ColumnFamilyOptions and AdvancedColumnFamilyOptions in
// options.h and advanced_options.h say what each option does, under the name that follows set_ and
// get_. Changing an object does not change a database that was opened with it.
rocksdb_options_t* rocksdb_options_create(void);
rocksdb_options_t* rocksdb_options_create_copy(rocksdb_options_t* options);
void rocksdb_options_destroy(rocksdb_options_t* options);

// From text: "name=value;...", on top of `base`, into `result`.
void rocksdb_get_options_from_string(const rocksdb_options_t* base, const char* text,
                                     rocksdb_options_t* result, char** error);
// From the newest OPTIONS file of a database: its options, and names and options of its families.
void rocksdb_load_latest_options(const char* path, rocksdb_env_t* env, bool ignore_unknown_options,
                                 rocksdb_cache_t* cache, rocksdb_options_t** options,
                                 size_t* family_count, char*** family_names,
                                 rocksdb_options_t*** family_options, char** error);
void rocksdb_load_latest_options_destroy(rocksdb_options_t* options, char** family_names,
                                         rocksdb_options_t** family_options, size_t family_count);

// Ready-made sets.
void rocksdb_options_increase_parallelism(rocksdb_options_t* options, int total_threads);
void rocksdb_options_optimize_for_point_lookup(rocksdb_options_t* options,
                                               uint64_t block_cache_size_mb);
void rocksdb_options_optimize_level_style_compaction(rocksdb_options_t* options,
                                                     uint64_t memtable_memory_budget);
void rocksdb_options_optimize_universal_style_compaction(rocksdb_options_t* options,
                                                         uint64_t memtable_memory_budget);
void rocksdb_options_prepare_for_bulk_load(rocksdb_options_t* options);

// Opening.
void rocksdb_options_set_create_if_missing(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_create_if_missing(rocksdb_options_t* options);
void rocksdb_options_set_create_missing_column_families(rocksdb_options_t* options,
                                                        unsigned char value);
unsigned char rocksdb_options_get_create_missing_column_families(rocksdb_options_t* options);
void rocksdb_options_set_error_if_exists(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_error_if_exists(rocksdb_options_t* options);
void rocksdb_options_set_paranoid_checks(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_paranoid_checks(rocksdb_options_t* options);
void rocksdb_options_set_max_open_files(rocksdb_options_t* options, int value);
int rocksdb_options_get_max_open_files(rocksdb_options_t* options);
void rocksdb_options_set_max_file_opening_threads(rocksdb_options_t* options, int value);
int rocksdb_options_get_max_file_opening_threads(rocksdb_options_t* options);
void rocksdb_options_set_skip_stats_update_on_db_open(rocksdb_options_t* options,
                                                      unsigned char value);
unsigned char rocksdb_options_get_skip_stats_update_on_db_open(rocksdb_options_t* options);
void rocksdb_options_set_skip_checking_sst_file_sizes_on_db_open(rocksdb_options_t* options,
                                                                 unsigned char value);
unsigned char rocksdb_options_get_skip_checking_sst_file_sizes_on_db_open(
    rocksdb_options_t* options);
void rocksdb_options_set_write_dbid_to_manifest(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_write_dbid_to_manifest(rocksdb_options_t* options);
void rocksdb_options_set_write_identity_file(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_write_identity_file(rocksdb_options_t* options);
void rocksdb_options_set_env(rocksdb_options_t* options, rocksdb_env_t* env);

// Places. db_paths and cf_paths are copied.
rocksdb_dbpath_t* rocksdb_dbpath_create(const char* path, uint64_t target_size);
void rocksdb_dbpath_destroy(rocksdb_dbpath_t* path);
void rocksdb_options_set_db_paths(rocksdb_options_t* options, const rocksdb_dbpath_t** paths,
                                  size_t count);
void rocksdb_options_set_cf_paths(rocksdb_options_t* options, const rocksdb_dbpath_t** paths,
                                  size_t count);
void rocksdb_options_set_wal_dir(rocksdb_options_t* options, const char* path);
void rocksdb_options_set_db_log_dir(rocksdb_options_t* options, const char* path);

// The log of events. get_info_log() returns a handle that is destroyed like one that was created.
void rocksdb_options_set_info_log(rocksdb_options_t* options, rocksdb_logger_t* logger);
rocksdb_logger_t* rocksdb_options_get_info_log(rocksdb_options_t* options);
void rocksdb_options_set_info_log_level(rocksdb_options_t* options, int value);
int rocksdb_options_get_info_log_level(rocksdb_options_t* options);
void rocksdb_options_set_max_log_file_size(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_max_log_file_size(rocksdb_options_t* options);
void rocksdb_options_set_log_file_time_to_roll(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_log_file_time_to_roll(rocksdb_options_t* options);
void rocksdb_options_set_keep_log_file_num(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_keep_log_file_num(rocksdb_options_t* options);
void rocksdb_options_set_stats_dump_period_sec(rocksdb_options_t* options, unsigned int value);
unsigned int rocksdb_options_get_stats_dump_period_sec(rocksdb_options_t* options);
void rocksdb_options_set_stats_persist_period_sec(rocksdb_options_t* options, unsigned int value);
unsigned int rocksdb_options_get_stats_persist_period_sec(rocksdb_options_t* options);
void rocksdb_options_set_dump_malloc_stats(rocksdb_options_t* options, unsigned char enabled);

// Memtables. set_memtable_vector_rep() and the hash functions choose their kind.
void rocksdb_options_set_write_buffer_size(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_write_buffer_size(rocksdb_options_t* options);
void rocksdb_options_set_db_write_buffer_size(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_db_write_buffer_size(rocksdb_options_t* options);
void rocksdb_options_set_max_write_buffer_number(rocksdb_options_t* options, int value);
int rocksdb_options_get_max_write_buffer_number(rocksdb_options_t* options);
void rocksdb_options_set_min_write_buffer_number_to_merge(rocksdb_options_t* options, int value);
int rocksdb_options_get_min_write_buffer_number_to_merge(rocksdb_options_t* options);
void rocksdb_options_set_max_write_buffer_size_to_maintain(rocksdb_options_t* options,
                                                           int64_t value);
int64_t rocksdb_options_get_max_write_buffer_size_to_maintain(rocksdb_options_t* options);
void rocksdb_options_set_arena_block_size(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_arena_block_size(rocksdb_options_t* options);
void rocksdb_options_set_memtable_huge_page_size(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_memtable_huge_page_size(rocksdb_options_t* options);
void rocksdb_options_set_memtable_prefix_bloom_size_ratio(rocksdb_options_t* options, double value);
double rocksdb_options_get_memtable_prefix_bloom_size_ratio(rocksdb_options_t* options);
void rocksdb_options_set_memtable_whole_key_filtering(rocksdb_options_t* options,
                                                      unsigned char enabled);
void rocksdb_options_set_bloom_locality(rocksdb_options_t* options, uint32_t value);
uint32_t rocksdb_options_get_bloom_locality(rocksdb_options_t* options);
void rocksdb_options_set_allow_concurrent_memtable_write(rocksdb_options_t* options,
                                                         unsigned char value);
unsigned char rocksdb_options_get_allow_concurrent_memtable_write(rocksdb_options_t* options);
void rocksdb_options_set_enable_write_thread_adaptive_yield(rocksdb_options_t* options,
                                                            unsigned char value);
unsigned char rocksdb_options_get_enable_write_thread_adaptive_yield(rocksdb_options_t* options);
void rocksdb_options_set_inplace_update_support(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_inplace_update_support(rocksdb_options_t* options);
void rocksdb_options_set_inplace_update_num_locks(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_inplace_update_num_locks(rocksdb_options_t* options);
void rocksdb_options_set_max_successive_merges(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_max_successive_merges(rocksdb_options_t* options);
void rocksdb_options_set_experimental_mempurge_threshold(rocksdb_options_t* options, double value);
double rocksdb_options_get_experimental_mempurge_threshold(rocksdb_options_t* options);
void rocksdb_options_set_memtable_op_scan_flush_trigger(rocksdb_options_t* options, uint32_t value);
uint32_t rocksdb_options_get_memtable_op_scan_flush_trigger(rocksdb_options_t* options);
void rocksdb_options_set_memtable_avg_op_scan_flush_trigger(rocksdb_options_t* options,
                                                            uint32_t value);
uint32_t rocksdb_options_get_memtable_avg_op_scan_flush_trigger(rocksdb_options_t* options);
void rocksdb_options_set_memtable_vector_rep(rocksdb_options_t* options);
void rocksdb_options_set_hash_skip_list_rep(rocksdb_options_t* options, size_t bucket_count,
                                            int32_t height, int32_t branching_factor);
void rocksdb_options_set_hash_link_list_rep(rocksdb_options_t* options, size_t bucket_count);
void rocksdb_options_set_write_buffer_manager(rocksdb_options_t* options,
                                              rocksdb_write_buffer_manager_t* manager);

// Logs and the MANIFEST.
enum {
  rocksdb_tolerate_corrupted_tail_records_recovery = 0,
  rocksdb_absolute_consistency_recovery = 1,
  rocksdb_point_in_time_recovery = 2,
  rocksdb_skip_any_corrupted_records_recovery = 3
};
void rocksdb_options_set_wal_recovery_mode(rocksdb_options_t* options, int value);
int rocksdb_options_get_wal_recovery_mode(rocksdb_options_t* options);
void rocksdb_options_set_max_total_wal_size(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_max_total_wal_size(rocksdb_options_t* options);
void rocksdb_options_set_WAL_ttl_seconds(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_WAL_ttl_seconds(rocksdb_options_t* options);
void rocksdb_options_set_WAL_size_limit_MB(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_WAL_size_limit_MB(rocksdb_options_t* options);
void rocksdb_options_set_wal_bytes_per_sync(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_wal_bytes_per_sync(rocksdb_options_t* options);
void rocksdb_options_set_wal_compression(rocksdb_options_t* options, int value);
int rocksdb_options_get_wal_compression(rocksdb_options_t* options);
void rocksdb_options_set_manual_wal_flush(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_manual_wal_flush(rocksdb_options_t* options);
void rocksdb_options_set_recycle_log_file_num(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_recycle_log_file_num(rocksdb_options_t* options);
void rocksdb_options_set_track_and_verify_wals_in_manifest(rocksdb_options_t* options,
                                                           unsigned char value);
unsigned char rocksdb_options_get_track_and_verify_wals_in_manifest(rocksdb_options_t* options);
void rocksdb_options_set_max_manifest_file_size(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_max_manifest_file_size(rocksdb_options_t* options);
void rocksdb_options_set_manifest_preallocation_size(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_manifest_preallocation_size(rocksdb_options_t* options);
void rocksdb_options_set_enable_pipelined_write(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_enable_pipelined_write(rocksdb_options_t* options);
void rocksdb_options_set_unordered_write(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_unordered_write(rocksdb_options_t* options);
void rocksdb_options_set_atomic_flush(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_atomic_flush(rocksdb_options_t* options);

// Background work.
void rocksdb_options_set_max_background_jobs(rocksdb_options_t* options, int value);
int rocksdb_options_get_max_background_jobs(rocksdb_options_t* options);
void rocksdb_options_set_max_background_compactions(rocksdb_options_t* options, int value);
int rocksdb_options_get_max_background_compactions(rocksdb_options_t* options);
void rocksdb_options_set_max_background_flushes(rocksdb_options_t* options, int value);
int rocksdb_options_get_max_background_flushes(rocksdb_options_t* options);
void rocksdb_options_set_max_subcompactions(rocksdb_options_t* options, uint32_t value);
uint32_t rocksdb_options_get_max_subcompactions(rocksdb_options_t* options);
void rocksdb_options_set_delete_obsolete_files_period_micros(rocksdb_options_t* options,
                                                             uint64_t value);
uint64_t rocksdb_options_get_delete_obsolete_files_period_micros(rocksdb_options_t* options);
void rocksdb_options_set_avoid_unnecessary_blocking_io(rocksdb_options_t* options,
                                                       unsigned char value);
unsigned char rocksdb_options_get_avoid_unnecessary_blocking_io(rocksdb_options_t* options);
void rocksdb_options_set_ratelimiter(rocksdb_options_t* options, rocksdb_ratelimiter_t* limiter);
void rocksdb_options_set_sst_file_manager(rocksdb_options_t* options,
                                          rocksdb_sst_file_manager_t* manager);

// Files. The compaction read-ahead is the one option whose setter is not called set_.
void rocksdb_options_set_use_fsync(rocksdb_options_t* options, int value);
int rocksdb_options_get_use_fsync(rocksdb_options_t* options);
void rocksdb_options_set_use_direct_reads(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_use_direct_reads(rocksdb_options_t* options);
void rocksdb_options_set_use_direct_io_for_flush_and_compaction(rocksdb_options_t* options,
                                                                unsigned char value);
unsigned char rocksdb_options_get_use_direct_io_for_flush_and_compaction(
    rocksdb_options_t* options);
void rocksdb_options_set_allow_mmap_reads(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_allow_mmap_reads(rocksdb_options_t* options);
void rocksdb_options_set_allow_mmap_writes(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_allow_mmap_writes(rocksdb_options_t* options);
void rocksdb_options_set_advise_random_on_open(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_advise_random_on_open(rocksdb_options_t* options);
void rocksdb_options_set_is_fd_close_on_exec(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_is_fd_close_on_exec(rocksdb_options_t* options);
void rocksdb_options_set_use_adaptive_mutex(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_use_adaptive_mutex(rocksdb_options_t* options);
void rocksdb_options_set_bytes_per_sync(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_bytes_per_sync(rocksdb_options_t* options);
void rocksdb_options_set_writable_file_max_buffer_size(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_writable_file_max_buffer_size(rocksdb_options_t* options);
void rocksdb_options_set_table_cache_numshardbits(rocksdb_options_t* options, int value);
int rocksdb_options_get_table_cache_numshardbits(rocksdb_options_t* options);
void rocksdb_options_compaction_readahead_size(rocksdb_options_t* options, size_t value);
size_t rocksdb_options_get_compaction_readahead_size(rocksdb_options_t* options);
void rocksdb_options_set_row_cache(rocksdb_options_t* options, rocksdb_cache_t* cache);

// The shape of the tree.
enum {
  rocksdb_level_compaction = 0,
  rocksdb_universal_compaction = 1,
  rocksdb_fifo_compaction = 2
};
enum {
  rocksdb_k_by_compensated_size_compaction_pri = 0,
  rocksdb_k_oldest_largest_seq_first_compaction_pri = 1,
  rocksdb_k_oldest_smallest_seq_first_compaction_pri = 2,
  rocksdb_k_min_overlapping_ratio_compaction_pri = 3,
  rocksdb_k_round_robin_compaction_pri = 4
};
void rocksdb_options_set_compaction_style(rocksdb_options_t* options, int value);
int rocksdb_options_get_compaction_style(rocksdb_options_t* options);
void rocksdb_options_set_compaction_pri(rocksdb_options_t* options, int value);
int rocksdb_options_get_compaction_pri(rocksdb_options_t* options);
void rocksdb_options_set_num_levels(rocksdb_options_t* options, int value);
int rocksdb_options_get_num_levels(rocksdb_options_t* options);
void rocksdb_options_set_level0_file_num_compaction_trigger(rocksdb_options_t* options, int value);
int rocksdb_options_get_level0_file_num_compaction_trigger(rocksdb_options_t* options);
void rocksdb_options_set_level0_slowdown_writes_trigger(rocksdb_options_t* options, int value);
int rocksdb_options_get_level0_slowdown_writes_trigger(rocksdb_options_t* options);
void rocksdb_options_set_level0_stop_writes_trigger(rocksdb_options_t* options, int value);
int rocksdb_options_get_level0_stop_writes_trigger(rocksdb_options_t* options);
void rocksdb_options_set_target_file_size_base(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_target_file_size_base(rocksdb_options_t* options);
void rocksdb_options_set_target_file_size_multiplier(rocksdb_options_t* options, int value);
int rocksdb_options_get_target_file_size_multiplier(rocksdb_options_t* options);
void rocksdb_options_set_max_bytes_for_level_base(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_max_bytes_for_level_base(rocksdb_options_t* options);
void rocksdb_options_set_max_bytes_for_level_multiplier(rocksdb_options_t* options, double value);
double rocksdb_options_get_max_bytes_for_level_multiplier(rocksdb_options_t* options);
void rocksdb_options_set_max_bytes_for_level_multiplier_additional(rocksdb_options_t* options,
                                                                   int* multipliers, size_t count);
void rocksdb_options_set_level_compaction_dynamic_level_bytes(rocksdb_options_t* options,
                                                              unsigned char value);
unsigned char rocksdb_options_get_level_compaction_dynamic_level_bytes(rocksdb_options_t* options);
void rocksdb_options_set_max_compaction_bytes(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_max_compaction_bytes(rocksdb_options_t* options);
void rocksdb_options_set_soft_pending_compaction_bytes_limit(rocksdb_options_t* options,
                                                             size_t value);
size_t rocksdb_options_get_soft_pending_compaction_bytes_limit(rocksdb_options_t* options);
void rocksdb_options_set_hard_pending_compaction_bytes_limit(rocksdb_options_t* options,
                                                             size_t value);
size_t rocksdb_options_get_hard_pending_compaction_bytes_limit(rocksdb_options_t* options);
void rocksdb_options_set_disable_auto_compactions(rocksdb_options_t* options, int value);
unsigned char rocksdb_options_get_disable_auto_compactions(rocksdb_options_t* options);
void rocksdb_options_set_ttl(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_ttl(rocksdb_options_t* options);
void rocksdb_options_set_periodic_compaction_seconds(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_periodic_compaction_seconds(rocksdb_options_t* options);
void rocksdb_options_set_optimize_filters_for_hits(rocksdb_options_t* options, int value);
unsigned char rocksdb_options_get_optimize_filters_for_hits(rocksdb_options_t* options);
void rocksdb_options_set_report_bg_io_stats(rocksdb_options_t* options, int value);
unsigned char rocksdb_options_get_report_bg_io_stats(rocksdb_options_t* options);
void rocksdb_options_set_max_sequential_skip_in_iterations(rocksdb_options_t* options,
                                                           uint64_t value);
uint64_t rocksdb_options_get_max_sequential_skip_in_iterations(rocksdb_options_t* options);
void rocksdb_options_set_allow_ingest_behind(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_allow_ingest_behind(rocksdb_options_t* options);
void rocksdb_options_set_universal_compaction_options(
    rocksdb_options_t* options, rocksdb_universal_compaction_options_t* universal_options);
void rocksdb_options_set_fifo_compaction_options(rocksdb_options_t* options,
                                                 rocksdb_fifo_compaction_options_t* fifo_options);

// The bucketized Level 0: bucket_options.h says what each one does. Stock RocksDB has none of
// these.
void rocksdb_options_set_bucket_enabled(rocksdb_options_t* options, unsigned char value);
void rocksdb_options_set_bucket_initial_buckets(rocksdb_options_t* options, uint32_t value);
void rocksdb_options_set_bucket_max_buckets(rocksdb_options_t* options, uint32_t value);
void rocksdb_options_set_bucket_window_flushes(rocksdb_options_t* options, uint32_t value);
void rocksdb_options_set_bucket_split_temperature(rocksdb_options_t* options, double value);
void rocksdb_options_set_bucket_merge_temperature(rocksdb_options_t* options, double value);
void rocksdb_options_set_bucket_min_file_size(rocksdb_options_t* options, uint64_t value);
void rocksdb_options_set_bucket_dynamic(rocksdb_options_t* options, unsigned char value);
void rocksdb_options_set_bucket_flush_threads(rocksdb_options_t* options, uint32_t value);

// Compression: one of these numbers, or one for each level. Window bits, level, strategy and the
// largest dictionary belong together; bottommost options count once `enabled` is set.
enum {
  rocksdb_no_compression = 0,
  rocksdb_snappy_compression = 1,
  rocksdb_zlib_compression = 2,
  rocksdb_bz2_compression = 3,
  rocksdb_lz4_compression = 4,
  rocksdb_lz4hc_compression = 5,
  rocksdb_xpress_compression = 6,
  rocksdb_zstd_compression = 7
};
void rocksdb_options_set_compression(rocksdb_options_t* options, int value);
int rocksdb_options_get_compression(rocksdb_options_t* options);
void rocksdb_options_set_bottommost_compression(rocksdb_options_t* options, int value);
int rocksdb_options_get_bottommost_compression(rocksdb_options_t* options);
void rocksdb_options_set_compression_per_level(rocksdb_options_t* options, const int* types,
                                               size_t count);
// Levels from this one on get the family's compression, those above it none.
void rocksdb_options_set_min_level_to_compress(rocksdb_options_t* options, int level);
void rocksdb_options_set_compression_options(rocksdb_options_t* options, int window_bits, int level,
                                             int strategy, int max_dict_bytes);
void rocksdb_options_set_compression_options_zstd_max_train_bytes(rocksdb_options_t* options,
                                                                  int value);
int rocksdb_options_get_compression_options_zstd_max_train_bytes(rocksdb_options_t* options);
void rocksdb_options_set_compression_options_use_zstd_dict_trainer(rocksdb_options_t* options,
                                                                   unsigned char value);
unsigned char rocksdb_options_get_compression_options_use_zstd_dict_trainer(
    rocksdb_options_t* options);
void rocksdb_options_set_compression_options_parallel_threads(rocksdb_options_t* options,
                                                              int value);
int rocksdb_options_get_compression_options_parallel_threads(rocksdb_options_t* options);
void rocksdb_options_set_compression_options_max_dict_buffer_bytes(rocksdb_options_t* options,
                                                                   uint64_t value);
uint64_t rocksdb_options_get_compression_options_max_dict_buffer_bytes(rocksdb_options_t* options);
void rocksdb_options_set_bottommost_compression_options(rocksdb_options_t* options, int window_bits,
                                                        int level, int strategy, int max_dict_bytes,
                                                        unsigned char enabled);
void rocksdb_options_set_bottommost_compression_options_zstd_max_train_bytes(
    rocksdb_options_t* options, int value, unsigned char enabled);
void rocksdb_options_set_bottommost_compression_options_use_zstd_dict_trainer(
    rocksdb_options_t* options, unsigned char value, unsigned char enabled);
unsigned char rocksdb_options_get_bottommost_compression_options_use_zstd_dict_trainer(
    rocksdb_options_t* options);
void rocksdb_options_set_bottommost_compression_options_max_dict_buffer_bytes(
    rocksdb_options_t* options, uint64_t value, unsigned char enabled);

// Blob files.
enum { rocksdb_prepopulate_blob_disable = 0, rocksdb_prepopulate_blob_flush_only = 1 };
void rocksdb_options_set_enable_blob_files(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_enable_blob_files(rocksdb_options_t* options);
void rocksdb_options_set_min_blob_size(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_min_blob_size(rocksdb_options_t* options);
void rocksdb_options_set_blob_file_size(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_blob_file_size(rocksdb_options_t* options);
void rocksdb_options_set_blob_compression_type(rocksdb_options_t* options, int value);
int rocksdb_options_get_blob_compression_type(rocksdb_options_t* options);
void rocksdb_options_set_enable_blob_gc(rocksdb_options_t* options, unsigned char value);
unsigned char rocksdb_options_get_enable_blob_gc(rocksdb_options_t* options);
void rocksdb_options_set_blob_gc_age_cutoff(rocksdb_options_t* options, double value);
double rocksdb_options_get_blob_gc_age_cutoff(rocksdb_options_t* options);
void rocksdb_options_set_blob_gc_force_threshold(rocksdb_options_t* options, double value);
double rocksdb_options_get_blob_gc_force_threshold(rocksdb_options_t* options);
void rocksdb_options_set_blob_compaction_readahead_size(rocksdb_options_t* options, uint64_t value);
uint64_t rocksdb_options_get_blob_compaction_readahead_size(rocksdb_options_t* options);
void rocksdb_options_set_blob_file_starting_level(rocksdb_options_t* options, int value);
int rocksdb_options_get_blob_file_starting_level(rocksdb_options_t* options);
void rocksdb_options_set_prepopulate_blob_cache(rocksdb_options_t* options, int value);
int rocksdb_options_get_prepopulate_blob_cache(rocksdb_options_t* options);
void rocksdb_options_set_blob_cache(rocksdb_options_t* options, rocksdb_cache_t* cache);

// Plug-ins. A comparator and a compaction filter must outlive every database that uses them. A
// merge operator, a filter factory and a prefix extractor are consumed: their handle is not
// destroyed afterwards.
void rocksdb_options_set_comparator(rocksdb_options_t* options, rocksdb_comparator_t* comparator);
void rocksdb_options_set_merge_operator(rocksdb_options_t* options,
                                        rocksdb_mergeoperator_t* merge_operator);
void rocksdb_options_set_uint64add_merge_operator(rocksdb_options_t* options);
void rocksdb_options_set_compaction_filter(rocksdb_options_t* options,
                                           rocksdb_compactionfilter_t* filter);
void rocksdb_options_set_compaction_filter_factory(rocksdb_options_t* options,
                                                   rocksdb_compactionfilterfactory_t* factory);
void rocksdb_options_set_prefix_extractor(rocksdb_options_t* options,
                                          rocksdb_slicetransform_t* transform);
// Marks a table for compaction where deletions are dense.
void rocksdb_options_add_compact_on_deletion_collector_factory(rocksdb_options_t* options,
                                                               size_t window_size,
                                                               size_t deletion_trigger);
void rocksdb_options_add_compact_on_deletion_collector_factory_del_ratio(rocksdb_options_t* options,
                                                                         size_t window_size,
                                                                         size_t deletion_trigger,
                                                                         double deletion_ratio);
void rocksdb_options_add_compact_on_deletion_collector_factory_min_file_size(
    rocksdb_options_t* options, size_t window_size, size_t deletion_trigger, double deletion_ratio,
    uint64_t min_file_size);

// Statistics: off until enable_statistics(). statistics.h lists tickers and histograms. A level
// takes effect only once they are on. The text, or the counts, are of everything since.
enum {
  rocksdb_statistics_level_disable_all = 0,
  rocksdb_statistics_level_except_tickers = rocksdb_statistics_level_disable_all,
  rocksdb_statistics_level_except_histogram_or_timers = 1,
  rocksdb_statistics_level_except_timers = 2,
  rocksdb_statistics_level_except_detailed_timers = 3,
  rocksdb_statistics_level_except_time_for_mutex = 4,
  rocksdb_statistics_level_all = 5
};
void rocksdb_options_enable_statistics(rocksdb_options_t* options);
void rocksdb_options_set_statistics_level(rocksdb_options_t* options, int value);
int rocksdb_options_get_statistics_level(rocksdb_options_t* options);
char* rocksdb_options_statistics_get_string(rocksdb_options_t* options);
uint64_t rocksdb_options_statistics_get_ticker_count(rocksdb_options_t* options, uint32_t ticker);
void rocksdb_options_statistics_get_histogram_data(
    rocksdb_options_t* options, uint32_t type,
    rocksdb_statistics_histogram_data_t* const histogram);
rocksdb_statistics_histogram_data_t* rocksdb_statistics_histogram_data_create(void);
void rocksdb_statistics_histogram_data_destroy(rocksdb_statistics_histogram_data_t* histogram);
double rocksdb_statistics_histogram_data_get_median(rocksdb_statistics_histogram_data_t* histogram);
double rocksdb_statistics_histogram_data_get_p95(rocksdb_statistics_histogram_data_t* histogram);
double rocksdb_statistics_histogram_data_get_p99(rocksdb_statistics_histogram_data_t* histogram);
double rocksdb_statistics_histogram_data_get_average(
    rocksdb_statistics_histogram_data_t* histogram);
double rocksdb_statistics_histogram_data_get_std_dev(
    rocksdb_statistics_histogram_data_t* histogram);
double rocksdb_statistics_histogram_data_get_max(rocksdb_statistics_histogram_data_t* histogram);
double rocksdb_statistics_histogram_data_get_min(rocksdb_statistics_histogram_data_t* histogram);
uint64_t rocksdb_statistics_histogram_data_get_count(
    rocksdb_statistics_histogram_data_t* histogram);
uint64_t rocksdb_statistics_histogram_data_get_sum(rocksdb_statistics_histogram_data_t* histogram);

// ---------------------------------------------------------------------------------------------
// Options of tables
// ---------------------------------------------------------------------------------------------

// BlockBasedTableOptions in table.h says what each one does.
enum {
  rocksdb_block_based_table_index_type_binary_search = 0,
  rocksdb_block_based_table_index_type_hash_search = 1,
  rocksdb_block_based_table_index_type_two_level_index_search = 2
};
enum {
  rocksdb_block_based_table_data_block_index_type_binary_search = 0,
  rocksdb_block_based_table_data_block_index_type_binary_search_and_hash = 1
};
enum {
  rocksdb_block_based_k_fallback_pinning_tier = 0,
  rocksdb_block_based_k_none_pinning_tier = 1,
  rocksdb_block_based_k_flush_and_similar_pinning_tier = 2,
  rocksdb_block_based_k_all_pinning_tier = 3
};
rocksdb_block_based_table_options_t* rocksdb_block_based_options_create(void);
void rocksdb_block_based_options_destroy(rocksdb_block_based_table_options_t* table_options);
void rocksdb_options_set_block_based_table_factory(
    rocksdb_options_t* options, rocksdb_block_based_table_options_t* table_options);
// The policy is consumed.
void rocksdb_block_based_options_set_filter_policy(
    rocksdb_block_based_table_options_t* table_options, rocksdb_filterpolicy_t* policy);
void rocksdb_block_based_options_set_checksum(rocksdb_block_based_table_options_t* table_options,
                                              char value);
void rocksdb_block_based_options_set_block_size(rocksdb_block_based_table_options_t* table_options,
                                                size_t value);
void rocksdb_block_based_options_set_block_size_deviation(
    rocksdb_block_based_table_options_t* table_options, int value);
void rocksdb_block_based_options_set_block_restart_interval(
    rocksdb_block_based_table_options_t* table_options, int value);
void rocksdb_block_based_options_set_index_block_restart_interval(
    rocksdb_block_based_table_options_t* table_options, int value);
void rocksdb_block_based_options_set_metadata_block_size(
    rocksdb_block_based_table_options_t* table_options, uint64_t value);
void rocksdb_block_based_options_set_partition_filters(
    rocksdb_block_based_table_options_t* table_options, unsigned char value);
void rocksdb_block_based_options_set_optimize_filters_for_memory(
    rocksdb_block_based_table_options_t* table_options, unsigned char value);
void rocksdb_block_based_options_set_use_delta_encoding(
    rocksdb_block_based_table_options_t* table_options, unsigned char value);
void rocksdb_block_based_options_set_no_block_cache(
    rocksdb_block_based_table_options_t* table_options, unsigned char value);
void rocksdb_block_based_options_set_block_cache(rocksdb_block_based_table_options_t* table_options,
                                                 rocksdb_cache_t* cache);
void rocksdb_block_based_options_set_whole_key_filtering(
    rocksdb_block_based_table_options_t* table_options, unsigned char value);
void rocksdb_block_based_options_set_format_version(
    rocksdb_block_based_table_options_t* table_options, int value);
void rocksdb_block_based_options_set_index_type(rocksdb_block_based_table_options_t* table_options,
                                                int value);
void rocksdb_block_based_options_set_data_block_index_type(
    rocksdb_block_based_table_options_t* table_options, int value);
void rocksdb_block_based_options_set_data_block_hash_ratio(
    rocksdb_block_based_table_options_t* table_options, double value);
void rocksdb_block_based_options_set_cache_index_and_filter_blocks(
    rocksdb_block_based_table_options_t* table_options, unsigned char value);
void rocksdb_block_based_options_set_cache_index_and_filter_blocks_with_high_priority(
    rocksdb_block_based_table_options_t* table_options, unsigned char value);
void rocksdb_block_based_options_set_pin_l0_filter_and_index_blocks_in_cache(
    rocksdb_block_based_table_options_t* table_options, unsigned char value);
void rocksdb_block_based_options_set_pin_top_level_index_and_filter(
    rocksdb_block_based_table_options_t* table_options, unsigned char value);
void rocksdb_block_based_options_set_top_level_index_pinning_tier(
    rocksdb_block_based_table_options_t* table_options, int value);
void rocksdb_block_based_options_set_partition_pinning_tier(
    rocksdb_block_based_table_options_t* table_options, int value);
void rocksdb_block_based_options_set_unpartitioned_pinning_tier(
    rocksdb_block_based_table_options_t* table_options, int value);

// Formats that this library refuses when a database is opened with them.
rocksdb_cuckoo_table_options_t* rocksdb_cuckoo_options_create(void);
void rocksdb_cuckoo_options_destroy(rocksdb_cuckoo_table_options_t* table_options);
void rocksdb_options_set_cuckoo_table_factory(rocksdb_options_t* options,
                                              rocksdb_cuckoo_table_options_t* table_options);
void rocksdb_cuckoo_options_set_hash_ratio(rocksdb_cuckoo_table_options_t* table_options,
                                           double value);
void rocksdb_cuckoo_options_set_max_search_depth(rocksdb_cuckoo_table_options_t* table_options,
                                                 uint32_t value);
void rocksdb_cuckoo_options_set_cuckoo_block_size(rocksdb_cuckoo_table_options_t* table_options,
                                                  uint32_t value);
void rocksdb_cuckoo_options_set_identity_as_first_hash(
    rocksdb_cuckoo_table_options_t* table_options, unsigned char value);
void rocksdb_cuckoo_options_set_use_module_hash(rocksdb_cuckoo_table_options_t* table_options,
                                                unsigned char value);
void rocksdb_options_set_plain_table_factory(rocksdb_options_t* options, uint32_t user_key_size,
                                             int bloom_bits_per_key, double hash_table_ratio,
                                             size_t index_sparseness, size_t huge_page_tlb_size,
                                             char encoding_type, unsigned char full_scan_mode,
                                             unsigned char store_index_in_file);

// ---------------------------------------------------------------------------------------------
// Options of compaction styles
// ---------------------------------------------------------------------------------------------

enum {
  rocksdb_similar_size_compaction_stop_style = 0,
  rocksdb_total_size_compaction_stop_style = 1
};
rocksdb_universal_compaction_options_t* rocksdb_universal_compaction_options_create(void);
void rocksdb_universal_compaction_options_destroy(
    rocksdb_universal_compaction_options_t* universal_options);
void rocksdb_universal_compaction_options_set_size_ratio(
    rocksdb_universal_compaction_options_t* universal_options, int value);
int rocksdb_universal_compaction_options_get_size_ratio(
    rocksdb_universal_compaction_options_t* universal_options);
void rocksdb_universal_compaction_options_set_min_merge_width(
    rocksdb_universal_compaction_options_t* universal_options, int value);
int rocksdb_universal_compaction_options_get_min_merge_width(
    rocksdb_universal_compaction_options_t* universal_options);
void rocksdb_universal_compaction_options_set_max_merge_width(
    rocksdb_universal_compaction_options_t* universal_options, int value);
int rocksdb_universal_compaction_options_get_max_merge_width(
    rocksdb_universal_compaction_options_t* universal_options);
void rocksdb_universal_compaction_options_set_max_size_amplification_percent(
    rocksdb_universal_compaction_options_t* universal_options, int value);
int rocksdb_universal_compaction_options_get_max_size_amplification_percent(
    rocksdb_universal_compaction_options_t* universal_options);
void rocksdb_universal_compaction_options_set_compression_size_percent(
    rocksdb_universal_compaction_options_t* universal_options, int value);
int rocksdb_universal_compaction_options_get_compression_size_percent(
    rocksdb_universal_compaction_options_t* universal_options);
void rocksdb_universal_compaction_options_set_stop_style(
    rocksdb_universal_compaction_options_t* universal_options, int value);
int rocksdb_universal_compaction_options_get_stop_style(
    rocksdb_universal_compaction_options_t* universal_options);
rocksdb_fifo_compaction_options_t* rocksdb_fifo_compaction_options_create(void);
void rocksdb_fifo_compaction_options_destroy(rocksdb_fifo_compaction_options_t* fifo_options);
void rocksdb_fifo_compaction_options_set_allow_compaction(
    rocksdb_fifo_compaction_options_t* fifo_options, unsigned char value);
unsigned char rocksdb_fifo_compaction_options_get_allow_compaction(
    rocksdb_fifo_compaction_options_t* fifo_options);
void rocksdb_fifo_compaction_options_set_max_table_files_size(
    rocksdb_fifo_compaction_options_t* fifo_options, uint64_t value);
uint64_t rocksdb_fifo_compaction_options_get_max_table_files_size(
    rocksdb_fifo_compaction_options_t* fifo_options);

// ---------------------------------------------------------------------------------------------
// Options of single calls
// ---------------------------------------------------------------------------------------------

// Reads. A snapshot and the bytes of bounds and timestamps stay the caller's, and must live as long
// as the options are used; a NULL takes them away. Times are in microseconds.
rocksdb_readoptions_t* rocksdb_readoptions_create(void);
void rocksdb_readoptions_destroy(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_snapshot(rocksdb_readoptions_t* read_options,
                                      const rocksdb_snapshot_t* snapshot);
void rocksdb_readoptions_set_iterate_lower_bound(rocksdb_readoptions_t* read_options,
                                                 const char* bound, size_t bound_size);
void rocksdb_readoptions_set_iterate_upper_bound(rocksdb_readoptions_t* read_options,
                                                 const char* bound, size_t bound_size);
void rocksdb_readoptions_set_timestamp(rocksdb_readoptions_t* read_options, const char* timestamp,
                                       size_t timestamp_size);
void rocksdb_readoptions_set_iter_start_ts(rocksdb_readoptions_t* read_options,
                                           const char* timestamp, size_t timestamp_size);
void rocksdb_readoptions_set_verify_checksums(rocksdb_readoptions_t* read_options,
                                              unsigned char value);
unsigned char rocksdb_readoptions_get_verify_checksums(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_fill_cache(rocksdb_readoptions_t* read_options, unsigned char value);
unsigned char rocksdb_readoptions_get_fill_cache(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_read_tier(rocksdb_readoptions_t* read_options, int value);
int rocksdb_readoptions_get_read_tier(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_tailing(rocksdb_readoptions_t* read_options, unsigned char value);
unsigned char rocksdb_readoptions_get_tailing(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_managed(rocksdb_readoptions_t* read_options, unsigned char value);
void rocksdb_readoptions_set_readahead_size(rocksdb_readoptions_t* read_options, size_t value);
size_t rocksdb_readoptions_get_readahead_size(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_prefix_same_as_start(rocksdb_readoptions_t* read_options,
                                                  unsigned char value);
unsigned char rocksdb_readoptions_get_prefix_same_as_start(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_pin_data(rocksdb_readoptions_t* read_options, unsigned char value);
unsigned char rocksdb_readoptions_get_pin_data(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_total_order_seek(rocksdb_readoptions_t* read_options,
                                              unsigned char value);
unsigned char rocksdb_readoptions_get_total_order_seek(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_max_skippable_internal_keys(rocksdb_readoptions_t* read_options,
                                                         uint64_t value);
uint64_t rocksdb_readoptions_get_max_skippable_internal_keys(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_background_purge_on_iterator_cleanup(
    rocksdb_readoptions_t* read_options, unsigned char value);
unsigned char rocksdb_readoptions_get_background_purge_on_iterator_cleanup(
    rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_ignore_range_deletions(rocksdb_readoptions_t* read_options,
                                                    unsigned char value);
unsigned char rocksdb_readoptions_get_ignore_range_deletions(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_deadline(rocksdb_readoptions_t* read_options, uint64_t value);
uint64_t rocksdb_readoptions_get_deadline(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_io_timeout(rocksdb_readoptions_t* read_options, uint64_t value);
uint64_t rocksdb_readoptions_get_io_timeout(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_async_io(rocksdb_readoptions_t* read_options, unsigned char value);
unsigned char rocksdb_readoptions_get_async_io(rocksdb_readoptions_t* read_options);
void rocksdb_readoptions_set_auto_readahead_size(rocksdb_readoptions_t* read_options,
                                                 unsigned char value);

rocksdb_writeoptions_t* rocksdb_writeoptions_create(void);
void rocksdb_writeoptions_destroy(rocksdb_writeoptions_t* write_options);
void rocksdb_writeoptions_set_sync(rocksdb_writeoptions_t* write_options, unsigned char value);
unsigned char rocksdb_writeoptions_get_sync(rocksdb_writeoptions_t* write_options);
void rocksdb_writeoptions_disable_WAL(rocksdb_writeoptions_t* write_options, int value);
unsigned char rocksdb_writeoptions_get_disable_WAL(rocksdb_writeoptions_t* write_options);
void rocksdb_writeoptions_set_ignore_missing_column_families(rocksdb_writeoptions_t* write_options,
                                                             unsigned char value);
unsigned char rocksdb_writeoptions_get_ignore_missing_column_families(
    rocksdb_writeoptions_t* write_options);
void rocksdb_writeoptions_set_no_slowdown(rocksdb_writeoptions_t* write_options,
                                          unsigned char value);
unsigned char rocksdb_writeoptions_get_no_slowdown(rocksdb_writeoptions_t* write_options);
void rocksdb_writeoptions_set_low_pri(rocksdb_writeoptions_t* write_options, unsigned char value);
unsigned char rocksdb_writeoptions_get_low_pri(rocksdb_writeoptions_t* write_options);
void rocksdb_writeoptions_set_memtable_insert_hint_per_batch(rocksdb_writeoptions_t* write_options,
                                                             unsigned char value);
unsigned char rocksdb_writeoptions_get_memtable_insert_hint_per_batch(
    rocksdb_writeoptions_t* write_options);

rocksdb_flushoptions_t* rocksdb_flushoptions_create(void);
void rocksdb_flushoptions_destroy(rocksdb_flushoptions_t* flush_options);
void rocksdb_flushoptions_set_wait(rocksdb_flushoptions_t* flush_options, unsigned char value);
unsigned char rocksdb_flushoptions_get_wait(rocksdb_flushoptions_t* flush_options);

// For rocksdb_compact_range_opt(). The bytes of the timestamp are copied.
rocksdb_compactoptions_t* rocksdb_compactoptions_create(void);
void rocksdb_compactoptions_destroy(rocksdb_compactoptions_t* compact_options);
void rocksdb_compactoptions_set_exclusive_manual_compaction(
    rocksdb_compactoptions_t* compact_options, unsigned char value);
unsigned char rocksdb_compactoptions_get_exclusive_manual_compaction(
    rocksdb_compactoptions_t* compact_options);
void rocksdb_compactoptions_set_bottommost_level_compaction(
    rocksdb_compactoptions_t* compact_options, unsigned char value);
unsigned char rocksdb_compactoptions_get_bottommost_level_compaction(
    rocksdb_compactoptions_t* compact_options);
void rocksdb_compactoptions_set_change_level(rocksdb_compactoptions_t* compact_options,
                                             unsigned char value);
unsigned char rocksdb_compactoptions_get_change_level(rocksdb_compactoptions_t* compact_options);
void rocksdb_compactoptions_set_target_level(rocksdb_compactoptions_t* compact_options, int value);
int rocksdb_compactoptions_get_target_level(rocksdb_compactoptions_t* compact_options);
void rocksdb_compactoptions_set_target_path_id(rocksdb_compactoptions_t* compact_options,
                                               int value);
int rocksdb_compactoptions_get_target_path_id(rocksdb_compactoptions_t* compact_options);
void rocksdb_compactoptions_set_allow_write_stall(rocksdb_compactoptions_t* compact_options,
                                                  unsigned char value);
unsigned char rocksdb_compactoptions_get_allow_write_stall(
    rocksdb_compactoptions_t* compact_options);
void rocksdb_compactoptions_set_max_subcompactions(rocksdb_compactoptions_t* compact_options,
                                                   int value);
int rocksdb_compactoptions_get_max_subcompactions(rocksdb_compactoptions_t* compact_options);
void rocksdb_compactoptions_set_full_history_ts_low(rocksdb_compactoptions_t* compact_options,
                                                    char* timestamp, size_t timestamp_size);

// For rocksdb_wait_for_compact(). The timeout is in microseconds; 0 waits for ever.
rocksdb_wait_for_compact_options_t* rocksdb_wait_for_compact_options_create(void);
void rocksdb_wait_for_compact_options_destroy(rocksdb_wait_for_compact_options_t* wait_options);
void rocksdb_wait_for_compact_options_set_abort_on_pause(
    rocksdb_wait_for_compact_options_t* wait_options, unsigned char value);
unsigned char rocksdb_wait_for_compact_options_get_abort_on_pause(
    rocksdb_wait_for_compact_options_t* wait_options);
void rocksdb_wait_for_compact_options_set_flush(rocksdb_wait_for_compact_options_t* wait_options,
                                                unsigned char value);
unsigned char rocksdb_wait_for_compact_options_get_flush(
    rocksdb_wait_for_compact_options_t* wait_options);
void rocksdb_wait_for_compact_options_set_close_db(rocksdb_wait_for_compact_options_t* wait_options,
                                                   unsigned char value);
unsigned char rocksdb_wait_for_compact_options_get_close_db(
    rocksdb_wait_for_compact_options_t* wait_options);
void rocksdb_wait_for_compact_options_set_timeout(rocksdb_wait_for_compact_options_t* wait_options,
                                                  uint64_t value);
uint64_t rocksdb_wait_for_compact_options_get_timeout(
    rocksdb_wait_for_compact_options_t* wait_options);

// ---------------------------------------------------------------------------------------------
// Caches and memory
// ---------------------------------------------------------------------------------------------

// A cache lives until its handle and every database that uses it are gone. Where it matters, use
// the _opts functions: num_shard_bits < 0 and estimated_entry_charge = 0 leave the choice to the
// cache.
rocksdb_cache_t* rocksdb_cache_create_lru(size_t capacity);
rocksdb_cache_t* rocksdb_cache_create_lru_with_strict_capacity_limit(size_t capacity);
rocksdb_cache_t* rocksdb_cache_create_lru_opts(const rocksdb_lru_cache_options_t* cache_options);
rocksdb_cache_t* rocksdb_cache_create_hyper_clock(size_t capacity, size_t estimated_entry_charge);
rocksdb_cache_t* rocksdb_cache_create_hyper_clock_opts(
    const rocksdb_hyper_clock_cache_options_t* cache_options);
void rocksdb_cache_destroy(rocksdb_cache_t* cache);
// The memory is left to the end of the process: for those that are about to exit.
void rocksdb_cache_disown_data(rocksdb_cache_t* cache);
void rocksdb_cache_set_capacity(rocksdb_cache_t* cache, size_t value);
size_t rocksdb_cache_get_capacity(const rocksdb_cache_t* cache);
size_t rocksdb_cache_get_usage(const rocksdb_cache_t* cache);
size_t rocksdb_cache_get_pinned_usage(const rocksdb_cache_t* cache);
size_t rocksdb_cache_get_table_address_count(const rocksdb_cache_t* cache);
size_t rocksdb_cache_get_occupancy_count(const rocksdb_cache_t* cache);

rocksdb_lru_cache_options_t* rocksdb_lru_cache_options_create(void);
void rocksdb_lru_cache_options_destroy(rocksdb_lru_cache_options_t* cache_options);
void rocksdb_lru_cache_options_set_capacity(rocksdb_lru_cache_options_t* cache_options,
                                            size_t value);
void rocksdb_lru_cache_options_set_num_shard_bits(rocksdb_lru_cache_options_t* cache_options,
                                                  int value);
void rocksdb_lru_cache_options_set_memory_allocator(rocksdb_lru_cache_options_t* cache_options,
                                                    rocksdb_memory_allocator_t* allocator);
rocksdb_hyper_clock_cache_options_t* rocksdb_hyper_clock_cache_options_create(
    size_t capacity, size_t estimated_entry_charge);
void rocksdb_hyper_clock_cache_options_destroy(rocksdb_hyper_clock_cache_options_t* cache_options);
void rocksdb_hyper_clock_cache_options_set_capacity(
    rocksdb_hyper_clock_cache_options_t* cache_options, size_t value);
void rocksdb_hyper_clock_cache_options_set_estimated_entry_charge(
    rocksdb_hyper_clock_cache_options_t* cache_options, size_t value);
void rocksdb_hyper_clock_cache_options_set_num_shard_bits(
    rocksdb_hyper_clock_cache_options_t* cache_options, int value);
void rocksdb_hyper_clock_cache_options_set_memory_allocator(
    rocksdb_hyper_clock_cache_options_t* cache_options, rocksdb_memory_allocator_t* allocator);

// Keeps the memory of caches out of core dumps, where the library was built with jemalloc.
rocksdb_memory_allocator_t* rocksdb_jemalloc_nodump_allocator_create(char** error);
void rocksdb_memory_allocator_destroy(rocksdb_memory_allocator_t* allocator);

// Limits the memtables of many databases together, and charges them to a cache if there is one.
rocksdb_write_buffer_manager_t* rocksdb_write_buffer_manager_create(size_t buffer_size,
                                                                    bool allow_stall);
rocksdb_write_buffer_manager_t* rocksdb_write_buffer_manager_create_with_cache(
    size_t buffer_size, const rocksdb_cache_t* cache, bool allow_stall);
void rocksdb_write_buffer_manager_destroy(rocksdb_write_buffer_manager_t* manager);
bool rocksdb_write_buffer_manager_enabled(rocksdb_write_buffer_manager_t* manager);
bool rocksdb_write_buffer_manager_cost_to_cache(rocksdb_write_buffer_manager_t* manager);
size_t rocksdb_write_buffer_manager_memory_usage(rocksdb_write_buffer_manager_t* manager);
size_t rocksdb_write_buffer_manager_mutable_memtable_memory_usage(
    rocksdb_write_buffer_manager_t* manager);
size_t rocksdb_write_buffer_manager_dummy_entries_in_cache_usage(
    rocksdb_write_buffer_manager_t* manager);
size_t rocksdb_write_buffer_manager_buffer_size(rocksdb_write_buffer_manager_t* manager);
void rocksdb_write_buffer_manager_set_buffer_size(rocksdb_write_buffer_manager_t* manager,
                                                  size_t value);
void rocksdb_write_buffer_manager_set_allow_stall(rocksdb_write_buffer_manager_t* manager,
                                                  bool value);

// How much memory some databases and caches take together, at one moment.
rocksdb_memory_consumers_t* rocksdb_memory_consumers_create(void);
void rocksdb_memory_consumers_add_db(rocksdb_memory_consumers_t* consumers, rocksdb_t* db);
void rocksdb_memory_consumers_add_cache(rocksdb_memory_consumers_t* consumers,
                                        rocksdb_cache_t* cache);
void rocksdb_memory_consumers_destroy(rocksdb_memory_consumers_t* consumers);
rocksdb_memory_usage_t* rocksdb_approximate_memory_usage_create(
    rocksdb_memory_consumers_t* consumers, char** error);
void rocksdb_approximate_memory_usage_destroy(rocksdb_memory_usage_t* usage);
uint64_t rocksdb_approximate_memory_usage_get_mem_table_total(rocksdb_memory_usage_t* usage);
uint64_t rocksdb_approximate_memory_usage_get_mem_table_unflushed(rocksdb_memory_usage_t* usage);
uint64_t rocksdb_approximate_memory_usage_get_mem_table_readers_total(
    rocksdb_memory_usage_t* usage);
uint64_t rocksdb_approximate_memory_usage_get_cache_total(rocksdb_memory_usage_t* usage);

// ---------------------------------------------------------------------------------------------
// Environment, files and rates
// ---------------------------------------------------------------------------------------------

// The default environment is shared by the whole process, whatever becomes of its handles. One in
// memory must outlive the databases in it.
rocksdb_env_t* rocksdb_create_default_env(void);
rocksdb_env_t* rocksdb_create_mem_env(void);
void rocksdb_env_destroy(rocksdb_env_t* env);
void rocksdb_env_set_background_threads(rocksdb_env_t* env, int count);
int rocksdb_env_get_background_threads(rocksdb_env_t* env);
void rocksdb_env_set_high_priority_background_threads(rocksdb_env_t* env, int count);
int rocksdb_env_get_high_priority_background_threads(rocksdb_env_t* env);
void rocksdb_env_set_low_priority_background_threads(rocksdb_env_t* env, int count);
int rocksdb_env_get_low_priority_background_threads(rocksdb_env_t* env);
void rocksdb_env_set_bottom_priority_background_threads(rocksdb_env_t* env, int count);
int rocksdb_env_get_bottom_priority_background_threads(rocksdb_env_t* env);
void rocksdb_env_join_all_threads(rocksdb_env_t* env);
void rocksdb_env_lower_thread_pool_io_priority(rocksdb_env_t* env);
void rocksdb_env_lower_high_priority_thread_pool_io_priority(rocksdb_env_t* env);
void rocksdb_env_lower_thread_pool_cpu_priority(rocksdb_env_t* env);
void rocksdb_env_lower_high_priority_thread_pool_cpu_priority(rocksdb_env_t* env);
void rocksdb_create_dir_if_missing(rocksdb_env_t* env, const char* path, char** error);
rocksdb_envoptions_t* rocksdb_envoptions_create(void);
void rocksdb_envoptions_destroy(rocksdb_envoptions_t* env_options);

// Bytes a second for background writes; with_mode: reads (0), writes (1) or both (2).
rocksdb_ratelimiter_t* rocksdb_ratelimiter_create(int64_t rate_bytes_per_sec,
                                                  int64_t refill_period_us, int32_t fairness);
rocksdb_ratelimiter_t* rocksdb_ratelimiter_create_auto_tuned(int64_t rate_bytes_per_sec,
                                                             int64_t refill_period_us,
                                                             int32_t fairness);
rocksdb_ratelimiter_t* rocksdb_ratelimiter_create_with_mode(int64_t rate_bytes_per_sec,
                                                            int64_t refill_period_us,
                                                            int32_t fairness, int mode,
                                                            bool auto_tuned);
void rocksdb_ratelimiter_destroy(rocksdb_ratelimiter_t* limiter);

// Limits the space that tables take, and the rate at which their files are deleted.
rocksdb_sst_file_manager_t* rocksdb_sst_file_manager_create(rocksdb_env_t* env);
void rocksdb_sst_file_manager_destroy(rocksdb_sst_file_manager_t* manager);
void rocksdb_sst_file_manager_set_max_allowed_space_usage(rocksdb_sst_file_manager_t* manager,
                                                          uint64_t value);
void rocksdb_sst_file_manager_set_compaction_buffer_size(rocksdb_sst_file_manager_t* manager,
                                                         uint64_t value);
bool rocksdb_sst_file_manager_is_max_allowed_space_reached(rocksdb_sst_file_manager_t* manager);
bool rocksdb_sst_file_manager_is_max_allowed_space_reached_including_compactions(
    rocksdb_sst_file_manager_t* manager);
uint64_t rocksdb_sst_file_manager_get_total_size(rocksdb_sst_file_manager_t* manager);
uint64_t rocksdb_sst_file_manager_get_total_trash_size(rocksdb_sst_file_manager_t* manager);
void rocksdb_sst_file_manager_set_delete_rate_bytes_per_second(rocksdb_sst_file_manager_t* manager,
                                                               int64_t value);
int64_t rocksdb_sst_file_manager_get_delete_rate_bytes_per_second(
    rocksdb_sst_file_manager_t* manager);
void rocksdb_sst_file_manager_set_max_trash_db_ratio(rocksdb_sst_file_manager_t* manager,
                                                     double value);
double rocksdb_sst_file_manager_get_max_trash_db_ratio(rocksdb_sst_file_manager_t* manager);

// Where the log of events goes instead of a file: to stderr, with `prefix` (which may be NULL)
// before each text, or to a function. Levels are those of InfoLogLevel; lines below `level` are
// dropped.
rocksdb_logger_t* rocksdb_logger_create_stderr_logger(int level, const char* prefix);
typedef void (*rocksdb_logger_logv_cb)(void* state, unsigned int level, char* line,
                                       size_t line_size);
rocksdb_logger_t* rocksdb_logger_create_callback_logger(int level, rocksdb_logger_logv_cb log,
                                                        void* state);
void rocksdb_logger_destroy(rocksdb_logger_t* logger);

// ---------------------------------------------------------------------------------------------
// Plug-ins
// ---------------------------------------------------------------------------------------------

// Orders keys: compare() returns less than, equal to or more than 0. The name is kept in the
// database, which then opens with a comparator of that name only.
rocksdb_comparator_t* rocksdb_comparator_create(void* state, void (*destructor)(void* state),
                                                int (*compare)(void* state, const char* a,
                                                               size_t a_size, const char* b,
                                                               size_t b_size),
                                                const char* (*name)(void* state));
// One whose keys end with a timestamp of `timestamp_size` bytes.
rocksdb_comparator_t* rocksdb_comparator_with_ts_create(
    void* state, void (*destructor)(void* state),
    int (*compare)(void* state, const char* a, size_t a_size, const char* b, size_t b_size),
    int (*compare_ts)(void* state, const char* a_ts, size_t a_ts_size, const char* b_ts,
                      size_t b_ts_size),
    int (*compare_without_ts)(void* state, const char* a, size_t a_size, unsigned char a_has_ts,
                              const char* b, size_t b_size, unsigned char b_has_ts),
    const char* (*name)(void* state), size_t timestamp_size);
void rocksdb_comparator_destroy(rocksdb_comparator_t* comparator);

// Folds operands. Both merges return a new value that delete_value() frees (free() where that is
// NULL), and set *success to 0 when they cannot. existing is NULL where the key has no value.
rocksdb_mergeoperator_t* rocksdb_mergeoperator_create(
    void* state, void (*destructor)(void* state),
    char* (*full_merge)(void* state, const char* key, size_t key_size, const char* existing,
                        size_t existing_size, const char* const* operands,
                        const size_t* operand_sizes, int count, unsigned char* success,
                        size_t* result_size),
    char* (*partial_merge)(void* state, const char* key, size_t key_size,
                           const char* const* operands, const size_t* operand_sizes, int count,
                           unsigned char* success, size_t* result_size),
    void (*delete_value)(void* state, const char* value, size_t value_size),
    const char* (*name)(void* state));
void rocksdb_mergeoperator_destroy(rocksdb_mergeoperator_t* merge_operator);

// Says of each entry that a compaction meets: 0 keeps it, anything else drops it. To replace the
// value, return 0, set *value_changed to 1 and point *new_value to memory of the filter's own.
rocksdb_compactionfilter_t* rocksdb_compactionfilter_create(
    void* state, void (*destructor)(void* state),
    unsigned char (*filter)(void* state, int level, const char* key, size_t key_size,
                            const char* value, size_t value_size, char** new_value,
                            size_t* new_value_size, unsigned char* value_changed),
    const char* (*name)(void* state));
void rocksdb_compactionfilter_set_ignore_snapshots(rocksdb_compactionfilter_t* filter,
                                                   unsigned char enabled);
void rocksdb_compactionfilter_destroy(rocksdb_compactionfilter_t* filter);
// A filter of its own for each compaction; the library destroys it. The context is good for the
// call.
rocksdb_compactionfilterfactory_t* rocksdb_compactionfilterfactory_create(
    void* state, void (*destructor)(void* state),
    rocksdb_compactionfilter_t* (*create_filter)(void* state,
                                                 rocksdb_compactionfiltercontext_t* context),
    const char* (*name)(void* state));
void rocksdb_compactionfilterfactory_destroy(rocksdb_compactionfilterfactory_t* factory);
unsigned char rocksdb_compactionfiltercontext_is_full_compaction(
    rocksdb_compactionfiltercontext_t* context);
unsigned char rocksdb_compactionfiltercontext_is_manual_compaction(
    rocksdb_compactionfiltercontext_t* context);

// Filters of tables. bloom_before_level: levels from there on get Ribbon filters, those above
// Bloom.
rocksdb_filterpolicy_t* rocksdb_filterpolicy_create_bloom(double bits_per_key);
rocksdb_filterpolicy_t* rocksdb_filterpolicy_create_bloom_full(double bits_per_key);
rocksdb_filterpolicy_t* rocksdb_filterpolicy_create_ribbon(double bloom_equivalent_bits_per_key);
rocksdb_filterpolicy_t* rocksdb_filterpolicy_create_ribbon_hybrid(
    double bloom_equivalent_bits_per_key, int bloom_before_level);
void rocksdb_filterpolicy_destroy(rocksdb_filterpolicy_t* policy);

// The prefix of a key: transform() returns its first byte within the key, and sets its size.
rocksdb_slicetransform_t* rocksdb_slicetransform_create(
    void* state, void (*destructor)(void* state),
    char* (*transform)(void* state, const char* key, size_t key_size, size_t* prefix_size),
    unsigned char (*in_domain)(void* state, const char* key, size_t key_size),
    unsigned char (*in_range)(void* state, const char* prefix, size_t prefix_size),
    const char* (*name)(void* state));
rocksdb_slicetransform_t* rocksdb_slicetransform_create_fixed_prefix(size_t prefix_size);
rocksdb_slicetransform_t* rocksdb_slicetransform_create_noop(void);
void rocksdb_slicetransform_destroy(rocksdb_slicetransform_t* transform);

// ---------------------------------------------------------------------------------------------
// Event listeners
// ---------------------------------------------------------------------------------------------

// Each function gets what happened, for the time of the call, and the database where there is one;
// the handle of the database is not the function's own. A function may be NULL. The numbers of
// reasons are those of the enums in listener.h.
typedef void (*on_flush_begin_cb)(void* state, rocksdb_t* db, const rocksdb_flushjobinfo_t* info);
typedef void (*on_flush_completed_cb)(void* state, rocksdb_t* db,
                                      const rocksdb_flushjobinfo_t* info);
typedef void (*on_compaction_begin_cb)(void* state, rocksdb_t* db,
                                       const rocksdb_compactionjobinfo_t* info);
typedef void (*on_compaction_completed_cb)(void* state, rocksdb_t* db,
                                           const rocksdb_compactionjobinfo_t* info);
typedef void (*on_subcompaction_begin_cb)(void* state, const rocksdb_subcompactionjobinfo_t* info);
typedef void (*on_subcompaction_completed_cb)(void* state,
                                              const rocksdb_subcompactionjobinfo_t* info);
typedef void (*on_external_file_ingested_cb)(void* state, rocksdb_t* db,
                                             const rocksdb_externalfileingestioninfo_t* info);
typedef void (*on_background_error_cb)(void* state, uint32_t reason, rocksdb_status_ptr_t* status);
typedef void (*on_stall_conditions_changed_cb)(void* state, const rocksdb_writestallinfo_t* info);
typedef void (*on_memtable_sealed_cb)(void* state, const rocksdb_memtableinfo_t* info);
rocksdb_eventlistener_t* rocksdb_eventlistener_create(
    void* state, void (*destructor)(void* state), on_flush_begin_cb on_flush_begin,
    on_flush_completed_cb on_flush_completed, on_compaction_begin_cb on_compaction_begin,
    on_compaction_completed_cb on_compaction_completed,
    on_subcompaction_begin_cb on_subcompaction_begin,
    on_subcompaction_completed_cb on_subcompaction_completed,
    on_external_file_ingested_cb on_external_file_ingested,
    on_background_error_cb on_background_error,
    on_stall_conditions_changed_cb on_stall_conditions_changed,
    on_memtable_sealed_cb on_memtable_sealed);
void rocksdb_eventlistener_destroy(rocksdb_eventlistener_t* listener);
// The listener is consumed.
void rocksdb_options_add_eventlistener(rocksdb_options_t* options,
                                       rocksdb_eventlistener_t* listener);

const char* rocksdb_flushjobinfo_cf_name(const rocksdb_flushjobinfo_t* info, size_t* size);
const char* rocksdb_flushjobinfo_file_path(const rocksdb_flushjobinfo_t* info, size_t* size);
unsigned char rocksdb_flushjobinfo_triggered_writes_slowdown(const rocksdb_flushjobinfo_t* info);
unsigned char rocksdb_flushjobinfo_triggered_writes_stop(const rocksdb_flushjobinfo_t* info);
uint64_t rocksdb_flushjobinfo_smallest_seqno(const rocksdb_flushjobinfo_t* info);
uint64_t rocksdb_flushjobinfo_largest_seqno(const rocksdb_flushjobinfo_t* info);
uint32_t rocksdb_flushjobinfo_flush_reason(const rocksdb_flushjobinfo_t* info);

void rocksdb_compactionjobinfo_status(const rocksdb_compactionjobinfo_t* info, char** error);
const char* rocksdb_compactionjobinfo_cf_name(const rocksdb_compactionjobinfo_t* info,
                                              size_t* size);
size_t rocksdb_compactionjobinfo_input_files_count(const rocksdb_compactionjobinfo_t* info);
size_t rocksdb_compactionjobinfo_output_files_count(const rocksdb_compactionjobinfo_t* info);
const char* rocksdb_compactionjobinfo_input_file_at(const rocksdb_compactionjobinfo_t* info,
                                                    size_t index, size_t* size);
const char* rocksdb_compactionjobinfo_output_file_at(const rocksdb_compactionjobinfo_t* info,
                                                     size_t index, size_t* size);
uint64_t rocksdb_compactionjobinfo_elapsed_micros(const rocksdb_compactionjobinfo_t* info);
uint64_t rocksdb_compactionjobinfo_num_corrupt_keys(const rocksdb_compactionjobinfo_t* info);
int rocksdb_compactionjobinfo_base_input_level(const rocksdb_compactionjobinfo_t* info);
int rocksdb_compactionjobinfo_output_level(const rocksdb_compactionjobinfo_t* info);
uint64_t rocksdb_compactionjobinfo_input_records(const rocksdb_compactionjobinfo_t* info);
uint64_t rocksdb_compactionjobinfo_output_records(const rocksdb_compactionjobinfo_t* info);
uint64_t rocksdb_compactionjobinfo_total_input_bytes(const rocksdb_compactionjobinfo_t* info);
uint64_t rocksdb_compactionjobinfo_total_output_bytes(const rocksdb_compactionjobinfo_t* info);
uint32_t rocksdb_compactionjobinfo_compaction_reason(const rocksdb_compactionjobinfo_t* info);
size_t rocksdb_compactionjobinfo_num_input_files(const rocksdb_compactionjobinfo_t* info);
size_t rocksdb_compactionjobinfo_num_input_files_at_output_level(
    const rocksdb_compactionjobinfo_t* info);

void rocksdb_subcompactionjobinfo_status(const rocksdb_subcompactionjobinfo_t* info, char** error);
const char* rocksdb_subcompactionjobinfo_cf_name(const rocksdb_subcompactionjobinfo_t* info,
                                                 size_t* size);
uint64_t rocksdb_subcompactionjobinfo_thread_id(const rocksdb_subcompactionjobinfo_t* info);
int rocksdb_subcompactionjobinfo_base_input_level(const rocksdb_subcompactionjobinfo_t* info);
int rocksdb_subcompactionjobinfo_output_level(const rocksdb_subcompactionjobinfo_t* info);
uint32_t rocksdb_subcompactionjobinfo_compaction_reason(const rocksdb_subcompactionjobinfo_t* info);

const char* rocksdb_externalfileingestioninfo_cf_name(
    const rocksdb_externalfileingestioninfo_t* info, size_t* size);
const char* rocksdb_externalfileingestioninfo_internal_file_path(
    const rocksdb_externalfileingestioninfo_t* info, size_t* size);

const char* rocksdb_memtableinfo_cf_name(const rocksdb_memtableinfo_t* info, size_t* size);
uint64_t rocksdb_memtableinfo_first_seqno(const rocksdb_memtableinfo_t* info);
uint64_t rocksdb_memtableinfo_earliest_seqno(const rocksdb_memtableinfo_t* info);
uint64_t rocksdb_memtableinfo_num_entries(const rocksdb_memtableinfo_t* info);
uint64_t rocksdb_memtableinfo_num_deletes(const rocksdb_memtableinfo_t* info);

// A condition points to an int: 0 is delayed, 1 stopped, 2 normal.
const char* rocksdb_writestallinfo_cf_name(const rocksdb_writestallinfo_t* info, size_t* size);
const rocksdb_writestallcondition_t* rocksdb_writestallinfo_prev(
    const rocksdb_writestallinfo_t* info);
const rocksdb_writestallcondition_t* rocksdb_writestallinfo_cur(
    const rocksdb_writestallinfo_t* info);

// The background error: its text, or OK in its place, which keeps the database writable.
void rocksdb_status_ptr_get_error(rocksdb_status_ptr_t* status, char** error);
void rocksdb_reset_status(rocksdb_status_ptr_t* status);

// ---------------------------------------------------------------------------------------------
// What a thread's own calls cost
// ---------------------------------------------------------------------------------------------

// These are the numbers of PerfLevel in perf_level.h as RocksDB first had them; set_perf_level()
// takes PerfLevel's own.
enum {
  rocksdb_uninitialized = 0,
  rocksdb_disable = 1,
  rocksdb_enable_count = 2,
  rocksdb_enable_time_except_for_mutex = 3,
  rocksdb_enable_time = 4,
  rocksdb_out_of_bounds = 5
};
// perf_context.h says what each metric counts.
enum {
  rocksdb_user_key_comparison_count = 0,
  rocksdb_block_cache_hit_count,
  rocksdb_block_read_count,
  rocksdb_block_read_byte,
  rocksdb_block_read_time,
  rocksdb_block_checksum_time,
  rocksdb_block_decompress_time,
  rocksdb_get_read_bytes,
  rocksdb_multiget_read_bytes,
  rocksdb_iter_read_bytes,
  rocksdb_internal_key_skipped_count,
  rocksdb_internal_delete_skipped_count,
  rocksdb_internal_recent_skipped_count,
  rocksdb_internal_merge_count,
  rocksdb_get_snapshot_time,
  rocksdb_get_from_memtable_time,
  rocksdb_get_from_memtable_count,
  rocksdb_get_post_process_time,
  rocksdb_get_from_output_files_time,
  rocksdb_seek_on_memtable_time,
  rocksdb_seek_on_memtable_count,
  rocksdb_next_on_memtable_count,
  rocksdb_prev_on_memtable_count,
  rocksdb_seek_child_seek_time,
  rocksdb_seek_child_seek_count,
  rocksdb_seek_min_heap_time,
  rocksdb_seek_max_heap_time,
  rocksdb_seek_internal_seek_time,
  rocksdb_find_next_user_entry_time,
  rocksdb_write_wal_time,
  rocksdb_write_memtable_time,
  rocksdb_write_delay_time,
  rocksdb_write_pre_and_post_process_time,
  rocksdb_db_mutex_lock_nanos,
  rocksdb_db_condition_wait_nanos,
  rocksdb_merge_operator_time_nanos,
  rocksdb_read_index_block_nanos,
  rocksdb_read_filter_block_nanos,
  rocksdb_new_table_block_iter_nanos,
  rocksdb_new_table_iterator_nanos,
  rocksdb_block_seek_nanos,
  rocksdb_find_table_nanos,
  rocksdb_bloom_memtable_hit_count,
  rocksdb_bloom_memtable_miss_count,
  rocksdb_bloom_sst_hit_count,
  rocksdb_bloom_sst_miss_count,
  rocksdb_key_lock_wait_time,
  rocksdb_key_lock_wait_count,
  rocksdb_env_new_sequential_file_nanos,
  rocksdb_env_new_random_access_file_nanos,
  rocksdb_env_new_writable_file_nanos,
  rocksdb_env_reuse_writable_file_nanos,
  rocksdb_env_new_random_rw_file_nanos,
  rocksdb_env_new_directory_nanos,
  rocksdb_env_file_exists_nanos,
  rocksdb_env_get_children_nanos,
  rocksdb_env_get_children_file_attributes_nanos,
  rocksdb_env_delete_file_nanos,
  rocksdb_env_create_dir_nanos,
  rocksdb_env_create_dir_if_missing_nanos,
  rocksdb_env_delete_dir_nanos,
  rocksdb_env_get_file_size_nanos,
  rocksdb_env_get_file_modification_time_nanos,
  rocksdb_env_rename_file_nanos,
  rocksdb_env_link_file_nanos,
  rocksdb_env_lock_file_nanos,
  rocksdb_env_unlock_file_nanos,
  rocksdb_env_new_logger_nanos,
  rocksdb_number_async_seek,
  rocksdb_blob_cache_hit_count,
  rocksdb_blob_read_count,
  rocksdb_blob_read_byte,
  rocksdb_blob_read_time,
  rocksdb_blob_checksum_time,
  rocksdb_blob_decompress_time,
  rocksdb_internal_range_del_reseek_count,
  rocksdb_block_read_cpu_time,
  rocksdb_internal_merge_point_lookup_count,
  rocksdb_total_metric_count
};
void rocksdb_set_perf_level(int level);
rocksdb_perfcontext_t* rocksdb_perfcontext_create(void);
void rocksdb_perfcontext_reset(rocksdb_perfcontext_t* context);
void rocksdb_perfcontext_destroy(rocksdb_perfcontext_t* context);
char* rocksdb_perfcontext_report(rocksdb_perfcontext_t* context,
                                 unsigned char exclude_zero_counters);
uint64_t rocksdb_perfcontext_metric(rocksdb_perfcontext_t* context, int metric);

// ---------------------------------------------------------------------------------------------
// Checkpoints and backups
// ---------------------------------------------------------------------------------------------

// A second database that shares the tables of the first by hard links. Memtables are flushed first
// when the logs hold more than log_size_for_flush bytes (0: always).
rocksdb_checkpoint_t* rocksdb_checkpoint_object_create(rocksdb_t* db, char** error);
void rocksdb_checkpoint_create(rocksdb_checkpoint_t* checkpoint, const char* path,
                               uint64_t log_size_for_flush, char** error);
void rocksdb_checkpoint_object_destroy(rocksdb_checkpoint_t* checkpoint);

// A directory of backups. open() takes the environment from `options`.
rocksdb_backup_engine_t* rocksdb_backup_engine_open(const rocksdb_options_t* options,
                                                    const char* path, char** error);
rocksdb_backup_engine_t* rocksdb_backup_engine_open_opts(
    const rocksdb_backup_engine_options_t* backup_options, rocksdb_env_t* env, char** error);
void rocksdb_backup_engine_close(rocksdb_backup_engine_t* engine);
void rocksdb_backup_engine_create_new_backup(rocksdb_backup_engine_t* engine, rocksdb_t* db,
                                             char** error);
void rocksdb_backup_engine_create_new_backup_flush(rocksdb_backup_engine_t* engine, rocksdb_t* db,
                                                   unsigned char flush_before_backup, char** error);
void rocksdb_backup_engine_purge_old_backups(rocksdb_backup_engine_t* engine,
                                             uint32_t backups_to_keep, char** error);
void rocksdb_backup_engine_verify_backup(rocksdb_backup_engine_t* engine, uint32_t backup_id,
                                         char** error);
void rocksdb_backup_engine_restore_db_from_backup(rocksdb_backup_engine_t* engine, const char* path,
                                                  const char* wal_path,
                                                  const rocksdb_restore_options_t* restore_options,
                                                  const uint32_t backup_id, char** error);
void rocksdb_backup_engine_restore_db_from_latest_backup(
    rocksdb_backup_engine_t* engine, const char* path, const char* wal_path,
    const rocksdb_restore_options_t* restore_options, char** error);

// The backups of the directory, oldest first; index counts from 0.
const rocksdb_backup_engine_info_t* rocksdb_backup_engine_get_backup_info(
    rocksdb_backup_engine_t* engine);
int rocksdb_backup_engine_info_count(const rocksdb_backup_engine_info_t* info);
int64_t rocksdb_backup_engine_info_timestamp(const rocksdb_backup_engine_info_t* info, int index);
uint32_t rocksdb_backup_engine_info_backup_id(const rocksdb_backup_engine_info_t* info, int index);
uint64_t rocksdb_backup_engine_info_size(const rocksdb_backup_engine_info_t* info, int index);
uint32_t rocksdb_backup_engine_info_number_files(const rocksdb_backup_engine_info_t* info,
                                                 int index);
void rocksdb_backup_engine_info_destroy(const rocksdb_backup_engine_info_t* info);

// BackupEngineOptions in utilities/backup_engine.h says what each one does.
rocksdb_backup_engine_options_t* rocksdb_backup_engine_options_create(const char* path);
void rocksdb_backup_engine_options_destroy(rocksdb_backup_engine_options_t* backup_options);
void rocksdb_backup_engine_options_set_backup_dir(rocksdb_backup_engine_options_t* backup_options,
                                                  const char* path);
void rocksdb_backup_engine_options_set_env(rocksdb_backup_engine_options_t* backup_options,
                                           rocksdb_env_t* env);
void rocksdb_backup_engine_options_set_share_table_files(
    rocksdb_backup_engine_options_t* backup_options, unsigned char value);
unsigned char rocksdb_backup_engine_options_get_share_table_files(
    rocksdb_backup_engine_options_t* backup_options);
void rocksdb_backup_engine_options_set_sync(rocksdb_backup_engine_options_t* backup_options,
                                            unsigned char value);
unsigned char rocksdb_backup_engine_options_get_sync(
    rocksdb_backup_engine_options_t* backup_options);
void rocksdb_backup_engine_options_set_destroy_old_data(
    rocksdb_backup_engine_options_t* backup_options, unsigned char value);
unsigned char rocksdb_backup_engine_options_get_destroy_old_data(
    rocksdb_backup_engine_options_t* backup_options);
void rocksdb_backup_engine_options_set_backup_log_files(
    rocksdb_backup_engine_options_t* backup_options, unsigned char value);
unsigned char rocksdb_backup_engine_options_get_backup_log_files(
    rocksdb_backup_engine_options_t* backup_options);
void rocksdb_backup_engine_options_set_backup_rate_limit(
    rocksdb_backup_engine_options_t* backup_options, uint64_t value);
uint64_t rocksdb_backup_engine_options_get_backup_rate_limit(
    rocksdb_backup_engine_options_t* backup_options);
void rocksdb_backup_engine_options_set_restore_rate_limit(
    rocksdb_backup_engine_options_t* backup_options, uint64_t value);
uint64_t rocksdb_backup_engine_options_get_restore_rate_limit(
    rocksdb_backup_engine_options_t* backup_options);
void rocksdb_backup_engine_options_set_max_background_operations(
    rocksdb_backup_engine_options_t* backup_options, int value);
int rocksdb_backup_engine_options_get_max_background_operations(
    rocksdb_backup_engine_options_t* backup_options);
void rocksdb_backup_engine_options_set_callback_trigger_interval_size(
    rocksdb_backup_engine_options_t* backup_options, uint64_t value);
uint64_t rocksdb_backup_engine_options_get_callback_trigger_interval_size(
    rocksdb_backup_engine_options_t* backup_options);
void rocksdb_backup_engine_options_set_max_valid_backups_to_open(
    rocksdb_backup_engine_options_t* backup_options, int value);
int rocksdb_backup_engine_options_get_max_valid_backups_to_open(
    rocksdb_backup_engine_options_t* backup_options);
void rocksdb_backup_engine_options_set_share_files_with_checksum_naming(
    rocksdb_backup_engine_options_t* backup_options, int value);
int rocksdb_backup_engine_options_get_share_files_with_checksum_naming(
    rocksdb_backup_engine_options_t* backup_options);

rocksdb_restore_options_t* rocksdb_restore_options_create(void);
void rocksdb_restore_options_destroy(rocksdb_restore_options_t* restore_options);
void rocksdb_restore_options_set_keep_log_files(rocksdb_restore_options_t* restore_options,
                                                int value);

// ---------------------------------------------------------------------------------------------
// Tables made outside of a database
// ---------------------------------------------------------------------------------------------

// Keys are added in their order; finish() makes the file ready to be ingested.
rocksdb_sstfilewriter_t* rocksdb_sstfilewriter_create(const rocksdb_envoptions_t* env_options,
                                                      const rocksdb_options_t* options);
rocksdb_sstfilewriter_t* rocksdb_sstfilewriter_create_with_comparator(
    const rocksdb_envoptions_t* env_options, const rocksdb_options_t* options,
    const rocksdb_comparator_t* comparator);
void rocksdb_sstfilewriter_open(rocksdb_sstfilewriter_t* writer, const char* path, char** error);
void rocksdb_sstfilewriter_add(rocksdb_sstfilewriter_t* writer, const char* key, size_t key_size,
                               const char* value, size_t value_size, char** error);
void rocksdb_sstfilewriter_put(rocksdb_sstfilewriter_t* writer, const char* key, size_t key_size,
                               const char* value, size_t value_size, char** error);
void rocksdb_sstfilewriter_put_with_ts(rocksdb_sstfilewriter_t* writer, const char* key,
                                       size_t key_size, const char* timestamp,
                                       size_t timestamp_size, const char* value, size_t value_size,
                                       char** error);
void rocksdb_sstfilewriter_merge(rocksdb_sstfilewriter_t* writer, const char* key, size_t key_size,
                                 const char* value, size_t value_size, char** error);
void rocksdb_sstfilewriter_delete(rocksdb_sstfilewriter_t* writer, const char* key, size_t key_size,
                                  char** error);
void rocksdb_sstfilewriter_delete_with_ts(rocksdb_sstfilewriter_t* writer, const char* key,
                                          size_t key_size, const char* timestamp,
                                          size_t timestamp_size, char** error);
void rocksdb_sstfilewriter_delete_range(rocksdb_sstfilewriter_t* writer, const char* start,
                                        size_t start_size, const char* limit, size_t limit_size,
                                        char** error);
void rocksdb_sstfilewriter_finish(rocksdb_sstfilewriter_t* writer, char** error);
void rocksdb_sstfilewriter_file_size(rocksdb_sstfilewriter_t* writer, uint64_t* size);
void rocksdb_sstfilewriter_destroy(rocksdb_sstfilewriter_t* writer);

rocksdb_ingestexternalfileoptions_t* rocksdb_ingestexternalfileoptions_create(void);
void rocksdb_ingestexternalfileoptions_destroy(rocksdb_ingestexternalfileoptions_t* ingest_options);
void rocksdb_ingestexternalfileoptions_set_move_files(
    rocksdb_ingestexternalfileoptions_t* ingest_options, unsigned char value);
void rocksdb_ingestexternalfileoptions_set_snapshot_consistency(
    rocksdb_ingestexternalfileoptions_t* ingest_options, unsigned char value);
void rocksdb_ingestexternalfileoptions_set_allow_global_seqno(
    rocksdb_ingestexternalfileoptions_t* ingest_options, unsigned char value);
void rocksdb_ingestexternalfileoptions_set_allow_blocking_flush(
    rocksdb_ingestexternalfileoptions_t* ingest_options, unsigned char value);
void rocksdb_ingestexternalfileoptions_set_ingest_behind(
    rocksdb_ingestexternalfileoptions_t* ingest_options, unsigned char value);
void rocksdb_ingestexternalfileoptions_set_fail_if_not_bottommost_level(
    rocksdb_ingestexternalfileoptions_t* ingest_options, unsigned char value);
void rocksdb_ingest_external_file(rocksdb_t* db, const char* const* paths, const size_t count,
                                  const rocksdb_ingestexternalfileoptions_t* ingest_options,
                                  char** error);
void rocksdb_ingest_external_file_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                     const char* const* paths, const size_t count,
                                     const rocksdb_ingestexternalfileoptions_t* ingest_options,
                                     char** error);

// ---------------------------------------------------------------------------------------------
// Databases with transactions
// ---------------------------------------------------------------------------------------------

// With locks: a transaction waits for, or fails on, what another one has written.
rocksdb_transactiondb_t* rocksdb_transactiondb_open(
    const rocksdb_options_t* options, const rocksdb_transactiondb_options_t* txn_db_options,
    const char* path, char** error);
rocksdb_transactiondb_t* rocksdb_transactiondb_open_column_families(
    const rocksdb_options_t* options, const rocksdb_transactiondb_options_t* txn_db_options,
    const char* path, int count, const char* const* family_names,
    const rocksdb_options_t* const* family_options, rocksdb_column_family_handle_t** handles,
    char** error);
void rocksdb_transactiondb_close(rocksdb_transactiondb_t* txn_db);
rocksdb_column_family_handle_t* rocksdb_transactiondb_create_column_family(
    rocksdb_transactiondb_t* txn_db, const rocksdb_options_t* options, const char* name,
    char** error);
// The database below. Its handle, not the database, is ended by close_base_db().
rocksdb_t* rocksdb_transactiondb_get_base_db(rocksdb_transactiondb_t* txn_db);
void rocksdb_transactiondb_close_base_db(rocksdb_t* db);
rocksdb_checkpoint_t* rocksdb_transactiondb_checkpoint_object_create(
    rocksdb_transactiondb_t* txn_db, char** error);

const rocksdb_snapshot_t* rocksdb_transactiondb_create_snapshot(rocksdb_transactiondb_t* txn_db);
void rocksdb_transactiondb_release_snapshot(rocksdb_transactiondb_t* txn_db,
                                            const rocksdb_snapshot_t* snapshot);
char* rocksdb_transactiondb_property_value(rocksdb_transactiondb_t* txn_db, const char* name);
int rocksdb_transactiondb_property_int(rocksdb_transactiondb_t* txn_db, const char* name,
                                       uint64_t* value);

// Outside of a transaction: each write is one of its own.
void rocksdb_transactiondb_put(rocksdb_transactiondb_t* txn_db,
                               const rocksdb_writeoptions_t* write_options, const char* key,
                               size_t key_size, const char* value, size_t value_size, char** error);
void rocksdb_transactiondb_put_cf(rocksdb_transactiondb_t* txn_db,
                                  const rocksdb_writeoptions_t* write_options,
                                  rocksdb_column_family_handle_t* family, const char* key,
                                  size_t key_size, const char* value, size_t value_size,
                                  char** error);
void rocksdb_transactiondb_merge(rocksdb_transactiondb_t* txn_db,
                                 const rocksdb_writeoptions_t* write_options, const char* key,
                                 size_t key_size, const char* value, size_t value_size,
                                 char** error);
void rocksdb_transactiondb_merge_cf(rocksdb_transactiondb_t* txn_db,
                                    const rocksdb_writeoptions_t* write_options,
                                    rocksdb_column_family_handle_t* family, const char* key,
                                    size_t key_size, const char* value, size_t value_size,
                                    char** error);
void rocksdb_transactiondb_delete(rocksdb_transactiondb_t* txn_db,
                                  const rocksdb_writeoptions_t* write_options, const char* key,
                                  size_t key_size, char** error);
void rocksdb_transactiondb_delete_cf(rocksdb_transactiondb_t* txn_db,
                                     const rocksdb_writeoptions_t* write_options,
                                     rocksdb_column_family_handle_t* family, const char* key,
                                     size_t key_size, char** error);
void rocksdb_transactiondb_write(rocksdb_transactiondb_t* txn_db,
                                 const rocksdb_writeoptions_t* write_options,
                                 rocksdb_writebatch_t* batch, char** error);
char* rocksdb_transactiondb_get(rocksdb_transactiondb_t* txn_db,
                                const rocksdb_readoptions_t* read_options, const char* key,
                                size_t key_size, size_t* size, char** error);
char* rocksdb_transactiondb_get_cf(rocksdb_transactiondb_t* txn_db,
                                   const rocksdb_readoptions_t* read_options,
                                   rocksdb_column_family_handle_t* family, const char* key,
                                   size_t key_size, size_t* size, char** error);
rocksdb_pinnableslice_t* rocksdb_transactiondb_get_pinned(rocksdb_transactiondb_t* txn_db,
                                                          const rocksdb_readoptions_t* read_options,
                                                          const char* key, size_t key_size,
                                                          char** error);
rocksdb_pinnableslice_t* rocksdb_transactiondb_get_pinned_cf(
    rocksdb_transactiondb_t* txn_db, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family, const char* key, size_t key_size, char** error);
void rocksdb_transactiondb_multi_get(rocksdb_transactiondb_t* txn_db,
                                     const rocksdb_readoptions_t* read_options, size_t count,
                                     const char* const* keys, const size_t* key_sizes,
                                     char** values, size_t* value_sizes, char** errors);
void rocksdb_transactiondb_multi_get_cf(rocksdb_transactiondb_t* txn_db,
                                        const rocksdb_readoptions_t* read_options,
                                        const rocksdb_column_family_handle_t* const* families,
                                        size_t count, const char* const* keys,
                                        const size_t* key_sizes, char** values, size_t* value_sizes,
                                        char** errors);
rocksdb_iterator_t* rocksdb_transactiondb_create_iterator(
    rocksdb_transactiondb_t* txn_db, const rocksdb_readoptions_t* read_options);
rocksdb_iterator_t* rocksdb_transactiondb_create_iterator_cf(
    rocksdb_transactiondb_t* txn_db, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family);
void rocksdb_transactiondb_flush(rocksdb_transactiondb_t* txn_db,
                                 const rocksdb_flushoptions_t* flush_options, char** error);
void rocksdb_transactiondb_flush_cf(rocksdb_transactiondb_t* txn_db,
                                    const rocksdb_flushoptions_t* flush_options,
                                    rocksdb_column_family_handle_t* family, char** error);
void rocksdb_transactiondb_flush_cfs(rocksdb_transactiondb_t* txn_db,
                                     const rocksdb_flushoptions_t* flush_options,
                                     rocksdb_column_family_handle_t** families, int count,
                                     char** error);
void rocksdb_transactiondb_flush_wal(rocksdb_transactiondb_t* txn_db, unsigned char sync,
                                     char** error);

// Without locks: a commit fails when somebody else wrote what the transaction has seen.
rocksdb_optimistictransactiondb_t* rocksdb_optimistictransactiondb_open(
    const rocksdb_options_t* options, const char* path, char** error);
rocksdb_optimistictransactiondb_t* rocksdb_optimistictransactiondb_open_column_families(
    const rocksdb_options_t* options, const char* path, int count, const char* const* family_names,
    const rocksdb_options_t* const* family_options, rocksdb_column_family_handle_t** handles,
    char** error);
void rocksdb_optimistictransactiondb_close(rocksdb_optimistictransactiondb_t* txn_db);
rocksdb_t* rocksdb_optimistictransactiondb_get_base_db(rocksdb_optimistictransactiondb_t* txn_db);
void rocksdb_optimistictransactiondb_close_base_db(rocksdb_t* db);
rocksdb_checkpoint_t* rocksdb_optimistictransactiondb_checkpoint_object_create(
    rocksdb_optimistictransactiondb_t* txn_db, char** error);
void rocksdb_optimistictransactiondb_write(rocksdb_optimistictransactiondb_t* txn_db,
                                           const rocksdb_writeoptions_t* write_options,
                                           rocksdb_writebatch_t* batch, char** error);
char* rocksdb_optimistictransactiondb_property_value(rocksdb_optimistictransactiondb_t* txn_db,
                                                     const char* name);
int rocksdb_optimistictransactiondb_property_int(rocksdb_optimistictransactiondb_t* txn_db,
                                                 const char* name, uint64_t* value);

// ---------------------------------------------------------------------------------------------
// Transactions
// ---------------------------------------------------------------------------------------------

// Given an old transaction that has ended, begin() uses its memory again and returns it; else the
// last parameter is NULL. Times are in milliseconds.
rocksdb_transaction_t* rocksdb_transaction_begin(rocksdb_transactiondb_t* txn_db,
                                                 const rocksdb_writeoptions_t* write_options,
                                                 const rocksdb_transaction_options_t* txn_options,
                                                 rocksdb_transaction_t* old_txn);
rocksdb_transaction_t* rocksdb_optimistictransaction_begin(
    rocksdb_optimistictransactiondb_t* txn_db, const rocksdb_writeoptions_t* write_options,
    const rocksdb_optimistictransaction_options_t* txn_options, rocksdb_transaction_t* old_txn);
void rocksdb_transaction_destroy(rocksdb_transaction_t* txn);
void rocksdb_transaction_commit(rocksdb_transaction_t* txn, char** error);
void rocksdb_transaction_rollback(rocksdb_transaction_t* txn, char** error);
void rocksdb_transaction_set_savepoint(rocksdb_transaction_t* txn);
void rocksdb_transaction_rollback_to_savepoint(rocksdb_transaction_t* txn, char** error);

// Two-phase commit. Prepared transactions survive a crash and are found again by name; the array
// is freed, the transactions in it are destroyed.
void rocksdb_transaction_set_name(rocksdb_transaction_t* txn, const char* name, size_t name_size,
                                  char** error);
char* rocksdb_transaction_get_name(rocksdb_transaction_t* txn, size_t* size);
void rocksdb_transaction_prepare(rocksdb_transaction_t* txn, char** error);
rocksdb_transaction_t** rocksdb_transactiondb_get_prepared_transactions(
    rocksdb_transactiondb_t* txn_db, size_t* count);

void rocksdb_transaction_put(rocksdb_transaction_t* txn, const char* key, size_t key_size,
                             const char* value, size_t value_size, char** error);
void rocksdb_transaction_put_cf(rocksdb_transaction_t* txn, rocksdb_column_family_handle_t* family,
                                const char* key, size_t key_size, const char* value,
                                size_t value_size, char** error);
void rocksdb_transaction_merge(rocksdb_transaction_t* txn, const char* key, size_t key_size,
                               const char* value, size_t value_size, char** error);
void rocksdb_transaction_merge_cf(rocksdb_transaction_t* txn,
                                  rocksdb_column_family_handle_t* family, const char* key,
                                  size_t key_size, const char* value, size_t value_size,
                                  char** error);
void rocksdb_transaction_delete(rocksdb_transaction_t* txn, const char* key, size_t key_size,
                                char** error);
void rocksdb_transaction_delete_cf(rocksdb_transaction_t* txn,
                                   rocksdb_column_family_handle_t* family, const char* key,
                                   size_t key_size, char** error);
char* rocksdb_transaction_get(rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options,
                              const char* key, size_t key_size, size_t* size, char** error);
char* rocksdb_transaction_get_cf(rocksdb_transaction_t* txn,
                                 const rocksdb_readoptions_t* read_options,
                                 rocksdb_column_family_handle_t* family, const char* key,
                                 size_t key_size, size_t* size, char** error);
rocksdb_pinnableslice_t* rocksdb_transaction_get_pinned(rocksdb_transaction_t* txn,
                                                        const rocksdb_readoptions_t* read_options,
                                                        const char* key, size_t key_size,
                                                        char** error);
rocksdb_pinnableslice_t* rocksdb_transaction_get_pinned_cf(
    rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family, const char* key, size_t key_size, char** error);
// for_update also protects the key from others, in shared or exclusive mode.
char* rocksdb_transaction_get_for_update(rocksdb_transaction_t* txn,
                                         const rocksdb_readoptions_t* read_options, const char* key,
                                         size_t key_size, size_t* size, unsigned char exclusive,
                                         char** error);
char* rocksdb_transaction_get_for_update_cf(rocksdb_transaction_t* txn,
                                            const rocksdb_readoptions_t* read_options,
                                            rocksdb_column_family_handle_t* family, const char* key,
                                            size_t key_size, size_t* size, unsigned char exclusive,
                                            char** error);
rocksdb_pinnableslice_t* rocksdb_transaction_get_pinned_for_update(
    rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options, const char* key,
    size_t key_size, unsigned char exclusive, char** error);
rocksdb_pinnableslice_t* rocksdb_transaction_get_pinned_for_update_cf(
    rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family, const char* key, size_t key_size,
    unsigned char exclusive, char** error);
void rocksdb_transaction_multi_get(rocksdb_transaction_t* txn,
                                   const rocksdb_readoptions_t* read_options, size_t count,
                                   const char* const* keys, const size_t* key_sizes, char** values,
                                   size_t* value_sizes, char** errors);
void rocksdb_transaction_multi_get_cf(rocksdb_transaction_t* txn,
                                      const rocksdb_readoptions_t* read_options,
                                      const rocksdb_column_family_handle_t* const* families,
                                      size_t count, const char* const* keys,
                                      const size_t* key_sizes, char** values, size_t* value_sizes,
                                      char** errors);
void rocksdb_transaction_multi_get_for_update(rocksdb_transaction_t* txn,
                                              const rocksdb_readoptions_t* read_options,
                                              size_t count, const char* const* keys,
                                              const size_t* key_sizes, char** values,
                                              size_t* value_sizes, char** errors);
void rocksdb_transaction_multi_get_for_update_cf(
    rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options,
    const rocksdb_column_family_handle_t* const* families, size_t count, const char* const* keys,
    const size_t* key_sizes, char** values, size_t* value_sizes, char** errors);
rocksdb_iterator_t* rocksdb_transaction_create_iterator(rocksdb_transaction_t* txn,
                                                        const rocksdb_readoptions_t* read_options);
rocksdb_iterator_t* rocksdb_transaction_create_iterator_cf(
    rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family);

// The snapshot is freed with rocksdb_free(), not released; it is NULL's wrapper when none is set.
const rocksdb_snapshot_t* rocksdb_transaction_get_snapshot(rocksdb_transaction_t* txn);
// The transaction's own batch: its handle is freed with rocksdb_free(), not destroyed.
rocksdb_writebatch_wi_t* rocksdb_transaction_get_writebatch_wi(rocksdb_transaction_t* txn);
void rocksdb_transaction_rebuild_from_writebatch(rocksdb_transaction_t* txn,
                                                 rocksdb_writebatch_t* batch, char** error);
void rocksdb_transaction_rebuild_from_writebatch_wi(rocksdb_transaction_t* txn,
                                                    rocksdb_writebatch_wi_t* batch, char** error);
void rocksdb_transaction_set_commit_timestamp(rocksdb_transaction_t* txn, uint64_t value);
void rocksdb_transaction_set_read_timestamp_for_validation(rocksdb_transaction_t* txn,
                                                           uint64_t value);

rocksdb_transactiondb_options_t* rocksdb_transactiondb_options_create(void);
void rocksdb_transactiondb_options_destroy(rocksdb_transactiondb_options_t* txn_db_options);
void rocksdb_transactiondb_options_set_max_num_locks(
    rocksdb_transactiondb_options_t* txn_db_options, int64_t value);
void rocksdb_transactiondb_options_set_num_stripes(rocksdb_transactiondb_options_t* txn_db_options,
                                                   size_t value);
void rocksdb_transactiondb_options_set_transaction_lock_timeout(
    rocksdb_transactiondb_options_t* txn_db_options, int64_t value);
void rocksdb_transactiondb_options_set_default_lock_timeout(
    rocksdb_transactiondb_options_t* txn_db_options, int64_t value);
rocksdb_transaction_options_t* rocksdb_transaction_options_create(void);
void rocksdb_transaction_options_destroy(rocksdb_transaction_options_t* txn_options);
void rocksdb_transaction_options_set_set_snapshot(rocksdb_transaction_options_t* txn_options,
                                                  unsigned char value);
void rocksdb_transaction_options_set_deadlock_detect(rocksdb_transaction_options_t* txn_options,
                                                     unsigned char value);
void rocksdb_transaction_options_set_lock_timeout(rocksdb_transaction_options_t* txn_options,
                                                  int64_t value);
void rocksdb_transaction_options_set_expiration(rocksdb_transaction_options_t* txn_options,
                                                int64_t value);
void rocksdb_transaction_options_set_deadlock_detect_depth(
    rocksdb_transaction_options_t* txn_options, int64_t value);
void rocksdb_transaction_options_set_max_write_batch_size(
    rocksdb_transaction_options_t* txn_options, size_t value);
void rocksdb_transaction_options_set_skip_prepare(rocksdb_transaction_options_t* txn_options,
                                                  unsigned char value);
rocksdb_optimistictransaction_options_t* rocksdb_optimistictransaction_options_create(void);
void rocksdb_optimistictransaction_options_destroy(
    rocksdb_optimistictransaction_options_t* txn_options);
void rocksdb_optimistictransaction_options_set_set_snapshot(
    rocksdb_optimistictransaction_options_t* txn_options, unsigned char enabled);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
