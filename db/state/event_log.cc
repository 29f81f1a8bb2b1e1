// JSON event lines and listener fan-out.
#include "db/state/event_log.h"

#include <charconv>
#include <cstdio>

namespace ROCKSDB_NAMESPACE {

// Names and paths of users: quotes, backslashes and control bytes are escaped, all else is handed
// on as it is, whatever its encoding.
std::string JsonQuote(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (byte < 0x20) {
      char escaped[8];
      snprintf(escaped, sizeof(escaped), "\\u%04x", byte);
      out.append(escaped);
    } else {
      out.push_back(c);
    }
  }
  return out + "\"";
}

EventLine::EventLine(uint64_t time_micros) : text_("{") { Int("time_micros", time_micros); }

void EventLine::Key(const std::string& key) {
  if (!first_) text_ += ", ";
  first_ = false;
  text_ += "\"" + key + "\": ";
}

EventLine& EventLine::Int(const char* key, uint64_t value) {
  Key(key);
  text_ += std::to_string(value);
  return *this;
}

EventLine& EventLine::Signed(const char* key, int64_t value) {
  Key(key);
  text_ += std::to_string(value);
  return *this;
}

EventLine& EventLine::Real(const char* key, double value) {
  Key(key);
  // As "%g" prints it, but with a point in every locale: JSON knows no other.
  char number[32];
  const auto end =
      std::to_chars(number, number + sizeof(number), value, std::chars_format::general, 6).ptr;
  text_.append(number, end);
  return *this;
}

EventLine& EventLine::Text(const char* key, const std::string& value) {
  Key(key);
  text_ += JsonQuote(value);
  return *this;
}

EventLine& EventLine::Ints(const std::string& key, const std::vector<uint64_t>& values) {
  Key(key);
  text_ += "[";
  for (size_t i = 0; i < values.size(); ++i)
    text_ += (i == 0 ? "" : ", ") + std::to_string(values[i]);
  text_ += "]";
  return *this;
}

EventLine& EventLine::Raw(const char* key, const std::string& json) {
  Key(key);
  text_ += json;
  return *this;
}

void EventLog::Write(const EventLine& line) const {
  LogInfo(context_->info_log.get(), "EVENT_LOG_v1 %s", line.Finish().c_str());
}

void EventLog::TableFileCreationStarted(const TableFileCreationBriefInfo& info) const {
  Notify([&](EventListener* l) { l->OnTableFileCreationStarted(info); });
}

// The names and their order are stock's: scripts that read its LOG read ours.
std::string PropertiesJson(const TableProperties& p) {
  const auto average = [&](uint64_t bytes) {
    return p.num_entries == 0 ? 0 : bytes / p.num_entries;
  };
  EventLine json;
  json.Int("data_size", p.data_size).Int("index_size", p.index_size);
  json.Int("index_partitions", p.index_partitions);
  json.Int("top_level_index_size", p.top_level_index_size);
  json.Int("index_key_is_user_key", p.index_key_is_user_key);
  json.Int("index_value_is_delta_encoded", p.index_value_is_delta_encoded);
  json.Int("filter_size", p.filter_size);
  json.Int("raw_key_size", p.raw_key_size);
  json.Int("raw_average_key_size", average(p.raw_key_size));
  json.Int("raw_value_size", p.raw_value_size);
  json.Int("raw_average_value_size", average(p.raw_value_size));
  json.Int("num_data_blocks", p.num_data_blocks).Int("num_entries", p.num_entries);
  json.Int("num_filter_entries", p.num_filter_entries).Int("num_deletions", p.num_deletions);
  json.Int("num_merge_operands", p.num_merge_operands);
  json.Int("num_range_deletions", p.num_range_deletions);
  json.Int("format_version", p.format_version).Int("fixed_key_len", p.fixed_key_len);
  json.Text("filter_policy", p.filter_policy_name);
  json.Text("column_family_name", p.column_family_name);
  json.Int("column_family_id", p.column_family_id);
  json.Text("comparator", p.comparator_name);
  json.Int("user_defined_timestamps_persisted", p.user_defined_timestamps_persisted);
  json.Int("key_largest_seqno", p.key_largest_seqno);
  json.Text("merge_operator", p.merge_operator_name);
  json.Text("prefix_extractor_name", p.prefix_extractor_name);
  json.Text("property_collectors", p.property_collectors_names);
  json.Text("compression", p.compression_name);
  json.Text("compression_options", p.compression_options);
  json.Int("creation_time", p.creation_time).Int("oldest_key_time", p.oldest_key_time);
  json.Int("newest_key_time", p.newest_key_time);
  json.Int("file_creation_time", p.file_creation_time);
  json.Int("slow_compression_estimated_data_size", p.slow_compression_estimated_data_size);
  json.Int("fast_compression_estimated_data_size", p.fast_compression_estimated_data_size);
  json.Text("db_id", p.db_id).Text("db_session_id", p.db_session_id);
  json.Int("orig_file_number", p.orig_file_number);
  json.Text("seqno_to_time_mapping", p.seqno_to_time_mapping.empty()
                                         ? "N/A"
                                         : Slice(p.seqno_to_time_mapping).ToString(true));
  return json.Finish();
}

void EventLog::TableFileCreated(const TableFileCreationInfo& info, const FileMeta& file) const {
  EventLine line = Begin();
  line.Text("cf_name", info.cf_name).Int("job", static_cast<uint64_t>(info.job_id));
  line.Text("event", "table_file_creation")
      .Int("file_number", file.number)
      .Int("file_size", info.file_size);
  // Empty and "Unknown" where no checksum was asked for, as stock writes it.
  line.Text("file_checksum", Slice(info.file_checksum).ToString(true))
      .Text("file_checksum_func_name", info.file_checksum_func_name);
  line.Int("smallest_seqno", file.smallest_seqno).Int("largest_seqno", file.largest_seqno);
  // A table that was given up has none worth telling.
  if (info.status.ok()) line.Raw("table_properties", PropertiesJson(info.table_properties));
  line.Text("status", info.status.ToString());
  Write(line);
  Notify([&](EventListener* l) { l->OnTableFileCreated(info); });
}

void EventLog::TableFileDeleted(const std::string& path, uint64_t file_number,
                                const Status& status) const {
  EventLine line = Begin();
  // Files are deleted by whoever comes by, not by a job.
  line.Int("job", 0).Text("event", "table_file_deletion").Int("file_number", file_number);
  line.Text("status", status.ToString());
  Write(line);
  TableFileDeletionInfo info;
  info.db_name = context_->dbname;
  info.file_path = path;
  info.status = status;
  Notify([&](EventListener* l) { l->OnTableFileDeleted(info); });
}

void EventLog::FlushBegin(const FlushJobInfo& info) const {
  Notify([&](EventListener* l) { l->OnFlushBegin(context_->db, info); });
}
void EventLog::FlushCompleted(const FlushJobInfo& info) const {
  Notify([&](EventListener* l) { l->OnFlushCompleted(context_->db, info); });
}
void EventLog::CompactionBegin(const CompactionJobInfo& info) const {
  Notify([&](EventListener* l) { l->OnCompactionBegin(context_->db, info); });
}
void EventLog::CompactionCompleted(const CompactionJobInfo& info) const {
  Notify([&](EventListener* l) { l->OnCompactionCompleted(context_->db, info); });
}
void EventLog::Subcompaction(bool begin, const SubcompactionJobInfo& info) const {
  Notify([&](EventListener* l) {
    begin ? l->OnSubcompactionBegin(info) : l->OnSubcompactionCompleted(info);
  });
}
void EventLog::ManualFlushScheduled(const std::vector<ManualFlushInfo>& info) const {
  Notify([&](EventListener* l) { l->OnManualFlushScheduled(context_->db, info); });
}
void EventLog::MemTableSealed(const MemTableInfo& info) const {
  Notify([&](EventListener* l) { l->OnMemTableSealed(info); });
}
void EventLog::ExternalFileIngested(const ExternalFileIngestionInfo& info) const {
  Notify([&](EventListener* l) { l->OnExternalFileIngested(context_->db, info); });
}

void EventLog::StallChanged(const WriteStallDetails& details) const {
  WriteStallInfo info;
  info.cf_name = details.cf_name;
  info.condition.cur = details.cur;
  info.condition.prev = details.prev;
  Notify([&](EventListener* l) {
    l->OnWriteStallDetails(details);
    // WriteStallInfo has no field for the cause, so a change of it alone is no news.
    if (details.cur != details.prev) l->OnStallConditionsChanged(info);
  });
}

}  // namespace ROCKSDB_NAMESPACE
