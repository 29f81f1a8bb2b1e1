// Operations of the model check that bring files in, or take a family's ends off: ingestion,
// import, clipping. Rows of the table in test/model/operations.h.
#include <map>

#include "rocksdb/sst_file_writer.h"
#include "rocksdb/utilities/checkpoint.h"
#include "test/model/answers.h"
#include "test/model/batch_items.h"
#include "test/model/operations.h"

namespace model {
namespace {

// ---- ingestion: one file for each family that items name, all of them in one call

constexpr uint32_t kItemRange = kItemWords;
constexpr char kMadeFiles[] = "/made";

// What the files hold, by family: of several items with one key the last.
struct FileContent {
  std::vector<Args> ranges;
  std::map<uint32_t, Args> points;
};
std::map<uint32_t, FileContent> ContentOf(const Op& op) {
  std::map<uint32_t, FileContent> files;
  for (const Args& item : op.items) {
    if (item[1] == kItemRange) {
      files[item[0]].ranges.push_back(item);
    } else {
      files[item[0]].points[item[2]] = item;
    }
  }
  return files;
}
uint32_t WidthOf(const Args& range) { return 1 + range[4] % 8; }

// A range takes older entries away, never those of its own file.
void IngestOnModel(const Op& op, World* world, std::string* answer) {
  for (const auto& [family, content] : ContentOf(op)) {
    Map* map = world->Writable(family);
    if (map == nullptr) continue;
    for (const Args& range : content.ranges) {
      map->erase(map->lower_bound(range[2]), map->lower_bound(range[2] + WidthOf(range)));
    }
    for (const auto& [key, item] : content.points) ApplyItem(item, map);
  }
  *answer += "ok";
}

// A writer with the calls of a batch.
class FileBatch {
 public:
  explicit FileBatch(SstFileWriter* writer) : writer_(writer) {}
  Status Put(ColumnFamilyHandle*, const Slice& key, const Slice& value) {
    return writer_->Put(key, value);
  }
  Status Delete(ColumnFamilyHandle*, const Slice& key) { return writer_->Delete(key); }
  Status Merge(ColumnFamilyHandle*, const Slice& key, const Slice& operand) {
    return writer_->Merge(key, operand);
  }
  Status PutEntity(ColumnFamilyHandle*, const Slice& key, const WideColumns& columns) {
    return writer_->PutEntity(key, columns);
  }

 private:
  SstFileWriter* const writer_;
};

Status MakeFile(const FileContent& content, const std::string& path, Database* database) {
  SstFileWriter writer(EnvOptions(), database->options());
  Status s = writer.Open(path);
  for (const Args& range : content.ranges) {
    if (s.ok()) {
      s = writer.DeleteRange(database->Key(range[2]), database->Key(range[2] + WidthOf(range)));
    }
  }
  FileBatch batch(&writer);
  for (const auto& [key, item] : content.points) {
    if (s.ok()) s = AddItem(item, database, &batch);
  }
  return s.ok() ? writer.Finish() : s;
}

enum HowWord { kCopyFiles, kMoveFiles, kLinkFiles };

IngestExternalFileOptions HowToIngest(const Op& op) {
  IngestExternalFileOptions how;
  how.move_files = op.args[0] == kMoveFiles;
  how.link_files = op.args[0] == kLinkFiles;
  how.verify_checksums_before_ingest = op.args[1] == 1;
  how.write_global_seqno = op.args[1] == 2;
  return how;
}

Status MakeFiles(const Op& op, Database* database, std::vector<IngestExternalFileArg>* files) {
  Status s = database->options().env->CreateDirIfMissing(kMadeFiles);
  for (const auto& [family, content] : ContentOf(op)) {
    if (database->handle(family) == nullptr) continue;
    IngestExternalFileArg arg;
    arg.column_family = database->handle(family);
    arg.external_files = {std::string(kMadeFiles) + "/" + std::to_string(family) + ".sst"};
    arg.options = HowToIngest(op);
    if (s.ok()) s = MakeFile(content, arg.external_files[0], database);
    files->push_back(std::move(arg));
  }
  return s;
}

void IngestOnDatabase(const Op& op, Database* database, std::string* answer) {
  std::vector<IngestExternalFileArg> files;
  Status s = MakeFiles(op, database, &files);
  const SequenceNumber before = database->db()->GetLatestSequenceNumber();
  if (s.ok() && !files.empty()) s = database->db()->IngestExternalFiles(files);
  database->AddUnlogged(before + 1, database->db()->GetLatestSequenceNumber() + 1);
  Env* env = database->options().env;
  for (const IngestExternalFileArg& arg : files) {
    const bool is_there = env->FileExists(arg.external_files[0]).ok();
    if (s.ok() && is_there == (op.args[0] == kMoveFiles)) s = Status::Corruption("the made file");
    if (is_there && s.ok()) s = env->DeleteFile(arg.external_files[0]);
  }
  Say(s, answer);
}

// ---- a family leaves as files and comes back

void ImportOnModel(const Op& op, World* world, std::string* answer) {
  World::Family& family = world->families[op.args[0]];
  if (op.args[0] == 0 || !family.exists) {
    *answer += kAbsent;
    return;
  }
  world->ForgetMoments();
  family.life++;
  *answer += "ok";
}

Status ExportAndImport(uint32_t number, bool move, Database* database) {
  static constexpr char kExported[] = "/exported";
  Database::Family& family = database->family(number);
  const std::string name = family.handle->GetName();
  const std::set<uint32_t> once = family.once;
  Checkpoint* raw = nullptr;
  Status s = Checkpoint::Create(database->db(), &raw);
  const std::unique_ptr<Checkpoint> checkpoint(raw);
  ExportImportFilesMetaData* exported = nullptr;
  if (s.ok()) s = checkpoint->ExportColumnFamily(family.handle, kExported, &exported);
  const std::unique_ptr<ExportImportFilesMetaData> metadata(exported);
  if (s.ok()) s = database->DropFamily(number);
  ImportColumnFamilyOptions how;
  how.move_files = move;
  if (s.ok() && metadata->files.empty()) {
    // Of nothing no family is made by import.
    s = database->CreateFamily(number);
  } else if (s.ok()) {
    s = database->top()->CreateColumnFamilyWithImport(database->options(), name, how, *metadata,
                                                      &family.handle);
  }
  family.once = once;
  Env* env = database->options().env;
  std::vector<std::string> left;
  if (s.ok()) s = env->GetChildren(kExported, &left);
  for (const std::string& file : left) {
    if (s.ok() && file[0] != '.') s = env->DeleteFile(std::string(kExported) + "/" + file);
  }
  return s.ok() ? env->DeleteDir(kExported) : s;
}

void ImportOnDatabase(const Op& op, Database* database, std::string* answer) {
  if (op.args[0] == 0 || database->handle(op.args[0]) == nullptr) {
    *answer += kAbsent;
    return;
  }
  database->ReleaseMoments();
  Say(ExportAndImport(op.args[0], op.args[1] == kMoveFiles, database), answer);
}

// ---- clipping

// Keys from `from` on, `from + width` and later ones excluded, stay.
void ClipOnModel(const Op& op, World* world, std::string* answer) {
  OnFamily(op, world, answer, [&](Map* map) {
    map->erase(map->begin(), map->lower_bound(op.args[1]));
    map->erase(map->lower_bound(op.args[1] + op.args[2]), map->end());
  });
}

void ClipOnDatabase(const Op& op, Database* database, std::string* answer) {
  OnFamily(op, database, answer, [&](ColumnFamilyHandle* handle) {
    const uint32_t begin = op.args[1], end = op.args[1] + op.args[2];
    auto& once = database->family(op.args[0]).once;
    std::erase_if(once, [&](uint32_t key) { return key < begin || key >= end; });
    return database->db()->ClipColumnFamily(handle, database->Key(begin), database->Key(end));
  });
}

}  // namespace

std::vector<Operation> IngestionOperations() {
  const ArgSpec how{Arg::kWord, {"copy", "move", "link"}};
  return {
      {"ingest",
       4,
       false,
       {how, {Arg::kWord, {"plain", "checked", "numbers_in_files"}}},
       ItemSpecs({"delete_range"}),
       16,
       IngestOnModel,
       IngestOnDatabase},
      {"import", 1, false, {{Arg::kFamily}, how}, {}, 0, ImportOnModel, ImportOnDatabase},
      {"clip",
       1,
       false,
       {{Arg::kFamily}, {Arg::kKey}, {Arg::kWidth}},
       {},
       0,
       ClipOnModel,
       ClipOnDatabase},
  };
}

}  // namespace model
