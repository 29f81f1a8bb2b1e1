// A whole MANIFEST: listed, opened read-only and opened for writing. Records are the fuzzer's,
// framed with right checksums, over a directory that holds three real tables. A database that opens
// must close and open again with the same files.
//
// Input: one byte of flags, then records (two bytes of length, then the record), or with kRaw the
// file.
#include <algorithm>
#include <set>

#include "db/log/log_writer.h"
#include "db/state/manifest_recovery.h"
#include "test/fuzz/byte_files.h"
#include "test/fuzz/memory_db.h"

namespace bucketlsm_fuzz {
namespace {

constexpr uint8_t kRaw = 1;
constexpr uint8_t kBegun = 2;  // the records of a fresh database come first
constexpr uint8_t kTrusting = 4;
constexpr uint8_t kTableless = 8;

std::string BeginningOf(const std::function<void(VersionEdit*)>& fill) {
  VersionEdit edit;
  fill(&edit);
  std::string bytes;
  FUZZ_CHECK(edit.EncodeTo(&bytes), "a record that cannot be encoded");
  return bytes;
}

std::string Framed(uint8_t flags, Draws draws) {
  std::string file;
  log::Writer writer(WriterTo(&file), 1, false, false);
  if ((flags & kBegun) != 0) {
    FUZZ_OK(writer.AddRecord(BeginningOf([](VersionEdit* e) {
      e->comparator = "leveldb.BytewiseComparator";
      e->log_number = 0;
      e->prev_log_number = 0;
      e->next_file_number = 20;
      e->last_sequence = 1000;
    })));
  }
  while (!draws.empty()) FUZZ_OK(writer.AddRecord(draws.LongSized()));
  FUZZ_OK(writer.Close());
  return file;
}

// Tables 10, 11 and 12, with keys a to c, d to f, g to i.
const std::vector<std::string>& Tables() {
  static const std::vector<std::string> tables = [] {
    std::vector<std::string> made;
    for (char first = 'a'; first <= 'g'; first = static_cast<char>(first + 3)) {
      MemoryDb scratch;
      scratch.options().compression = kNoCompression;
      FUZZ_OK(scratch.Open());
      for (char c = first; c < first + 3; c++) {
        FUZZ_OK(scratch.db()->Put(WriteOptions(), std::string(1, c), "value"));
      }
      FUZZ_OK(scratch.db()->Flush(FlushOptions()));
      std::vector<LiveFileMetaData> files;
      scratch.db()->GetLiveFilesMetaData(&files);
      FUZZ_CHECK(files.size() == 1, "one flush, one table");
      std::string bytes;
      FUZZ_OK(ReadFileToString(scratch.fs().get(), files[0].db_path + files[0].name, &bytes));
      made.push_back(std::move(bytes));
    }
    return made;
  }();
  return tables;
}

std::set<std::string> FilesOf(DB* db) {
  std::vector<LiveFileMetaData> files;
  db->GetLiveFilesMetaData(&files);
  std::set<std::string> names;
  for (const LiveFileMetaData& f : files) {
    names.insert(f.column_family_name + f.name + " at " + std::to_string(f.level));
  }
  return names;
}

struct OpenFamilies {
  Status Open(MemoryDb* memory, const std::vector<std::string>& names, bool read_only) {
    std::vector<ColumnFamilyDescriptor> families;
    for (const std::string& name : names) families.emplace_back(name, memory->options());
    const Options& o = memory->options();
    return read_only ? DB::OpenForReadOnly(o, MemoryDb::kPath, families, &handles, &db)
                     : DB::Open(o, MemoryDb::kPath, families, &handles, &db);
  }
  void Close() {
    for (ColumnFamilyHandle* handle : handles) FUZZ_OK(db->DestroyColumnFamilyHandle(handle));
    handles.clear();
    FUZZ_OK(db->Close());
    db.reset();
  }
  void ReadAll() {
    for (ColumnFamilyHandle* handle : handles) {
      const std::unique_ptr<Iterator> it(db->NewIterator(ReadOptions(), handle));
      int steps = 0;
      for (it->SeekToFirst(); it->Valid() && steps < 100; it->Next()) steps++;
      (void)it->status().ok();
    }
  }

  std::unique_ptr<DB> db;
  std::vector<ColumnFamilyHandle*> handles;
};

void OpenTwice(MemoryDb* memory, const std::vector<std::string>& names) {
  OpenFamilies opened;
  if (!opened.Open(memory, names, false).ok()) return;
  opened.ReadAll();
  const std::set<std::string> files = FilesOf(opened.db.get());
  opened.Close();
  FUZZ_OK(opened.Open(memory, names, false));
  FUZZ_CHECK(FilesOf(opened.db.get()) == files, "other files when opened again");
  opened.Close();
}

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(manifest) {
  Draws draws(input);
  const uint8_t flags = draws.Byte();
  const bool raw = (flags & kRaw) != 0;
  MemoryDb memory;
  memory.Write("MANIFEST-000001", raw ? draws.Rest().ToString() : Framed(flags, draws));
  memory.Write("CURRENT", "MANIFEST-000001\n");
  memory.Write("IDENTITY", "00000000-0000-4000-8000-000000000000");
  for (size_t i = 0; i < Tables().size() && (flags & kTableless) == 0; i++) {
    memory.Write("0000" + std::to_string(10 + i) + ".sst", Tables()[i]);
  }
  memory.options().create_if_missing = false;
  memory.options().paranoid_checks = (flags & kTrusting) == 0;
  memory.options().disable_auto_compactions = true;

  std::vector<std::string> names;
  const Status listed = DB::ListColumnFamilies(memory.options(), MemoryDb::kPath, &names);
  if (!listed.ok()) names = {kDefaultColumnFamilyName};
  if (names.size() > 20) return;
  {
    OpenFamilies opened;
    const Status s = opened.Open(&memory, names, true);
    FUZZ_CHECK(listed.ok() || !s.ok(), "opened, but not listed: " + listed.ToString());
    if (s.ok()) {
      opened.ReadAll();
      opened.Close();
    }
  }
  OpenTwice(&memory, names);
}
