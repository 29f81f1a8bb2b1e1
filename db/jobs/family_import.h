// CreateColumnFamilyWithImport: a new family that begins with the tables of exported ones, on their
// levels and with their sequence numbers.
//
//   family made -> tables linked or copied, synced -> one MANIFEST record -> installed
//
// After a failure the family is dropped again and its copies are removed. One call, one thread.
#pragma once

#include <vector>

#include "db/jobs/family_changes.h"
#include "db/jobs/ingest_file.h"
#include "db/jobs/manual_flush.h"

namespace ROCKSDB_NAMESPACE {

class FamilyImport {
 public:
  FamilyImport(DbParts* parts, FamilyChanges* families, ManualFlush* flushes)
      : parts_(*parts), families_(*families), flushes_(*flushes) {}
  ~FamilyImport();
  FamilyImport(const FamilyImport&) = delete;
  FamilyImport& operator=(const FamilyImport&) = delete;

  // *handle is null after a failure.
  [[nodiscard]] Status Run(const ColumnFamilyDescriptor& family,
                           const ImportColumnFamilyOptions& options,
                           const std::vector<const ExportImportFilesMetaData*>& exports,
                           ColumnFamilyHandle** handle) EXCLUDES_LOCK(state_lock);

 private:
  // A table, and what its export says of it.
  struct Imported {
    IngestFile file;
    const LiveFileMetaData* described = nullptr;
    std::shared_ptr<FileMeta> meta;
  };

  Status Fill(const ImportColumnFamilyOptions& options,
              const std::vector<const ExportImportFilesMetaData*>& exports)
      EXCLUDES_LOCK(state_lock);
  Status Describe(const LiveFileMetaData& described);
  // Exports of several families may not have keys of one range.
  Status CheckApart(const std::vector<const ExportImportFilesMetaData*>& exports) const;
  Status TakeFiles();
  void GiveEpochs() REQUIRES_LOCK(state_lock);
  Status Install() EXCLUDES_LOCK(state_lock);

  DbParts& parts_;
  FamilyChanges& families_;
  ManualFlush& flushes_;
  FamilyPtr family_;
  IngestSource source_;
  std::vector<Imported> tables_;
  // The copies belong to the family's tree, or may.
  bool recorded_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
