// What each of the built-in merge operators does; see merge_operators.h.
#include "options/merge_operators.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "options/object_registry.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/utilities/options_type.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// ---- Joined strings ----

const std::unordered_map<std::string, OptionTypeInfo>& DelimiterOptions() {
  static const auto* options = new std::unordered_map<std::string, OptionTypeInfo>{
      {"delimiter", OptionTypeInfo(0, OptionType::kString)}};
  return *options;
}

class Joiner final : public MergeOperator {
 public:
  Joiner(const char* name, const char* nickname, bool joins_operands)
      : name_(name), nickname_(nickname), joins_operands_(joins_operands) {
    RegisterOptions("Delimiter", &delimiter_, &DelimiterOptions());
  }
  const char* Name() const override { return name_; }
  const char* NickName() const override { return nickname_; }

  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    // One operand without a base stays as it is.
    if (in.existing_value == nullptr && in.operand_list.size() == 1) {
      out->existing_operand = in.operand_list.back();
      return true;
    }
    std::string& joined = out->new_value;
    joined.clear();
    bool first = in.existing_value == nullptr;
    if (!first) joined.assign(in.existing_value->data(), in.existing_value->size());
    for (const Slice& operand : in.operand_list) Append(operand, &first, &joined);
    return true;
  }

  bool PartialMergeMulti(const Slice&, const std::deque<Slice>& operands, std::string* joined,
                         Logger*) const override {
    if (!joins_operands_) return false;
    joined->clear();
    bool first = true;
    for (const Slice& operand : operands) Append(operand, &first, joined);
    return true;
  }

 private:
  void Append(const Slice& operand, bool* first, std::string* joined) const {
    if (!*first) joined->append(delimiter_);
    *first = false;
    joined->append(operand.data(), operand.size());
  }

  const char* const name_;
  const char* const nickname_;
  const bool joins_operands_;
  std::string delimiter_ = ",";
};

// ---- Sums ----

class Adder final : public AssociativeMergeOperator {
 public:
  const char* Name() const override { return "UInt64AddOperator"; }
  const char* NickName() const override { return "uint64add"; }

  bool Merge(const Slice&, const Slice* existing, const Slice& operand, std::string* sum,
             Logger*) const override {
    sum->clear();
    AppendFixed64(sum, (existing == nullptr ? 0 : NumberOf(*existing)) + NumberOf(operand));
    return true;
  }

 private:
  // A value of another size counts as 0.
  static uint64_t NumberOf(const Slice& bytes) {
    return bytes.size() == sizeof(uint64_t) ? LoadFixed64(bytes.data()) : 0;
  }
};

// ---- One of the values ----

// Base of operators whose result is one of the values: Prefers(a, b) says whether the newer b
// replaces a.
class Chooser : public MergeOperator {
 public:
  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    const Slice* best = in.existing_value;
    for (const Slice& operand : in.operand_list) {
      if (best == nullptr || Prefers(*best, operand)) best = &operand;
    }
    if (best == in.existing_value) {
      out->new_value.assign(best->data(), best->size());
    } else {
      out->existing_operand = *best;
    }
    return true;
  }

  bool PartialMergeMulti(const Slice&, const std::deque<Slice>& operands, std::string* chosen,
                         Logger*) const override {
    const Slice* best = &operands.front();
    for (const Slice& operand : operands) {
      if (Prefers(*best, operand)) best = &operand;
    }
    chosen->assign(best->data(), best->size());
    return true;
  }

 private:
  virtual bool Prefers(const Slice& older, const Slice& newer) const = 0;
};

class Newest final : public Chooser {
 public:
  const char* Name() const override { return "PutOperator"; }
  const char* NickName() const override { return "put"; }

 private:
  bool Prefers(const Slice&, const Slice&) const override { return true; }
};

class Largest final : public Chooser {
 public:
  const char* Name() const override { return "MaxOperator"; }
  const char* NickName() const override { return "max"; }

 private:
  bool Prefers(const Slice& older, const Slice& newer) const override {
    return older.compare(newer) < 0;
  }
};

// ---- Bits ----

class BitMixer final : public AssociativeMergeOperator {
 public:
  const char* Name() const override { return "BytesXOR"; }
  const char* NickName() const override { return "bytesxor"; }

  bool Merge(const Slice&, const Slice* existing, const Slice& operand, std::string* mixed,
             Logger*) const override {
    mixed->assign(operand.data(), operand.size());
    if (existing == nullptr) return true;
    mixed->resize(std::max(existing->size(), operand.size()), '\0');
    for (size_t i = 0; i < existing->size(); ++i) {
      (*mixed)[i] = static_cast<char>((*mixed)[i] ^ (*existing)[i]);
    }
    return true;
  }
};

// ---- Sorted lists ----

// Unlike stock's, it keeps what the base holds, and a value that is no list fails the merge instead
// of ending the process.
class ListMerger final : public MergeOperator {
 public:
  const char* Name() const override { return "MergeSortOperator"; }
  const char* NickName() const override { return "sortlist"; }

  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    std::vector<int64_t> all;
    if (in.existing_value != nullptr && !Add(*in.existing_value, &all)) return false;
    for (const Slice& operand : in.operand_list) {
      if (!Add(operand, &all)) return false;
    }
    Print(all, &out->new_value);
    return true;
  }

  bool PartialMergeMulti(const Slice&, const std::deque<Slice>& operands, std::string* list,
                         Logger*) const override {
    std::vector<int64_t> all;
    for (const Slice& operand : operands) {
      if (!Add(operand, &all)) return false;
    }
    Print(all, list);
    return true;
  }

 private:
  // Merges the numbers of "3,5,9" into *all; an empty list adds none.
  static bool Add(const Slice& list, std::vector<int64_t>* all) {
    const auto old_size = static_cast<ptrdiff_t>(all->size());
    const char* at = list.data();
    const char* const end = at + list.size();
    while (at < end) {
      int64_t number = 0;
      const auto [past, error] = std::from_chars(at, end, number);
      if (error != std::errc() || (past < end && *past != ',')) return false;
      all->push_back(number);
      at = past + 1;
    }
    std::inplace_merge(all->begin(), all->begin() + old_size, all->end());
    return true;
  }

  static void Print(const std::vector<int64_t>& all, std::string* list) {
    list->clear();
    for (const int64_t number : all) {
      if (!list->empty()) list->push_back(',');
      list->append(std::to_string(number));
    }
  }
};

// `make` gives a new operator; the options in the text configure it.
template <class Make>
void Register(std::initializer_list<const char*> ids, Make make) {
  for (const char* id : ids) {
    RegisterFactory<MergeOperator>(id, [make](const ObjectRequest& request, auto* out) {
      std::shared_ptr<MergeOperator> made = make();
      Status s = Customizable::ConfigureNewObject(request.config, made.get(), request.properties);
      if (s.ok()) *out = std::move(made);
      return s;
    });
  }
}

}  // namespace

void RegisterMergeOperators() {
  Register({"StringAppendOperator", "stringappend"},
           [] { return std::make_shared<Joiner>("StringAppendOperator", "stringappend", true); });
  Register({"StringAppendTESTOperator", "stringappendtest"}, [] {
    return std::make_shared<Joiner>("StringAppendTESTOperator", "stringappendtest", false);
  });
  Register({"UInt64AddOperator", "uint64add"}, [] { return std::make_shared<Adder>(); });
  Register({"PutOperator", "put", "put_v1"}, [] { return std::make_shared<Newest>(); });
  Register({"MaxOperator", "max"}, [] { return std::make_shared<Largest>(); });
  Register({"BytesXOR", "bytesxor"}, [] { return std::make_shared<BitMixer>(); });
  Register({"MergeSortOperator", "sortlist"}, [] { return std::make_shared<ListMerger>(); });
}

}  // namespace ROCKSDB_NAMESPACE
