// Tables made outside of the database and ingested, into several families at once.
#include <algorithm>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "rocksdb/sst_file_writer.h"
#include "tools/db_stress/activity.h"
#include "tools/db_stress/worker.h"

namespace stress {

using rocksdb::Status;

namespace {

Status AddTo(rocksdb::SstFileWriter* writer, const Record& r) {
  const std::string key = KeyOf(r.key);
  const uint32_t tag = TagOf(r.slot, r.generation);
  if (r.kind == WriteKind::kPut) {
    return writer->Put(key, ValueOf(WordOfPut(r.id), tag, r.key));
  }
  if (r.kind == WriteKind::kMerge) {
    return writer->Merge(key, OperandOf(StepOfMerge(r.id), tag, r.key));
  }
  return writer->Delete(key);
}

}  // namespace

Status Worker::MakeTable(const std::string& path, const std::vector<Record>& records) {
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), session_.db().options());
  Status s = writer.Open(path);
  for (const Record& r : records) {
    if (s.ok()) s = AddTo(&writer, r);
  }
  return s.ok() ? writer.Finish() : s;
}

// An ingestion survives at once. Where the writes before it may be lost, they are made durable
// first, and nobody writes in between.
void Worker::Ingest() {
  if (session_.run().guarantee() == Guarantee::kAcknowledged) {
    const std::shared_lock<FairGate> lock(session_.gate());
    if (!session_.over()) IngestFiles();
    return;
  }
  const std::lock_guard<FairGate> lock(session_.gate());
  if (session_.over()) return;
  rocksdb::DB* const db = session_.db().db();
  const uint64_t ticket = session_.trace().NextTicket();
  Status s;
  if (session_.run().wal == WalMode::kManual) {
    s = db->FlushWAL(true);
    if (s.ok()) session_.trace().Promise(ticket);
  }
  for (uint32_t slot = 0; slot < session_.db().slots() && s.ok(); ++slot) {
    rocksdb::ColumnFamilyHandle* const family = session_.db().family(slot);
    if (session_.run().wal == WalMode::kNone && family != nullptr) {
      s = db->Flush(rocksdb::FlushOptions(), family);
      if (s.ok()) session_.trace().PromiseSlot(slot, ticket);
    }
  }
  Expect(s, "flush before an ingestion");
  if (s.ok()) IngestFiles();
}

bool Worker::IngestFiles() {
  const uint32_t first_slot = ExistingSlot(), second_slot = ExistingSlot();
  // By slot, each key once.
  std::map<uint32_t, std::map<uint32_t, Record>> chosen;
  const uint32_t block = OwnBlock();
  for (uint64_t left = 1 + random_.Below(24); left > 0; --left) {
    const uint32_t slot = Chance(2) ? first_slot : second_slot, key = KeyIn(block);
    if (!IsSingle(key)) chosen[slot][key] = ChooseWrite(slot, key, LiveOf(slot, key));
  }
  std::vector<Record> records;
  std::vector<rocksdb::IngestExternalFileArg> files;
  Status s;
  for (const auto& [slot, by_key] : chosen) {
    std::vector<Record> table;
    for (const auto& entry : by_key) table.push_back(entry.second);
    if (session_.traits().reverse) std::reverse(table.begin(), table.end());
    const std::string path = session_.db().made() + "/" + std::to_string(FreshId()) + ".sst";
    if (s.ok()) s = MakeTable(path, table);
    rocksdb::IngestExternalFileArg arg;
    arg.column_family = session_.db().family(slot);
    arg.external_files = {path};
    arg.options.move_files = Chance(2);
    arg.options.verify_checksums_before_ingest = Chance(4);
    files.push_back(arg);
    records.insert(records.end(), table.begin(), table.end());
  }
  Expect(s, "table to ingest");
  if (!s.ok() || files.empty()) return false;
  const bool move = files.front().options.move_files;
  for (rocksdb::IngestExternalFileArg& arg : files) arg.options.move_files = move;
  for (Record& r : records) r.flags |= Record::kSynced;
  const ActivityScope scope(Activity::kIngest);
  const auto ingest = [&] { return session_.db().db()->IngestExternalFiles(files); };
  if (!Enter(&records, ingest, [](const Status&) { return false; })) return false;
  session_.trace().Count(kTallyIngestions);
  for (const rocksdb::IngestExternalFileArg& arg : files) {
    if (!move) Expect(session_.db().options().env->DeleteFile(arg.external_files[0]), "clean-up");
  }
  return true;
}

}  // namespace stress
