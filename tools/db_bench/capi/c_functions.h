// The part of RocksDB's C API that db_bench_jar calls. It is declared here because the jar has no
// headers. Names, types and values are those of the API. Only capi/engine.h includes it.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

struct rocksdb_column_family_handle_t;
struct rocksdb_compactoptions_t;
struct rocksdb_flushoptions_t;
struct rocksdb_iterator_t;
struct rocksdb_options_t;
struct rocksdb_perfcontext_t;
struct rocksdb_pinnableslice_t;
struct rocksdb_readoptions_t;
struct rocksdb_t;
struct rocksdb_writebatch_t;
struct rocksdb_writeoptions_t;

void rocksdb_batched_multi_get_cf(rocksdb_t*, const rocksdb_readoptions_t*,
                                  rocksdb_column_family_handle_t*, size_t, const char* const*,
                                  const size_t*, rocksdb_pinnableslice_t**, char**, const bool);
void rocksdb_close(rocksdb_t*);
void rocksdb_column_family_handle_destroy(rocksdb_column_family_handle_t*);
void rocksdb_compact_range_cf_opt(rocksdb_t*, rocksdb_column_family_handle_t*,
                                  rocksdb_compactoptions_t*, const char*, size_t, const char*,
                                  size_t);
rocksdb_compactoptions_t* rocksdb_compactoptions_create();
void rocksdb_compactoptions_destroy(rocksdb_compactoptions_t*);
void rocksdb_compactoptions_set_max_subcompactions(rocksdb_compactoptions_t*, int);
rocksdb_iterator_t* rocksdb_create_iterator_cf(rocksdb_t*, const rocksdb_readoptions_t*,
                                               rocksdb_column_family_handle_t*);
void rocksdb_destroy_db(const rocksdb_options_t*, const char*, char**);
void rocksdb_flush_cf(rocksdb_t*, const rocksdb_flushoptions_t*, rocksdb_column_family_handle_t*,
                      char**);
rocksdb_flushoptions_t* rocksdb_flushoptions_create();
void rocksdb_flushoptions_destroy(rocksdb_flushoptions_t*);
void rocksdb_flushoptions_set_wait(rocksdb_flushoptions_t*, unsigned char);
void rocksdb_free(void*);
void rocksdb_get_options_from_string(const rocksdb_options_t*, const char*, rocksdb_options_t*,
                                     char**);
rocksdb_pinnableslice_t* rocksdb_get_pinned_cf(rocksdb_t*, const rocksdb_readoptions_t*,
                                               rocksdb_column_family_handle_t*, const char*, size_t,
                                               char**);
void rocksdb_iter_destroy(rocksdb_iterator_t*);
void rocksdb_iter_get_error(const rocksdb_iterator_t*, char**);
const char* rocksdb_iter_key(const rocksdb_iterator_t*, size_t*);
void rocksdb_iter_next(rocksdb_iterator_t*);
void rocksdb_iter_prev(rocksdb_iterator_t*);
void rocksdb_iter_seek(rocksdb_iterator_t*, const char*, size_t);
void rocksdb_iter_seek_to_first(rocksdb_iterator_t*);
void rocksdb_iter_seek_to_last(rocksdb_iterator_t*);
unsigned char rocksdb_iter_valid(const rocksdb_iterator_t*);
const char* rocksdb_iter_value(const rocksdb_iterator_t*, size_t*);
void rocksdb_multi_get_cf(rocksdb_t*, const rocksdb_readoptions_t*,
                          const rocksdb_column_family_handle_t* const*, size_t, const char* const*,
                          const size_t*, char**, size_t*, char**);
rocksdb_t* rocksdb_open_column_families(const rocksdb_options_t*, const char*, int,
                                        const char* const*, const rocksdb_options_t* const*,
                                        rocksdb_column_family_handle_t**, char**);
rocksdb_t* rocksdb_open_for_read_only_column_families(const rocksdb_options_t*, const char*, int,
                                                      const char* const*,
                                                      const rocksdb_options_t* const*,
                                                      rocksdb_column_family_handle_t**,
                                                      unsigned char, char**);
rocksdb_options_t* rocksdb_options_create();
void rocksdb_options_destroy(rocksdb_options_t*);
void rocksdb_options_set_wal_dir(rocksdb_options_t*, const char*);
rocksdb_perfcontext_t* rocksdb_perfcontext_create();
void rocksdb_perfcontext_destroy(rocksdb_perfcontext_t*);
char* rocksdb_perfcontext_report(rocksdb_perfcontext_t*, unsigned char);
void rocksdb_perfcontext_reset(rocksdb_perfcontext_t*);
void rocksdb_pinnableslice_destroy(rocksdb_pinnableslice_t*);
const char* rocksdb_pinnableslice_value(const rocksdb_pinnableslice_t*, size_t*);
int rocksdb_property_int_cf(rocksdb_t*, rocksdb_column_family_handle_t*, const char*, uint64_t*);
char* rocksdb_property_value(rocksdb_t*, const char*);
char* rocksdb_property_value_cf(rocksdb_t*, rocksdb_column_family_handle_t*, const char*);
void rocksdb_put_cf(rocksdb_t*, const rocksdb_writeoptions_t*, rocksdb_column_family_handle_t*,
                    const char*, size_t, const char*, size_t, char**);
rocksdb_readoptions_t* rocksdb_readoptions_create();
void rocksdb_readoptions_destroy(rocksdb_readoptions_t*);
void rocksdb_readoptions_set_async_io(rocksdb_readoptions_t*, unsigned char);
void rocksdb_readoptions_set_iterate_lower_bound(rocksdb_readoptions_t*, const char*, size_t);
void rocksdb_readoptions_set_iterate_upper_bound(rocksdb_readoptions_t*, const char*, size_t);
void rocksdb_readoptions_set_prefix_same_as_start(rocksdb_readoptions_t*, unsigned char);
void rocksdb_readoptions_set_readahead_size(rocksdb_readoptions_t*, size_t);
void rocksdb_readoptions_set_tailing(rocksdb_readoptions_t*, unsigned char);
void rocksdb_readoptions_set_total_order_seek(rocksdb_readoptions_t*, unsigned char);
void rocksdb_readoptions_set_verify_checksums(rocksdb_readoptions_t*, unsigned char);
void rocksdb_set_perf_level(int);
void rocksdb_write(rocksdb_t*, const rocksdb_writeoptions_t*, rocksdb_writebatch_t*, char**);
void rocksdb_writebatch_clear(rocksdb_writebatch_t*);
rocksdb_writebatch_t* rocksdb_writebatch_create();
void rocksdb_writebatch_delete_cf(rocksdb_writebatch_t*, rocksdb_column_family_handle_t*,
                                  const char*, size_t);
void rocksdb_writebatch_destroy(rocksdb_writebatch_t*);
void rocksdb_writebatch_put_cf(rocksdb_writebatch_t*, rocksdb_column_family_handle_t*, const char*,
                               size_t, const char*, size_t);
rocksdb_writeoptions_t* rocksdb_writeoptions_create();
void rocksdb_writeoptions_destroy(rocksdb_writeoptions_t*);
void rocksdb_writeoptions_disable_WAL(rocksdb_writeoptions_t*, int);
void rocksdb_writeoptions_set_sync(rocksdb_writeoptions_t*, unsigned char);

}  // extern "C"
