// Text of OPTIONS files; see options_file.h. Writing walks the option tables, so that a new option
// needs no code here. Reading has two steps: Reader turns text into sections of names and values
// without knowing any option, and OptionsFromFile passes each section to the table of its struct.
#include "options/options_file.h"

#include <algorithm>

#include "env/file_io.h"
#include "env/filename.h"
#include "options/option_tables.h"
#include "options/option_text.h"
#include "options/table_options_table.h"
#include "rocksdb/file_system.h"
#include "rocksdb/version.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// A comment to stock, a key to us.
constexpr std::string_view kPrivatePrefix = "#bucketlsm.";
constexpr char kTableTitle[] = "TableOptions/";

void AppendSection(const std::string& title, const OptionTable& table, const void* options,
                   std::string* out) {
  const ConfigOptions config;
  *out += "[" + title + "]\n";
  for (const OptionSpec& spec : table) {
    const std::string value =
        spec.Is(kUnwritten) || spec.Is(kPrivate) ? "" : spec.codec->format(config, options);
    if (!value.empty()) {
      *out += std::string("  ") + spec.name + "=" + value + "\n";
    }
  }
  for (const OptionSpec& spec : table) {
    if (spec.Is(kPrivate)) {
      *out += "  " + std::string(kPrivatePrefix) + spec.name + "=" +
              spec.codec->format(config, options) + "\n";
    }
  }
  // Stock ends its sections with such a line.
  *out += "  \n";
}

std::string Quoted(const std::string& name) { return " \"" + EscapeOptionValue(name) + "\""; }

// Line-by-line reader of an OPTIONS file.
class Reader {
 public:
  explicit Reader(OptionsFile* file) : file_(file) {}

  Status Read(const std::string& text) {
    for (const std::string& line : Split(text, '\n')) {
      ++line_number_;
      Status s = ReadLine(line);
      if (!s.ok()) {
        return s;
      }
    }
    return CheckComplete();
  }

 private:
  Status Fail(const std::string& why) const {
    return Status::InvalidArgument("OPTIONS file, line " + std::to_string(line_number_), why);
  }

  Status ReadLine(const std::string& line) {
    std::string_view content = TrimSpaces(line);
    // Before comments are removed, because the line is one.
    if (content.starts_with(kPrivatePrefix)) {
      content.remove_prefix(kPrivatePrefix.size());
    } else {
      content = StripComment(content);
    }
    if (content.empty()) {
      return Status::OK();
    }
    return content.front() == '[' ? OpenSection(content) : ReadValue(content);
  }

  Status OpenSection(std::string_view header) {
    if (header.back() != ']') {
      return Fail("a section header must end with ]");
    }
    header = TrimSpaces(header.substr(1, header.size() - 2));
    std::string title(header);
    std::string argument;
    if (const size_t quote = header.find('"'); quote != std::string_view::npos) {
      if (header.size() < quote + 2 || header.back() != '"') {
        return Fail("unclosed quote in a section header");
      }
      title = TrimSpaces(header.substr(0, quote));
      argument = UnescapeOptionValue(header.substr(quote + 1, header.size() - quote - 2));
    }
    return Enter(title, argument);
  }

  Status Enter(const std::string& title, const std::string& argument) {
    if (title == "Version") {
      section_ = &file_->version;
    } else if (title == "DBOptions") {
      if (seen_db_) {
        return Fail("more than one DBOptions section");
      }
      seen_db_ = true;
      section_ = &file_->db;
    } else if (title == "CFOptions") {
      return EnterFamily(argument);
    } else if (StartsWith(title, kTableTitle)) {
      if (FamilyNamed(argument) == nullptr) {
        return Fail("table options of an unknown column family: " + argument);
      }
      file_->tables.push_back({title.substr(sizeof(kTableTitle) - 1), argument, {}});
      // Points into the last element of the vector, which is valid until the next section begins.
      section_ = &file_->tables.back().values;
    } else {
      return Fail("unknown section: " + title);
    }
    return Status::OK();
  }

  Status EnterFamily(const std::string& name) {
    // Readers of the file rely on the default family being the first.
    if (file_->families.empty() != (name == kDefaultColumnFamilyName)) {
      return Fail("the default column family must come first, and once");
    }
    if (FamilyNamed(name) != nullptr) {
      return Fail("two sections for one column family: " + name);
    }
    file_->families.push_back({"CFOptions", name, {}});
    section_ = &file_->families.back().values;
    return Status::OK();
  }

  Status ReadValue(std::string_view content) {
    const size_t equals = content.find('=');
    if (section_ == nullptr || equals == std::string_view::npos) {
      return Fail("expected NAME=VALUE inside a section");
    }
    const std::string name(TrimSpaces(content.substr(0, equals)));
    (*section_)[name] = TrimSpaces(content.substr(equals + 1));
    return Status::OK();
  }

  const OptionsSection* FamilyNamed(const std::string& name) const {
    for (const OptionsSection& family : file_->families) {
      if (family.argument == name) {
        return &family;
      }
    }
    return nullptr;
  }

  Status CheckComplete() const {
    if (file_->version.count("rocksdb_version") == 0 ||
        file_->version.count("options_file_version") == 0) {
      return Status::Corruption("OPTIONS file without its Version section");
    }
    if (!seen_db_) {
      return Status::Corruption("OPTIONS file without a DBOptions section");
    }
    if (file_->families.empty()) {
      return Status::Corruption("OPTIONS file without a default column family");
    }
    return Status::OK();
  }

  OptionsFile* const file_;
  OptionMap* section_ = nullptr;
  int line_number_ = 0;
  bool seen_db_ = false;
};

Status TableFromFile(const ConfigOptions& config, const OptionsSection& section,
                     const std::shared_ptr<Cache>* cache, std::shared_ptr<TableFactory>* result) {
  if (section.title != TableFactory::kBlockBasedTableName()) {
    return Status::OK();  // the factory was made from its name
  }
  BlockBasedTableOptions base;
  if (cache != nullptr) {
    base.block_cache = *cache;
  }
  Status s = MakeBlockBasedFactory(config, &base, section.values, result);
  return s.IsNotSupported() && config.ignore_unsupported_options ? Status::OK() : s;
}

// Compares options of one struct with their text in a file.
class Comparison {
 public:
  Comparison(const ConfigOptions& config, const std::string& where)
      : config_(config), where_(where) {}

  Status Run(const OptionTable& table, const OptionMap& persisted, const void* persisted_options,
             const void* options) const {
    for (const OptionSpec& spec : table) {
      if (spec.Is(kUnwritten) || !config_.IsCheckEnabled(LevelOf(spec))) {
        continue;
      }
      auto it = persisted.find(spec.name);
      if (it == persisted.end()) {
        continue;
      }
      // Compared as text: the file's text was parsed and formatted again, so that two spellings of
      // one value agree. Objects cannot always be made from text, so their text is compared
      // unchanged.
      const std::string now = spec.codec->format(ConfigOptions(), options);
      const std::string before =
          spec.Is(kByName) ? it->second : spec.codec->format(ConfigOptions(), persisted_options);
      if (!Agree(spec, before, now)) {
        return Status::InvalidArgument(where_ + spec.name + " differs from the OPTIONS file",
                                       "specified " + now + ", persisted " + before);
      }
    }
    return Status::OK();
  }

 private:
  static ConfigOptions::SanityLevel LevelOf(const OptionSpec& spec) {
    return spec.Is(kGuarded) ? ConfigOptions::kSanityLevelLooselyCompatible
                             : ConfigOptions::kSanityLevelExactMatch;
  }

  static std::string IdOf(const std::string& text) {
    std::string id;
    OptionMap properties;
    return ParseObjectRequest(text, &id, &properties).ok() ? id : text;
  }

  static bool Agree(const OptionSpec& spec, const std::string& before, const std::string& now) {
    if (!spec.Is(kByName)) {
      return before == now;
    }
    return IdOf(before) == IdOf(now) || (spec.Is(kMayAppear) && before == "nullptr");
  }

  const ConfigOptions& config_;
  const std::string where_;
};

const ColumnFamilyDescriptor* Named(const std::vector<ColumnFamilyDescriptor>& families,
                                    const std::string& name) {
  auto it = std::find_if(families.begin(), families.end(),
                         [&](const ColumnFamilyDescriptor& d) { return d.name == name; });
  return it == families.end() ? nullptr : &*it;
}

}  // namespace

const OptionsSection* OptionsFile::TableOf(const std::string& family) const {
  for (const OptionsSection& table : tables) {
    if (table.argument == family) {
      return &table;
    }
  }
  return nullptr;
}

std::string FormatOptionsFile(const DBOptions& db,
                              const std::vector<ColumnFamilyDescriptor>& families) {
  std::string out = "# Options of a RocksDB database, in RocksDB's format.\n\n[Version]\n";
  out += Format("  rocksdb_version=%d.%d.%d\n  options_file_version=1.1\n\n", ROCKSDB_MAJOR,
                ROCKSDB_MINOR, ROCKSDB_PATCH);
  AppendSection("DBOptions", DBOptionsTable(), &db, &out);
  for (const ColumnFamilyDescriptor& family : families) {
    out += "\n";
    AppendSection("CFOptions" + Quoted(family.name), ColumnFamilyOptionsTable(), &family.options,
                  &out);
    const TableFactory* factory = family.options.table_factory.get();
    if (const BlockBasedTableOptions* table = TableOptionsOf(factory)) {
      AppendSection(kTableTitle + std::string(factory->Name()) + Quoted(family.name),
                    BlockBasedTable(), table, &out);
    }
  }
  return out;
}

Status ParseOptionsFile(const std::string& text, OptionsFile* file) {
  *file = {};
  return Reader(file).Read(text);
}

Status OptionsFromFile(const ConfigOptions& config, const OptionsFile& file,
                       std::shared_ptr<Cache>* cache, DBOptions* db,
                       std::vector<ColumnFamilyDescriptor>* families) {
  *db = DBOptions();
  db->env = config.env;
  families->clear();
  Status s = ParseOptions(config, DBOptionsTable(), file.db, db);
  for (const OptionsSection& section : file.families) {
    if (!s.ok()) {
      break;
    }
    ColumnFamilyDescriptor& family = families->emplace_back();
    family.name = section.argument;
    s = ParseOptions(config, ColumnFamilyOptionsTable(), section.values, &family.options);
    const OptionsSection* table = file.TableOf(section.argument);
    if (s.ok() && table != nullptr) {
      s = TableFromFile(config, *table, cache, &family.options.table_factory);
    }
  }
  return s;
}

Status CompareWithOptionsFile(const ConfigOptions& config, const OptionsFile& file,
                              const DBOptions& db,
                              const std::vector<ColumnFamilyDescriptor>& families) {
  DBOptions old_db;
  std::vector<ColumnFamilyDescriptor> old_families;
  Status s = OptionsFromFile(config, file, nullptr, &old_db, &old_families);
  if (s.ok()) {
    s = Comparison(config, "DBOptions.").Run(DBOptionsTable(), file.db, &old_db, &db);
  }
  const bool exact = config.IsCheckEnabled(ConfigOptions::kSanityLevelExactMatch);
  for (size_t i = 0; s.ok() && i < old_families.size(); ++i) {
    const std::string& name = old_families[i].name;
    const ColumnFamilyDescriptor* now = Named(families, name);
    const Comparison compare(config, "Column family " + name + ": ");
    if (now == nullptr) {
      s = exact ? Status::InvalidArgument("Column family only in the OPTIONS file", name) : s;
      continue;
    }
    s = compare.Run(ColumnFamilyOptionsTable(), file.families[i].values, &old_families[i].options,
                    &now->options);
    const auto* old_table = TableOptionsOf(old_families[i].options.table_factory.get());
    const auto* new_table = TableOptionsOf(now->options.table_factory.get());
    const OptionsSection* section = file.TableOf(name);
    if (s.ok() && section != nullptr && old_table != nullptr && new_table != nullptr) {
      s = compare.Run(BlockBasedTable(), section->values, old_table, new_table);
    }
  }
  return s;
}

Status PersistOptions(FileSystem* fs, const std::string& dbname, uint64_t number,
                      const DBOptions& db, const std::vector<ColumnFamilyDescriptor>& families) {
  const std::string aside = TempOptionsFileName(dbname, number);
  IOStatus s = WriteStringToFile(fs, FormatOptionsFile(db, families), aside, /*should_sync=*/true);
  if (s.ok()) {
    s = fs->RenameFile(aside, OptionsFileName(dbname, number), IOOptions(), nullptr);
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
