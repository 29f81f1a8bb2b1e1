// See the header.
#include "utilities/backup/backup_meta.h"

#include <array>
#include <utility>

#include "rocksdb/slice.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

constexpr char kSchemaLine[] = "schema_version ";
constexpr char kWrittenSchema[] = "2.1";
constexpr char kMetadataField[] = "metadata";
constexpr char kChecksumField[] = "crc32";
constexpr char kSizeField[] = "size";
constexpr char kTemperatureField[] = "temp";
constexpr char kExcludedField[] = "ni::excluded";
constexpr char kMustKnow[] = "ni::";
constexpr char kFooterLine[] = "// FOOTER";

constexpr std::array<std::pair<Temperature, const char*>, 3> kTemperatures = {{
    {Temperature::kHot, "kHot"},
    {Temperature::kWarm, "kWarm"},
    {Temperature::kCold, "kCold"},
}};

std::string TemperatureName(Temperature temperature) {
  for (const auto& [value, name] : kTemperatures) {
    if (value == temperature) return name;
  }
  return std::string();
}

// A temperature of a later release is none that this one could act on.
Temperature TemperatureOf(const std::string& name) {
  for (const auto& [value, text] : kTemperatures) {
    if (name == text) return value;
  }
  return Temperature::kUnknown;
}

bool ParseDecimal(const std::string& text, uint64_t max, uint64_t* value) {
  Slice in(text);
  return TakeDecimal(&in, value) && in.empty() && *value <= max;
}

void AppendFile(const BackupFile& file, int schema_version, std::string* text) {
  *text += file.name;
  if (file.has_crc) *text += std::string(" ") + kChecksumField + " " + std::to_string(file.crc);
  if (schema_version >= 2) {
    const std::string temperature = TemperatureName(file.temperature);
    if (!temperature.empty()) *text += std::string(" ") + kTemperatureField + " " + temperature;
    if (file.excluded) *text += std::string(" ") + kExcludedField + " true";
  }
  *text += "\n";
}

// Takes a description apart, line by line.
class MetaParser {
 public:
  MetaParser(const std::string& text, const std::string& path, BackupMeta* meta)
      : text_(text), path_(path), meta_(meta) {}

  Status Parse() {
    Status s = ParseHeader();
    if (s.ok()) s = ParseFiles();
    if (s.ok()) s = ParseFooter();
    return s;
  }

 private:
  // False at the end. A line without its line end is a part of one, and is not returned.
  bool NextLine(std::string* line) {
    const size_t end = text_.find('\n', at_);
    if (end == std::string::npos) return false;
    line->assign(text_, at_, end - at_);
    at_ = end + 1;
    return true;
  }
  Status Incomplete() const {
    return Status::Corruption("Inconsistent number of files or missing/incomplete header in " +
                              path_);
  }
  Status Damaged(const std::string& what, const std::string& line) const {
    return Status::Corruption(what + " in " + path_, line);
  }
  // OK for a field that may be ignored.
  Status UnknownField(const std::string& kind, const std::string& name) const {
    if (!StartsWith(name, kMustKnow)) return Status::OK();
    return Status::NotSupported(
        "Unrecognized non-ignorable " + kind + "field " + name + " (from future version?)", path_);
  }
  Status ParseHeader();
  Status ParseSchema(std::string* line);
  Status ParseMetaField(const std::string& line);
  Status ParseFiles();
  Status ParseFile(const std::string& line);
  Status ParseField(const std::string& name, const std::string& value, BackupFile* file) const;
  Status ParseFooter();

  const std::string& text_;
  const std::string& path_;
  BackupMeta* const meta_;
  size_t at_ = 0;
  bool schema2_ = false;
  bool has_footer_ = false;
  uint64_t announced_files_ = 0;
};

// Leaves the first line behind the schema in *line.
Status MetaParser::ParseSchema(std::string* line) {
  if (!NextLine(line)) return Incomplete();
  if (!StartsWith(*line, kSchemaLine)) return Status::OK();
  const std::string version = line->substr(sizeof(kSchemaLine) - 1);
  if (version != "2" && !StartsWith(version, "2.")) {
    return Status::NotSupported("Unsupported/unrecognized schema version: " + version, path_);
  }
  schema2_ = true;
  return NextLine(line) ? Status::OK() : Incomplete();
}

Status MetaParser::ParseMetaField(const std::string& line) {
  const size_t space = line.find(' ');
  const std::string name = line.substr(0, space);
  if (name == kMetadataField) {
    if (!UnescapeKey(std::string_view(line).substr(space + 1), &meta_->app_metadata)) {
      return Damaged("Failed to decode stored hex encoded app metadata", line);
    }
    return Status::OK();
  }
  if (!schema2_) return Damaged("Expected number of files or \"metadata\" field", line);
  return UnknownField("meta ", name);
}

Status MetaParser::ParseHeader() {
  std::string line;
  Status s = ParseSchema(&line);
  if (!s.ok()) return s;
  uint64_t number = 0;
  if (!ParseDecimal(line, INT64_MAX, &number)) return Damaged("Expected a timestamp", line);
  meta_->timestamp = static_cast<int64_t>(number);
  if (!NextLine(&line)) return Incomplete();
  if (!ParseDecimal(line, UINT64_MAX, &meta_->sequence)) {
    return Damaged("Expected a sequence number", line);
  }
  // Fields are names and values; a number alone ends them.
  while (true) {
    if (!NextLine(&line)) return Incomplete();
    if (line.find(' ') == std::string::npos) break;
    s = ParseMetaField(line);
    if (!s.ok()) return s;
  }
  if (!ParseDecimal(line, UINT32_MAX, &announced_files_)) {
    return Damaged("Expected number of files or meta field", line);
  }
  return s;
}

Status MetaParser::ParseField(const std::string& name, const std::string& value,
                              BackupFile* file) const {
  uint64_t number = 0;
  if (name == kChecksumField) {
    if (!ParseDecimal(value, UINT32_MAX, &number)) {
      return Status::Corruption("Invalid checksum value for " + file->name + " in " + path_, value);
    }
    file->crc = static_cast<uint32_t>(number);
    file->has_crc = true;
  } else if (name == kSizeField) {
    if (!ParseDecimal(value, UINT64_MAX, &file->size)) {
      return Status::Corruption("Invalid size for " + file->name + " in " + path_, value);
    }
    file->has_size = true;
  } else if (name == kTemperatureField) {
    file->temperature = TemperatureOf(value);
  } else if (name == kExcludedField) {
    if (value != "true" && value != "false") {
      return Status::NotSupported("Unrecognized value \"" + value + "\" for field " + name, path_);
    }
    file->excluded = value == "true";
  } else {
    return UnknownField("file ", name);
  }
  return Status::OK();
}

Status MetaParser::ParseFile(const std::string& line) {
  if (line.empty()) return Damaged("Empty line instead of file entry", line);
  std::vector<std::string> parts = Split(line, ' ');
  BackupFile file;
  file.name = parts[0];
  if (!schema2_) {
    if (parts.size() < 3) {
      return Status::Corruption("File checksum is missing for " + file.name + " in " + path_);
    }
    if (parts[1] != kChecksumField) {
      return Status::Corruption("Unknown checksum type for " + file.name + " in " + path_,
                                parts[1]);
    }
    if (parts.size() > 3) {
      return Status::Corruption("Extra data for entry " + file.name + " in " + path_, line);
    }
  }
  if (parts.size() % 2 == 0) return Damaged("Bad number of line components for file entry", line);
  for (size_t i = 1; i < parts.size(); i += 2) {
    Status s = ParseField(parts[i], parts[i + 1], &file);
    if (!s.ok()) return s;
  }
  meta_->files.push_back(std::move(file));
  return Status::OK();
}

Status MetaParser::ParseFiles() {
  std::string line;
  while (NextLine(&line)) {
    if (schema2_ && line == kFooterLine) {
      has_footer_ = true;
      break;
    }
    Status s = ParseFile(line);
    if (!s.ok()) return s;
  }
  // A description that was cut short has fewer.
  return meta_->NumberOfFiles() == announced_files_ ? Status::OK() : Incomplete();
}

Status MetaParser::ParseFooter() {
  std::string line;
  while (has_footer_ && NextLine(&line)) {
    if (line.empty()) return Damaged("Unexpected empty line", line);
    Status s = UnknownField("", line.substr(0, line.find(' ')));
    if (!s.ok()) return s;
  }
  return Status::OK();
}

}  // namespace

uint64_t BackupMeta::TotalSize() const {
  uint64_t size = 0;
  for (const BackupFile& file : files) size += file.excluded ? 0 : file.size;
  return size;
}

uint32_t BackupMeta::NumberOfFiles() const {
  uint32_t count = 0;
  for (const BackupFile& file : files) count += file.excluded ? 0 : 1;
  return count;
}

std::string EncodeMeta(const BackupMeta& meta, int schema_version) {
  std::string text;
  if (schema_version >= 2) text += std::string(kSchemaLine) + kWrittenSchema + "\n";
  text += std::to_string(meta.timestamp) + "\n" + std::to_string(meta.sequence) + "\n";
  if (!meta.app_metadata.empty()) {
    text += std::string(kMetadataField) + " " + EscapeKey(meta.app_metadata) + "\n";
  }
  text += std::to_string(meta.NumberOfFiles()) + "\n";
  for (const BackupFile& file : meta.files) AppendFile(file, schema_version, &text);
  return text;
}

Status DecodeMeta(const std::string& text, const std::string& path, BackupMeta* meta) {
  *meta = BackupMeta();
  return MetaParser(text, path, meta).Parse();
}

}  // namespace ROCKSDB_NAMESPACE::backup
