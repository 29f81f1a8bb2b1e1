// The calls of EnvMirror that two environments can do side by side; the others are refused.
#include "rocksdb/utilities/env_mirror.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

namespace {

Status Differ(const char* call, const std::string& name) {
  return Status::Corruption(std::string("EnvMirror: the results differ: ") + call, name);
}

// The result of both, if it is one.
Status Agreed(const char* call, const std::string& name, const Status& a, const Status& b) {
  return a == b ? a : Differ(call, name);
}

template <typename Opened>
Status Refuse(const char* call, std::unique_ptr<Opened>* result) {
  result->reset();
  return Status::NotSupported(call);
}

}  // namespace

EnvMirror::~EnvMirror() {
  if (free_a_) delete a_;
  if (free_b_) delete b_;
}

Status EnvMirror::NewSequentialFile(const std::string& /*f*/, std::unique_ptr<SequentialFile>* r,
                                    const EnvOptions& /*options*/) {
  return Refuse("EnvMirror::NewSequentialFile", r);
}
Status EnvMirror::NewRandomAccessFile(const std::string& /*f*/,
                                      std::unique_ptr<RandomAccessFile>* r,
                                      const EnvOptions& /*options*/) {
  return Refuse("EnvMirror::NewRandomAccessFile", r);
}
Status EnvMirror::NewWritableFile(const std::string& /*f*/, std::unique_ptr<WritableFile>* r,
                                  const EnvOptions& /*options*/) {
  return Refuse("EnvMirror::NewWritableFile", r);
}
Status EnvMirror::ReuseWritableFile(const std::string& /*fname*/, const std::string& /*old_fname*/,
                                    std::unique_ptr<WritableFile>* r,
                                    const EnvOptions& /*options*/) {
  return Refuse("EnvMirror::ReuseWritableFile", r);
}
Status EnvMirror::NewDirectory(const std::string& /*name*/, std::unique_ptr<Directory>* result) {
  return Refuse("EnvMirror::NewDirectory", result);
}

Status EnvMirror::FileExists(const std::string& f) {
  return Agreed("FileExists", f, a_->FileExists(f), b_->FileExists(f));
}
Status EnvMirror::GetChildren(const std::string& dir, std::vector<std::string>* r) {
  std::vector<std::string> other;
  Status s = Agreed("GetChildren", dir, a_->GetChildren(dir, r), b_->GetChildren(dir, &other));
  if (!s.ok()) return s;
  std::sort(r->begin(), r->end());
  std::sort(other.begin(), other.end());
  return *r == other ? s : Differ("GetChildren", dir);
}
Status EnvMirror::DeleteFile(const std::string& f) {
  return Agreed("DeleteFile", f, a_->DeleteFile(f), b_->DeleteFile(f));
}
Status EnvMirror::CreateDir(const std::string& d) {
  return Agreed("CreateDir", d, a_->CreateDir(d), b_->CreateDir(d));
}
Status EnvMirror::CreateDirIfMissing(const std::string& d) {
  return Agreed("CreateDirIfMissing", d, a_->CreateDirIfMissing(d), b_->CreateDirIfMissing(d));
}
Status EnvMirror::DeleteDir(const std::string& d) {
  return Agreed("DeleteDir", d, a_->DeleteDir(d), b_->DeleteDir(d));
}
Status EnvMirror::GetFileSize(const std::string& f, uint64_t* size) {
  uint64_t other = 0;
  Status s = Agreed("GetFileSize", f, a_->GetFileSize(f, size), b_->GetFileSize(f, &other));
  return s.ok() && *size != other ? Differ("GetFileSize", f) : s;
}
// Times differ by nature.
Status EnvMirror::GetFileModificationTime(const std::string& fname, uint64_t* file_mtime) {
  uint64_t other = 0;
  return Agreed("GetFileModificationTime", fname, a_->GetFileModificationTime(fname, file_mtime),
                b_->GetFileModificationTime(fname, &other));
}
Status EnvMirror::RenameFile(const std::string& s, const std::string& t) {
  return Agreed("RenameFile", s, a_->RenameFile(s, t), b_->RenameFile(s, t));
}
Status EnvMirror::LinkFile(const std::string& s, const std::string& t) {
  return Agreed("LinkFile", s, a_->LinkFile(s, t), b_->LinkFile(s, t));
}

Status EnvMirror::LockFile(const std::string& f, FileLock** l) {
  FileLock* lock_a = nullptr;
  FileLock* lock_b = nullptr;
  const Status a = a_->LockFile(f, &lock_a);
  const Status b = b_->LockFile(f, &lock_b);
  if (a.ok() && b.ok()) {
    *l = new FileLockMirror(lock_a, lock_b);
    return a;
  }
  *l = nullptr;
  if (a.ok()) a_->UnlockFile(lock_a).PermitUncheckedError();
  if (b.ok()) b_->UnlockFile(lock_b).PermitUncheckedError();
  return Agreed("LockFile", f, a, b);
}
Status EnvMirror::UnlockFile(FileLock* l) {
  std::unique_ptr<FileLockMirror> both(static_cast<FileLockMirror*>(l));
  return Agreed("UnlockFile", "", a_->UnlockFile(both->a_), b_->UnlockFile(both->b_));
}

}  // namespace ROCKSDB_NAMESPACE
