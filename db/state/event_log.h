// Everything the database tells the outside about what it does: EVENT_LOG_v1 lines in the LOG and
// listener calls. Called by jobs and by the obsolete-file queue, always without the state lock.
// Thread-safe (keeps no state).
#pragma once

#include <string>
#include <vector>

#include "db/state/db_context.h"
#include "rocksdb/listener.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

// Builds the one-line JSON of an event: `{"time_micros": 1, "job": 2, "event": "flush_started",
// ...}`.
// Keys are written as they are given and must need no quoting; values of Text are quoted.
class EventLine {
 public:
  EventLine() : text_("{") {}  // an object within an event
  explicit EventLine(uint64_t time_micros);
  EventLine& Int(const char* key, uint64_t value);
  EventLine& Signed(const char* key, int64_t value);
  EventLine& Real(const char* key, double value);
  EventLine& Text(const char* key, const std::string& value);
  EventLine& Ints(const std::string& key, const std::vector<uint64_t>& values);
  // {"name": value, ...} given ready-made
  EventLine& Raw(const char* key, const std::string& json);
  std::string Finish() const { return text_ + "}"; }

 private:
  void Key(const std::string& key);
  std::string text_;
  bool first_ = true;
};

std::string JsonQuote(const std::string& text);

// {"data_size": 1, ...}, in stock's order.
std::string PropertiesJson(const TableProperties& properties);

class EventLog {
 public:
  explicit EventLog(DbContext* context) : context_(context) {}

  EventLine Begin() const { return EventLine(context_->NowMicros()); }
  // Tools that read stock's LOG find these lines by their "EVENT_LOG_v1" and parse what follows.
  void Write(const EventLine& line) const;

  // Each calls the listeners in the order of DBOptions::listeners, in the calling thread.
  void TableFileCreationStarted(const TableFileCreationBriefInfo& info) const;
  void TableFileCreated(const TableFileCreationInfo& info, const FileMeta& file) const;
  void TableFileDeleted(const std::string& path, uint64_t file_number, const Status& status) const;
  void FlushBegin(const FlushJobInfo& info) const;
  void FlushCompleted(const FlushJobInfo& info) const;
  void CompactionBegin(const CompactionJobInfo& info) const;
  void CompactionCompleted(const CompactionJobInfo& info) const;
  void Subcompaction(bool begin, const SubcompactionJobInfo& info) const;
  void ManualFlushScheduled(const std::vector<ManualFlushInfo>& info) const;
  void MemTableSealed(const MemTableInfo& info) const;
  void ExternalFileIngested(const ExternalFileIngestionInfo& info) const;
  void StallChanged(const WriteStallDetails& details) const;

 private:
  template <typename Fn>
  // The configuration is held for the length of the calls: SetDBOptions may replace it.
  void Notify(Fn fn) const {
    const auto config = context_->config();
    for (const auto& listener : config->options.listeners) fn(listener.get());
  }

  DbContext* const context_;
};

}  // namespace ROCKSDB_NAMESPACE
