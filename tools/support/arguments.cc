// Command lines: see arguments.h.
#include "tools/support/arguments.h"

#include <cstdlib>

namespace ROCKSDB_NAMESPACE::tools {

Arguments::Arguments(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    if (text.rfind("--", 0) != 0 || text.size() == 2) {
      words_.push_back(text);
      continue;
    }
    const size_t equals = text.find('=');
    if (equals == std::string::npos) {
      flags_[text.substr(2)] = "true";
    } else {
      flags_[text.substr(2, equals - 2)] = text.substr(equals + 1);
    }
  }
}

std::string Arguments::Text(const std::string& name, const std::string& fallback) const {
  const auto it = flags_.find(name);
  return it == flags_.end() ? fallback : it->second;
}

bool Arguments::On(const std::string& name, bool fallback) const {
  const std::string value = Text(name, fallback ? "true" : "false");
  return value != "false" && value != "0";
}

Status Arguments::Number(const std::string& name, int64_t fallback, int64_t* value) const {
  *value = fallback;
  if (!Has(name)) return Status::OK();
  const std::string text = Text(name);
  char* end = nullptr;
  *value = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0') {
    return Status::InvalidArgument("--" + name + " needs a number, not '" + text + "'");
  }
  return Status::OK();
}

Status Arguments::Size(const std::string& name, uint64_t* value, uint64_t most) const {
  if (!Has(name)) return Status::OK();
  int64_t given = 0;
  Status s = Number(name, 0, &given);
  if (s.ok() && (given < 0 || static_cast<uint64_t>(given) > most)) {
    s = Status::InvalidArgument("--" + name + " takes 0 to " + std::to_string(most) + ", not " +
                                std::to_string(given));
  }
  if (s.ok()) *value = static_cast<uint64_t>(given);
  return s;
}

std::string Arguments::FirstUnknown(const std::set<std::string>& known) const {
  for (const auto& [name, value] : flags_) {
    if (known.count(name) == 0) return name;
  }
  return "";
}

Status DecodeHex(const std::string& text, std::string* bytes) {
  if (text.rfind("0x", 0) != 0 && text.rfind("0X", 0) != 0) {
    return Status::InvalidArgument("hex input must start with 0x", text);
  }
  if (!Slice(text.data() + 2, text.size() - 2).DecodeHex(bytes)) {
    return Status::InvalidArgument("not pairs of hex digits", text);
  }
  return Status::OK();
}

std::string EncodeHex(const Slice& bytes) { return "0x" + bytes.ToString(/*hex=*/true); }

}  // namespace ROCKSDB_NAMESPACE::tools
