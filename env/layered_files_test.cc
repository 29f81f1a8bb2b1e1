// Operations on files and directories besides writing and reading, through every layer that a user
// may put around a file system: wrappers of the new interface, wrappers of the old one, listeners.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "env/files_fixture.h"
#include "env/legacy_adapters.h"
#include "env/listening_fs.h"
#include "env/mem_fs.h"
#include "env/plain_io.h"
#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/listener.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Wraps files, too.
class WrappingFs : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "WrappingFs"; }

  IOStatus NewSequentialFile(const std::string& f, const FileOptions& o,
                             std::unique_ptr<FSSequentialFile>* r, IODebugContext* d) override {
    const IOStatus s = FileSystemWrapper::NewSequentialFile(f, o, r, d);
    if (s.ok()) *r = std::make_unique<FSSequentialFileOwnerWrapper>(std::move(*r));
    return s;
  }
  IOStatus NewRandomAccessFile(const std::string& f, const FileOptions& o,
                               std::unique_ptr<FSRandomAccessFile>* r, IODebugContext* d) override {
    const IOStatus s = FileSystemWrapper::NewRandomAccessFile(f, o, r, d);
    if (s.ok()) *r = std::make_unique<FSRandomAccessFileOwnerWrapper>(std::move(*r));
    return s;
  }
  IOStatus NewWritableFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSWritableFile>* r, IODebugContext* d) override {
    const IOStatus s = FileSystemWrapper::NewWritableFile(f, o, r, d);
    if (s.ok()) *r = std::make_unique<FSWritableFileOwnerWrapper>(std::move(*r));
    return s;
  }
  IOStatus NewRandomRWFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSRandomRWFile>* r, IODebugContext* d) override {
    const IOStatus s = FileSystemWrapper::NewRandomRWFile(f, o, r, d);
    if (s.ok()) *r = std::make_unique<FSRandomRWFileOwnerWrapper>(std::move(*r));
    return s;
  }
  IOStatus NewDirectory(const std::string& f, const IOOptions& o, std::unique_ptr<FSDirectory>* r,
                        IODebugContext* d) override {
    const IOStatus s = FileSystemWrapper::NewDirectory(f, o, r, d);
    if (s.ok()) *r = std::make_unique<FSDirectoryWrapper>(std::move(*r));
    return s;
  }
};

// Gives files other names and, like those made for RocksDB, knows no SyncFile.
class RenamingFs : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "RenamingFs"; }
  IOStatus ReopenWritableFile(const std::string& f, const FileOptions& o,
                              std::unique_ptr<FSWritableFile>* r, IODebugContext* d) override {
    return FileSystemWrapper::ReopenWritableFile(f + ".real", o, r, d);
  }
};

// A wrapper of the old interface together with what it wraps.
template <typename Wrapper, typename File>
struct Owning : private std::unique_ptr<File>, public Wrapper {
  explicit Owning(std::unique_ptr<File>&& file)
      : std::unique_ptr<File>(std::move(file)), Wrapper(std::unique_ptr<File>::get()) {}
};

class WrappingEnv : public EnvWrapper {
 public:
  using EnvWrapper::EnvWrapper;

  Status NewSequentialFile(const std::string& f, std::unique_ptr<SequentialFile>* r,
                           const EnvOptions& o) override {
    return Wrap<SequentialFileWrapper>(EnvWrapper::NewSequentialFile(f, r, o), r);
  }
  Status NewRandomAccessFile(const std::string& f, std::unique_ptr<RandomAccessFile>* r,
                             const EnvOptions& o) override {
    return Wrap<RandomAccessFileWrapper>(EnvWrapper::NewRandomAccessFile(f, r, o), r);
  }
  Status NewWritableFile(const std::string& f, std::unique_ptr<WritableFile>* r,
                         const EnvOptions& o) override {
    return Wrap<WritableFileWrapper>(EnvWrapper::NewWritableFile(f, r, o), r);
  }
  Status NewRandomRWFile(const std::string& f, std::unique_ptr<RandomRWFile>* r,
                         const EnvOptions& o) override {
    return Wrap<RandomRWFileWrapper>(EnvWrapper::NewRandomRWFile(f, r, o), r);
  }
  Status NewDirectory(const std::string& f, std::unique_ptr<Directory>* r) override {
    return Wrap<DirectoryWrapper>(EnvWrapper::NewDirectory(f, r), r);
  }

 private:
  template <typename Wrapper, typename File>
  static Status Wrap(Status s, std::unique_ptr<File>* file) {
    if (s.ok()) *file = std::make_unique<Owning<Wrapper, File>>(std::move(*file));
    return s;
  }
};

struct Counter : EventListener {
  bool ShouldBeNotifiedOnFileIO() override { return true; }
  void OnFileReadFinish(const FileOperationInfo& info) override { Note(info); }
  void OnFileWriteFinish(const FileOperationInfo& info) override { Note(info); }
  void OnFileFlushFinish(const FileOperationInfo& info) override { Note(info); }
  void OnFileSyncFinish(const FileOperationInfo& info) override { Note(info); }
  void OnFileRangeSyncFinish(const FileOperationInfo& info) override { Note(info); }
  void OnFileTruncateFinish(const FileOperationInfo& info) override { Note(info); }
  void OnFileCloseFinish(const FileOperationInfo& info) override { Note(info); }
  void Note(const FileOperationInfo& info) {
    heard++;
    EXPECT_FALSE(info.path.empty());
  }
  int heard = 0;
};

struct Layer {
  const char* name = "";
  friend void PrintTo(const Layer& layer, std::ostream* out) { *out << layer.name; }
  std::function<std::shared_ptr<FileSystem>(std::shared_ptr<void>*)> make;
};

const Layer kLayers[] = {
    {"Posix", [](std::shared_ptr<void>*) { return FileSystem::Default(); }},
    {"Memory", [](std::shared_ptr<void>*) { return NewMemFileSystem(); }},
    {"FileSystemWrapper",
     [](std::shared_ptr<void>*) { return std::make_shared<WrappingFs>(FileSystem::Default()); }},
    {"EnvWrapper",
     [](std::shared_ptr<void>* keep) {
       auto env = std::make_shared<WrappingEnv>(Env::Default());
       *keep = env;
       return FilesOfEnv(env.get());
     }},
    {"Listener",
     [](std::shared_ptr<void>*) {
       return ListenToFiles(FileSystem::Default(), {std::make_shared<Counter>()});
     }},
};

class LayeredFiles : public testing::TestWithParam<Layer>, protected TestFiles {
 protected:
  LayeredFiles() : TestFiles("layers") { Use(GetParam().make(&keep_)); }
  ~LayeredFiles() override { fs_.reset(); }
  // Not every layer offers every call; an offered call must work.
  static void ExpectDoneOrNotOffered(const Status& s) {
    EXPECT_TRUE(s.ok() || s.IsNotSupported()) << s.ToString();
  }

  std::shared_ptr<void> keep_;
};

}  // namespace

TEST_P(LayeredFiles, FilesAreReadAndWrittenAtAnyPlace) {
  Write(dir_.File("rw"), "..........");
  std::unique_ptr<FSRandomRWFile> file;
  ASSERT_OK(fs_->NewRandomRWFile(dir_.File("rw"), FileOptions(), &file, nullptr));
  EXPECT_OK(file->Write(4, "abc", kPlainIo, nullptr));
  char scratch[16];
  Slice result;
  ASSERT_OK(file->Read(3, 5, kPlainIo, &result, scratch, nullptr));
  EXPECT_EQ(result, Slice(".abc."));
  EXPECT_FALSE(file->use_direct_io());
  EXPECT_GT(file->GetRequiredBufferAlignment(), 0u);
  EXPECT_EQ(file->GetTemperature(), Temperature::kUnknown);
  EXPECT_OK(file->Flush(kPlainIo, nullptr));
  EXPECT_OK(file->Sync(kPlainIo, nullptr));
  EXPECT_OK(file->Fsync(kPlainIo, nullptr));
  EXPECT_OK(file->Close(kPlainIo, nullptr));
  EXPECT_EQ(Read(dir_.File("rw")), "....abc...");
}

TEST_P(LayeredFiles, AFileBeingWrittenKnowsItsSizeAndCanBeCut) {
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->NewWritableFile(dir_.File("w"), FileOptions(), &file, nullptr));
  file->SetPreallocationBlockSize(4096);
  file->PrepareWrite(0, 10, kPlainIo, nullptr);
  size_t block = 0, last = 0;
  file->GetPreallocationStatus(&block, &last);
  EXPECT_EQ(block, 4096u);
  ExpectDoneOrNotOffered(file->Allocate(0, 4096, kPlainIo, nullptr));
  EXPECT_OK(file->Append("0123456789", kPlainIo, nullptr));
  DataVerificationInfo unchecked;
  EXPECT_OK(file->Append("abc", kPlainIo, unchecked, nullptr));
  EXPECT_OK(file->Flush(kPlainIo, nullptr));
  EXPECT_EQ(file->GetFileSize(kPlainIo, nullptr), 13u);
  EXPECT_OK(file->RangeSync(0, 13, kPlainIo, nullptr));
  EXPECT_OK(file->Truncate(12, kPlainIo, nullptr));
  EXPECT_OK(file->Fsync(kPlainIo, nullptr));
  ExpectDoneOrNotOffered(file->InvalidateCache(0, 0));
  EXPECT_OK(file->Close(kPlainIo, nullptr));
  EXPECT_EQ(Read(dir_.File("w")), "0123456789ab");
}

TEST_P(LayeredFiles, HintsOfAFileBeingWrittenAreKept) {
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->NewWritableFile(dir_.File("w"), FileOptions(), &file, nullptr));
  file->SetIOPriority(Env::IO_HIGH);
  EXPECT_EQ(file->GetIOPriority(), Env::IO_HIGH);
  file->SetWriteLifeTimeHint(Env::WLTH_LONG);
  EXPECT_EQ(file->GetWriteLifeTimeHint(), Env::WLTH_LONG);
  EXPECT_FALSE(file->use_direct_io());
  EXPECT_GT(file->GetRequiredBufferAlignment(), 0u);
  char first[64], second[64];
  const size_t length = file->GetUniqueId(first, sizeof(first));
  ASSERT_EQ(file->GetUniqueId(second, sizeof(second)), length);
  EXPECT_EQ(Slice(first, length), Slice(second, length));
  (void)file->IsSyncThreadSafe();
  EXPECT_OK(file->Close(kPlainIo, nullptr));
}

TEST_P(LayeredFiles, WithoutDirectWritesNoPlaceMayBeChosen) {
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->NewWritableFile(dir_.File("w"), FileOptions(), &file, nullptr));
  ExpectDoneOrNotOffered(file->PositionedAppend("x", 0, kPlainIo, nullptr));
  DataVerificationInfo unchecked;
  ExpectDoneOrNotOffered(file->PositionedAppend("x", 0, kPlainIo, unchecked, nullptr));
  EXPECT_OK(file->Close(kPlainIo, nullptr));
}

TEST_P(LayeredFiles, RandomReadsTakeHintsAndCanBeStartedAhead) {
  Write(dir_.File("r"), "0123456789");
  std::unique_ptr<FSRandomAccessFile> file;
  ASSERT_OK(fs_->NewRandomAccessFile(dir_.File("r"), FileOptions(), &file, nullptr));
  ExpectDoneOrNotOffered(file->Prefetch(0, 10, kPlainIo, nullptr));
  for (const auto hint :
       {FSRandomAccessFile::kNormal, FSRandomAccessFile::kRandom, FSRandomAccessFile::kSequential,
        FSRandomAccessFile::kWillNeed, FSRandomAccessFile::kWontNeed}) {
    file->Hint(hint);
  }
  ExpectDoneOrNotOffered(file->InvalidateCache(0, 0));
  EXPECT_FALSE(file->use_direct_io());
  EXPECT_GT(file->GetRequiredBufferAlignment(), 0u);
  EXPECT_EQ(file->GetTemperature(), Temperature::kUnknown);
  uint64_t size = 0;
  const IOStatus sized = file->GetFileSize(&size);
  ExpectDoneOrNotOffered(sized);
  EXPECT_EQ(size, sized.ok() ? 10u : 0u);
  char id[64];
  (void)file->GetUniqueId(id, sizeof(id));

  char scratch[8];
  FSReadRequest request;
  request.offset = 2;
  request.len = 4;
  request.scratch = scratch;
  std::string seen;
  void* handle = nullptr;
  IOHandleDeleter forget;
  const IOStatus s = file->ReadAsync(
      request, kPlainIo,
      [&seen](FSReadRequest& done, void*) {
        seen = done.status.ok() ? done.result.ToString() : "";
      },
      nullptr, &handle, &forget, nullptr);
  ASSERT_OK(s);
  std::vector<void*> started;
  if (handle != nullptr) started.push_back(handle);
  EXPECT_TRUE(started.empty() || fs_->Poll(started, 1).ok());
  EXPECT_EQ(seen, "2345");
  if (handle != nullptr) forget(handle);
}

TEST_P(LayeredFiles, SequentialReadsSkip) {
  Write(dir_.File("s"), "0123456789");
  std::unique_ptr<FSSequentialFile> file;
  ASSERT_OK(fs_->NewSequentialFile(dir_.File("s"), FileOptions(), &file, nullptr));
  char scratch[8];
  Slice result;
  EXPECT_OK(file->Skip(7));
  ASSERT_OK(file->Read(8, kPlainIo, &result, scratch, nullptr));
  EXPECT_EQ(result, Slice("789"));
  ExpectDoneOrNotOffered(file->InvalidateCache(0, 0));
  ExpectDoneOrNotOffered(file->PositionedRead(1, 2, kPlainIo, &result, scratch, nullptr));
  EXPECT_FALSE(file->use_direct_io());
  EXPECT_GT(file->GetRequiredBufferAlignment(), 0u);
  EXPECT_EQ(file->GetTemperature(), Temperature::kUnknown);
}

TEST_P(LayeredFiles, DirectoriesAreSynced) {
  std::unique_ptr<FSDirectory> dir;
  ASSERT_OK(fs_->NewDirectory(dir_.path(), kPlainIo, &dir, nullptr));
  EXPECT_OK(dir->Fsync(kPlainIo, nullptr));
  EXPECT_OK(dir->FsyncWithDirOptions(kPlainIo, nullptr, DirFsyncOptions()));
  char id[64];
  (void)dir->GetUniqueId(id, sizeof(id));
  ExpectDoneOrNotOffered(dir->Close(kPlainIo, nullptr));
}

TEST_P(LayeredFiles, PathsTellWhatLiesThere) {
  Write(dir_.File("a"), "0123456789");
  std::vector<Env::FileAttributes> attributes;
  ASSERT_OK(fs_->GetChildrenFileAttributes(dir_.path(), kPlainIo, &attributes, nullptr));
  ASSERT_EQ(attributes.size(), 1u);
  EXPECT_EQ(attributes[0].name, "a");
  EXPECT_EQ(attributes[0].size_bytes, 10u);
  EXPECT_OK(fs_->Truncate(dir_.File("a"), 4, kPlainIo, nullptr));
  EXPECT_EQ(Read(dir_.File("a")), "0123");
  uint64_t mtime = 0, links = 0, room = 0;
  EXPECT_OK(fs_->GetFileModificationTime(dir_.File("a"), kPlainIo, &mtime, nullptr));
  EXPECT_GT(mtime, 0u);
  EXPECT_OK(fs_->NumFileLinks(dir_.File("a"), kPlainIo, &links, nullptr));
  EXPECT_EQ(links, 1u);
  bool same = false, is_dir = true;
  EXPECT_OK(fs_->AreFilesSame(dir_.File("a"), dir_.File("a"), kPlainIo, &same, nullptr));
  EXPECT_TRUE(same);
  EXPECT_OK(fs_->IsDirectory(dir_.File("a"), kPlainIo, &is_dir, nullptr));
  EXPECT_FALSE(is_dir);
  ExpectDoneOrNotOffered(fs_->GetFreeSpace(dir_.path(), kPlainIo, &room, nullptr));
  std::string path;
  EXPECT_OK(fs_->GetAbsolutePath("name", kPlainIo, &path, nullptr));
  EXPECT_NE(path, "");
  EXPECT_OK(fs_->GetTestDirectory(kPlainIo, &path, nullptr));
  EXPECT_NE(path, "");
  ExpectDoneOrNotOffered(fs_->SyncFile(dir_.File("a"), FileOptions(), kPlainIo, false, nullptr));
  EXPECT_NOT_OK(fs_->Truncate(dir_.File("none"), 0, kPlainIo, nullptr));
  EXPECT_NOT_OK(fs_->NumFileLinks(dir_.File("none"), kPlainIo, &links, nullptr));
  EXPECT_NOT_OK(fs_->GetFileModificationTime(dir_.File("none"), kPlainIo, &mtime, nullptr));
}

TEST_P(LayeredFiles, AFileMayBeMappedForReadingAndWriting) {
  Write(dir_.File("m"), "0123456789");
  std::unique_ptr<MemoryMappedFileBuffer> map;
  const IOStatus s = fs_->NewMemoryMappedFileBuffer(dir_.File("m"), &map);
  ExpectDoneOrNotOffered(s);
  if (!s.ok()) return;
  ASSERT_EQ(map->GetLen(), 10u);
  static_cast<char*>(map->GetBase())[3] = 'x';
  map.reset();
  EXPECT_EQ(Read(dir_.File("m")), "012x456789");
}

TEST_P(LayeredFiles, OptionsAreTunedForTheirUse) {
  FileOptions options;
  options.use_direct_reads = true;
  options.writable_file_max_buffer_size = 12345;
  EXPECT_EQ(fs_->OptimizeForManifestWrite(options).writable_file_max_buffer_size, 12345u);
  EXPECT_FALSE(fs_->OptimizeForManifestRead(options).use_direct_reads);
  EXPECT_FALSE(fs_->OptimizeForLogRead(options).use_direct_reads);
  fs_->SanitizeFileOptions(&options);
  int64_t offered = 0;
  fs_->SupportedOps(offered);
  fs_->DiscardCacheForDirectory(dir_.path());
  std::vector<void*> nothing;
  ExpectDoneOrNotOffered(fs_->Poll(nothing, 0));
  ExpectDoneOrNotOffered(fs_->AbortIO(nothing));
  ExpectDoneOrNotOffered(fs_->RegisterDbPaths({dir_.path()}));
  ExpectDoneOrNotOffered(fs_->UnregisterDbPaths({dir_.path()}));
}

TEST_P(LayeredFiles, LogsAreWritten) {
  std::shared_ptr<Logger> logger;
  ASSERT_OK(fs_->NewLogger(dir_.File("LOG"), kPlainIo, &logger, nullptr));
  Info(logger.get(), "hello %d", 7);
  logger->Flush();
  EXPECT_OK(logger->Close());
  EXPECT_NE(Read(dir_.File("LOG")).find("hello 7"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, LayeredFiles, testing::ValuesIn(kLayers),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(FileSystemWrapper, AFileIsSyncedUnderTheNameThatItIsOpenedUnder) {
  const auto memory = std::make_shared<MemFileSystem>();
  ASSERT_OK(WriteStringToFile(memory.get(), "bytes", "/a.real"));
  RenamingFs fs(memory);
  EXPECT_OK(fs.SyncFile("/a", FileOptions(), kPlainIo, true, nullptr));
}

TEST(EnvWrapper, ThreadsTimesAndNamesAreThoseOfItsTarget) {
  Env* base = Env::Default();
  WrappingEnv env(base);
  env.SetBackgroundThreads(3, Env::BOTTOM);
  EXPECT_EQ(base->GetBackgroundThreads(Env::BOTTOM), 3);
  env.IncBackgroundThreadsIfNeeded(4, Env::BOTTOM);
  EXPECT_EQ(env.GetBackgroundThreads(Env::BOTTOM), 4);
  EXPECT_EQ(env.GetThreadPoolQueueLen(Env::BOTTOM), 0u);
  const int reserved = env.ReserveThreads(1, Env::BOTTOM);
  EXPECT_EQ(base->ReleaseThreads(1, Env::BOTTOM), reserved);
  const int again = base->ReserveThreads(1, Env::BOTTOM);
  EXPECT_EQ(env.ReleaseThreads(1, Env::BOTTOM), again);
  env.LowerThreadPoolIOPriority(Env::BOTTOM);
  env.LowerThreadPoolCPUPriority(Env::BOTTOM);
  EXPECT_OK(env.LowerThreadPoolCPUPriority(Env::BOTTOM, CpuPriority::kLow));

  int ran = 0;
  env.StartThread([](void* arg) { ++*static_cast<int*>(arg); }, &ran);
  env.WaitForJoin();
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(env.UnSchedule(&ran, Env::BOTTOM), 0);
  std::vector<ThreadStatus> threads;
  EXPECT_OK(env.GetThreadList(&threads));
  EXPECT_EQ(env.GetThreadStatusUpdater(), base->GetThreadStatusUpdater());
  EXPECT_EQ(env.GetThreadID(), base->GetThreadID());

  const uint64_t before = base->NowMicros();
  EXPECT_GE(env.NowMicros(), before);
  EXPECT_GT(env.NowNanos(), 0u);
  EXPECT_GT(env.NowCPUNanos(), 0u);
  int64_t seconds = 0;
  EXPECT_OK(env.GetCurrentTime(&seconds));
  EXPECT_EQ(env.TimeToString(0), base->TimeToString(0));
  EXPECT_NE(env.GenerateUniqueId(), env.GenerateUniqueId());
  char name[256], other[256];
  ASSERT_OK(env.GetHostName(name, sizeof(name)));
  ASSERT_OK(base->GetHostName(other, sizeof(other)));
  EXPECT_STREQ(name, other);
}

TEST(EnvWrapper, DirectoriesAndOptionsAreThoseOfItsTarget) {
  Env* base = Env::Default();
  WrappingEnv env(base);
  TestDir dir("wrapper");
  EXPECT_OK(env.CreateDir(dir.File("sub")));
  EXPECT_TRUE(env.CreateDir(dir.File("sub")).IsIOError());
  EXPECT_OK(env.CreateDirIfMissing(dir.File("sub")));
  bool is_dir = false;
  EXPECT_OK(env.IsDirectory(dir.File("sub"), &is_dir));
  EXPECT_TRUE(is_dir);
  EXPECT_OK(env.DeleteDir(dir.File("sub")));
  EXPECT_TRUE(env.FileExists(dir.File("sub")).IsNotFound());
  uint64_t room = 0;
  EXPECT_OK(env.GetFreeSpace(dir.path(), &room));
  EXPECT_GT(room, 0u);
  std::string path;
  EXPECT_OK(env.GetAbsolutePath("x", &path));
  EXPECT_EQ(env.SetAllowNonOwnerAccess(true), base->SetAllowNonOwnerAccess(true));

  const EnvOptions options;
  EXPECT_FALSE(env.OptimizeForLogRead(options).use_direct_reads);
  EXPECT_FALSE(env.OptimizeForManifestRead(options).use_direct_reads);
  EXPECT_EQ(env.OptimizeForManifestWrite(options).writable_file_max_buffer_size,
            options.writable_file_max_buffer_size);
  EnvOptions same = options;
  env.SanitizeEnvOptions(&same);
  EXPECT_EQ(same.use_direct_reads, options.use_direct_reads);
}

}  // namespace ROCKSDB_NAMESPACE
