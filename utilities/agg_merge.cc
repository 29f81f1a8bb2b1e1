// The merge operator of rocksdb/utilities/agg_merge.h. A value is the name of a function and a
// payload. Values are combined, oldest first, by the function that they name; those without a name
// at the beginning go by the first that has one, later ones cannot be combined. Where another
// function follows, the result of the one before is its first value.
//
//   "" 200 | sum 100 | sum 50 | max 400      max of sum(200, 100, 50) and 400
#include "rocksdb/utilities/agg_merge.h"

#include <deque>
#include <map>
#include <mutex>

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

const std::string kUnnamedFuncName;
const std::string kErrorFuncName = "kErrorFuncName";

namespace {

// Written before databases are opened, then only read.
std::map<std::string, std::unique_ptr<Aggregator>>& Functions() {
  static auto* functions = new std::map<std::string, std::unique_ptr<Aggregator>>();
  return *functions;
}

const Aggregator* FindFunction(const Slice& name) {
  const auto found = Functions().find(name.ToString());
  return found == Functions().end() ? nullptr : found->second.get();
}

void AppendNamed(const Slice& function, const Slice& payload, std::string* out) {
  AppendSized(out, function);
  out->append(payload.data(), payload.size());
}

// Values whose functions differ or fail become one that lists them all, so that nothing is lost.
void ListAsError(const std::vector<Slice>& values, std::string* out) {
  std::string list;
  for (const Slice& value : values) AppendSized(&list, value);
  out->clear();
  AppendNamed(kErrorFuncName, list, out);
}

class AggOperator final : public MergeOperator {
 public:
  const char* Name() const override { return "AggMergeOperator.v1"; }

  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    std::vector<Slice> values;
    if (in.existing_value != nullptr) values.push_back(*in.existing_value);
    values.insert(values.end(), in.operand_list.begin(), in.operand_list.end());
    out->new_value.clear();
    if (!Combine(values, /*partial=*/false, &out->new_value)) {
      ListAsError(values, &out->new_value);
    }
    return true;
  }

  bool PartialMergeMulti(const Slice& /*key*/, const std::deque<Slice>& operand_list,
                         std::string* new_value, Logger* /*logger*/) const override {
    return Combine(std::vector<Slice>(operand_list.begin(), operand_list.end()), /*partial=*/true,
                   new_value);
  }

 private:
  using Payloads = std::vector<Slice>;

  static bool Apply(const Slice& function, bool partial, const Payloads& payloads,
                    std::string* result) {
    const Aggregator* aggregator = FindFunction(function);
    if (aggregator == nullptr || (partial && !aggregator->DoPartialAggregate())) return false;
    return aggregator->Aggregate(payloads, *result);
  }

  static bool Combine(const std::vector<Slice>& values, bool partial, std::string* out) {
    Slice function = kUnnamedFuncName;
    Payloads payloads;
    std::deque<std::string> results;  // of functions that others followed
    for (const Slice& value : values) {
      Slice name, payload;
      if (!ExtractAggFuncAndValue(value, name, payload)) return false;
      // What comes before operands in part is not known yet, nor what it names.
      if (name == kUnnamedFuncName && (partial || function != kUnnamedFuncName)) return false;
      if (name != function && function != kUnnamedFuncName) {
        if (partial || !Apply(function, partial, payloads, &results.emplace_back())) return false;
        payloads = {results.back()};
      }
      function = name;
      payloads.push_back(payload);
    }
    std::string result;
    if (!Apply(function, partial, payloads, &result)) return false;
    AppendNamed(function, result, out);
    return true;
  }
};

}  // namespace

Status AddAggregator(const std::string& function_name, std::unique_ptr<Aggregator>&& agg) {
  if (function_name == kErrorFuncName) {
    return Status::InvalidArgument("The name is taken by failed merges", function_name);
  }
  Functions().emplace(function_name, std::move(agg));
  return Status::OK();
}

std::shared_ptr<MergeOperator> GetAggMergeOperator() {
  static const auto* merge_operator =
      new std::shared_ptr<MergeOperator>(std::make_shared<AggOperator>());
  return *merge_operator;
}

Status EncodeAggFuncAndPayload(const Slice& function_name, const Slice& payload,
                               std::string& output) {
  if (function_name == kErrorFuncName) {
    return Status::InvalidArgument("The name is taken by failed merges", function_name);
  }
  if (function_name != kUnnamedFuncName && FindFunction(function_name) == nullptr) {
    return Status::InvalidArgument("Function is not registered", function_name);
  }
  output.clear();
  AppendNamed(function_name, payload, &output);
  return Status::OK();
}

bool ExtractAggFuncAndValue(const Slice& op, Slice& func, Slice& value) {
  value = op;
  return TakeSized(&value, &func);
}

bool ExtractList(const Slice& encoded_list, std::vector<Slice>& decoded_list) {
  decoded_list.clear();
  Slice rest = encoded_list;
  while (!rest.empty()) {
    Slice element;
    if (!TakeSized(&rest, &element)) return false;
    decoded_list.push_back(element);
  }
  return true;
}

}  // namespace ROCKSDB_NAMESPACE
