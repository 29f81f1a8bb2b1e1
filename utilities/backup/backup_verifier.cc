// See the header.
#include "utilities/backup/backup_verifier.h"

#include <string>
#include <vector>

#include "env/plain_io.h"
#include "utilities/backup/file_copier.h"
#include "utilities/backup/job_team.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

IOStatus VerifySize(const BackupContext& context, const BackupFile& file) {
  const std::string path = context.Path(file.name);
  uint64_t size = 0;
  IOStatus s = context.fs->FileExists(path, kPlainIo, nullptr);
  if (IsMissing(s)) return IOStatus::NotFound("File missing", path);
  if (s.ok()) s = context.fs->GetFileSize(path, kPlainIo, &size, nullptr);
  if (!s.ok() || size == file.size) return s;
  return IOStatus::Corruption("File corrupted: File size mismatch for " + path,
                              "Expected file size is " + std::to_string(file.size) +
                                  " while found file size is " + std::to_string(size));
}

IOStatus VerifyChecksum(const BackupContext& context, const BackupFile& file) {
  CopyJob job;
  job.from_fs = context.fs.get();
  job.from = context.Path(file.name);
  CopyTerms terms;
  terms.buffer_size = context.BufferSize(nullptr);
  CopyResult read;
  IOStatus s = RunCopy(job, terms, &read);
  if (!s.ok() || read.crc == file.crc) return s;
  return IOStatus::Corruption("File corruption! Checksum mismatch for " + job.from,
                              "Expected checksum is " + std::to_string(file.crc) +
                                  " while computed checksum is " + std::to_string(read.crc));
}

}  // namespace

IOStatus VerifyFiles(const BackupContext& context, const BackupMeta& meta, bool with_checksums) {
  std::vector<Job> jobs;
  for (const BackupFile& file : meta.files) {
    if (file.excluded) continue;
    jobs.push_back([&context, &file, with_checksums] {
      IOStatus s = VerifySize(context, file);
      if (s.ok() && with_checksums && file.has_crc) s = VerifyChecksum(context, file);
      return s;
    });
  }
  return RunJobs(context.Threads(), std::nullopt, jobs);
}

}  // namespace ROCKSDB_NAMESPACE::backup
