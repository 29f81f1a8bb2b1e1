// Options of block based tables, and the filter policies that they take.
#include "c_api/handles.h"
#include "c_api/option_macros.h"

using ROCKSDB_NAMESPACE::FilterPolicy;

C_API_LIFE(rocksdb_block_based_table_options_t, rocksdb_block_based_options)

#define ROW(NAME, TYPE, MEMBER) \
  C_API_SETTER(rocksdb_block_based_table_options_t, rocksdb_block_based_options, NAME, TYPE, MEMBER)
#define SAME(NAME, TYPE) ROW(NAME, TYPE, NAME)
#define FLAG(NAME) ROW(NAME, unsigned char, NAME)
SAME(checksum, char)
SAME(block_size, size_t)
SAME(block_size_deviation, int)
SAME(block_restart_interval, int)
SAME(index_block_restart_interval, int)
SAME(metadata_block_size, uint64_t)
FLAG(partition_filters)
FLAG(optimize_filters_for_memory)
FLAG(use_delta_encoding)
FLAG(no_block_cache)
FLAG(whole_key_filtering)
SAME(format_version, int)
SAME(index_type, int)
SAME(data_block_index_type, int)
ROW(data_block_hash_ratio, double, data_block_hash_table_util_ratio)
FLAG(cache_index_and_filter_blocks)
FLAG(cache_index_and_filter_blocks_with_high_priority)
FLAG(pin_l0_filter_and_index_blocks_in_cache)
FLAG(pin_top_level_index_and_filter)
ROW(top_level_index_pinning_tier, int, metadata_cache_options.top_level_index_pinning)
ROW(partition_pinning_tier, int, metadata_cache_options.partition_pinning)
ROW(unpartitioned_pinning_tier, int, metadata_cache_options.unpartitioned_pinning)
#undef FLAG
#undef SAME
#undef ROW

void rocksdb_block_based_options_set_block_cache(rocksdb_block_based_table_options_t* options,
                                                 rocksdb_cache_t* cache) {
  if (cache != nullptr) {
    options->rep.block_cache = cache->rep;
  }
}

void rocksdb_block_based_options_set_filter_policy(rocksdb_block_based_table_options_t* options,
                                                   rocksdb_filterpolicy_t* policy) {
  options->rep.filter_policy = policy != nullptr ? policy->rep : nullptr;
  delete policy;
}

// ---- Filter policies ----

static rocksdb_filterpolicy_t* Wrap(const FilterPolicy* policy) {
  return new rocksdb_filterpolicy_t{std::shared_ptr<const FilterPolicy>(policy)};
}

rocksdb_filterpolicy_t* rocksdb_filterpolicy_create_bloom(double bits_per_key) {
  return Wrap(ROCKSDB_NAMESPACE::NewBloomFilterPolicy(bits_per_key));
}

rocksdb_filterpolicy_t* rocksdb_filterpolicy_create_bloom_full(double bits_per_key) {
  return rocksdb_filterpolicy_create_bloom(bits_per_key);
}

rocksdb_filterpolicy_t* rocksdb_filterpolicy_create_ribbon(double bloom_equivalent_bits_per_key) {
  return Wrap(ROCKSDB_NAMESPACE::NewRibbonFilterPolicy(bloom_equivalent_bits_per_key));
}

rocksdb_filterpolicy_t* rocksdb_filterpolicy_create_ribbon_hybrid(
    double bloom_equivalent_bits_per_key, int bloom_before_level) {
  return Wrap(
      ROCKSDB_NAMESPACE::NewRibbonFilterPolicy(bloom_equivalent_bits_per_key, bloom_before_level));
}

void rocksdb_filterpolicy_destroy(rocksdb_filterpolicy_t* policy) { delete policy; }
