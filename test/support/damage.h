// For tests that damage databases: files by kind, bytes in and out, and the places of the parts of
// a table file. Uses the public API and the format's constants only.
#pragma once

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>

#include "test/support/scratch.h"

namespace system_test {

namespace fs = std::filesystem;

inline std::string FileBytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
inline void SetFileBytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}
inline void CopyDatabase(const fs::path& from, const fs::path& to) {
  fs::remove_all(to);
  fs::copy(from, to, fs::copy_options::recursive);
}

// Files whose name begins and ends so, in order of their names.
inline std::vector<fs::path> FilesLike(const fs::path& db, const std::string& prefix,
                                       const std::string& suffix) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(db)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file() && name.starts_with(prefix) && name.ends_with(suffix)) {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}
inline std::vector<fs::path> Tables(const fs::path& db) { return FilesLike(db, "", ".sst"); }
inline std::vector<fs::path> Logs(const fs::path& db) { return FilesLike(db, "", ".log"); }
inline fs::path Manifest(const fs::path& db) { return FilesLike(db, "MANIFEST-", "").back(); }

inline void FlipBit(const fs::path& path, size_t at, int bit) {
  std::string bytes = FileBytes(path);
  ASSERT_LT(at, bytes.size());
  bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
  SetFileBytes(path, bytes);
}

// Where the parts of a table of format version 6 lie: name -> [begin, end).
using Parts = std::map<std::string, std::pair<size_t, size_t>>;
inline Parts PartsOf(const std::string& table, const TableProperties& p) {
  constexpr size_t kFooter = 53, kTrailer = 5;
  Parts parts;
  const size_t footer = table.size() - kFooter;
  uint32_t metaindex = 0;
  std::memcpy(&metaindex, table.data() + footer + 13, sizeof(metaindex));
  const size_t meta_begin = footer - metaindex - kTrailer;
  parts["data"] = {0, p.data_size};
  size_t at = p.data_size;
  if (p.filter_size > 0) {
    parts["filter"] = {at, at + p.filter_size};
    at += p.filter_size + kTrailer;
  }
  parts["index"] = {at, at + p.index_size};
  at = std::min<size_t>(at + p.index_size, meta_begin);
  parts["range deletions and properties"] = {at, meta_begin};
  parts["metaindex"] = {meta_begin, footer};
  parts["footer"] = {footer, table.size()};
  return parts;
}

}  // namespace system_test
