// A merge operator that applies functions of the application's own. Each value names the function
// by which it is to be combined, so keys of one column family may use different ones.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/merge_operator.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

// A function of many payloads. Any thread may call it at any time.
class Aggregator {
 public:
  virtual ~Aggregator() = default;

  // Combines the payloads, oldest first. False: they are not what the function expects.
  virtual bool Aggregate(const std::vector<Slice>& values, std::string& result) const = 0;

  // Whether operands may be combined before the base value is known.
  virtual bool DoPartialAggregate() const { return true; }
};

// Registers a function for all operators of this process. REQUIRES: before databases are opened;
// one thread.
Status AddAggregator(const std::string& function_name, std::unique_ptr<Aggregator>&& agg);

// The operator; one for the whole process.
std::shared_ptr<MergeOperator> GetAggMergeOperator();

// A value: the name of the function and the payload. InvalidArgument: nobody registered the
// function.
Status EncodeAggFuncAndPayload(const Slice& function_name, const Slice& payload,
                               std::string& output);
// Takes a value apart; false when it is none. The results point into it.
bool ExtractAggFuncAndValue(const Slice& op, Slice& func, Slice& value);
// Takes the payload of a value apart that could not be combined (function kErrorFuncName).
bool ExtractList(const Slice& encoded_list, std::vector<Slice>& decoded_list);

// The function of a plain value that Put() wrote, and the one that a value has when its operands
// could not be combined: it then lists them.
extern const std::string kUnnamedFuncName;
extern const std::string kErrorFuncName;

}  // namespace ROCKSDB_NAMESPACE
