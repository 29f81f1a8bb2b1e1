// OPTIONS files from text: parsed, turned into options, written, and read again to the same text.
//
// Input: the text. A line "ignore" in front of it lets unknown options pass.
#include "options/options_file.h"
#include "test/fuzz/fuzz.h"

namespace bucketlsm_fuzz {
namespace {

struct Understood {
  DBOptions db;
  std::vector<ColumnFamilyDescriptor> families;
};

Status Understand(const ConfigOptions& config, const std::string& text, Understood* out) {
  OptionsFile file;
  Status s = ParseOptionsFile(text, &file);
  if (s.ok()) s = OptionsFromFile(config, file, nullptr, &out->db, &out->families);
  return s;
}

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(options_file) {
  Slice text = input;
  ConfigOptions config;
  config.ignore_unknown_options = text.starts_with("ignore\n");
  if (config.ignore_unknown_options) text.remove_prefix(7);
  Understood read;
  if (!Understand(config, text.ToString(), &read).ok()) return;
  FUZZ_CHECK(!read.families.empty(), "no column family");
  const std::string written = FormatOptionsFile(read.db, read.families);
  Understood again;
  FUZZ_OK(Understand(ConfigOptions(), written, &again));
  const std::string twice = FormatOptionsFile(again.db, again.families);
  FUZZ_CHECK(twice == written, "written again it is another:\n" + written + "\nagainst\n" + twice);
}
