// The trace file: header, then one array of records for each thread.
#include "tools/db_stress/trace.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace stress {

using rocksdb::Status;

namespace {

// A new layout needs a new number.
constexpr uint64_t kTraceMagic = 0x32656361'72747264;

size_t FileBytes(uint32_t threads, uint32_t capacity) {
  return sizeof(TraceHeader) + size_t{threads} * capacity * sizeof(Record);
}

Status Failure(const std::string& what, const std::string& path) {
  return Status::IOError(what + " " + path, std::strerror(errno));
}

Status MapFile(const std::string& path, int flags, size_t* bytes, void** map) {
  const int fd = open(path.c_str(), flags, 0644);
  if (fd < 0) return errno == ENOENT ? Status::NotFound(path) : Failure("open", path);
  struct stat about {};
  const bool sized =
      *bytes == 0 ? fstat(fd, &about) == 0 : ftruncate(fd, static_cast<off_t>(*bytes)) == 0;
  if (*bytes == 0) *bytes = static_cast<size_t>(about.st_size);
  *map = sized && *bytes >= sizeof(TraceHeader)
             ? mmap(nullptr, *bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
             : MAP_FAILED;
  // The mapping keeps the file open. A killed process loses nothing: dirty pages belong to the
  // kernel.
  close(fd);
  return *map == MAP_FAILED ? Failure("map", path) : Status::OK();
}

}  // namespace

const char* TallyName(uint32_t tally) {
  static constexpr const char* names[kTallyCount] = {
      "writes",         "reads",        "iterators", "snapshots",   "flushes",
      "compactions",    "splits",       "merges",    "reopens",     "families",
      "option_changes", "transactions", "prepared",  "rolled_back", "ingestions"};
  return names[tally];
}

Trace::~Trace() { munmap(map_, bytes_); }

Status Trace::Create(const std::string& path, uint64_t epoch, uint32_t threads, uint32_t capacity,
                     Guarantee guarantee, std::unique_ptr<Trace>* trace) {
  if (threads == 0 || threads > kMaxThreads) return Status::InvalidArgument("threads");
  void* map = nullptr;
  size_t bytes = FileBytes(threads, capacity);
  Status s = MapFile(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, &bytes, &map);
  if (!s.ok()) return s;
  trace->reset(new Trace(map, bytes));
  TraceHeader& header = (*trace)->header();
  header.epoch = epoch;
  header.threads = threads;
  header.capacity = capacity;
  header.guarantee = guarantee;
  header.tickets.store(1);
  // The magic comes last: a file without it is no trace.
  header.magic = kTraceMagic;
  return s;
}

Status Trace::Open(const std::string& path, std::unique_ptr<Trace>* trace) {
  void* map = nullptr;
  size_t bytes = 0;
  Status s = MapFile(path, O_RDWR | O_CLOEXEC, &bytes, &map);
  if (!s.ok()) return s;
  trace->reset(new Trace(map, bytes));
  const TraceHeader& header = (*trace)->header();
  if (header.magic != kTraceMagic || header.threads > kMaxThreads ||
      FileBytes(header.threads, header.capacity) != bytes)
    return Status::Corruption("not a trace: " + path);
  return s;
}

Record* Trace::RecordsOf(uint32_t thread) const {
  char* const base = static_cast<char*>(map_) + sizeof(TraceHeader);
  return reinterpret_cast<Record*>(base) + size_t{thread} * header().capacity;
}

uint64_t Trace::Issue(uint32_t thread, std::span<Record> records) {
  return IssueAt(NextTicket(), thread, records);
}

uint64_t Trace::IssueAt(uint64_t ticket, uint32_t thread, std::span<Record> records) {
  const uint64_t first = header().count[thread].load(std::memory_order_relaxed);
  for (size_t i = 0; i < records.size(); ++i) {
    records[i].begin = ticket;
    records[i].finish = 0;
    records[i].more = i + 1 < records.size();
    RecordsOf(thread)[first + i] = records[i];
  }
  // Invariant 1: first the records, then the count that makes them part of the history.
  header().count[thread].store(first + records.size(), std::memory_order_release);
  return first;
}

void Trace::Acknowledge(uint32_t thread, uint64_t first, size_t records) {
  AcknowledgeAt(NextTicket(), thread, first, records);
}

void Trace::AcknowledgeAt(uint64_t ticket, uint32_t thread, uint64_t first, size_t records) {
  // Backwards: the mark of the first record acknowledges the whole write.
  for (size_t i = records; i-- > 0;) {
    std::atomic_ref<uint64_t>(RecordsOf(thread)[first + i].finish).store(ticket);
  }
}

void Trace::Withdraw(uint32_t thread, uint64_t first, size_t records) {
  for (size_t i = 0; i < records; ++i) {
    Record* const r = &RecordsOf(thread)[first + i];
    std::atomic_ref<WriteKind>(r->kind).store(WriteKind::kNothing);
  }
  Acknowledge(thread, first, records);
}

std::vector<Record> Trace::ListOf(uint32_t thread) const {
  const Record* const all = RecordsOf(thread);
  return {all, all + header().count[thread].load(std::memory_order_acquire)};
}

}  // namespace stress
