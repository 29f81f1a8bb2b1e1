// Option strings: database, column family, table and bucket options out of text. What is accepted,
// written as text and read again must be the same options; escapes undo each other; maps made from
// a string give what the string gives.
//
// Input: one byte that chooses, then the text.
#include "options/option_text.h"
#include "rocksdb/convenience.h"
#include "rocksdb/memtablerep.h"
#include "test/fuzz/fuzz.h"

namespace bucketlsm_fuzz {
namespace {

using StringMap = std::unordered_map<std::string, std::string>;

ConfigOptions Config(uint8_t flags) {
  ConfigOptions config;
  config.ignore_unknown_options = (flags & 8) != 0;
  config.input_strings_escaped = (flags & 16) == 0;
  config.mutable_options_only = (flags & 32) != 0;
  return config;
}

// The functions of one option struct.
template <class T>
struct Calls {
  Status (*from_string)(const ConfigOptions&, const T&, const std::string&, T*);
  Status (*from_map)(const ConfigOptions&, const T&, const StringMap&, T*);
  Status (*to_string)(const ConfigOptions&, const T&, std::string*);
};

template <class T>
void RoundTrip(const Calls<T>& calls, const ConfigOptions& config, const std::string& text) {
  T read, mapped, again;
  const Status s = calls.from_string(config, T(), text, &read);
  StringMap map;
  if (StringToMap(text, &map).ok()) {
    const Status same = calls.from_map(config, T(), map, &mapped);
    FUZZ_CHECK(same.ok() == s.ok(), "map: " + same.ToString() + " string: " + s.ToString());
  } else {
    FUZZ_CHECK(!s.ok(), "a string that cannot be split gave options");
  }
  if (!s.ok()) return;
  std::string written, twice;
  const ConfigOptions plain;
  FUZZ_OK(calls.to_string(plain, read, &written));
  FUZZ_OK(calls.from_string(plain, T(), written, &again));
  FUZZ_OK(calls.to_string(plain, again, &twice));
  FUZZ_CHECK(twice == written, "written again it is another:\n" + written + "\nagainst\n" + twice);
}

Status TableToString(const ConfigOptions& config, const BlockBasedTableOptions& table,
                     std::string* text) {
  const std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory(table));
  return factory->GetOptionString(config, text);
}

void CheckText(const std::string& text) {
  FUZZ_CHECK(UnescapeOptionValue(EscapeOptionValue(text)) == text, "escaping loses something");
  (void)UnescapeOptionValue(text);
  (void)StripComment(text);
  const std::string_view trimmed = TrimSpaces(text);
  FUZZ_CHECK(TrimSpaces(trimmed) == trimmed, "trimmed twice");
  std::vector<std::string> items;
  (void)SplitOptionList(text, ':', &items).ok();
  std::unique_ptr<MemTableRepFactory> factory;
  (void)GetMemTableRepFactoryFromString(text, &factory).ok();
  Options mixed;
  (void)GetOptionsFromString(Options(), text, &mixed).ok();
}

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(option_text) {
  Draws draws(input);
  const uint8_t flags = draws.Byte();
  const std::string text = draws.Rest().ToString();
  const ConfigOptions config = Config(flags);
  switch (flags & 7) {
    case 0:
      RoundTrip<DBOptions>({&GetDBOptionsFromString, &GetDBOptionsFromMap, &GetStringFromDBOptions},
                           config, text);
      break;
    case 1:
      RoundTrip<ColumnFamilyOptions>(
          {&GetColumnFamilyOptionsFromString, &GetColumnFamilyOptionsFromMap,
           &GetStringFromColumnFamilyOptions},
          config, text);
      break;
    case 2:
      RoundTrip<BlockBasedTableOptions>(
          {&GetBlockBasedTableOptionsFromString, &GetBlockBasedTableOptionsFromMap, &TableToString},
          config, text);
      break;
    case 3:
      RoundTrip<ColumnFamilyOptions>(
          {&GetColumnFamilyOptionsFromString, &GetColumnFamilyOptionsFromMap,
           &GetStringFromColumnFamilyOptions},
          config, "bucket_options={" + text + "}");
      break;
    default:
      CheckText(text);
      break;
  }
}
