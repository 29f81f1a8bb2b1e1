// Parses the command lines of ldb and sst_dump, and bytes in hex. It knows no command: the caller
// knows the flags.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE::tools {

// Flags `--name=value` and `--name` may stand anywhere; the other arguments are the words, in
// order. A lone "--" is a word. Immutable.
class Arguments {
 public:
  Arguments(int argc, const char* const* argv);

  const std::vector<std::string>& words() const { return words_; }
  bool Has(const std::string& name) const { return flags_.count(name) > 0; }
  std::string Text(const std::string& name, const std::string& fallback = "") const;
  // A flag without a value is true; `--name=false` and `--name=0` are false.
  bool On(const std::string& name, bool fallback = false) const;
  // InvalidArgument with the name of the flag, unless its value is a whole number.
  [[nodiscard]] Status Number(const std::string& name, int64_t fallback, int64_t* value) const;
  // *value stays without the flag. InvalidArgument with the accepted sizes for one below 0 or above
  // `most`.
  [[nodiscard]] Status Size(const std::string& name, uint64_t* value,
                            uint64_t most = INT64_MAX) const;
  // The first flag that is not in `known`, or "".
  std::string FirstUnknown(const std::set<std::string>& known) const;

 private:
  std::vector<std::string> words_;
  std::map<std::string, std::string> flags_;
};

// Convert "0x0AFF" to bytes, and bytes to "0x0AFF".
[[nodiscard]] Status DecodeHex(const std::string& text, std::string* bytes);
std::string EncodeHex(const Slice& bytes);

}  // namespace ROCKSDB_NAMESPACE::tools
