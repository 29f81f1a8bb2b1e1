// Operations on files and directories besides writing and reading, through every layer that a user
// may put around a file system: wrappers of the new interface, wrappers of the old one, listeners.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "env/legacy_adapters.h"
#include "env/listening_fs.h"
#include "env/mem_fs.h"
#include "env/plain_io.h"
#include "env/test_files.h"
#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/listener.h"

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
  ASSERT_TRUE(fs_->NewRandomRWFile(dir_.File("rw"), FileOptions(), &file, nullptr).ok());
  EXPECT_TRUE(file->Write(4, "abc", kPlain, nullptr).ok());
  char scratch[16];
  Slice result;
  ASSERT_TRUE(file->Read(3, 5, kPlain, &result, scratch, nullptr).ok());
  EXPECT_EQ(result, Slice(".abc."));
  EXPECT_FALSE(file->use_direct_io());
  EXPECT_GT(file->GetRequiredBufferAlignment(), 0u);
  EXPECT_EQ(file->GetTemperature(), Temperature::kUnknown);
  EXPECT_TRUE(file->Flush(kPlain, nullptr).ok());
  EXPECT_TRUE(file->Sync(kPlain, nullptr).ok());
  EXPECT_TRUE(file->Fsync(kPlain, nullptr).ok());
  EXPECT_TRUE(file->Close(kPlain, nullptr).ok());
  EXPECT_EQ(Read(dir_.File("rw")), "....abc...");
}

TEST_P(LayeredFiles, AFileBeingWrittenKnowsItsSizeAndCanBeCut) {
  std::unique_ptr<FSWritableFile> file;
  ASSERT_TRUE(fs_->NewWritableFile(dir_.File("w"), FileOptions(), &file, nullptr).ok());
  file->SetPreallocationBlockSize(4096);
  file->PrepareWrite(0, 10, kPlain, nullptr);
  size_t block = 0, last = 0;
  file->GetPreallocationStatus(&block, &last);
  EXPECT_EQ(block, 4096u);
  ExpectDoneOrNotOffered(file->Allocate(0, 4096, kPlain, nullptr));
  EXPECT_TRUE(file->Append("0123456789", kPlain, nullptr).ok());
  DataVerificationInfo unchecked;
  EXPECT_TRUE(file->Append("abc", kPlain, unchecked, nullptr).ok());
  EXPECT_TRUE(file->Flush(kPlain, nullptr).ok());
  EXPECT_EQ(file->GetFileSize(kPlain, nullptr), 13u);
  EXPECT_TRUE(file->RangeSync(0, 13, kPlain, nullptr).ok());
  EXPECT_TRUE(file->Truncate(12, kPlain, nullptr).ok());
  EXPECT_TRUE(file->Fsync(kPlain, nullptr).ok());
  ExpectDoneOrNotOffered(file->InvalidateCache(0, 0));
  EXPECT_TRUE(file->Close(kPlain, nullptr).ok());
  EXPECT_EQ(Read(dir_.File("w")), "0123456789ab");
}

TEST_P(LayeredFiles, HintsOfAFileBeingWrittenAreKept) {
  std::unique_ptr<FSWritableFile> file;
  ASSERT_TRUE(fs_->NewWritableFile(dir_.File("w"), FileOptions(), &file, nullptr).ok());
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
  EXPECT_TRUE(file->Close(kPlain, nullptr).ok());
}

TEST_P(LayeredFiles, WithoutDirectWritesNoPlaceMayBeChosen) {
  std::unique_ptr<FSWritableFile> file;
  ASSERT_TRUE(fs_->NewWritableFile(dir_.File("w"), FileOptions(), &file, nullptr).ok());
  ExpectDoneOrNotOffered(file->PositionedAppend("x", 0, kPlain, nullptr));
  DataVerificationInfo unchecked;
  ExpectDoneOrNotOffered(file->PositionedAppend("x", 0, kPlain, unchecked, nullptr));
  EXPECT_TRUE(file->Close(kPlain, nullptr).ok());
}

TEST_P(LayeredFiles, RandomReadsTakeHintsAndCanBeStartedAhead) {
  Write(dir_.File("r"), "0123456789");
  std::unique_ptr<FSRandomAccessFile> file;
  ASSERT_TRUE(fs_->NewRandomAccessFile(dir_.File("r"), FileOptions(), &file, nullptr).ok());
  ExpectDoneOrNotOffered(file->Prefetch(0, 10, kPlain, nullptr));
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
      request, kPlain,
      [&seen](FSReadRequest& done, void*) {
        seen = done.status.ok() ? done.result.ToString() : "";
      },
      nullptr, &handle, &forget, nullptr);
  ASSERT_TRUE(s.ok()) << s.ToString();
  std::vector<void*> started;
  if (handle != nullptr) started.push_back(handle);
  EXPECT_TRUE(started.empty() || fs_->Poll(started, 1).ok());
  EXPECT_EQ(seen, "2345");
  if (handle != nullptr) forget(handle);
}

TEST_P(LayeredFiles, SequentialReadsSkip) {
  Write(dir_.File("s"), "0123456789");
  std::unique_ptr<FSSequentialFile> file;
  ASSERT_TRUE(fs_->NewSequentialFile(dir_.File("s"), FileOptions(), &file, nullptr).ok());
  char scratch[8];
  Slice result;
  EXPECT_TRUE(file->Skip(7).ok());
  ASSERT_TRUE(file->Read(8, kPlain, &result, scratch, nullptr).ok());
  EXPECT_EQ(result, Slice("789"));
  ExpectDoneOrNotOffered(file->InvalidateCache(0, 0));
  ExpectDoneOrNotOffered(file->PositionedRead(1, 2, kPlain, &result, scratch, nullptr));
  EXPECT_FALSE(file->use_direct_io());
  EXPECT_GT(file->GetRequiredBufferAlignment(), 0u);
  EXPECT_EQ(file->GetTemperature(), Temperature::kUnknown);
}

TEST_P(LayeredFiles, DirectoriesAreSynced) {
  std::unique_ptr<FSDirectory> dir;
  ASSERT_TRUE(fs_->NewDirectory(dir_.path(), kPlain, &dir, nullptr).ok());
  EXPECT_TRUE(dir->Fsync(kPlain, nullptr).ok());
  EXPECT_TRUE(dir->FsyncWithDirOptions(kPlain, nullptr, DirFsyncOptions()).ok());
  char id[64];
  (void)dir->GetUniqueId(id, sizeof(id));
  ExpectDoneOrNotOffered(dir->Close(kPlain, nullptr));
}

TEST_P(LayeredFiles, PathsTellWhatLiesThere) {
  Write(dir_.File("a"), "0123456789");
  std::vector<Env::FileAttributes> attributes;
  ASSERT_TRUE(fs_->GetChildrenFileAttributes(dir_.path(), kPlain, &attributes, nullptr).ok());
  ASSERT_EQ(attributes.size(), 1u);
  EXPECT_EQ(attributes[0].name, "a");
  EXPECT_EQ(attributes[0].size_bytes, 10u);
  EXPECT_TRUE(fs_->Truncate(dir_.File("a"), 4, kPlain, nullptr).ok());
  EXPECT_EQ(Read(dir_.File("a")), "0123");
  uint64_t mtime = 0, links = 0, room = 0;
  EXPECT_TRUE(fs_->GetFileModificationTime(dir_.File("a"), kPlain, &mtime, nullptr).ok());
  EXPECT_GT(mtime, 0u);
  EXPECT_TRUE(fs_->NumFileLinks(dir_.File("a"), kPlain, &links, nullptr).ok());
  EXPECT_EQ(links, 1u);
  bool same = false, is_dir = true;
  EXPECT_TRUE(fs_->AreFilesSame(dir_.File("a"), dir_.File("a"), kPlain, &same, nullptr).ok());
  EXPECT_TRUE(same);
  EXPECT_TRUE(fs_->IsDirectory(dir_.File("a"), kPlain, &is_dir, nullptr).ok());
  EXPECT_FALSE(is_dir);
  ExpectDoneOrNotOffered(fs_->GetFreeSpace(dir_.path(), kPlain, &room, nullptr));
  std::string path;
  EXPECT_TRUE(fs_->GetAbsolutePath("name", kPlain, &path, nullptr).ok());
  EXPECT_NE(path, "");
  EXPECT_TRUE(fs_->GetTestDirectory(kPlain, &path, nullptr).ok());
  EXPECT_NE(path, "");
  ExpectDoneOrNotOffered(fs_->SyncFile(dir_.File("a"), FileOptions(), kPlain, false, nullptr));
  EXPECT_FALSE(fs_->Truncate(dir_.File("none"), 0, kPlain, nullptr).ok());
  EXPECT_FALSE(fs_->NumFileLinks(dir_.File("none"), kPlain, &links, nullptr).ok());
  EXPECT_FALSE(fs_->GetFileModificationTime(dir_.File("none"), kPlain, &mtime, nullptr).ok());
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
  ASSERT_TRUE(fs_->NewLogger(dir_.File("LOG"), kPlain, &logger, nullptr).ok());
  Info(logger.get(), "hello %d", 7);
  logger->Flush();
  EXPECT_TRUE(logger->Close().ok());
  EXPECT_NE(Read(dir_.File("LOG")).find("hello 7"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, LayeredFiles, testing::ValuesIn(kLayers),
                         [](const auto& info) { return std::string(info.param.name); });

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
  EXPECT_TRUE(env.LowerThreadPoolCPUPriority(Env::BOTTOM, CpuPriority::kLow).ok());

  int ran = 0;
  env.StartThread([](void* arg) { ++*static_cast<int*>(arg); }, &ran);
  env.WaitForJoin();
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(env.UnSchedule(&ran, Env::BOTTOM), 0);
  std::vector<ThreadStatus> threads;
  EXPECT_TRUE(env.GetThreadList(&threads).ok());
  EXPECT_EQ(env.GetThreadStatusUpdater(), base->GetThreadStatusUpdater());
  EXPECT_EQ(env.GetThreadID(), base->GetThreadID());

  const uint64_t before = base->NowMicros();
  EXPECT_GE(env.NowMicros(), before);
  EXPECT_GT(env.NowNanos(), 0u);
  EXPECT_GT(env.NowCPUNanos(), 0u);
  int64_t seconds = 0;
  EXPECT_TRUE(env.GetCurrentTime(&seconds).ok());
  EXPECT_EQ(env.TimeToString(0), base->TimeToString(0));
  EXPECT_NE(env.GenerateUniqueId(), env.GenerateUniqueId());
  char name[256], other[256];
  ASSERT_TRUE(env.GetHostName(name, sizeof(name)).ok());
  ASSERT_TRUE(base->GetHostName(other, sizeof(other)).ok());
  EXPECT_STREQ(name, other);
}

TEST(EnvWrapper, DirectoriesAndOptionsAreThoseOfItsTarget) {
  Env* base = Env::Default();
  WrappingEnv env(base);
  TestDir dir("wrapper");
  EXPECT_TRUE(env.CreateDir(dir.File("sub")).ok());
  EXPECT_TRUE(env.CreateDir(dir.File("sub")).IsIOError());
  EXPECT_TRUE(env.CreateDirIfMissing(dir.File("sub")).ok());
  bool is_dir = false;
  EXPECT_TRUE(env.IsDirectory(dir.File("sub"), &is_dir).ok());
  EXPECT_TRUE(is_dir);
  EXPECT_TRUE(env.DeleteDir(dir.File("sub")).ok());
  EXPECT_TRUE(env.FileExists(dir.File("sub")).IsNotFound());
  uint64_t room = 0;
  EXPECT_TRUE(env.GetFreeSpace(dir.path(), &room).ok());
  EXPECT_GT(room, 0u);
  std::string path;
  EXPECT_TRUE(env.GetAbsolutePath("x", &path).ok());
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
