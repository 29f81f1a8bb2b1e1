// The built-in objects that option text can name: those whose classes parse their own text, and
// those of upper floors that a weak reference reaches. The object registry calls
// RegisterBuiltinObjects; the table floor registers its other objects itself.
#include "options/merge_operators.h"
#include "options/object_registry.h"
#include "options/table_options_table.h"
#include "rocksdb/advanced_cache.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/comparator.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/memtablerep.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/sst_partitioner.h"
#include "rocksdb/statistics.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

// The table floor defines both; a program that does not link it has neither.
extern const FilterPolicy* NewBloomFilterPolicy(double, bool) __attribute__((weak));
extern FilterPolicy* NewRibbonFilterPolicy(double, int) __attribute__((weak));

namespace {

// "name:8:x" -> {"8", "x"}; "prefix.8" with separator '.' likewise.
std::vector<std::string> Arguments(const std::string& id, size_t prefix, char separator) {
  return Split(std::string_view(id).substr(prefix), separator);
}

void RegisterPartitioners() {
  RegisterFactory<SstPartitionerFactory>(
      SstPartitionerFixedPrefixFactory::kClassName(), [](const ObjectRequest& request, auto* out) {
        uint64_t length = 0;
        auto it = request.properties.find("length");
        Status s = it == request.properties.end() ? Status::OK() : ParseUint64(it->second, &length);
        if (s.ok()) {
          *out = NewSstPartitionerFixedPrefixFactory(length);
        }
        return s;
      });
}

Status ParseBits(const std::vector<std::string>& arguments, const std::string& id, double* bits) {
  if (arguments.empty()) return Status::InvalidArgument("Bits per key are missing behind", id);
  return ParseDouble(arguments[0], bits);
}

// "bloomfilter:BITS[:ignored]" and "ribbonfilter:BITS[:LEVEL]", also under the full class name.
void RegisterBloom(const std::string& fixed_part) {
  RegisterFactory<FilterPolicy>(
      fixed_part + "*", [fixed_part](const ObjectRequest& request, auto* out) {
        const auto arguments = Arguments(request.id, fixed_part.size(), ':');
        double bits = 0;
        Status s = ParseBits(arguments, request.id, &bits);
        if (s.ok()) {
          out->reset(const_cast<FilterPolicy*>(NewBloomFilterPolicy(bits, false)));
        }
        return s;
      });
}

void RegisterRibbon(const std::string& fixed_part) {
  RegisterFactory<FilterPolicy>(
      fixed_part + "*", [fixed_part](const ObjectRequest& request, auto* out) {
        const auto arguments = Arguments(request.id, fixed_part.size(), ':');
        double bits = 0;
        int level = 0;
        Status s = ParseBits(arguments, request.id, &bits);
        if (s.ok() && arguments.size() > 1) {
          s = ParseInt(arguments[1], &level);
        }
        if (s.ok()) {
          out->reset(NewRibbonFilterPolicy(bits, level));
        }
        return s;
      });
}

void RegisterFilters() {
  // Null in tests of lower floors, which link no tables.
  if (&NewBloomFilterPolicy != nullptr) {
    for (const char* name : {"bloomfilter:", "rocksdb.BloomFilter:"}) {
      RegisterBloom(name);
    }
  }
  if (&NewRibbonFilterPolicy != nullptr) {
    for (const char* name : {"ribbonfilter:", "rocksdb.RibbonFilter:"}) {
      RegisterRibbon(name);
    }
  }
}

// "{id=VectorRepFactory;count=8}" in the short form "VectorRepFactory:8".
std::string MemtableText(const ObjectRequest& request) {
  for (const char* size : {"count", "bucket_count", "lookahead"}) {
    if (auto it = request.properties.find(size); it != request.properties.end()) {
      return request.id.substr(0, request.id.find(':')) + ":" + it->second;
    }
  }
  return request.id;
}

// "{id=rocksdb.FixedPrefix.4;length=8}" in the short form "rocksdb.FixedPrefix.8".
std::string PrefixText(const ObjectRequest& request) {
  const auto it = request.properties.find("length");
  return it == request.properties.end()
             ? request.id
             : request.id.substr(0, request.id.find_last_not_of("0123456789") + 1) + it->second;
}

// Drops keys whose value is empty.
class EmptyValueFilter final : public CompactionFilter {
 public:
  const char* Name() const override { return "RemoveEmptyValueCompactionFilter"; }
  bool Filter(int, const Slice&, const Slice& value, std::string*, bool*) const override {
    return value.empty();
  }
};

void RegisterCompactionFilters() {
  RegisterFactory<CompactionFilter>(
      "RemoveEmptyValueCompactionFilter", [](const ObjectRequest& request, auto* out) {
        auto made = std::make_shared<EmptyValueFilter>();
        Status s = Customizable::ConfigureNewObject(request.config, made.get(), request.properties);
        if (s.ok()) *out = std::move(made);
        return s;
      });
}

// Classes of lower floors that parse their own text.
void RegisterSelfParsing() {
  RegisterFactory<Comparator>("*", [](const ObjectRequest& request, auto* out) {
    const Comparator* found = nullptr;
    Status s = Comparator::CreateFromString(request.config, request.id, &found);
    if (s.ok()) {  // the library keeps it
      *out = std::shared_ptr<Comparator>(const_cast<Comparator*>(found), [](Comparator*) {});
    }
    return s;
  });
  RegisterFactory<SliceTransform>("*", [](const ObjectRequest& request, auto* out) {
    std::shared_ptr<const SliceTransform> made;
    Status s = SliceTransform::CreateFromString(request.config, PrefixText(request), &made);
    if (s.ok()) {
      *out = std::const_pointer_cast<SliceTransform>(made);
    }
    return s;
  });
  RegisterFactory<FileChecksumGenFactory>("*", [](const ObjectRequest& request, auto* out) {
    return FileChecksumGenFactory::CreateFromString(request.config, request.id, out);
  });
  // Later registrations win.
  const auto cuckoo = [](const ObjectRequest& request, std::shared_ptr<MemTableRepFactory>*) {
    return Status::InvalidArgument("Cuckoo memtables no longer exist", request.id);
  };
  RegisterFactory<MemTableRepFactory>("*", [](const ObjectRequest& request, auto* out) {
    return MemTableRepFactory::CreateFromString(request.config, MemtableText(request), out);
  });
  RegisterFactory<MemTableRepFactory>("cuckoo*", cuckoo);
  RegisterFactory<Statistics>("*", [](const ObjectRequest& request, auto* out) {
    return Statistics::CreateFromString(request.config, request.id, out);
  });
  RegisterFactory<Cache>("*", [](const ObjectRequest& request, auto* out) {
    return Cache::CreateFromString(request.config, request.text, out);
  });
  RegisterFactory<TableFactory>(
      TableFactory::kBlockBasedTableName(), [](const ObjectRequest& request, auto* out) {
        return MakeBlockBasedFactory(request.config, nullptr, request.properties, out);
      });
}

}  // namespace

void RegisterBuiltinObjects() {
  RegisterPartitioners();
  RegisterFilters();
  RegisterMergeOperators();
  RegisterCompactionFilters();
  RegisterCollectors();
  RegisterSelfParsing();
}

}  // namespace ROCKSDB_NAMESPACE
