// Options that are objects: what is shared between databases, and plug-ins.
#include "c_api/handles.h"
#include "rocksdb/convenience.h"
#include "rocksdb/sst_file_manager.h"
#include "rocksdb/utilities/table_properties_collectors.h"

// ---- Shared: the option and the handle each hold a part ----

void rocksdb_options_set_env(rocksdb_options_t* options, rocksdb_env_t* env) {
  options->rep.env = env != nullptr ? env->rep : nullptr;
}

void rocksdb_options_set_info_log(rocksdb_options_t* options, rocksdb_logger_t* logger) {
  if (logger != nullptr) {
    options->rep.info_log = logger->rep;
  }
}

rocksdb_logger_t* rocksdb_options_get_info_log(rocksdb_options_t* options) {
  return new rocksdb_logger_t{options->rep.info_log};
}

void rocksdb_options_set_write_buffer_manager(rocksdb_options_t* options,
                                              rocksdb_write_buffer_manager_t* manager) {
  options->rep.write_buffer_manager = manager->rep;
}

void rocksdb_options_set_sst_file_manager(rocksdb_options_t* options,
                                          rocksdb_sst_file_manager_t* manager) {
  options->rep.sst_file_manager = manager->rep;
}

void rocksdb_options_set_ratelimiter(rocksdb_options_t* options, rocksdb_ratelimiter_t* limiter) {
  options->rep.rate_limiter = limiter != nullptr ? limiter->rep : nullptr;
}

void rocksdb_options_set_row_cache(rocksdb_options_t* options, rocksdb_cache_t* cache) {
  if (cache != nullptr) {
    options->rep.row_cache = cache->rep;
  }
}

void rocksdb_options_set_blob_cache(rocksdb_options_t* options, rocksdb_cache_t* cache) {
  options->rep.blob_cache = cache->rep;
}

// ---- Copied ----

void rocksdb_options_set_block_based_table_factory(
    rocksdb_options_t* options, rocksdb_block_based_table_options_t* table_options) {
  if (table_options != nullptr) {
    options->rep.table_factory.reset(
        ROCKSDB_NAMESPACE::NewBlockBasedTableFactory(table_options->rep));
  }
}

void rocksdb_options_set_universal_compaction_options(
    rocksdb_options_t* options, rocksdb_universal_compaction_options_t* universal_options) {
  if (universal_options != nullptr) {
    options->rep.compaction_options_universal = universal_options->rep;
  }
}

void rocksdb_options_set_fifo_compaction_options(rocksdb_options_t* options,
                                                 rocksdb_fifo_compaction_options_t* fifo_options) {
  if (fifo_options != nullptr) {
    options->rep.compaction_options_fifo = fifo_options->rep;
  }
}

// ---- Referred to: the object must outlive the databases ----

void rocksdb_options_set_comparator(rocksdb_options_t* options, rocksdb_comparator_t* comparator) {
  options->rep.comparator = comparator;
}

void rocksdb_options_set_compaction_filter(rocksdb_options_t* options,
                                           rocksdb_compactionfilter_t* filter) {
  options->rep.compaction_filter = filter;
}

// ---- Consumed: the option owns the object from now on ----

void rocksdb_options_set_merge_operator(rocksdb_options_t* options,
                                        rocksdb_mergeoperator_t* merge_operator) {
  options->rep.merge_operator.reset(merge_operator);
}

void rocksdb_options_set_uint64add_merge_operator(rocksdb_options_t* options) {
  ROCKSDB_NAMESPACE::MergeOperator::CreateFromString(ROCKSDB_NAMESPACE::ConfigOptions(),
                                                     "uint64add", &options->rep.merge_operator)
      .PermitUncheckedError();
}

void rocksdb_options_set_compaction_filter_factory(rocksdb_options_t* options,
                                                   rocksdb_compactionfilterfactory_t* factory) {
  options->rep.compaction_filter_factory.reset(factory);
}

void rocksdb_options_set_prefix_extractor(rocksdb_options_t* options,
                                          rocksdb_slicetransform_t* transform) {
  options->rep.prefix_extractor = transform != nullptr ? transform->rep : nullptr;
  delete transform;
}

void rocksdb_options_add_eventlistener(rocksdb_options_t* options,
                                       rocksdb_eventlistener_t* listener) {
  options->rep.listeners.emplace_back(listener);
}

// ---- Marking tables where deletions are dense ----

void rocksdb_options_add_compact_on_deletion_collector_factory_min_file_size(
    rocksdb_options_t* options, size_t window_size, size_t deletion_trigger, double deletion_ratio,
    uint64_t min_file_size) {
  options->rep.table_properties_collector_factories.push_back(
      ROCKSDB_NAMESPACE::NewCompactOnDeletionCollectorFactory(window_size, deletion_trigger,
                                                              deletion_ratio, min_file_size));
}

void rocksdb_options_add_compact_on_deletion_collector_factory_del_ratio(rocksdb_options_t* options,
                                                                         size_t window_size,
                                                                         size_t deletion_trigger,
                                                                         double deletion_ratio) {
  rocksdb_options_add_compact_on_deletion_collector_factory_min_file_size(
      options, window_size, deletion_trigger, deletion_ratio, 0);
}

void rocksdb_options_add_compact_on_deletion_collector_factory(rocksdb_options_t* options,
                                                               size_t window_size,
                                                               size_t deletion_trigger) {
  rocksdb_options_add_compact_on_deletion_collector_factory_del_ratio(options, window_size,
                                                                      deletion_trigger, 0);
}
