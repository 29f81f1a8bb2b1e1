// Tables taken or rewritten: see repair_tables.h.
//
//   replaced before the damage (MANIFEST)           -> lost/
//   every block sound, entries in order             -> taken as it is
//   nobody knows its family, options or comparator  -> lost/
//   else: readable blocks to a new table, the old   -> lost/
#include "db/repair/repair_tables.h"

#include <charconv>

#include "env/checksum_of_file.h"
#include "table/properties_block.h"
#include "table/unique_id.h"
#include "version/file_counts.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// The family id in the properties of a file that belongs to none: an ingested one, or one of an old
// library.
constexpr uint32_t kNoFamily = 0x7fffffff;

// Bounds are made of what was read; the MANIFEST's may be another file's.
void Widen(const InternalKeyOrder& order, const Slice& smallest, const Slice& largest,
           SequenceNumber low, SequenceNumber high, FileMeta* meta) {
  if (meta->smallest.empty() || order.Compare(smallest, meta->smallest) < 0)
    meta->smallest.assign(smallest.data(), smallest.size());
  if (meta->largest.empty() || order.Compare(largest, meta->largest) > 0)
    meta->largest.assign(largest.data(), largest.size());
  meta->smallest_seqno = std::min(meta->smallest_seqno, low);
  meta->largest_seqno = std::max(meta->largest_seqno, high);
}

// Fills in what a MANIFEST record has beside bounds and numbers.
void FillFromProperties(const TableProperties& p, FileMeta* meta) {
  TakeCounts(p, meta);
  meta->compensated_size = meta->file_size;
  meta->oldest_ancestor_time = p.creation_time;
  meta->creation_time = p.file_creation_time;
  if (p.tail_start_offset > 0 && p.tail_start_offset < meta->file_size) {
    meta->tail_size = meta->file_size - p.tail_start_offset;
  }
  Status s = MakeUniqueId(p.db_id, p.db_session_id, p.orig_file_number, &meta->unique_id);
  if (!s.ok()) meta->unique_id = kNoUniqueId;
}

// Where the table was found, as an index of the family's paths; the first if it is none of them.
uint32_t PathIdOf(const RepairContext& context, const RepairFamily& family,
                  const std::string& directory) {
  const std::string spelling = context.Spelling(directory);
  for (uint32_t i = 0; i < family.config->paths.size(); ++i) {
    if (context.Spelling(family.config->paths[i].path) == spelling) return i;
  }
  return 0;
}

// The number of an ingested file that carries its own; kNoGlobalSequence for all others.
SequenceNumber GlobalSequence(const TableProperties& p, SequenceNumber recorded) {
  const auto& stored = p.user_collected_properties;
  const auto version = stored.find(property_names::kExternalVersion);
  if (version == stored.end() || version->second.size() < 4) return kNoGlobalSequence;
  if (LoadFixed32(version->second.data()) < 2) return kNoGlobalSequence;
  if (recorded != kNoGlobalSequence) return recorded;
  const auto number = stored.find(property_names::kExternalSequence);
  if (number == stored.end() || number->second.size() < 8) return kNoGlobalSequence;
  return LoadFixed64(number->second.data());
}

}  // namespace

SequenceNumber RepairTables::RecordedSequence(uint64_t number) const {
  const auto record = memory_.RecordOf(number);
  return record == nullptr ? kNoGlobalSequence : record->largest_seqno;
}

// Up to which log the table says that the family was flushed; 0 unless it was made here, for this
// family, and has kept its number: others speak of logs of another database.
uint64_t RepairTables::FlushedLogs(const FoundTable& table, const TableProperties* p,
                                   const RepairFamily& family) const {
  if (p == nullptr || p->db_id != context_.db_id || p->column_family_id != family.id ||
      p->orig_file_number != table.number) {
    return 0;
  }
  const auto found = p->user_collected_properties.find(property_names::kFlushedLogs);
  uint64_t logs = 0;
  if (found == p->user_collected_properties.end()) return 0;
  const std::string& text = found->second;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), logs);
  // A table cannot have taken in logs that were begun after it.
  return end.ec == std::errc() && logs <= table.number ? logs : 0;
}

// Only SstFileWriter stores a version, and compactions do not hand it on. A table that was imported
// got another number, and its maker's id stays; a database restored under a new id keeps numbers.
bool RepairTables::IsFromOutside(const FoundTable& table, const TableProperties* p) const {
  if (p == nullptr) return false;
  if (p->user_collected_properties.count(property_names::kExternalVersion) != 0) return true;
  return !p->db_id.empty() && p->db_id != context_.db_id && p->orig_file_number != 0 &&
         p->orig_file_number != table.number;
}

SavedTable RepairTables::Describe(const FoundTable& table, const TableProperties* p,
                                  const RepairFamily& family) const {
  SavedTable saved;
  uint32_t owner = 0;
  saved.remembered = memory_.OwnerOf(table.number, &owner) != nullptr && owner == family.id;
  saved.from_outside = IsFromOutside(table, p);
  saved.flushed_logs = FlushedLogs(table, p, family);
  return saved;
}

void RepairTables::Lose(const FoundTable& table, const Status& why) {
  LogWarn(context_.logger, "Repair: table %s is lost: %s", table.path.c_str(),
          why.ToString().c_str());
  context_.to_archive.insert(table.path);
  uint32_t id = 0;
  if (memory_.OwnerOf(table.number, &id) != nullptr && context_.families.count(id) != 0) {
    context_.families.at(id).damaged = true;
  }
}

Status RepairTables::FamilyOf(const FoundTable& table, const TableProperties* p,
                              RepairFamily** family) {
  uint32_t id = kNoFamily;
  std::string name;
  // The MANIFEST's word first: an ingested table's properties speak of where it was made.
  const RepairMemory::Family* owner = memory_.OwnerOf(table.number, &id);
  if (owner != nullptr) {
    name = owner->name;
  } else if (p == nullptr) {
    return Status::Corruption("nothing says whose table it is");
  } else if (static_cast<uint32_t>(p->column_family_id) != kNoFamily) {
    id = static_cast<uint32_t>(p->column_family_id);
    name = p->column_family_name;
    if (memory_.dropped.count(id) != 0) {
      return Status::Corruption("its column family was dropped", name);
    }
  } else {
    id = 0;
  }
  if (id == 0) name = kDefaultColumnFamilyName;
  Status s = context_.FindFamily(id, name, family);
  if (!s.ok() || p == nullptr || p->comparator_name.empty()) return s;
  const char* comparator = (*family)->order().user_comparator()->Name();
  if (p->comparator_name == comparator) return s;
  return Status::InvalidArgument("its comparator is " + p->comparator_name, comparator);
}

Status RepairTables::ReadThrough(TableReader* reader, const InternalKeyOrder& order,
                                 FileMeta* meta) const {
  // Every block, those included that no entry leads to: index, filter, properties.
  Status s = reader->VerifyChecksums(ReadOptions());
  if (!s.ok()) return s;
  ReadOptions read;
  read.fill_cache = false;
  TableIterOptions how;
  how.for_compaction = true;
  const std::unique_ptr<InternalIterator> it(reader->NewIterator(read, how));
  std::string last;
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    ParsedInternalKey key;
    s = ParseInternalKey(it->key(), &key);
    if (!s.ok()) return s;
    if (!last.empty() && order.Compare(last, it->key()) >= 0) {
      return Status::Corruption("entries out of order at", key.user_key.ToString(true));
    }
    last.assign(it->key().data(), it->key().size());
    Widen(order, last, last, key.sequence, key.sequence, meta);
  }
  if (!it->status().ok()) return it->status();
  const auto tombstones = reader->RangeTombstones();
  if (tombstones == nullptr) return s;
  // Range deletions widen a file like entries do; the end is excluded.
  for (const FragmentedRangeTombstones::Fragment& f : tombstones->fragments()) {
    const auto seqs = tombstones->SeqsOf(f);
    Widen(order, MakeInternalKey(f.start, *seqs.begin(), kTypeRangeDeletion),
          MakeExclusiveEnd(f.end), *(seqs.end() - 1), *seqs.begin(), meta);
  }
  return s;
}

// What the MANIFEST said may be another file's, so the table is read once more.
Status RepairTables::Checksum(const FoundTable& table, FileMeta* meta) const {
  const auto& factory = context_.config->options.file_checksum_gen_factory;
  if (NewChecksumGenerator(factory.get(), table.path) == nullptr) return Status::OK();
  ChecksumReading how;
  how.fs = context_.fs.get();
  ChecksumOfFile made;
  Status s = ReadChecksumOfFile(how, table.path, factory.get(), "", &made);
  meta->checksum = made.value;
  meta->checksum_func_name = made.function;
  return s;
}

Status RepairTables::TakeWhole(const FoundTable& table) {
  const SequenceNumber recorded = RecordedSequence(table.number);
  std::unique_ptr<TableReader> reader;
  // Properties can be read under any order; they say which one is right.
  const InternalKeyOrder any(BytewiseComparator());
  Status s = context_.OpenTable(table.path, table.size, any, recorded, &reader);
  if (!s.ok()) return s;
  RepairFamily* family = nullptr;
  s = FamilyOf(table, reader->Properties().get(), &family);
  if (!s.ok()) return s;
  // The first reader was opened under the wrong order.
  if (!family->order().bytewise()) {
    s = context_.OpenTable(table.path, table.size, family->order(), recorded, &reader);
    if (!s.ok()) return s;
  }
  auto meta = std::make_shared<FileMeta>();
  meta->number = table.number;
  meta->path_id = PathIdOf(context_, *family, table.directory);
  meta->file_size = table.size;
  meta->smallest_seqno = kLargestSequence;
  s = ReadThrough(reader.get(), family->order(), meta.get());
  if (!s.ok()) return s;
  // A tree has no place for a file without bounds.
  if (meta->smallest.empty()) return Status::Corruption("it holds nothing");
  FillFromProperties(*reader->Properties(), meta.get());
  s = Checksum(table, meta.get());
  if (!s.ok()) return s;
  SavedTable saved = Describe(table, reader->Properties().get(), *family);
  saved.meta = std::move(meta);
  family->flushed_logs = std::max(family->flushed_logs, saved.flushed_logs);
  family->tables.push_back(std::move(saved));
  return s;
}

Status RepairTables::WriteAnew(const FoundTable& table, SstSalvage* salvage, RepairFamily* family,
                               SequenceNumber global) {
  // Before the outputs are made, which must know all range deletions from the start.
  salvage->ReadTombstones(family->order(), global);
  TableOutputs::Settings settings = context_.OutputsOf(*family);
  SavedTable saved = Describe(table, salvage->properties(), *family);
  saved.replaces = table.number;
  settings.flushed_logs = saved.flushed_logs;
  family->flushed_logs = std::max(family->flushed_logs, saved.flushed_logs);
  if (salvage->tombstones() != nullptr) {
    settings.tombstones = salvage->tombstones()->Cut(nullptr, nullptr);
  }
  TableOutputs outputs(std::move(settings));
  Status s = salvage->Scan(family->order(), global, [&](const Slice& key, const Slice& value) {
    return outputs.Add(key, value);
  });
  // An index that cannot be read leaves the range deletions.
  if (s.IsCorruption()) LogWarn(context_.logger, "Repair: %s", s.ToString().c_str());
  if (s.ok() || s.IsCorruption()) s = outputs.Finish();
  if (!s.ok()) return s;
  uint64_t entries = 0;
  for (const auto& file : outputs.files()) {
    entries += file->num_entries;
    saved.meta = file;
    family->tables.push_back(saved);
  }
  LogWarn(context_.logger,
          "Repair: table %s is damaged (%s): %lu entries of %lu blocks saved, %lu blocks lost",
          table.path.c_str(), salvage->trouble().c_str(), entries, salvage->good_blocks(),
          salvage->bad_blocks());
  return s;
}

Status RepairTables::Salvage(const FoundTable& table) {
  std::unique_ptr<RandomAccessFileReader> file;
  Status s = RandomAccessFileReader::Open(context_.fs.get(), table.path, FileOptions(), &file);
  std::unique_ptr<SstSalvage> salvage;
  if (s.ok()) s = SstSalvage::Open(std::move(file), table.size, &salvage);
  RepairFamily* family = nullptr;
  if (s.ok()) s = FamilyOf(table, salvage->properties(), &family);
  if (!s.ok()) {
    Lose(table, s);
    return Status::OK();
  }
  family->damaged = true;
  SequenceNumber global = kNoGlobalSequence;
  if (salvage->properties() != nullptr) {
    global = GlobalSequence(*salvage->properties(), RecordedSequence(table.number));
  } else if (const auto record = memory_.RecordOf(table.number);
             record != nullptr && record->smallest_seqno == record->largest_seqno) {
    // All entries have one number: perhaps that of an ingestion, which they do not say themselves.
    global = record->largest_seqno;
  }
  context_.to_archive.insert(table.path);
  return WriteAnew(table, salvage.get(), family, global);
}

Status RepairTables::Save(const FoundTable& table) {
  // Its contents live on in others: saved once more, they would come back from the dead.
  if (memory_.gone.count(table.number) != 0) {
    LogInfo(context_.logger, "Repair: table %s was replaced by others before the damage",
            table.path.c_str());
    context_.to_archive.insert(table.path);
    return Status::OK();
  }
  Status s = TakeWhole(table);
  if (s.ok()) return s;
  if (s.IsInvalidArgument()) {
    Lose(table, s);  // sound, but nobody can say how to read it
    return Status::OK();
  }
  return Salvage(table);
}

Status RepairTables::SaveAll(const std::vector<FoundTable>& tables) {
  for (const FoundTable& table : tables) {
    Status s = Save(table);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
