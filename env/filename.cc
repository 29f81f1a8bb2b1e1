// See filename.h.
#include "env/filename.h"

#include <cctype>
#include <string_view>

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr std::string_view kArchiveDir = "archive";
constexpr std::string_view kTempSuffix = ".dbtmp";
constexpr std::string_view kOldMark = ".old.";

std::string SixDigits(uint64_t number) { return Format("%06lu", number); }

// Consumes `text` at the front of *in.
bool TakeText(Slice* in, std::string_view text) {
  if (!in->starts_with(text)) {
    return false;
  }
  in->remove_prefix(text.size());
  return true;
}

// The kinds whose names are a word and a number.
bool ParseWordAndNumber(Slice rest, uint64_t* number, FileType* type) {
  static constexpr struct {
    std::string_view word;
    FileType type;
  } kKinds[] = {
      {"MANIFEST-", kDescriptorFile}, {"METADB-", kMetaDatabase}, {"OPTIONS-", kOptionsFile}};
  for (const auto& kind : kKinds) {
    Slice tail = rest;
    if (!TakeText(&tail, kind.word) || !TakeDecimal(&tail, number)) {
      continue;
    }
    *type = kind.type;
    // An OPTIONS file that a crash left half written; to be deleted.
    if (kind.type == kOptionsFile && tail == kTempSuffix) {
      *type = kTempFile;
      return true;
    }
    return tail.empty();
  }
  return false;
}

// The kinds whose names are a number and a suffix.
bool ParseNumberAndSuffix(Slice rest, bool in_archive, uint64_t* number, FileType* type) {
  static constexpr struct {
    std::string_view suffix;
    FileType type;
  } kKinds[] = {{".log", kWalFile},
                {".sst", kTableFile},
                {".ldb", kTableFile},
                {".blob", kBlobFile},
                {kTempSuffix, kTempFile}};
  if (!TakeDecimal(&rest, number)) {
    return false;
  }
  for (const auto& kind : kKinds) {
    if (rest == kind.suffix) {
      *type = kind.type;
      // Only logs are archived; other files there are not ours.
      return kind.type == kWalFile || !in_archive;
    }
  }
  return false;
}

// "LOG", or "LOG.old." and a time.
bool ParseInfoLog(Slice rest, const Slice& log_name, uint64_t* number) {
  if (!rest.starts_with(log_name)) {
    return false;
  }
  rest.remove_prefix(log_name.size());
  *number = 0;
  return rest.empty() || (TakeText(&rest, kOldMark) && TakeDecimal(&rest, number) && rest.empty());
}

}  // namespace

std::string JoinPath(const std::string& dir, const std::string& name) {
  return !dir.empty() && dir.back() == '/' ? dir + name : dir + "/" + name;
}

std::string DirectoryOf(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) {
    return ".";
  }
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string BaseNameOf(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string WalFileName(uint64_t number) { return SixDigits(number) + ".log"; }
std::string WalFileName(const std::string& dir, uint64_t number) {
  return JoinPath(dir, WalFileName(number));
}
std::string ArchivedWalDirectory(const std::string& dir) {
  return JoinPath(dir, std::string(kArchiveDir));
}
std::string TableFileName(uint64_t number) { return SixDigits(number) + ".sst"; }
std::string LevelDbTableFileName(const std::string& dir, uint64_t number) {
  return JoinPath(dir, SixDigits(number) + ".ldb");
}
std::string TableFileName(const std::string& dir, uint64_t number) {
  return JoinPath(dir, TableFileName(number));
}
std::string ManifestFileName(uint64_t number) { return "MANIFEST-" + SixDigits(number); }
std::string ManifestFileName(const std::string& dir, uint64_t number) {
  return JoinPath(dir, ManifestFileName(number));
}
std::string CurrentFileName(const std::string& dir) { return JoinPath(dir, "CURRENT"); }
std::string LockFileName(const std::string& dir) { return JoinPath(dir, "LOCK"); }
std::string IdentityFileName(const std::string& dir) { return JoinPath(dir, "IDENTITY"); }
std::string TempFileName(const std::string& dir, uint64_t number) {
  return JoinPath(dir, SixDigits(number) + std::string(kTempSuffix));
}
std::string OptionsFileName(uint64_t number) { return "OPTIONS-" + SixDigits(number); }
std::string OptionsFileName(const std::string& dir, uint64_t number) {
  return JoinPath(dir, OptionsFileName(number));
}
std::string TempOptionsFileName(const std::string& dir, uint64_t number) {
  return OptionsFileName(dir, number) + std::string(kTempSuffix);
}

InfoLogName::InfoLogName(const std::string& db_absolute_path, const std::string& db_log_dir)
    : dir(db_log_dir.empty() ? db_absolute_path : db_log_dir), current("LOG") {
  if (db_log_dir.empty()) {
    return;
  }
  std::string prefix;
  for (const char c : db_absolute_path) {
    // In stock's spelling, so that both find their logs in a shared directory.
    const bool kept =
        std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.' || c == '_';
    if (kept || !prefix.empty()) {
      prefix.push_back(kept ? c : '_');
    }
  }
  current = prefix + "_LOG";
}

bool InfoLogName::IsOldLog(const std::string& file_name) const {
  uint64_t when = 0;
  return file_name != current && ParseInfoLog(file_name, current, &when);
}

bool ParseFileName(const std::string& name, uint64_t* number, FileType* type) {
  return ParseFileName(name, Slice(), number, type);
}

bool ParseFileName(const std::string& name, const Slice& info_log_name, uint64_t* number,
                   FileType* type, bool* archived) {
  Slice rest = name;
  TakeText(&rest, "/");
  *number = 0;
  if (archived != nullptr) {
    *archived = false;
  }
  static constexpr struct {
    std::string_view name;
    FileType type;
  } kWhole[] = {{"CURRENT", kCurrentFile}, {"LOCK", kDBLockFile}, {"IDENTITY", kIdentityFile}};
  for (const auto& whole : kWhole) {
    if (rest == whole.name) {
      *type = whole.type;
      return true;
    }
  }
  if (ParseInfoLog(rest, info_log_name.empty() ? Slice("LOG") : info_log_name, number)) {
    *type = kInfoLogFile;
    return true;
  }
  if (ParseWordAndNumber(rest, number, type)) {
    return true;
  }
  const bool in_archive = TakeText(&rest, std::string(kArchiveDir) + "/");
  if (archived != nullptr) {
    *archived = in_archive;
  }
  return ParseNumberAndSuffix(rest, in_archive, number, type);
}

}  // namespace ROCKSDB_NAMESPACE
