// The table of settings: see settings.h.
#include "tools/lsm_sim/settings.h"

#include <charconv>
#include <sstream>

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: option names only

uint64_t Bytes(double mib) { return static_cast<uint64_t>(mib * (1 << 20)); }

struct Setting {
  const char* name;
  const char* sentence;
  void (*apply)(double value, SimSpec* spec);
};

constexpr Setting kSettings[] = {
    {"writes", "writes, and keys of the key space",
     [](double v, SimSpec* s) { s->writes = s->keys = static_cast<uint64_t>(v); }},
    {"write_mbps", "MB/s that the application writes where nothing holds it up",
     [](double v, SimSpec* s) { s->machine.write_rate = v * 1e6; }},
    {"merge_mbps", "MB/s that one merging thread writes",
     [](double v, SimSpec* s) { s->machine.merge_rate = v * 1e6; }},
    {"flush_mbps", "MB/s that one flushing thread writes",
     [](double v, SimSpec* s) { s->machine.flush_rate = v * 1e6; }},
    {"device_mbps", "MB/s of the device, reads and writes together",
     [](double v, SimSpec* s) { s->machine.device_rate = v * 1e6; }},
    {"cores", "processors of the machine", [](double v, SimSpec* s) { s->machine.cores = v; }},
    {"jobs", "max_background_jobs",
     [](double v, SimSpec* s) { s->db.max_background_jobs = static_cast<int>(v); }},
    {"subcompactions", "max_subcompactions",
     [](double v, SimSpec* s) { s->db.max_subcompactions = static_cast<uint32_t>(v); }},
    {"delayed_kbps", "delayed_write_rate in KB/s",
     [](double v, SimSpec* s) { s->db.delayed_write_rate = static_cast<uint64_t>(v * 1000); }},
    {"buffer_mib", "write_buffer_size",
     [](double v, SimSpec* s) { s->cf.write_buffer_size = Bytes(v); }},
    {"base_mib", "max_bytes_for_level_base",
     [](double v, SimSpec* s) { s->cf.max_bytes_for_level_base = Bytes(v); }},
    {"file_mib", "target_file_size_base",
     [](double v, SimSpec* s) { s->cf.target_file_size_base = Bytes(v); }},
    {"job_mib", "max_compaction_bytes",
     [](double v, SimSpec* s) { s->cf.max_compaction_bytes = Bytes(v); }},
    {"buckets", "initial_buckets",
     [](double v, SimSpec* s) { s->cf.bucket_options.initial_buckets = static_cast<uint32_t>(v); }},
    {"window", "window_flushes",
     [](double v, SimSpec* s) { s->cf.bucket_options.window_flushes = static_cast<uint32_t>(v); }},
    {"split_temperature", "split_temperature",
     [](double v, SimSpec* s) { s->cf.bucket_options.split_temperature = v; }},
    {"merge_temperature", "merge_temperature",
     [](double v, SimSpec* s) { s->cf.bucket_options.merge_temperature = v; }},
    {"dynamic_levels", "level_compaction_dynamic_level_bytes",
     [](double v, SimSpec* s) { s->cf.level_compaction_dynamic_level_bytes = v != 0; }},
};

}  // namespace

std::vector<std::string> SettingNames() {
  std::vector<std::string> names;
  for (const Setting& s : kSettings) names.push_back(std::string(s.name) + ": " + s.sentence);
  return names;
}

Status ApplySetting(const std::string& name, double value, SimSpec* spec) {
  std::string known;
  for (const Setting& s : kSettings) {
    if (name == s.name) {
      s.apply(value, spec);
      return Status::OK();
    }
    known += (known.empty() ? "" : ", ") + std::string(s.name);
  }
  return Status::InvalidArgument("no setting " + name, "known: " + known);
}

Status ApplySettings(const std::string& text, SimSpec* spec) {
  std::stringstream items(text);
  for (std::string item; std::getline(items, item, ',');) {
    const size_t at = item.find('=');
    double value = 0;
    const char* const end = item.data() + item.size();
    if (at == std::string::npos || std::from_chars(item.data() + at + 1, end, value).ptr != end ||
        at + 1 == item.size()) {
      return Status::InvalidArgument("a setting is name=number, not", item);
    }
    Status s = ApplySetting(item.substr(0, at), value, spec);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

}  // namespace lsm_sim
