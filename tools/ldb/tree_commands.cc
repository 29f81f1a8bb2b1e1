// ldb's commands that change the shape of the tree: fewer levels, another compaction style, a lost
// table. Those that change options open the database again at their end, so that its OPTIONS file
// says what is so now.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <limits>

#include "db/tool_access.h"
#include "rocksdb/experimental.h"
#include "rocksdb/metadata.h"
#include "tools/ldb/commands.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

using Access = Session::Access;

std::vector<size_t> FilesPerLevel(Session& session) {
  ColumnFamilyMetaData tree;
  session.db()->GetColumnFamilyMetaData(session.family(), &tree);
  std::vector<size_t> counts;
  for (const LevelMetaData& level : tree.levels) counts.push_back(level.files.size());
  return counts;
}

// Compacts every entry of the family into one level.
Status CompactInto(Session& session, int level) {
  CompactRangeOptions how;
  how.change_level = true;
  how.target_level = level;
  how.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  return session.db()->CompactRange(how, session.family(), nullptr, nullptr);
}

// Nothing but the command's own compaction runs, and its output is one table.
void ForOneTable(Options* options) {
  options->disable_auto_compactions = true;
  options->bucket_options.enabled = false;
  options->target_file_size_base = uint64_t{1} << 60;
  options->max_compaction_bytes = std::numeric_limits<uint64_t>::max() / 2;
}

Status ReopenWith(Session& session, std::function<void(Options*)> change) {
  Status s = session.Close();
  session.Change(std::move(change));
  return s.ok() ? session.Open(Access::kWrite) : s;
}

// ---- reduce_levels

size_t LevelsInUse(const std::vector<size_t>& files) {
  size_t levels = files.size();
  while (levels > 1 && files[levels - 1] == 0) --levels;
  return levels;
}

Status ReduceLevels(Session& session) {
  int64_t wanted = 0;
  Status s = session.arguments().Number("new_levels", 0, &wanted);
  if (s.ok() && wanted <= 0) s = Status::InvalidArgument("--new_levels must be a number above 0");
  if (!s.ok()) return s;
  session.AdjustForWork(wanted == 1 ? ForOneTable : [](Options* options) {
    options->disable_auto_compactions = true;
  });
  s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  const size_t old_levels = LevelsInUse(FilesPerLevel(session));
  if (session.arguments().On("print_old_levels")) {
    session.out() << "The old number of levels in use is " << old_levels << "\n";
  }
  const int levels =
      static_cast<int>(std::min<int64_t>(wanted, session.db()->NumberLevels(session.family())));
  if (old_levels > static_cast<size_t>(levels)) {
    s = CompactInto(session, levels - 1);
    if (s.ok()) {
      session.err() << "moved everything to level " << levels - 1 << "; " << levels
                    << " levels are left\n";
    }
  }
  if (!s.ok()) return s;
  return ReopenWith(session, [levels](Options* options) { options->num_levels = levels; });
}

// ---- change_compaction_style

constexpr int64_t kNone = -1;

Status ReadStyle(Session& session, const std::string& flag, int64_t* style) {
  Status s = session.arguments().Number(flag, kNone, style);
  if (s.ok() && *style != kCompactionStyleLevel && *style != kCompactionStyleUniversal) {
    s = Status::InvalidArgument("--" + flag + " must be 0 (leveled) or 1 (universal)");
  }
  return s;
}

void PrintFiles(Session& session, const char* when, const std::vector<size_t>& files) {
  session.out() << "files per level " << when << " compaction: ";
  for (size_t i = 0; i < files.size(); ++i) session.out() << (i == 0 ? "" : ",") << files[i];
  session.out() << "\n";
}

Status ChangeStyle(Session& session) {
  int64_t before = kNone, after = kNone;
  Status s = ReadStyle(session, "old_compaction_style", &before);
  if (s.ok()) s = ReadStyle(session, "new_compaction_style", &after);
  if (s.ok() && before == after) {
    s = Status::InvalidArgument("--old_compaction_style and --new_compaction_style are the same");
  } else if (s.ok() && after == kCompactionStyleLevel) {
    s = Status::InvalidArgument(
        "leveled compaction takes a universal tree as it is: nothing to do");
  }
  if (!s.ok()) return s;
  session.AdjustForWork(ForOneTable);
  s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  PrintFiles(session, "before", FilesPerLevel(session));
  s = CompactInto(session, 0);
  if (!s.ok()) return s;
  const std::vector<size_t> files = FilesPerLevel(session);
  PrintFiles(session, "after", files);
  if (LevelsInUse(files) > 1 || files[0] > 1) {
    return Status::Incomplete("the compaction did not leave one table in level 0");
  }
  return ReopenWith(
      session, [](Options* options) { options->compaction_style = kCompactionStyleUniversal; });
}

// ---- single files

Status ForgetSst(Session& session) {
  if (session.words().size() != 1) {
    return Status::InvalidArgument("SST file number must be specified");
  }
  const std::string& text = session.words()[0];
  char* end = nullptr;
  const uint64_t number = std::strtoull(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0') {
    return Status::InvalidArgument("Failed to parse SST file number", text);
  }
  // The table may be damaged or missing, and others too.
  session.AdjustForWork([](Options* options) {
    options->disable_auto_compactions = true;
    options->paranoid_checks = false;
    options->skip_stats_update_on_db_open = true;
  });
  Status s = session.Open(Access::kWrite);
  if (s.ok()) s = ForgetTable(session.db(), number);
  if (!s.ok()) return s;
  session.err() << "unsafely removed SST file " << number << "\n";
  return s;
}

Status UpdateManifest(Session& session) {
  if (!session.arguments().On("update_temperatures")) {
    return Status::InvalidArgument("nothing to update: --update_temperatures must be given");
  }
  Status s = session.LoadOptions();
  if (!s.ok()) return s;
  return experimental::UpdateManifestForFilesState(session.options(), session.path(),
                                                   session.described());
}

}  // namespace

const std::vector<Command>& TreeCommands() {
  static const std::vector<Command> commands = {
      {"reduce_levels",
       "--new_levels=N [--print_old_levels]",
       "move everything up, so that the tree has N levels",
       {"new_levels", "print_old_levels"},
       ReduceLevels},
      {"change_compaction_style",
       "--old_compaction_style=0 --new_compaction_style=1",
       "make the tree of leveled compaction (0) fit for universal compaction (1)",
       {"old_compaction_style", "new_compaction_style"},
       ChangeStyle},
      {"unsafe_remove_sst_file",
       "<number>",
       "take a damaged or missing table out of the tree, with all that it held",
       {},
       ForgetSst},
      {"update_manifest",
       "--update_temperatures",
       "refused: temperatures are not read from the file system",
       {"update_temperatures"},
       UpdateManifest},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
