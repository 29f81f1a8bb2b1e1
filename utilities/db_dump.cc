// A database as one file and back. The file: "ROCKDUMP", eight bytes of version (1, big-endian),
// the length of a text about the dump and the text, then for each entry the lengths and bytes of
// key and value. Lengths are four bytes, little-endian. The format is RocksDB's.
#include <cstdio>

#include "rocksdb/db.h"
#include "rocksdb/db_dump_tool.h"
#include "rocksdb/env.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

const Slice kMagic("ROCKDUMP");
const Slice kVersion("\0\0\0\0\0\0\0\x01", 8);

bool Complain(const char* what, const Status& s) {
  std::fprintf(stderr, "%s: %s\n", what, s.ToString().c_str());
  return false;
}

Status AppendWithLength(WritableFile* file, const Slice& bytes) {
  std::string length;
  AppendFixed32(&length, static_cast<uint32_t>(bytes.size()));
  Status s = file->Append(length);
  return s.ok() ? file->Append(bytes) : s;
}

Status AppendHeader(Env* env, const DumpOptions& options, WritableFile* file) {
  Status s = file->Append(kMagic);
  if (s.ok()) s = file->Append(kVersion);
  std::string about = "{ \"database-path\": \"" + options.db_path + "\" }";
  if (!options.anonymous) {
    char host[256] = "unknown";
    env->GetHostName(host, sizeof(host)).PermitUncheckedError();
    int64_t now = 0;
    env->GetCurrentTime(&now).PermitUncheckedError();
    about = "{ \"database-path\": \"" + options.db_path + "\", \"hostname\": \"" + host +
            "\", \"creation-time\": \"" + env->TimeToString(static_cast<uint64_t>(now)) + "\" }";
  }
  return s.ok() ? AppendWithLength(file, about) : s;
}

// Reads n bytes; a file that ends before is damaged.
Status ReadBytes(SequentialFile* file, size_t n, std::string* out) {
  out->resize(n);
  Slice read;
  Status s = n == 0 ? Status::OK() : file->Read(n, &read, out->data());
  if (!s.ok()) return s;
  if (read.size() != n) return Status::Corruption("The dump file ends too early");
  out->assign(read.data(), read.size());
  return s;
}

Status ReadWithLength(SequentialFile* file, std::string* out) {
  std::string length;
  Status s = ReadBytes(file, 4, &length);
  return s.ok() ? ReadBytes(file, LoadFixed32(length.data()), out) : s;
}

Status ReadHeader(SequentialFile* file) {
  std::string bytes;
  Status s = ReadBytes(file, kMagic.size(), &bytes);
  if (s.ok() && bytes != kMagic.ToString()) {
    return Status::Corruption("The file is no dump of a database");
  }
  if (s.ok()) s = ReadBytes(file, kVersion.size(), &bytes);
  if (s.ok() && bytes != kVersion.ToString()) {
    return Status::NotSupported("Unknown version of the dump file");
  }
  return s.ok() ? ReadWithLength(file, &bytes) : s;
}

Status PutAll(SequentialFile* file, DB* db) {
  while (true) {
    std::string length(4, '\0');
    Slice read;
    Status s = file->Read(4, &read, length.data());
    if (!s.ok() || read.empty()) return s;
    if (read.size() != 4) return Status::Corruption("The dump file ends too early");
    std::string key, value;
    s = ReadBytes(file, LoadFixed32(read.data()), &key);
    if (s.ok()) s = ReadWithLength(file, &value);
    if (s.ok()) s = db->Put(WriteOptions(), key, value);
    if (!s.ok()) return s;
  }
}

}  // namespace

bool DbDumpTool::Run(const DumpOptions& dump_options, Options options) {
  options.create_if_missing = false;
  std::unique_ptr<DB> db;
  Status s = DB::OpenForReadOnly(options, dump_options.db_path, &db);
  if (!s.ok()) return Complain("Open failed", s);
  Env* env = options.env;
  std::unique_ptr<WritableFile> file;
  s = env->NewWritableFile(dump_options.dump_location, &file, EnvOptions());
  if (s.ok()) s = AppendHeader(env, dump_options, file.get());
  std::unique_ptr<Iterator> it(db->NewIterator(ReadOptions()));
  for (it->SeekToFirst(); s.ok() && it->Valid(); it->Next()) {
    s = AppendWithLength(file.get(), it->key());
    if (s.ok()) s = AppendWithLength(file.get(), it->value());
  }
  s.UpdateIfOk(it->status());
  if (s.ok()) s = file->Sync();
  if (s.ok()) s = file->Close();
  return s.ok() ? true : Complain("Dump failed", s);
}

bool DbUndumpTool::Run(const UndumpOptions& undump_options, Options options) {
  Env* env = options.env;
  std::unique_ptr<SequentialFile> file;
  Status s = env->NewSequentialFile(undump_options.dump_location, &file, EnvOptions());
  if (s.ok()) s = ReadHeader(file.get());
  if (!s.ok()) return Complain("Cannot read the dump file", s);
  options.create_if_missing = true;
  std::unique_ptr<DB> db;
  s = DB::Open(options, undump_options.db_path, &db);
  if (!s.ok()) return Complain("Open failed", s);
  s = PutAll(file.get(), db.get());
  if (s.ok() && undump_options.compact_db) {
    s = db->CompactRange(CompactRangeOptions(), nullptr, nullptr);
  }
  s.UpdateIfOk(db->Close());
  return s.ok() ? true : Complain("Undump failed", s);
}

}  // namespace ROCKSDB_NAMESPACE
