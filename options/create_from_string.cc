// T::CreateFromString() of the plug-in classes whose makers live in the object registry.
#include "options/object_registry.h"
#include "options/table_options_table.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/flush_block_policy.h"
#include "rocksdb/listener.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/sst_partitioner.h"
#include "rocksdb/table.h"
#include "rocksdb/table_properties.h"
#include "rocksdb/user_defined_index.h"
#include "rocksdb/utilities/customizable_util.h"
#include "rocksdb/wal_filter.h"

namespace ROCKSDB_NAMESPACE {

// Uses the rule of the option: text without an id changes the factory in *factory.
Status TableFactory::CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                      std::shared_ptr<TableFactory>* factory) {
  return OptionKind<std::shared_ptr<TableFactory>>::Parse(config_options, id, factory);
}

Status FilterPolicy::CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                      std::shared_ptr<const FilterPolicy>* result) {
  std::shared_ptr<FilterPolicy> made;
  Status s = MakeObject<FilterPolicy>(config_options, value, &made);
  if (s.ok()) {
    *result = std::move(made);
  }
  return s;
}

Status FlushBlockPolicyFactory::CreateFromString(const ConfigOptions& config_options,
                                                 const std::string& value,
                                                 std::shared_ptr<FlushBlockPolicyFactory>* result) {
  return MakeObject<FlushBlockPolicyFactory>(config_options, value, result);
}

Status SstPartitionerFactory::CreateFromString(const ConfigOptions& options,
                                               const std::string& value,
                                               std::shared_ptr<SstPartitionerFactory>* result) {
  return MakeObject<SstPartitionerFactory>(options, value, result);
}

Status MergeOperator::CreateFromString(const ConfigOptions& options, const std::string& id,
                                       std::shared_ptr<MergeOperator>* result) {
  return MakeObject<MergeOperator>(options, id, result);
}

Status CompactionFilter::CreateFromString(const ConfigOptions& options, const std::string& name,
                                          const CompactionFilter** result) {
  return OptionKind<const CompactionFilter*>::Parse(options, name, result);
}

Status CompactionFilterFactory::CreateFromString(const ConfigOptions& options,
                                                 const std::string& name,
                                                 std::shared_ptr<CompactionFilterFactory>* result) {
  return MakeObject<CompactionFilterFactory>(options, name, result);
}

Status TablePropertiesCollectorFactory::CreateFromString(
    const ConfigOptions& options, const std::string& value,
    std::shared_ptr<TablePropertiesCollectorFactory>* result) {
  return MakeObject<TablePropertiesCollectorFactory>(options, value, result);
}

Status EventListener::CreateFromString(const ConfigOptions& options, const std::string& id,
                                       std::shared_ptr<EventListener>* result) {
  return MakeObject<EventListener>(options, id, result);
}

// ---- Classes without built-in objects: the application registers makers ----

Status WalFilter::CreateFromString(const ConfigOptions& options, const std::string& value,
                                   WalFilter** result) {
  return LoadStaticObject<WalFilter>(options, value, result);
}

Status UserDefinedIndexFactory::CreateFromString(const ConfigOptions& config_options,
                                                 const std::string& id,
                                                 std::shared_ptr<UserDefinedIndexFactory>* result) {
  return LoadSharedObject<UserDefinedIndexFactory>(config_options, id, result);
}

}  // namespace ROCKSDB_NAMESPACE
