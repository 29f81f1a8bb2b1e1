// The emulated device: see device.h.
#include "tools/db_bench/device.h"

#include <atomic>
#include <charconv>
#include <chrono>
#include <thread>
#include <utility>

#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/listener.h"
#include "tools/db_bench/op_stats.h"

namespace bench {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: the classes that are wrapped here

// A thread sleeps once it is ahead by this many nanoseconds; shorter sleeps end too late to be
// worth it.
constexpr uint64_t kShortestSleep = 1'000'000;

// Compactions that this thread is in: a job's first part runs on the thread of the job.
thread_local int compactions = 0;
thread_local Stream stream;

void SleepUntil(uint64_t when) {
  const uint64_t now = NowNanos();
  if (when > now + kShortestSleep)
    std::this_thread::sleep_for(std::chrono::nanoseconds(when - now));
}

class Device {
 public:
  explicit Device(const DeviceSpec& spec) : spec_(spec), bandwidth_(spec.total_rate) {}

  // Waits until the device has moved the bytes.
  void Transfer(uint64_t bytes) { SleepUntil(bandwidth_.Take(NowNanos(), bytes)); }

  // The page cache takes the bytes. Returns when the device will have written them.
  uint64_t WriteLater(uint64_t bytes) { return bandwidth_.Take(NowNanos(), bytes); }

  void WriteTable(uint64_t bytes) {
    const uint64_t now = NowNanos();
    const double rate = compactions > 0 ? spec_.merge_rate : spec_.flush_rate;
    SleepUntil(std::max(stream.Owe(now, bytes, rate), bandwidth_.Take(now, bytes)));
  }

  // After bytes that the device is done with at `written`.
  void Sync(uint64_t written) const {
    SleepUntil(written);
    if (spec_.sync_nanos > 0)
      std::this_thread::sleep_for(std::chrono::nanoseconds(spec_.sync_nanos));
  }

 private:
  const DeviceSpec spec_;
  SharedBandwidth bandwidth_;
};

class PacedWriter : public FSWritableFileOwnerWrapper {
 public:
  PacedWriter(std::unique_ptr<FSWritableFile>&& file, Device* device, bool table)
      : FSWritableFileOwnerWrapper(std::move(file)), device_(*device), table_(table) {}

  using FSWritableFileOwnerWrapper::Append;
  IOStatus Append(const Slice& data, const IOOptions& o, IODebugContext* dbg) override {
    return Paced(data.size(), FSWritableFileOwnerWrapper::Append(data, o, dbg));
  }
  IOStatus Append(const Slice& data, const IOOptions& o, const DataVerificationInfo& info,
                  IODebugContext* dbg) override {
    return Paced(data.size(), FSWritableFileOwnerWrapper::Append(data, o, info, dbg));
  }
  using FSWritableFileOwnerWrapper::PositionedAppend;
  IOStatus PositionedAppend(const Slice& data, uint64_t at, const IOOptions& o,
                            IODebugContext* dbg) override {
    return Paced(data.size(), FSWritableFileOwnerWrapper::PositionedAppend(data, at, o, dbg));
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t at, const IOOptions& o,
                            const DataVerificationInfo& info, IODebugContext* dbg) override {
    return Paced(data.size(), FSWritableFileOwnerWrapper::PositionedAppend(data, at, o, info, dbg));
  }
  IOStatus Sync(const IOOptions& o, IODebugContext* dbg) override {
    device_.Sync(written_);
    return FSWritableFileOwnerWrapper::Sync(o, dbg);
  }
  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override {
    device_.Sync(written_);
    return FSWritableFileOwnerWrapper::Fsync(o, dbg);
  }

 private:
  IOStatus Paced(size_t bytes, IOStatus s) {
    if (!s.ok()) return s;
    if (table_) {
      device_.WriteTable(bytes);
    } else {
      written_ = device_.WriteLater(bytes);
    }
    return s;
  }

  Device& device_;
  const bool table_;
  // When the device is done with the bytes that the page cache took.
  std::atomic<uint64_t> written_{0};
};

class PacedReader : public FSRandomAccessFileOwnerWrapper {
 public:
  PacedReader(std::unique_ptr<FSRandomAccessFile>&& file, Device* device)
      : FSRandomAccessFileOwnerWrapper(std::move(file)), device_(*device) {}

  IOStatus Read(uint64_t at, size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) const override {
    IOStatus s = FSRandomAccessFileOwnerWrapper::Read(at, n, o, result, scratch, dbg);
    if (s.ok()) device_.Transfer(result->size());
    return s;
  }
  IOStatus MultiRead(FSReadRequest* requests, size_t count, const IOOptions& o,
                     IODebugContext* dbg) override {
    IOStatus s = FSRandomAccessFileOwnerWrapper::MultiRead(requests, count, o, dbg);
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; ++i) bytes += requests[i].result.size();
    if (s.ok()) device_.Transfer(bytes);
    return s;
  }

 private:
  Device& device_;
};

class PacedFileSystem : public FileSystemWrapper {
 public:
  PacedFileSystem(const std::shared_ptr<FileSystem>& target, const DeviceSpec& spec)
      : FileSystemWrapper(target), device_(spec) {}

  const char* Name() const override { return "PacedFileSystem"; }

  IOStatus NewWritableFile(const std::string& name, const FileOptions& o,
                           std::unique_ptr<FSWritableFile>* file, IODebugContext* dbg) override {
    return Pace(name, FileSystemWrapper::NewWritableFile(name, o, file, dbg), file);
  }
  IOStatus ReopenWritableFile(const std::string& name, const FileOptions& o,
                              std::unique_ptr<FSWritableFile>* file, IODebugContext* dbg) override {
    return Pace(name, FileSystemWrapper::ReopenWritableFile(name, o, file, dbg), file);
  }
  IOStatus ReuseWritableFile(const std::string& name, const std::string& old, const FileOptions& o,
                             std::unique_ptr<FSWritableFile>* file, IODebugContext* dbg) override {
    return Pace(name, FileSystemWrapper::ReuseWritableFile(name, old, o, file, dbg), file);
  }
  IOStatus NewRandomAccessFile(const std::string& name, const FileOptions& o,
                               std::unique_ptr<FSRandomAccessFile>* file,
                               IODebugContext* dbg) override {
    IOStatus s = FileSystemWrapper::NewRandomAccessFile(name, o, file, dbg);
    if (s.ok()) *file = std::make_unique<PacedReader>(std::move(*file), &device_);
    return s;
  }

 private:
  IOStatus Pace(const std::string& name, IOStatus s, std::unique_ptr<FSWritableFile>* file) {
    const bool table = name.ends_with(".sst");
    if (s.ok()) *file = std::make_unique<PacedWriter>(std::move(*file), &device_, table);
    return s;
  }

  Device device_;
};

// Notes which threads merge.
class RoleListener : public EventListener {
 public:
  void OnCompactionBegin(DB* /*db*/, const CompactionJobInfo& /*info*/) override { ++compactions; }
  void OnCompactionCompleted(DB* /*db*/, const CompactionJobInfo& /*info*/) override {
    --compactions;
  }
  void OnSubcompactionBegin(const SubcompactionJobInfo& /*info*/) override { ++compactions; }
  void OnSubcompactionCompleted(const SubcompactionJobInfo& /*info*/) override { --compactions; }
};

}  // namespace

Status ParseDevice(const std::string& text, DeviceSpec* spec) {
  double numbers[4];
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int i = 0; i < 4; ++i) {
    const auto read = std::from_chars(at, end, numbers[i]);
    const bool last = i == 3;
    const bool positive = last ? numbers[i] >= 0 : numbers[i] > 0;
    if (read.ec != std::errc() || !positive || last != (read.ptr == end) ||
        (!last && *read.ptr != ',')) {
      return Status::InvalidArgument(
          "--device takes merge_MBps,flush_MBps,total_MBps,latency_us, not", text);
    }
    at = read.ptr + 1;
  }
  *spec = DeviceSpec{numbers[0] * 1e6, numbers[1] * 1e6, numbers[2] * 1e6,
                     static_cast<uint64_t>(numbers[3] * 1e3)};
  return Status::OK();
}

void InstallDevice(const DeviceSpec& spec, Options* options) {
  static const auto files = std::make_shared<PacedFileSystem>(options->env->GetFileSystem(), spec);
  static const std::unique_ptr<Env> env = NewCompositeEnv(files);
  options->env = env.get();
  options->listeners.push_back(std::make_shared<RoleListener>());
}

}  // namespace bench
