// Cuckoo and plain tables: options that a database refuses when it is opened with them.
#include "c_api/handles.h"
#include "c_api/option_macros.h"

using ROCKSDB_NAMESPACE::EncodingType;
using ROCKSDB_NAMESPACE::PlainTableOptions;

struct rocksdb_cuckoo_table_options_t {
  ROCKSDB_NAMESPACE::CuckooTableOptions rep;
};

C_API_LIFE(rocksdb_cuckoo_table_options_t, rocksdb_cuckoo_options)

#define ROW(NAME, TYPE, MEMBER) \
  C_API_SETTER(rocksdb_cuckoo_table_options_t, rocksdb_cuckoo_options, NAME, TYPE, MEMBER)
ROW(hash_ratio, double, hash_table_ratio)
ROW(max_search_depth, uint32_t, max_search_depth)
ROW(cuckoo_block_size, uint32_t, cuckoo_block_size)
ROW(identity_as_first_hash, unsigned char, identity_as_first_hash)
ROW(use_module_hash, unsigned char, use_module_hash)
#undef ROW

void rocksdb_options_set_cuckoo_table_factory(rocksdb_options_t* options,
                                              rocksdb_cuckoo_table_options_t* table_options) {
  if (table_options != nullptr) {
    options->rep.table_factory.reset(ROCKSDB_NAMESPACE::NewCuckooTableFactory(table_options->rep));
  }
}

void rocksdb_options_set_plain_table_factory(rocksdb_options_t* options, uint32_t user_key_size,
                                             int bloom_bits_per_key, double hash_table_ratio,
                                             size_t index_sparseness, size_t huge_page_tlb_size,
                                             char encoding_type, unsigned char full_scan_mode,
                                             unsigned char store_index_in_file) {
  PlainTableOptions plain;
  plain.user_key_len = user_key_size;
  plain.bloom_bits_per_key = bloom_bits_per_key;
  plain.hash_table_ratio = hash_table_ratio;
  plain.index_sparseness = index_sparseness;
  plain.huge_page_tlb_size = huge_page_tlb_size;
  plain.encoding_type = static_cast<EncodingType>(encoding_type);
  plain.full_scan_mode = full_scan_mode != 0;
  plain.store_index_in_file = store_index_in_file != 0;
  options->rep.table_factory.reset(ROCKSDB_NAMESPACE::NewPlainTableFactory(plain));
}
