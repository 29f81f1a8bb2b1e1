// The choices. Sizes are small, so that a run of seconds flushes, compacts, splits and merges
// often.
#include "tools/db_stress/option_draw.h"

#include <cstdlib>

#include "rocksdb/cache.h"
#include "rocksdb/comparator.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/table.h"
#include "tools/db_stress/value_code.h"

namespace stress {

using rocksdb::Options;

Draw::Draw(uint64_t seed, const std::string& fixed, bool random)
    : random_(seed), is_random_(random) {
  size_t at = 0;
  while (at < fixed.size()) {
    const size_t comma = std::min(fixed.find(',', at), fixed.size());
    const std::string pair = fixed.substr(at, comma - at);
    const size_t equals = pair.find('=');
    if (equals != std::string::npos) fixed_[pair.substr(0, equals)] = pair.substr(equals + 1);
    at = comma + 1;
  }
}

std::string Draw::Take(const std::string& name, const std::vector<std::string>& choices) {
  // A fixed draw takes a random number too, so that it does not change the later draws.
  const uint64_t dice = random_.Below(choices.size());
  std::string chosen = choices[is_random_ ? dice : 0];
  const auto fixed = fixed_.find(name);
  if (fixed != fixed_.end()) chosen = fixed->second;
  drawn_[name] = true;
  line_ += (line_.empty() ? "" : " ") + name + "=" + chosen;
  return chosen;
}

uint64_t Draw::Number(const std::string& name, const std::vector<uint64_t>& choices) {
  std::vector<std::string> texts;
  for (const uint64_t n : choices) texts.push_back(std::to_string(n));
  return std::strtoull(Take(name, texts).c_str(), nullptr, 10);
}

std::string Draw::Word(const std::string& name, const std::vector<std::string>& choices) {
  return Take(name, choices);
}

std::string Draw::Unknown() const {
  for (const auto& [name, value] : fixed_) {
    if (drawn_.count(name) == 0) return name;
  }
  return "";
}

DbTraits DrawTraits(uint64_t db_seed, Draw* draw) {
  DbTraits traits;
  traits.reverse = draw->Number("reverse", {0, 0, 0, 1}) != 0;
  traits.merges = draw->Flag("merges");
  traits.universal = draw->Number("universal", {0, 0, 0, 0, 0, 0, 0, 1}) != 0;
  traits.keys = static_cast<uint32_t>(draw->Number("keys", {3000, 1000, 8000}));
  traits.slots = static_cast<uint32_t>(draw->Number("slots", {2, 1, 4}));
  traits.levels = static_cast<int>(draw->Number("levels", {7, 3, 5}));
  traits.format_version = static_cast<uint32_t>(draw->Number("format_version", {6, 5}));
  traits.line = "db_seed=" + std::to_string(db_seed) + " " + draw->line();
  return traits;
}

namespace {

void DrawBuckets(Draw* draw, rocksdb::BucketOptions* b) {
  const bool rebalance = draw->Number("rebalance", {0, 0, 1}) != 0;
  const uint64_t buckets = draw->Number("buckets", {8, 0, 1, 64});
  b->enabled = buckets != 0;
  b->initial_buckets = static_cast<uint32_t>(buckets);
  b->min_file_size = draw->Number("bucket_min_file", {512, 0, 4096});
  b->window_flushes = static_cast<uint32_t>(draw->Number("bucket_window", {4, 2, 8}));
  b->split_temperature = static_cast<double>(draw->Number("bucket_split", {20, 12, 15})) / 10;
  b->merge_temperature = static_cast<double>(draw->Number("bucket_merge", {5, 9, 7})) / 10;
  b->flush_threads = static_cast<uint32_t>(draw->Number("flush_threads", {1, 4, 2}));
  b->dynamic = draw->Number("bucket_dynamic", {1, 1, 1, 0}) != 0;
  if (!rebalance) return;
  b->enabled = b->dynamic = true;  // splits and merges with nearly every flush
  b->initial_buckets = 2;
  b->min_file_size = 256;
  b->window_flushes = 2;
  b->split_temperature = 1.1;
  b->merge_temperature = 0.9;
}

void DrawTree(const DbTraits& traits, Draw* draw, Options* o) {
  o->write_buffer_size = draw->Number("write_buffer", {64, 128, 512}) << 10;
  o->max_write_buffer_number = static_cast<int>(draw->Number("write_buffers", {2, 4, 8}));
  o->min_write_buffer_number_to_merge =
      static_cast<int>(draw->Number("buffers_to_merge", {1, 1, 2}));
  o->target_file_size_base = draw->Number("file_size", {32, 8, 256}) << 10;
  o->max_bytes_for_level_base = draw->Number("level_base", {128, 64, 512}) << 10;
  o->max_bytes_for_level_multiplier = static_cast<double>(draw->Number("level_growth", {10, 2, 4}));
  o->level0_file_num_compaction_trigger = static_cast<int>(draw->Number("l0_trigger", {4, 2, 8}));
  o->level0_slowdown_writes_trigger = 20;
  o->level0_stop_writes_trigger = static_cast<int>(draw->Number("l0_stop", {36, 20}));
  o->level_compaction_dynamic_level_bytes = draw->Number("dynamic_levels", {1, 0}) != 0;
  o->max_compaction_bytes = draw->Number("compaction_kb", {0, 64, 1024}) << 10;
  o->compaction_pri =
      static_cast<rocksdb::CompactionPri>(draw->Number("compaction_pri", {3, 0, 1, 2, 4}));
  o->max_background_jobs = static_cast<int>(draw->Number("jobs", {4, 2, 8}));
  o->max_subcompactions = static_cast<uint32_t>(draw->Number("subcompactions", {1, 4}));
  o->num_levels = traits.levels;
  if (traits.universal) o->compaction_style = rocksdb::kCompactionStyleUniversal;
}

void DrawTables(const DbTraits& traits, Draw* draw, Options* o) {
  const std::map<std::string, rocksdb::CompressionType> types = {
      {"none", rocksdb::kNoCompression},
      {"snappy", rocksdb::kSnappyCompression},
      {"lz4", rocksdb::kLZ4Compression},
      {"zstd", rocksdb::kZSTD}};
  const auto type = types.find(draw->Word("compression", {"none", "snappy", "lz4", "zstd"}));
  if (type != types.end()) o->compression = type->second;
  rocksdb::BlockBasedTableOptions table;
  table.format_version = traits.format_version;
  table.block_size = draw->Number("block", {4096, 512, 16384});
  if (draw->Number("bloom", {1, 0}) != 0) {
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  }
  if (draw->Number("partitioned", {0, 0, 1}) != 0) {
    table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
    table.partition_filters = true;
    table.metadata_block_size = 512;
  }
  table.cache_index_and_filter_blocks = draw->Flag("cache_index");
  table.block_cache = rocksdb::NewLRUCache(draw->Number("cache_kb", {8192, 64}) << 10);
  o->table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  o->max_open_files = draw->Flag("few_files") ? 20 : -1;
  o->memtable_prefix_bloom_size_ratio = draw->Flag("memtable_bloom") ? 0.1 : 0;
  o->memtable_whole_key_filtering = true;
}

void DrawLog(Draw* draw, Options* o, RunTraits* run) {
  const std::map<std::string, WalMode> modes = {{"each", WalMode::kEach},
                                                {"sync", WalMode::kSync},
                                                {"manual", WalMode::kManual},
                                                {"none", WalMode::kNone}};
  const auto mode =
      modes.find(draw->Word("wal", {"each", "each", "each", "sync", "manual", "none"}));
  run->wal = mode == modes.end() ? WalMode::kEach : mode->second;
  o->manual_wal_flush = run->wal == WalMode::kManual;
  o->recycle_log_file_num = draw->Number("recycle", {0, 1}) * 2;
  run->recycles = o->recycle_log_file_num != 0;
  o->max_total_wal_size = draw->Number("wal_limit_kb", {0, 256}) << 10;
  o->avoid_flush_during_recovery = draw->Flag("replay_stays");
  if (draw->Number("roll", {0, 0, 1}) != 0) o->max_manifest_file_size = 4096;
  run->large_files = draw->Number("bytes_per_sync", {0, 0, 0, 1}) != 0;
  if (run->large_files) {
    o->bytes_per_sync = o->wal_bytes_per_sync = 4096;
    // The sync at the end of a file writes its last megabyte, so the files must be larger.
    o->write_buffer_size = 2 << 20;
    o->max_total_wal_size = 0;
    o->target_file_size_base = 2 << 20;
    o->compression = rocksdb::kNoCompression;
    o->bucket_options.enabled = false;
  }
  if (draw->Number("direct", {0, 0, 0, 0, 1}) != 0) {
    o->use_direct_io_for_flush_and_compaction = o->use_direct_reads = true;
  }
  o->use_fsync = draw->Number("fsync", {0, 0, 0, 1}) != 0;
  o->allow_concurrent_memtable_write = draw->Number("concurrent_memtable", {1, 1, 0}) != 0;
  o->unordered_write =
      o->allow_concurrent_memtable_write && draw->Number("unordered", {0, 0, 0, 1});
  o->enable_pipelined_write = !o->unordered_write && draw->Number("pipelined", {0, 0, 1});
}

// These draws come last, so that they do not change the other draws of a seed.
void DrawMemory(Draw* draw, Options* o, RunTraits* run) {
  o->memtable_protection_bytes_per_key =
      static_cast<uint32_t>(draw->Number("memtable_guard", {0, 0, 8, 1}));
  o->block_protection_bytes_per_key =
      static_cast<uint8_t>(draw->Number("block_guard", {0, 0, 8, 2}));
  run->guard_batches = draw->Number("batch_guard", {0, 0, 1}) != 0;
  const uint64_t fold = draw->Number("fold_merges", {0, 0, 2, 8});
  if (!o->unordered_write) o->max_successive_merges = fold;
  o->strict_max_successive_merges = draw->Flag("fold_strictly");
}

void DrawForm(Draw* draw, RunTraits* run) {
  const std::map<std::string, Form> forms = {{"plain", Form::kPlain},
                                             {"pessimistic", Form::kPessimistic},
                                             {"optimistic", Form::kOptimistic}};
  const auto form =
      forms.find(draw->Word("form", {"plain", "pessimistic", "pessimistic", "optimistic"}));
  run->form = form == forms.end() ? Form::kPlain : form->second;
  run->serial_validation = draw->Flag("serial_validation");
}

}  // namespace

void DrawOptions(const DbTraits& traits, Draw* draw, Options* o, RunTraits* run) {
  DrawBuckets(draw, &o->bucket_options);
  DrawTree(traits, draw, o);
  DrawTables(traits, draw, o);
  DrawLog(draw, o, run);
  run->many_families = draw->Number("families", {0, 0, 0, 1}) != 0;
  run->many_admin = draw->Number("admin", {0, 0, 1}) != 0;
  DrawMemory(draw, o, run);
  DrawForm(draw, run);
  o->create_if_missing = true;
  o->stats_dump_period_sec = 0;
  o->keep_log_file_num = 50;
  if (traits.reverse) o->comparator = rocksdb::ReverseBytewiseComparator();
  o->merge_operator = NewStepMerger();
}

std::unordered_map<std::string, std::string> DrawOptionChange(bench::Random* random) {
  static const std::vector<std::pair<std::string, std::vector<std::string>>> changes = {
      {"write_buffer_size", {"65536", "131072", "524288"}},
      {"target_file_size_base", {"8192", "65536"}},
      {"level0_file_num_compaction_trigger", {"2", "4", "8"}},
      {"max_bytes_for_level_base", {"65536", "524288"}},
      {"max_write_buffer_number", {"2", "4"}},
      {"compression", {"kNoCompression", "kLZ4Compression", "kSnappyCompression"}},
      {"bucket_options",
       {"{enabled=false}", "{enabled=true;initial_buckets=4;min_file_size=512}",
        "{enabled=true;initial_buckets=32;min_file_size=256;split_temperature=1.2}"}},
      {"max_compaction_bytes", {"0", "65536"}},
  };
  const auto& change = changes[random->Below(changes.size())];
  return {{change.first, change.second[random->Below(change.second.size())]}};
}

}  // namespace stress
