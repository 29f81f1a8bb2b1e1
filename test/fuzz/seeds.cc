// Writes the seed corpora and the dictionary of option names:
//   fuzz_seeds test/fuzz/corpus
// The same bytes every time. Run by hand when a target's input changes; never by tests.
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include "bucket/bucket_map.h"
#include "db/log/log_writer.h"
#include "options/options_file.h"
#include "rocksdb/comparator.h"
#include "rocksdb/convenience.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/write_batch.h"
#include "table/block_builder.h"
#include "table/bloom_filter.h"
#include "table/extent.h"
#include "table/table_builder.h"
#include "test/fuzz/byte_files.h"
#include "util/random.h"
#include "version/version_edit.h"

namespace bucketlsm_fuzz {
namespace {

namespace fs = std::filesystem;

class Seeds {
 public:
  explicit Seeds(const fs::path& root) : root_(root) {}

  void All() {
    Logs();
    Blocks();
    Tables();
    Edits();
    Texts();
    Batches();
    Noise("sst_written", 6, 400);
    Noise("db_ops", 12, 300);
    Sessions();
  }

 private:
  void Put(const std::string& target, const std::string& name, const std::string& bytes) {
    fs::create_directories(root_ / target);
    std::ofstream(root_ / target / name, std::ios::binary | std::ios::trunc) << bytes;
  }
  // Targets that turn bytes into decisions begin best from bytes of every kind.
  void Noise(const std::string& target, int count, size_t size) {
    Random64 random(size);
    for (int i = 0; i < count; i++) {
      std::string bytes;
      while (bytes.size() < size) bytes.push_back(static_cast<char>(random.Next()));
      Put(target, "noise" + std::to_string(i), bytes);
    }
  }

  void Logs() {
    for (int variant = 0; variant < 4; variant++) {
      std::string file;
      log::Writer writer(WriterTo(&file), 7, (variant & 1) != 0, false);
      if ((variant & 2) != 0) FUZZ_OK(writer.EnableCompression(kZSTD));
      for (const char* record : {"first", "", "a third record that is a little longer"}) {
        FUZZ_OK(writer.AddRecord(record));
      }
      FUZZ_OK(writer.Close());
      Put("wal_log", "file" + std::to_string(variant), '\0' + file);
      const auto flags = static_cast<char>(1 | variant << 1 | 8);
      Put("wal_log", "written" + std::to_string(variant),
          std::string(1, flags) + std::string("\0\x0a", 2) + "\x05hello\x03\x10" +
              "0123456789abcdef\x0b" + "\x04more\x0f");
    }
    // A record in three pieces, across blocks.
    std::string file;
    log::Writer writer(WriterTo(&file), 7, false, false);
    FUZZ_OK(writer.AddRecord(std::string(33000, 'x')));
    FUZZ_OK(writer.Close());
    Put("wal_log", "pieces", '\0' + file.substr(32740));
  }

  static std::string Entries(int interval, const std::function<std::string(int)>& key) {
    ByteBuffer out;
    BlockBuilder builder(&out, interval);
    builder.Begin();
    for (int i = 0; i < 20; i++) builder.Add(key(100 + i), "value" + std::to_string(i));
    builder.Finish();
    return builder.Contents().ToString();
  }
  void Blocks() {
    const auto internal = [](int i) {
      return MakeInternalKey("key" + std::to_string(i), 9, kTypeValue);
    };
    Put("data_block", "whole", '\0' + Entries(1, internal));
    Put("data_block", "shared", '\0' + Entries(8, internal));
    Put("data_block", "global", '\x04' + Entries(4, internal));
    Noise("data_block", 2, 200);
    Put("data_block", "built", std::string("\x01\x04\x03key", 6) + std::string(120, '\x07'));
    for (int format = 0; format < 8; format++) {
      Put("index_block", "raw" + std::to_string(format), static_cast<char>(format) + Index(format));
      std::string built(1, static_cast<char>(format | 8));
      built += '\x02';
      for (int i = 0; i < 30; i++) built += "\x05ke" + std::to_string(100 + i) + "\x01";
      Put("index_block", "built" + std::to_string(format), built);
    }
    Filters();
    for (int part = 0; part < 8; part++) {
      std::string head{static_cast<char>(part), '\5', '\0', '\0'};
      const std::string body = part == 1   ? BloomOf(12)
                               : part == 2 ? Index(3)
                               : part == 7 ? std::string(53, '\0')
                                           : Entries(4, internal);
      Put("sst_block", "part" + std::to_string(part), head + body);
    }
  }
  static std::string Index(int format) {
    ByteBuffer out;
    BlockBuilder builder(&out, 2);
    builder.Begin();
    Extent extent;
    for (int i = 0; i < 6; i++) {
      const std::string user = "key" + std::to_string(i);
      extent = {extent.size == 0 ? 0 : extent.end(), 100};
      std::string whole, delta;
      extent.AppendTo(&whole);
      AppendSignedVarint64(&delta, 0);
      if ((format & 4) != 0) {
        AppendSized(&whole, "first");
        AppendSized(&delta, "first");
      }
      const std::string key = (format & 1) != 0 ? user : MakeInternalKey(user, 5, kTypeValue);
      if ((format & 2) != 0) {
        builder.AddUnsized(key, whole, delta);
      } else {
        builder.Add(key, whole);
      }
    }
    builder.Finish();
    return builder.Contents().ToString();
  }
  static std::string BloomOf(int keys) {
    const std::unique_ptr<FilterBitsBuilder> builder = NewBloomBuilder(10000);
    for (int i = 0; i < keys; i++) builder->AddHash(Hash64("key" + std::to_string(100 + i)));
    return builder->Finish();
  }
  void Filters() {
    Put("filter_block", "bloom", '\0' + BloomOf(12));
    std::string older(128, '\x55');
    older += '\x06';
    AppendFixed32(&older, 2);
    Put("filter_block", "older", '\0' + older);
    std::string ribbon(16 * 11, '\x33');
    ribbon += '\xfe';
    AppendFixed32(&ribbon, 2 << 8 | 1);
    Put("filter_block", "ribbon", '\0' + ribbon);
    Put("filter_block", "empty", std::string(6, '\0'));
    Put("filter_block", "built", std::string("\x01\x30\x03") + "abc\x04" + "defg\x01h");
  }

  // Small tables of our own; the larger ones of stock RocksDB lie in test/interop/golden/sst.
  void Tables() {
    int number = 0;
    for (const uint32_t version : {2u, 5u, 6u}) {
      for (const CompressionType type :
           {kNoCompression, kSnappyCompression, kLZ4Compression, kZSTD}) {
        Put("sst_file", "table" + std::to_string(number),
            '\0' + TableOf(version, type, number % 3));
        number++;
      }
    }
  }
  static std::string TableOf(uint32_t version, CompressionType type, int index) {
    std::string file;
    BlockBasedTableOptions table;
    table.format_version = version;
    table.block_size = 128;
    table.metadata_block_size = 64;
    table.filter_policy.reset(NewBloomFilterPolicy(10));
    table.index_type = index == 1   ? BlockBasedTableOptions::kTwoLevelIndexSearch
                       : index == 2 ? BlockBasedTableOptions::kBinarySearchWithFirstKey
                                    : BlockBasedTableOptions::kBinarySearch;
    table.partition_filters = index == 1;
    TableBuilderOptions how{InternalKeyOrder(BytewiseComparator())};
    how.compression = type;
    const auto writer = WriterTo(&file);
    const std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory(table));
    const std::unique_ptr<TableBuilder> builder(factory->NewTableBuilder(how, writer.get()));
    for (int i = 100; i < 120; i++) {
      builder->Add(MakeInternalKey("key" + std::to_string(i), 9, kTypeValue), "value value value");
    }
    builder->Add(MakeInternalKey("key103", 20, kTypeRangeDeletion), "key105");
    FUZZ_OK(builder->Finish());
    FUZZ_OK(writer->Close());
    return file;
  }

  static std::string Record(const std::function<void(VersionEdit*)>& fill) {
    VersionEdit edit;
    fill(&edit);
    std::string bytes;
    FUZZ_CHECK(edit.EncodeTo(&bytes), "cannot be encoded");
    return bytes;
  }
  static void AddTable(VersionEdit* e, int level, uint64_t number, char first) {
    auto file = std::make_shared<FileMeta>();
    file->number = number;
    file->file_size = 1000;
    file->epoch = number;
    file->smallest = MakeInternalKey(std::string(1, first), 1, kTypeValue);
    file->largest = MakeInternalKey(std::string(1, static_cast<char>(first + 2)), 3, kTypeValue);
    file->smallest_seqno = 1;
    file->largest_seqno = 3;
    e->AddFile(level, file);
  }
  void Edits() {
    std::string boundaries;
    BucketMap(InternalKeyOrder(BytewiseComparator()), {"d", "g"}).EncodeTo(&boundaries);
    const std::vector<std::string> records = {
        Record([](VersionEdit* e) { e->db_id = "an id"; }),
        Record([](VersionEdit* e) {
          e->comparator = "leveldb.BytewiseComparator";
          e->persist_user_defined_timestamps = true;
          e->log_number = 4;
          e->prev_log_number = 0;
          e->next_file_number = 20;
          e->last_sequence = 100;
          e->min_log_to_keep = 4;
        }),
        Record([](VersionEdit* e) { AddTable(e, 0, 10, 'a'); }),
        Record([](VersionEdit* e) {
          AddTable(e, 1, 11, 'd');
          e->DeleteFile(0, 10);
          e->compact_cursors.emplace_back(1, MakeInternalKey("e", 2, kTypeValue));
        }),
        Record([](VersionEdit* e) {
          e->column_family = 1;
          e->added_column_family = "other";
          e->max_column_family = 1;
          e->comparator = "leveldb.BytewiseComparator";
          e->log_number = 4;
        }),
        Record([](VersionEdit* e) {
          e->column_family = 1;
          e->drops_column_family = true;
        }),
        Record([&](VersionEdit* e) { e->bucket_boundaries = boundaries; }),
        Record([](VersionEdit* e) {
          e->in_atomic_group = true;
          e->atomic_group_remaining = 0;
          e->wal_additions.emplace_back(5, 100);
          e->wals_deleted_before = 4;
          e->full_history_ts_low = "12345678";
        })};
    std::string all;
    for (size_t i = 0; i < records.size(); i++) {
      Put("version_edit", "record" + std::to_string(i), records[i]);
      std::string one;
      AppendFixed16(&one, static_cast<uint16_t>(records[i].size()));
      one += records[i];
      all += one;
      Put("manifest", "begun" + std::to_string(i), '\x02' + one);
    }
    Put("manifest", "all", '\0' + all);
    Put("manifest", "trusting", '\x04' + all);
    Put("manifest", "tableless", '\x0a' + all);
    std::string raw;
    log::Writer writer(WriterTo(&raw), 1, false, false);
    for (const std::string& record : records) FUZZ_OK(writer.AddRecord(record));
    FUZZ_OK(writer.Close());
    Put("manifest", "raw", '\x01' + raw);
  }

  void Texts() {
    std::string db, cf, table;
    FUZZ_OK(GetStringFromDBOptions(ConfigOptions(), DBOptions(), &db));
    FUZZ_OK(GetStringFromColumnFamilyOptions(ConfigOptions(), ColumnFamilyOptions(), &cf));
    const std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory());
    FUZZ_OK(factory->GetOptionString(ConfigOptions(), &table));
    Put("option_text", "db", '\0' + db);
    Put("option_text", "family", '\1' + cf);
    Put("option_text", "table", '\2' + table);
    Put("option_text", "buckets", "\3enabled=true;initial_buckets=8;split_temperature=1.5");
    Put("option_text", "lists", std::string("\4a=1;b={c=2;d={e=f}};g=h:i:j"));
    Put("option_text", "memtable", "\4prefix_hash:1000");
    Put("option_text", "small_family",
        "\1write_buffer_size=1M;compression=kLZ4Compression;compression_opts={level=3;window_bits=-"
        "14}"
        ";comparator=leveldb.BytewiseComparator;compression_per_level=kNoCompression:"
        "kSnappyCompression");
    Put("option_text", "small_table",
        "\2filter_policy=bloomfilter:10:false;block_cache={capacity=1M;num_shard_bits=2};checksum="
        "kXXH3");
    Put("option_text", "small_db",
        std::string("\0max_open_files=-1;wal_recovery_mode=kSkipAnyCorruptedRecords"
                    ";db_paths={{path=/a;target_size=1}};rate_limiter_bytes_per_sec=5",
                    122));
    const std::string whole = FormatOptionsFile(
        DBOptions(), {{kDefaultColumnFamilyName, ColumnFamilyOptions()}, {"other", {}}});
    Put("options_file", "whole", whole);
    Put("options_file", "small",
        "[Version]\n  rocksdb_version=10.6.2\n  options_file_version=1.1\n[DBOptions]\n"
        "  max_open_files=100\n[CFOptions \"default\"]\n  write_buffer_size=1000\n"
        "[TableOptions/BlockBasedTable \"default\"]\n  block_size=512\n");
    Put("options_file", "ignoring",
        "ignore\n[Version]\n rocksdb_version=99.0.0\n options_file_version=1.1\n[DBOptions]\n"
        " unheard_of=1\n[CFOptions \"default\"]\n#bucketlsm.bucket_options={enabled=false;}\n");
    Dictionary(db + cf + table + whole);
  }
  // Names, each once: what stands before an equals sign.
  void Dictionary(const std::string& text) {
    std::set<std::string> names;
    std::string word;
    for (const char c : text) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
        word.push_back(c);
        continue;
      }
      if (c == '=' && word.size() > 2) names.insert(word + "=");
      word.clear();
    }
    std::ofstream out(root_.parent_path() / "options.dict", std::ios::trunc);
    out << "# Option names, by fuzz_seeds; for option_text and options_file.\n";
    for (const std::string& name : names) out << '"' << name << "\"\n";
    for (const char* sign :
         {"={", "};", ";", "kNoCompression", "true", "false", "nullptr", "[Version]", "[DBOptions]",
          "[CFOptions \\\"", "[TableOptions/", "\\\\:"}) {
      out << '"' << sign << "\"\n";
    }
  }

  void Batches() {
    WriteBatch batch;
    FUZZ_OK(batch.Put("key", "value"));
    FUZZ_OK(batch.Delete("key"));
    FUZZ_OK(batch.SingleDelete("once"));
    FUZZ_OK(batch.Merge("sum", "1"));
    FUZZ_OK(batch.DeleteRange("a", "b"));
    FUZZ_OK(batch.PutLogData("a note"));
    for (int flags = 0; flags < 8; flags++) {
      Put("write_batch", "each" + std::to_string(flags), static_cast<char>(flags) + batch.Data());
    }
    const std::string header(12, '\0');
    Put("write_batch", "empty", '\1' + header);
    Put("write_batch", "headless", std::string("\1\0\0", 3));
    Put("write_batch", "families", '\1' + header + "\x05\x02\x01k\x01v" + "\x04\x01\x01k");
    Put("write_batch", "entity",
        '\1' + header + "\x16\x01k" +
            std::string("\x05\x01\x01\x01"
                        "ab",
                        6));
    Put("write_batch", "marks",
        '\1' + header + std::string("\x09\x0d\x0a\x02id\x0b\x02id\x0c\x02id"));
    Put("write_batch", "timed", '\1' + header + std::string("\x18\x01k\x09v\1\0\0\0\0\0\0\0", 13));
  }

  // Operations that fill a tree: many writes and flushes over buckets, then compactions and reads.
  void Sessions() {
    for (int buckets = 0; buckets < 8; buckets++) {
      std::string bytes{static_cast<char>(buckets | 8), static_cast<char>(buckets * 37)};
      for (int i = 0; i < 60; i++) {
        bytes += {'\0', '\2', static_cast<char>('a' + i * 7 % 26), static_cast<char>('a' + i % 5),
                  '\x20'};
        if (i % 9 == 8) bytes += "\x16";
        if (i % 20 == 19)
          bytes += std::string(
              "\x19\x01"
              "a\x01m",
              5);
        if (i == 30) bytes += "\x1b\x1f";
        if (i % 15 == 10)
          bytes += std::string(
              "\x09\x01"
              "c\x01"
              "f",
              5);
      }
      Put("db_ops", "session" + std::to_string(buckets), bytes);
    }
  }

  const fs::path root_;
};

}  // namespace
}  // namespace bucketlsm_fuzz

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds CORPUS-DIRECTORY\n");
    return 2;
  }
  bucketlsm_fuzz::Seeds(argv[1]).All();
  return 0;
}
