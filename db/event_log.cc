// JSON event lines and listener fan-out.
#include "db/event_log.h"

#include <cstdio>

namespace ROCKSDB_NAMESPACE {

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
  char number[32];
  snprintf(number, sizeof(number), "%g", value);
  text_ += number;
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

void EventLog::TableFileCreated(TableFileCreationInfo info, uint64_t file_number) const {
  const TableProperties& p = info.table_properties;
  EventLine line = Begin();
  line.Text("cf_name", info.cf_name).Int("job", static_cast<uint64_t>(info.job_id));
  line.Text("event", "table_file_creation")
      .Int("file_number", file_number)
      .Int("file_size", info.file_size);
  line.Text("file_checksum", info.file_checksum)
      .Text("file_checksum_func_name", info.file_checksum_func_name);
  if (info.status.ok()) {
    std::string json = "{\"data_size\": " + std::to_string(p.data_size) +
                       ", \"index_size\": " + std::to_string(p.index_size) +
                       ", \"filter_size\": " + std::to_string(p.filter_size) +
                       ", \"raw_key_size\": " + std::to_string(p.raw_key_size) +
                       ", \"raw_value_size\": " + std::to_string(p.raw_value_size) +
                       ", \"num_data_blocks\": " + std::to_string(p.num_data_blocks) +
                       ", \"num_entries\": " + std::to_string(p.num_entries) +
                       ", \"num_deletions\": " + std::to_string(p.num_deletions) +
                       ", \"num_range_deletions\": " + std::to_string(p.num_range_deletions) +
                       ", \"compression\": " + JsonQuote(p.compression_name) + "}";
    line.Raw("table_properties", json);
  } else {
    line.Text("status", info.status.ToString());
  }
  Write(line);
  Notify([&](EventListener* l) { l->OnTableFileCreated(info); });
}

void EventLog::TableFileDeleted(const std::string& path, uint64_t file_number,
                                const Status& status) const {
  EventLine line = Begin();
  line.Int("job", 0).Text("event", "table_file_deletion").Int("file_number", file_number);
  if (!status.ok()) line.Text("status", status.ToString());
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
void EventLog::StallChanged(const WriteStallInfo& info) const {
  Notify([&](EventListener* l) { l->OnStallConditionsChanged(info); });
}

}  // namespace ROCKSDB_NAMESPACE
