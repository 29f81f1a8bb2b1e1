// Statistics for Prometheus: see rocksdb/utilities/prometheus.h.
#include "rocksdb/utilities/prometheus.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "rocksdb/statistics.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using Labels = std::vector<std::pair<std::string, std::string>>;
using Properties = DB::Properties;

// Every property that is one number. A family that does not know one is left out.
std::vector<std::string> NumberProperties() {
  return {Properties::kNumImmutableMemTable,
          Properties::kNumImmutableMemTableFlushed,
          Properties::kMemTableFlushPending,
          Properties::kNumRunningFlushes,
          Properties::kCurSizeActiveMemTable,
          Properties::kCurSizeAllMemTables,
          Properties::kNumEntriesActiveMemTable,
          Properties::kNumEntriesImmMemTables,
          Properties::kNumDeletesActiveMemTable,
          Properties::kNumDeletesImmMemTables,
          Properties::kCompactionPending,
          Properties::kNumRunningCompactions,
          Properties::kNumRunningCompactionSortedRuns,
          Properties::kEstimatePendingCompactionBytes,
          Properties::kActualDelayedWriteRate,
          Properties::kIsWriteStopped,
          Properties::kBackgroundErrors,
          Properties::kBaseLevel,
          Properties::kEstimateNumKeys,
          Properties::kEstimateTableReadersMem,
          Properties::kEstimateLiveDataSize,
          Properties::kTotalSstFilesSize,
          Properties::kLiveSstFilesSize,
          Properties::kObsoleteSstFilesSize,
          Properties::kIsFileDeletionsEnabled,
          Properties::kNumSnapshots,
          Properties::kOldestSnapshotTime,
          Properties::kBlockCacheCapacity,
          Properties::kBlockCacheUsage,
          Properties::kBlockCachePinnedUsage};
}

// rocksdb.db.get.micros -> rocksdb_db_get_micros
std::string MetricName(const std::string& name) {
  std::string metric = name;
  for (char& c : metric) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return metric;
}

bool IsNumber(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Of the text format: a backslash before backslash, quote and line end.
std::string Escaped(const std::string& value) {
  std::string text;
  for (char c : value) {
    if (c == '\\' || c == '"') text.push_back('\\');
    if (c == '\n') {
      text += "\\n";
    } else {
      text.push_back(c);
    }
  }
  return text;
}

bool IsFreeLabel(const std::string& name) {
  for (const char* taken : {"cf", "level", "bucket", "quantile"}) {
    if (name == taken) return false;
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  return std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// Builds the text. All lines of one metric follow its head.
class Exposition {
 public:
  explicit Exposition(const std::map<std::string, std::string>& labels) {
    for (const auto& [name, value] : labels) common_ += name + "=\"" + Escaped(value) + "\",";
  }

  void Head(const std::string& metric, const char* type, const std::string& original) {
    text_ += "# HELP " + metric + " " + original + "\n# TYPE " + metric + " " + type + "\n";
  }
  void Line(const std::string& metric, const Labels& labels, const std::string& value) {
    std::string all = common_;
    for (const auto& [name, content] : labels) all += name + "=\"" + Escaped(content) + "\",";
    if (!all.empty()) all.pop_back();
    text_ += metric + (all.empty() ? "" : "{" + all + "}") + " " + value + "\n";
  }
  void Line(const std::string& metric, const Labels& labels, double value) {
    // A point in every locale.
    char number[40];
    const auto end =
        std::to_chars(number, number + sizeof(number), value, std::chars_format::general, 17).ptr;
    Line(metric, labels, std::string(number, end));
  }
  std::string& text() { return text_; }

 private:
  std::string common_;
  std::string text_;
};

void WriteTickers(const Statistics& statistics, Exposition* out) {
  for (const auto& [ticker, name] : TickersNameMap) {
    const std::string metric = MetricName(name) + "_total";
    out->Head(metric, "counter", name);
    out->Line(metric, {}, std::to_string(statistics.getTickerCount(ticker)));
  }
}

void WriteHistograms(const Statistics& statistics, Exposition* out) {
  for (const auto& [histogram, name] : HistogramsNameMap) {
    HistogramData data{};
    statistics.histogramData(histogram, &data);
    const std::string metric = MetricName(name);
    out->Head(metric, "summary", name);
    const std::array<std::pair<const char*, double>, 4> quantiles = {{{"0.5", data.median},
                                                                      {"0.95", data.percentile95},
                                                                      {"0.99", data.percentile99},
                                                                      {"1", data.max}}};
    for (const auto& [quantile, value] : quantiles)
      out->Line(metric, {{"quantile", quantile}}, value);
    out->Line(metric + "_sum", {}, std::to_string(data.sum));
    out->Line(metric + "_count", {}, std::to_string(data.count));
  }
}

using Families = std::vector<ColumnFamilyHandle*>;

void WriteNumbers(DB* db, const Families& families, Exposition* out) {
  for (const std::string& property : NumberProperties()) {
    const std::string metric = MetricName(property);
    bool headed = false;
    for (ColumnFamilyHandle* family : families) {
      uint64_t value;
      if (!db->GetIntProperty(family, property, &value)) continue;
      if (!std::exchange(headed, true)) out->Head(metric, "gauge", property);
      out->Line(metric, {{"cf", family->GetName()}}, std::to_string(value));
    }
  }
}

void WriteLevels(DB* db, const Families& families, Exposition* out) {
  const std::string& property = Properties::kNumFilesAtLevelPrefix;
  const std::string metric = MetricName(property);
  out->Head(metric, "gauge", property);
  for (ColumnFamilyHandle* family : families) {
    const int levels = db->NumberLevels(family);
    for (int level = 0; level < levels; ++level) {
      std::string files;
      if (!db->GetProperty(family, property + std::to_string(level), &files)) continue;
      out->Line(metric, {{"cf", family->GetName()}, {"level", std::to_string(level)}}, files);
    }
  }
}

// Keys are `name` for a family and `bucket.N.name` for a bucket of it; what is not a number stays
// out, but for the stall, which becomes one.
void WriteBuckets(DB* db, const Families& families, Exposition* out) {
  std::map<std::string, std::vector<std::pair<Labels, std::string>>> lines;
  for (ColumnFamilyHandle* family : families) {
    std::map<std::string, std::string> report;
    if (!db->GetMapProperty(family, Properties::kBucketStats, &report)) continue;
    for (const auto& [key, value] : report) {
      Labels labels = {{"cf", family->GetName()}};
      std::string name = key;
      if (key.compare(0, 7, "bucket.") == 0) {
        const size_t dot = key.find('.', 7);
        labels.emplace_back("bucket", key.substr(7, dot - 7));
        name = key.substr(dot + 1);
      }
      if (name == "stall") {
        lines["stalled"].emplace_back(labels, value == "none" ? "0" : "1");
      } else if (IsNumber(value)) {
        lines[name].emplace_back(labels, value);
      }
    }
  }
  for (const auto& [name, entries] : lines) {
    const std::string metric = MetricName(Properties::kBucketStats + "." + name);
    out->Head(metric, "gauge", Properties::kBucketStats + " " + name);
    for (const auto& [labels, value] : entries) out->Line(metric, labels, value);
  }
}

}  // namespace

Status PrometheusText(DB* db, const std::vector<ColumnFamilyHandle*>& families, std::string* text,
                      const std::map<std::string, std::string>& labels) {
  for (const auto& [name, value] : labels) {
    if (!IsFreeLabel(name))
      return Status::InvalidArgument("PrometheusText: a label cannot be named '" + name + "'");
  }
  Exposition out(labels);
  const std::shared_ptr<Statistics> statistics = db->GetDBOptions().statistics;
  if (statistics != nullptr) {
    WriteTickers(*statistics, &out);
    WriteHistograms(*statistics, &out);
  }
  const Families reported = families.empty() ? Families{db->DefaultColumnFamily()} : families;
  WriteNumbers(db, reported, &out);
  WriteLevels(db, reported, &out);
  WriteBuckets(db, reported, &out);
  *text = std::move(out.text());
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
