// Options drawn from seeds, and a line that lists every draw. The same seed and overrides give the
// same draws on every machine.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rocksdb/options.h"
#include "tools/db_bench/random.h"
#include "tools/db_stress/trace.h"

namespace stress {

// Takes one random number for each named choice, overridden or not, so that fixing one draw does
// not change the others.
class Draw {
 public:
  // `fixed` is name=value,name=value. If `random` is false, each draw takes the first choice.
  Draw(uint64_t seed, const std::string& fixed, bool random);

  // Draws one of the choices.
  uint64_t Number(const std::string& name, const std::vector<uint64_t>& choices);
  std::string Word(const std::string& name, const std::vector<std::string>& choices);
  bool Flag(const std::string& name) { return Number(name, {0, 1}) != 0; }

  // Every draw so far as name=value, separated by spaces.
  const std::string& line() const { return line_; }
  // A fixed name that no draw asked for, or empty.
  std::string Unknown() const;

 private:
  std::string Take(const std::string& name, const std::vector<std::string>& choices);

  bench::Random random_;
  const bool is_random_;
  std::map<std::string, std::string> fixed_;
  std::map<std::string, bool> drawn_;
  std::string line_;
};

// The traits that a database keeps for life.
struct DbTraits {
  bool reverse = false;  // comparator
  bool merges = false;
  bool universal = false;
  uint32_t keys = 1000;
  uint32_t slots = 1;
  int levels = 7;
  uint32_t format_version = 5;
  std::string line;
};
DbTraits DrawTraits(uint64_t db_seed, Draw* draw);

// The use of the WAL in a run.
enum class WalMode { kEach, kSync, kManual, kNone };
// What the database is opened as.
enum class Form { kPlain, kPessimistic, kOptimistic };
struct RunTraits {
  WalMode wal = WalMode::kEach;
  // May be another one at each opening.
  Form form = Form::kPlain;
  bool serial_validation = false;  // of optimistic transactions
  // Logs are recycled, and nothing is prepared: stock does not always open such a copy.
  bool recycles = false;
  bool many_families = false;
  bool many_admin = false;
  bool large_files = false;  // operations that end a WAL or a memtable early are rare
  bool guard_batches = false;

  Guarantee guarantee() const {
    if (wal == WalMode::kNone) return Guarantee::kFlushed;
    return wal == WalMode::kManual ? Guarantee::kWalFlushed : Guarantee::kAcknowledged;
  }
};

// Sets `options` for one opening of the database.
void DrawOptions(const DbTraits& traits, Draw* draw, rocksdb::Options* options, RunTraits* run);

// Draws one change for SetOptions().
std::unordered_map<std::string, std::string> DrawOptionChange(bench::Random* random);

}  // namespace stress
