// Group commit: preparation, WAL, memtables, publication.
//
//   the process ends here        what a later opening finds        what readers see
//   before the WAL record        nothing of the group              nothing
//   after it, before memtables   the whole group                   nothing until then
//   after memtables              the whole group                   all of it, from publication on
//
// With manual_wal_flush the record may still wait in our own buffer: then it is as in the first
// line. The same goes for a power cut and a record that was not synced.
#include "db/write/write_path.h"

#include <algorithm>
#include <utility>

#include "db/batch/write_batch_internal.h"
#include "db/write/batch_apply.h"
#include "db/write/group_guards.h"
#include "db/write/merge_folder.h"
#include "db/write/wal_lock.h"
#include "rocksdb/write_buffer_manager.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Below this much data a group is inserted by its leader: waking the followers would cost more than
// their share.
constexpr uint64_t kParallelApplyBytes = 16 << 10;
// A sleeping leader looks this often whether it must leave early.
constexpr uint64_t kDelaySliceMicros = 1001;
// How often whoever waits for the end of a stop looks for an error.
constexpr uint64_t kStopLookMicros = 1000000;

}  // namespace

Status WritePath::CheckOptions(const WriteOptions& options, const WriteBatch* batch,
                               const TransactionalWrite* transaction) const {
  if (batch == nullptr) return Status::InvalidArgument("Batch is nullptr!");
  if (options.protection_bytes_per_key != 0 && options.protection_bytes_per_key != 8)
    return Status::NotSupported("protection_bytes_per_key must be zero or eight");
  if (options.sync && options.disableWAL)
    return Status::InvalidArgument("Sync writes has to enable WAL.");
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  if (transaction != nullptr && transaction->log_only && options.disableWAL)
    return Status::InvalidArgument("Prepared transactions need the log: disableWAL is true");
  return BatchAccess::CheckWritable(*batch, transaction != nullptr);
}

namespace {

// Times of a write that are measured apart from the rest of it.
uint64_t MeasuredApart(const PerfContext& perf) {
  return perf.write_wal_time + perf.write_memtable_time + perf.write_delay_time +
         perf.write_scheduling_flushes_compactions_time + perf.write_thread_wait_nanos;
}

}  // namespace

Status WritePath::Write(const WriteOptions& options, WriteBatch* batch,
                        TransactionalWrite* transaction) {
  Status s = CheckOptions(options, batch, transaction);
  if (options.no_slowdown && parts_.wal_locked.load(std::memory_order_acquire) && s.ok())
    return Status::Incomplete("Write stall: LockWAL");
  // Before the queue: nobody waits behind a low-priority writer.
  if (s.ok() && options.low_pri && parts_.controller->pressed())
    s = ThrottleLowPri(options, *batch);
  if (!s.ok()) return s;
  if (perf_level < kEnableTimeExceptForMutex) [[likely]]
    return WriteMeasured(options, batch, transaction);
  PerfContext& perf = ThisPerfContext();
  const uint64_t apart = MeasuredApart(perf);
  const uint64_t begin = ReadClockNanos(CLOCK_MONOTONIC);
  s = WriteMeasured(options, batch, transaction);
  const uint64_t whole = ReadClockNanos(CLOCK_MONOTONIC) - begin;
  perf.write_pre_and_post_process_time += whole - std::min(whole, MeasuredApart(perf) - apart);
  return s;
}

Status WritePath::WriteMeasured(const WriteOptions& options, WriteBatch* batch,
                                TransactionalWrite* transaction) {
  HistogramTimer timer(parts_.context.clock.get(), parts_.context.stats, DB_WRITE);
  BatchGuards guards;
  // Made once, before the first turn: a write that has to line up again is held to what it began
  // with.
  const bool guarded = options.protection_bytes_per_key != 0 || BatchAccess::IsProtected(*batch);
  if (guarded) [[unlikely]] {
    Status s = BatchAccess::MakeGuards(*batch, &guards);
    if (!s.ok()) return s;
  }
  Turn turn;
  Status s = JoinQueue(options, batch, guarded ? &guards : nullptr, transaction, &turn);
  while (turn.wait != Turn::kNothing) {
    s = WaitOutsideQueue(&turn);
    if (!s.ok()) return s;
    s = JoinQueue(options, batch, guarded ? &guards : nullptr, transaction, &turn);
  }
  if (transaction != nullptr && s.ok() && !transaction->log_only) [[unlikely]] {
    const uint32_t count = batch->Count();
    transaction->sequence = count == 0 ? 0 : BatchAccess::Sequence(*batch) + count - 1;
  }
  return s;
}

namespace {

WriteQueue::Writer::Company CompanyOf(const TransactionalWrite& transaction) {
  if (transaction.check != nullptr) return WriteQueue::Writer::kAlone;
  if (transaction.log_only) return WriteQueue::Writer::kLogOnly;
  // Without a section to end, and without marks, it is as any other.
  return transaction.prepared_in != 0 ? WriteQueue::Writer::kCommit : WriteQueue::Writer::kPlain;
}

}  // namespace

Status WritePath::JoinQueue(const WriteOptions& options, WriteBatch* batch,
                            const BatchGuards* guards, TransactionalWrite* transaction,
                            Turn* turn) {
  GuardedWriter writer(options, batch);
  writer.guards = guards;
  writer.checked = transaction != nullptr || BatchAccess::MayHaveMerge(*batch);
  if (transaction != nullptr) [[unlikely]] {
    writer.transaction = transaction;
    writer.company = CompanyOf(*transaction);
  }
  PERF_WAIT_TIMER(write_thread_wait_nanos);
  const WriteQueue::Role role = parts_.queue.Join(&writer);
  PERF_TIMER_STOP(write_thread_wait_nanos);
  Status s;
  switch (role) {
    case WriteQueue::Role::kLeader:
      s = Lead(&writer, turn);
      // Not before: a listener that writes must not wait for a leader that waits for it.
      if (turn->switched) [[unlikely]]
        parts_.jobs->AnnounceStalls();
      break;
    case WriteQueue::Role::kApply:
      WriteQueue::AssertLeading();
      writer.status = ApplyOwn(&writer, true, nullptr);
      parts_.queue.Applied(&writer);
      s = writer.status;
      break;
    default:
      s = writer.status;
  }
  if (writer.thrown) [[unlikely]]
    std::rethrow_exception(writer.thrown);
  return s;
}

Status WritePath::Lead(WriteQueue::Writer* leader, Turn* turn) {
  WriteQueue::AssertLeading();
  WriteQueue::Group group;
  Status s = Prepare(*leader, turn);
  turn->switched = std::exchange(switched_, false);
  if (!s.ok() || turn->wait != Turn::kNothing) [[unlikely]] {
    // Each writer behind finds out for itself: the reason may have gone, or not concern it.
    // A group of its leader alone: 0 bytes let nobody join.
    parts_.queue.FormGroup(leader, 0, &group);
    parts_.queue.Finish(&group, s);
    return s;
  }
  if (leader->company != WriteQueue::Writer::kPlain) [[unlikely]]
    return LeadTransaction(leader);
  s = FormGroup(leader, GroupLimit(*leader), &group);
  if (s.ok()) s = Commit(&group);
  parts_.queue.Finish(&group, s);
  return s.ok() ? leader->status : s;
}

Status WritePath::FormGroup(WriteQueue::Writer* leader, uint64_t max_bytes,
                            WriteQueue::Group* group) {
  parts_.queue.FormGroup(leader, max_bytes, group);
  bool any = false;
  group->ForEach([&any](const WriteQueue::Writer* w) { any |= IsChecked(*w); });
  return any ? CutGroup(group) : Status::OK();
}

Status WritePath::CutGroup(WriteQueue::Group* group) {
  WriteQueue::Writer* last = group->leader;
  size_t size = 0;
  uint64_t bytes = 0;
  Status refused;
  group->ForEach([&](WriteQueue::Writer* w) {
    WriteQueue::AssertLeading();
    if (refused.ok() && IsChecked(*w)) refused = CheckBatch(w);
    if (!refused.ok()) return;
    last = w;
    ++size;
    bytes += w->batch->GetDataSize();
  });
  if (refused.ok()) return refused;
  const bool alone = size == 0;
  group->last = last;
  group->size = alone ? 1 : size;
  group->bytes = alone ? last->batch->GetDataSize() : bytes;
  return alone ? refused : Status::OK();
}

// See AskCheck for what a comparator may do.
Status WritePath::CheckBatch(WriteQueue::Writer* w) {
  UpdateRules rules;
  rules.ignore_missing_families = w->ignore_missing_families;
  rules.merges_only = TransactionOf(*w) == nullptr;
  std::exception_ptr& thrown = static_cast<GuardedWriter*>(w)->thrown;
  // It may have been a member of another group before.
  thrown = nullptr;
  try {
    return CheckUpdates(Slice(w->batch->Data()), parts_.families, rules);
  } catch (...) {
    thrown = std::current_exception();
    return Status::Aborted("A comparator threw while a batch was checked");
  }
}

const DbConfig& WritePath::Config() {
  const uint64_t version = parts_.context.config_version();
  if (config_ == nullptr || config_version_ != version) [[unlikely]] {
    config_ = parts_.context.config();
    config_version_ = version;
  }
  return *config_;
}

uint64_t WritePath::GroupLimit(const WriteQueue::Writer& leader) {
  const uint64_t limit = Config().options.max_write_batch_group_size_bytes;
  const uint64_t own = leader.batch->GetDataSize();
  // A small batch should not wait for a big group.
  return own <= limit / 8 ? own + limit / 8 : std::max(limit, own);
}

// ---- writes of transactions ----

namespace {

// Commits go with their updates: Commit() looks for those.
bool MarksSection(const WriteQueue::Group& group) {
  bool any = false;
  group.ForEach([&any](const WriteQueue::Writer* w) {
    any |= w->batch->HasEndPrepare() || w->batch->HasRollback();
  });
  return any;
}

}  // namespace

// The check may call a comparator of the application, which may throw. See ApplyOwn.
Status WritePath::AskCheck(WriteQueue::Writer* leader) {
  try {
    return TransactionOf(*leader)->check->Check();
  } catch (...) {
    static_cast<GuardedWriter*>(leader)->thrown = std::current_exception();
    return Status::Aborted("A comparator threw while a transaction was checked");
  }
}

Status WritePath::LeadTransaction(WriteQueue::Writer* leader) {
  WriteQueue::Group group;
  Status s;
  if (leader->company == WriteQueue::Writer::kAlone) {
    // 0 bytes let nobody join.
    s = FormGroup(leader, 0, &group);
    if (s.ok()) s = AskCheck(leader);
    if (s.ok()) s = Commit(&group);
    if (s.ok() && leader->status.ok()) {
      EndSection(*leader);
      TransactionOf(*leader)->check->Written();
    }
  } else {
    const bool log_only = leader->company == WriteQueue::Writer::kLogOnly;
    s = FormGroup(leader, GroupLimit(*leader), &group);
    if (s.ok()) s = log_only ? CommitToLog(&group) : Commit(&group);
    if (s.ok() && !log_only) {
      group.ForEach([this](const WriteQueue::Writer* w) {
        WriteQueue::AssertLeading();
        if (w->status.ok()) EndSection(*w);
      });
    }
  }
  parts_.queue.Finish(&group, s);
  return s.ok() ? leader->status : s;
}

void WritePath::EndSection(const WriteQueue::Writer& committed) {
  const TransactionalWrite& written = *TransactionOf(committed);
  if (written.prepared_in == 0) return;
  if (written.kept_by_memtables) {
    parts_.prepared.End(written.prepared_in);
  } else {
    // Nothing was in the section, or its families are dropped.
    parts_.prepared.EndIn(written.prepared_in, parts_.wals->current_number());
  }
}

Status WritePath::CommitToLog(WriteQueue::Group* group) {
  const SequenceNumber first = parts_.versions->last_sequence() + 1;
  bool guarded = false;
  group->ForEach([&](WriteQueue::Writer* w) {
    // Invariant 4: the record has the number of what comes next, and takes none.
    w->sequence = first;
    guarded |= GuardsOf(*w) != nullptr;
  });
  const Slice record = WalRecord(*group, first);
  Status s = guarded ? VerifyGroupRecord(*group, record) : Status::OK();
  if (!s.ok()) return s;
  // The log cannot change under its leader.
  const uint64_t log = parts_.wals->current_number();
  s = AppendToWal(*group, record, first);
  if (!s.ok()) {
    return parts_.errors->Set(s, BackgroundErrorReason::kWriteCallback, MarksSection(*group));
  }
  // Without allow_2pc the first section makes flushes record which logs must stay.
  if (!parts_.versions->records_min_log()) parts_.versions->RecordMinLog();
  group->ForEach([this, log](WriteQueue::Writer* w) {
    TransactionOf(*w)->log_number = log;
    if (w->batch->HasEndPrepare()) parts_.prepared.Begin(log);
  });
  CountGroup(*group, 0);
  return s;
}

Slice WritePath::PartialWalRecord(const WriteQueue::Group& group, SequenceNumber first) {
  PERF_TIMER(write_wal_time);
  merged_.assign(kBatchHeaderBytes, '\0');
  uint32_t count = 0;
  group.ForEach([&](const WriteQueue::Writer* w) {
    WriteQueue::AssertLeading();
    uint32_t updates = 0;
    const Slice part = BatchAccess::WalPart(*w->batch, &updates);
    merged_.append(part.data() + kBatchHeaderBytes, part.size() - kBatchHeaderBytes);
    count += updates;
  });
  StoreFixed64(merged_.data(), first);
  StoreFixed32(merged_.data() + 8, count);
  return merged_;
}

// ---- before a group is formed ----

Status WritePath::Prepare(const WriteQueue::Writer& leader, Turn* turn) {
  // The checks are cheap where nothing is wrong; the state lock is taken only for work.
  if (parts_.errors->writes_stopped()) {
    Status s = parts_.errors->Stopping();
    if (!s.ok()) return s;
  }
  if (refuses_.load(std::memory_order_acquire)) [[unlikely]]
    return Status::ShutdownInProgress("the database is closed");
  const uint64_t wal_limit = wal_limit_.load(std::memory_order_relaxed);
  WriteBufferManager* buffer = Config().options.write_buffer_manager.get();
  const bool wal_full = wal_limit > 0 && parts_.wals->total_bytes() > wal_limit;
  const bool buffer_full = buffer != nullptr && buffer->ShouldFlush();
  if (attention_.load(std::memory_order_acquire) || wal_full || buffer_full ||
      parts_.controller->state() != WriteController::kNormal) {
    PERF_TIMER(write_scheduling_flushes_compactions_time);
    PERF_MUTEX_TIMER(db_mutex_lock_nanos);
    StateLock lock(&parts_.context.mutex);
    PERF_TIMER_STOP(db_mutex_lock_nanos);
    // Before looking: what comes up while we look raises it again.
    attention_.store(false, std::memory_order_relaxed);
    Status s = SwitchFullMemtables();
    folds_merges_ = MergeFolder::Wanted(parts_.families);
    if (s.ok() && wal_full) s = RelieveWal();
    if (s.ok() && buffer_full) s = RelieveWriteBuffer();
    PERF_TIMER_STOP(write_scheduling_flushes_compactions_time);
    if (!s.ok()) {
      RaiseAttention();  // what had to be done still has
      return s;
    }
  }
  const WriteController::State state = parts_.controller->state();
  if (state == WriteController::kStopped) return LeaveQueue(leader, Turn::kStop, turn);
  if (buffer != nullptr && buffer->ShouldStall()) {
    parts_.counters.Add(DbCounter::kBufferStops, 1);
    // Seals or hurries a memtable before this writer waits: the flush is what ends the wait.
    Status s = leader.no_slowdown ? Status::OK() : FreeBuffer();
    return s.ok() ? LeaveQueue(leader, Turn::kBuffer, turn) : s;
  }
  // Once for each write: who has waited beside the queue does not pay again.
  if (state == WriteController::kDelayed && !turn->paid) return Delay(leader, turn);
  return Status::OK();
}

Status WritePath::LeaveQueue(const WriteQueue::Writer& leader, Turn::Wait wait, Turn* turn) {
  if (leader.no_slowdown) return Status::Incomplete("Write stall");
  turn->wait = wait;
  return Status::OK();
}

Status WritePath::SwitchFullMemtables() {
  // Collected first: a switch lets the state lock go.
  std::vector<FamilyPtr> full;
  for (const auto& [id, family] : parts_.families.all()) {
    if (family->mem()->FlushClaimed() && !family->mem()->IsEmpty()) full.push_back(family);
  }
  if (full.empty()) return Status::OK();
  Status s = SealForFlush(full, FlushReason::kWriteBufferFull);
  if (s.ok()) parts_.jobs->MaybeSchedule();
  return s;
}

// The WALs together are too big: flush every family that still needs the oldest one. They stay too
// big until that is done: groups that come meanwhile find the memtables sealed already.
Status WritePath::RelieveWal() {
  const auto alive = parts_.wals->Alive();
  if (alive.empty()) return Status::OK();
  const uint64_t oldest = parts_.prepared.NewestEndOf(alive.front().number);
  std::vector<FamilyPtr> holders;
  // A memtable may also need that log for the prepared section of a commit.
  const auto keeps = [oldest](const MemTablePtr& mem) { return mem->kept_log() <= oldest; };
  for (const auto& [id, family] : parts_.families.all()) {
    const auto& imm = family->imm();
    if (family->log_number() > oldest && !keeps(family->mem()) &&
        std::none_of(imm.begin(), imm.end(), keeps)) {
      continue;
    }
    // Also where a minimum number of memtables to merge would keep them back.
    if (!imm.empty()) family->state().flushes.requested = true;
    const bool held = family->OldestLogOfActive() <= oldest || keeps(family->mem());
    if (held && !family->mem()->IsEmpty()) holders.push_back(family);
  }
  Status s = SealForFlush(holders, FlushReason::kWalFull);
  if (s.ok()) parts_.jobs->MaybeSchedule();
  return s;
}

bool WritePath::FreeHistories() {
  std::vector<MemTablePtr> gone;
  for (const auto& [id, family] : parts_.families.all()) {
    if (family->history().empty()) continue;
    for (MemTablePtr& mem : family->DropHistory()) gone.push_back(std::move(mem));
    family->InstallSuperVersion();
  }
  if (gone.empty()) return false;
  StateUnlock unlock(&parts_.context.mutex);
  gone.clear();
  return true;
}

// The write buffer manager's budget is spent: flush the family whose memtable holds the oldest
// data.
Status WritePath::RelieveWriteBuffer() {
  FreeHistories();
  FamilyPtr oldest;
  for (const auto& [id, family] : parts_.families.all()) {
    if (!family->imm().empty()) {
      // On its way out already. The budget may be spent by another database, whose memtables stay
      // as they are: sealing one more at each write would free nothing.
      family->state().flushes.requested = true;
      continue;
    }
    if (family->mem()->IsEmpty()) continue;
    // Its flush also lets the oldest logs go.
    if (oldest == nullptr || family->mem()->first_seq() < oldest->mem()->first_seq())
      oldest = family;
  }
  Status s;
  if (oldest != nullptr) s = SealForFlush({oldest}, FlushReason::kWriteBufferManager);
  parts_.jobs->MaybeSchedule();
  return s;
}

// All memtables together are over the limit, and writers are to wait for it: something of ours must
// be on its way out, or nobody might ever end the stall.
Status WritePath::FreeBuffer() {
  StateLock lock(&parts_.context.mutex);
  const auto config = parts_.context.config();
  // What it frees may be enough.
  if (FreeHistories() && !config->options.write_buffer_manager->IsStallThresholdExceeded())
    return Status::OK();
  bool leaving = false;
  for (const auto& [id, family] : parts_.families.all()) {
    if (family->imm().empty()) continue;
    // Also where a minimum number of memtables to merge would keep them back.
    family->state().flushes.requested = leaving = true;
  }
  if (!leaving) return RelieveWriteBuffer();
  parts_.jobs->MaybeSchedule();
  return Status::OK();
}

void WritePath::EndBufferStall() {
  const auto config = parts_.context.config();
  WriteBufferManager* buffer = config->options.write_buffer_manager.get();
  if (buffer != nullptr) buffer_stall_.End(buffer);
}

// A low-priority write while compaction falls behind goes at a trickle.
Status WritePath::ThrottleLowPri(const WriteOptions& options, const WriteBatch& batch) {
  // The end of a prepared transaction lets go of its locks.
  if (batch.HasCommit() || batch.HasRollback()) return Status::OK();
  if (options.no_slowdown) return Status::Incomplete("Low priority write stall");
  static constexpr int64_t kTrickle = 1 << 20;  // bytes a second
  std::call_once(low_pri_once_, [this] {
    const auto rate = static_cast<int64_t>(parts_.controller->max_rate() / 8);
    low_pri_limiter_.reset(NewGenericRateLimiter(std::clamp<int64_t>(rate, 1, kTrickle)));
  });
  PERF_TIMER(write_delay_time);
  // The limiter hands out at most one burst at a time.
  for (size_t left = batch.GetDataSize(); left > 0;) {
    left -=
        low_pri_limiter_->RequestToken(left, 0, Env::IO_HIGH, nullptr, RateLimiter::OpType::kWrite);
  }
  return Status::OK();
}

// ---- waiting beside the queue ----

Status WritePath::WaitOutsideQueue(Turn* turn) {
  const Turn::Wait wait = std::exchange(turn->wait, Turn::kNothing);
  if (wait == Turn::kStop) return WaitOutStop();
  if (wait == Turn::kBuffer) return WaitForBuffer();
  WaitOutDelay(turn->until, nullptr);
  return Status::OK();
}

Status WritePath::WaitOutStop() {
  const uint64_t begin = parts_.context.NowMicros();
  PERF_TIMER(write_delay_time);
  StateLock lock(&parts_.context.mutex);
  BUCKETLSM_SYNC_POINT("WritePath::WaitOutStop");
  // The three ends of a stop: compaction has caught up, an error, the end of the database.
  while (parts_.controller->state() == WriteController::kStopped &&
         !parts_.errors->writes_stopped() &&
         !parts_.context.shutting_down.load(std::memory_order_acquire)) {
    parts_.jobs->MaybeSchedule();
    // Whoever ends the stop signals: StallTracker, recovery, Close. An error that is met beside the
    // jobs does not.
    stall_over_.TimedWaitMicros(kStopLookMicros);
  }
  Status s = EndWait(begin);
  return s.ok() ? parts_.errors->Stopping() : s;
}

Status WritePath::WaitForBuffer() {
  const auto config = parts_.context.config();
  PERF_TIMER(write_delay_time);
  const uint64_t begin = parts_.context.NowMicros();
  BUCKETLSM_SYNC_POINT("WritePath::WaitForBuffer");
  buffer_stall_.Wait(config->options.write_buffer_manager.get());
  StateLock lock(&parts_.context.mutex);
  return EndWait(begin);
}

void WritePath::WaitOutDelay(uint64_t until, const WriteQueue::Writer* leader) {
  PERF_TIMER(write_delay_time);
  const uint64_t begin = parts_.context.NowMicros();
  BUCKETLSM_SYNC_POINT("WritePath::WaitOutDelay");
  // Sleeps instead of waiting for a signal: delays are short, and nothing but time ends most of
  // them.
  for (uint64_t now = begin;
       now < until && parts_.controller->state() == WriteController::kDelayed &&
       !parts_.errors->writes_stopped() &&
       !parts_.context.shutting_down.load(std::memory_order_acquire) &&
       (leader == nullptr || !parts_.queue.AnyUrgentBehind(*leader));
       now = parts_.context.NowMicros()) {
    parts_.context.clock->SleepForMicroseconds(
        static_cast<int>(std::min(kDelaySliceMicros, until - now)));
  }
  // Not over with CancelAllBackgroundWork: a delayed write needs no job.
  StateLock lock(&parts_.context.mutex);
  AccountStall(parts_.context.NowMicros() - begin);
}

// The others behind wait meanwhile, which is what keeps all of them to the rate; but who must not
// wait does not.
Status WritePath::Delay(const WriteQueue::Writer& leader, Turn* turn) {
  const uint64_t begin = parts_.context.NowMicros();
  const uint64_t delay =
      parts_.controller->DelayMicros(begin, leader.batch->GetDataSize(), !leader.no_slowdown);
  if (delay == 0) return Status::OK();
  if (leader.no_slowdown) return Status::Incomplete("Write stall");
  // Its bytes are charged now, even if it has to leave the queue before the time is over.
  turn->paid = true;
  turn->until = begin + delay;
  WaitOutDelay(turn->until, &leader);
  if (refuses_.load(std::memory_order_acquire))
    return Status::ShutdownInProgress("the database is closed");
  const WriteController::State state = parts_.controller->state();
  if (state == WriteController::kNormal) return Status::OK();
  if (state == WriteController::kStopped) {
    turn->wait = Turn::kStop;
  } else if (parts_.context.NowMicros() < turn->until) {
    turn->wait = Turn::kDelay;
  }
  return Status::OK();
}

Status WritePath::EndWait(uint64_t begin) {
  AccountStall(parts_.context.NowMicros() - begin);
  if (parts_.context.shutting_down.load(std::memory_order_acquire))
    return Status::ShutdownInProgress("stalled writes");
  return Status::OK();
}

void WritePath::AccountStall(uint64_t micros) {
  parts_.counters.AddStall(micros);
  RecordTick(parts_.context.stats, STALL_MICROS, micros);
  RecordInHistogram(parts_.context.stats, WRITE_STALL, micros);
  parts_.jobs->AccountStall(micros);
}

// ---- memtable switch ----

Status WritePath::SwitchLog(const std::vector<FamilyPtr>& sealed) {
  if (parts_.wals->current_is_empty()) return Status::OK();
  const uint64_t number = parts_.versions->NewFileNumber();
  // The log of one memtable, framing included, so that it mostly needs no growing.
  size_t preallocate = 0;
  for (const FamilyPtr& family : sealed)
    preallocate =
        std::max(preallocate, family->state().config()->options.write_buffer_size / 10 * 11);
  StateUnlock unlock(&parts_.context.mutex);
  BUCKETLSM_SYNC_POINT("WritePath::SwitchMemtable:BeforeNewWal");
  Status s = parts_.wals->StartNew(number, preallocate);
  // Unlocked: Set calls listeners.
  return s.ok() ? s : parts_.errors->Set(s, BackgroundErrorReason::kMemTable);
}

MemTableInfo WritePath::Seal(const FamilyPtr& family, FlushReason reason) {
  MemTablePtr fresh = family->NewMemTable(parts_.versions->last_sequence());
  folds_merges_ |= fresh->options().max_successive_merges > 0;
  const MemTablePtr sealed = family->mem();
  // No insert is under way: inserts happen under a leader, and we are it.
  sealed->MarkImmutable();
  // Once it is in a table the family needs logs from this one on only.
  sealed->next_log_number = parts_.wals->current_number();
  family->SealMemTable(std::move(fresh), reason);
  MemTableInfo info;
  info.cf_name = family->name;
  info.first_seqno = sealed->first_seq();
  info.earliest_seqno = sealed->earliest_seq();
  info.num_entries = sealed->num_entries();
  info.num_deletes = sealed->num_deletes();
  return info;
}

Status WritePath::SwitchMemtables(const std::vector<FamilyPtr>& families, FlushReason reason) {
  std::vector<FamilyPtr> full;
  for (const FamilyPtr& family : families) {
    if (!family->dropped && !family->mem()->IsEmpty()) full.push_back(family);
  }
  if (full.empty()) return Status::OK();
  Status s = SwitchLog(full);
  if (!s.ok()) return s;
  // Everything from here to InstallSuperVersion is one step for whoever looks under the lock.
  std::vector<MemTableInfo> infos;
  std::vector<MemTablePtr> gone;
  for (const FamilyPtr& family : full) {
    infos.push_back(Seal(family, reason));
    for (MemTablePtr& mem : family->TrimHistory()) gone.push_back(std::move(mem));
  }
  // Families without data need none of the older logs.
  for (const auto& [id, other] : parts_.families.all()) {
    if (other->mem()->IsEmpty() && other->imm().empty())
      other->RaiseLogNumber(parts_.wals->current_number());
  }
  for (const FamilyPtr& family : full) {
    family->InstallSuperVersion();
    parts_.jobs->UpdateStall(family);
  }
  switched_ = true;
  StateUnlock unlock(&parts_.context.mutex);
  gone.clear();
  for (const MemTableInfo& info : infos) parts_.events->MemTableSealed(info);
  return s;
}

Status WritePath::SealForFlush(const std::vector<FamilyPtr>& families, FlushReason reason) {
  std::vector<FamilyPtr> sealed = families;
  if (parts_.context.config()->options.atomic_flush && !families.empty()) {
    sealed.clear();
    for (const auto& [id, family] : parts_.families.all()) sealed.push_back(family);
  }
  Status s = SwitchMemtables(sealed, reason);
  if (!s.ok()) return s;
  for (const FamilyPtr& family : sealed) {
    // Also where a minimum number of memtables to merge would keep them back.
    if (reason != FlushReason::kWriteBufferFull && !family->imm().empty())
      family->state().flushes.requested = true;
  }
  return s;
}

// ---- the group ----

Status WritePath::Commit(WriteQueue::Group* group) {
  SequenceNumber next = parts_.versions->last_sequence() + 1;
  const SequenceNumber first = next;
  bool guarded = false;
  group->ForEach([&](WriteQueue::Writer* w) {
    // Every record has its number before any is applied, so members may insert in any order.
    w->sequence = next;
    next += w->batch->Count();
    guarded |= GuardsOf(*w) != nullptr;
  });
  const bool logged = !group->leader->disable_wal;
  const bool partial = group->leader->company != WriteQueue::Writer::kPlain &&
                       TransactionOf(*group->leader)->prepared_in != 0;
  const Slice record = !logged   ? Slice()
                       : partial ? PartialWalRecord(*group, first)
                                 : WalRecord(*group, first);
  if (guarded) [[unlikely]] {
    // Nothing has been written yet: only this group fails.
    Status s = logged && !partial ? VerifyGroupRecord(*group, record) : VerifyGroupBatches(*group);
    if (!s.ok()) return s;
  }
  // The log before the memtables: what readers may see must survive.
  if (logged) {
    // The record may be in the log in part: writes stop, and ResumeJob leaves that log behind.
    Status s = AppendToWal(*group, record, next);
    if (!s.ok()) return parts_.errors->Set(s, BackgroundErrorReason::kWriteCallback, partial);
  } else if (!has_unlogged_writes()) {
    unlogged_.store(true, std::memory_order_relaxed);
  }
  Status s = ApplyGroup(group);
  if (!s.ok()) return s;
  BUCKETLSM_SYNC_POINT("WritePath::Commit:BeforePublish");
  // Publication: one store, after which readers that take the number see all of the group.
  parts_.versions->set_last_sequence(next - 1);
  CountGroup(*group, next - first);
  return s;
}

// The group's batches as one.
Slice WritePath::WalRecord(const WriteQueue::Group& group, SequenceNumber first) {
  PERF_TIMER(write_wal_time);
  // The batch itself is the record: no copy. Its header gets the number in place.
  if (group.size == 1) {
    BatchAccess::SetSequence(group.leader->batch, first);
    return Slice(group.leader->batch->Data());
  }
  merged_.clear();
  uint32_t count = 0;
  group.ForEach([&](WriteQueue::Writer* w) {
    WriteQueue::AssertLeading();
    const Slice contents = Slice(w->batch->Data());
    if (merged_.empty()) {
      merged_.assign(contents.data(), contents.size());
    } else {
      merged_.append(contents.data() + kBatchHeaderBytes, contents.size() - kBatchHeaderBytes);
    }
    count += w->batch->Count();
  });
  StoreFixed64(merged_.data(), first);
  StoreFixed32(merged_.data() + 8, count);
  return merged_;
}

Status WritePath::AppendToWal(const WriteQueue::Group& group, const Slice& record,
                              SequenceNumber end) {
  PERF_TIMER(write_wal_time);
  IOStatus s = parts_.wals->Append(record, end);
  // Counted also when it failed: it was tried.
  parts_.counters.Add(DbCounter::kWalWrites, group.size);
  parts_.counters.Add(DbCounter::kWalBytes, record.size());
  RecordTick(parts_.context.stats, WAL_FILE_BYTES, record.size());
  RecordTick(parts_.context.stats, WRITE_WITH_WAL, group.size);
  // A leader that syncs may carry members that did not ask for it, never the other way round.
  if (s.ok() && group.leader->sync) {
    HistogramTimer timer(parts_.context.clock.get(), parts_.context.stats, WAL_FILE_SYNC_MICROS);
    s = parts_.wals->Sync();
    parts_.counters.Add(DbCounter::kWalSyncs, 1);
    RecordTick(parts_.context.stats, WAL_FILE_SYNCED);
  }
  return s;
}

Status WritePath::ApplyOwn(WriteQueue::Writer* w, bool concurrent, OperandFolder* folder) {
  PERF_TIMER(write_memtable_time);
  ApplyOptions options;
  options.concurrent = concurrent;
  options.folder = folder;
  options.ignore_missing_families = w->ignore_missing_families;
  options.unlogged = w->disable_wal;
  options.guards = GuardsOf(*w);
  if (TransactionOf(*w) != nullptr) [[unlikely]]
    options.prepared_in = TransactionOf(*w)->prepared_in;
  BUCKETLSM_SYNC_POINT_ARG("WritePath::ApplyOwn", w->batch);
  // A caller that looks at the batch afterwards finds its number, logged or not.
  BatchAccess::SetSequence(w->batch, w->sequence);
  ApplyResult result;
  Status s;
  try {
    s = ApplyBatch(Slice(w->batch->Data()), w->sequence, parts_.families, options, &result);
  } catch (...) {
    // A comparator or merge operator of the application. The queue must go on, so the exception
    // waits: JoinQueue throws it again in the thread of this writer, after the group has ended.
    static_cast<GuardedWriter*>(w)->thrown = std::current_exception();
    s = Status::Aborted("A comparator or merge operator threw while memtables were written");
  }
  // The next leader switches; this group goes into the memtable as it is.
  if (result.memtable_full) RaiseAttention();
  if (TransactionOf(*w) != nullptr) [[unlikely]]
    TransactionOf(*w)->kept_by_memtables = result.inserted;
  return s;
}

bool WritePath::AppliesInParallel(const WriteQueue::Group& group) {
  if (group.size == 1 || group.bytes < kParallelApplyBytes ||
      !Config().options.allow_concurrent_memtable_write) {
    return false;
  }
  // Operands are folded over all that comes before them, so such groups go one by one.
  bool folds = false;
  if (folds_merges_) [[unlikely]]
    group.ForEach([&](const WriteQueue::Writer* w) { folds |= w->batch->HasMerge(); });
  return !folds;
}

// A batch that names a missing family or has a bad range fails alone; anything else means memtables
// and WAL disagree.
Status WritePath::ApplyGroup(WriteQueue::Group* group) {
  if (AppliesInParallel(*group)) {
    parts_.queue.StartApply(group);
    group->leader->status = ApplyOwn(group->leader, true, nullptr);
    parts_.queue.WaitApplied(group);
  } else {
    MergeFolder folder(&parts_);
    OperandFolder* const used = folds_merges_ ? &folder : nullptr;
    group->ForEach([&](WriteQueue::Writer* w) {
      WriteQueue::AssertLeading();
      w->status = ApplyOwn(w, false, used);
    });
  }
  Status broken;
  group->ForEach([&](WriteQueue::Writer* w) {
    if (!w->status.ok() && !w->status.IsInvalidArgument() && !w->status.IsNotSupported())
      broken = w->status;
  });
  if (broken.ok()) return broken;
  return parts_.errors->Set(broken, BackgroundErrorReason::kMemTable);
}

void WritePath::CountGroup(const WriteQueue::Group& group, uint64_t keys) {
  parts_.counters.Add(DbCounter::kWritesBySelf, 1);
  if (group.size > 1) parts_.counters.Add(DbCounter::kWritesByOther, group.size - 1);
  parts_.counters.Add(DbCounter::kKeys, keys);
  parts_.counters.Add(DbCounter::kBytes, group.bytes);
  Statistics* stats = parts_.context.stats;
  if (stats == nullptr) return;
  RecordTick(stats, NUMBER_KEYS_WRITTEN, keys);
  RecordTick(stats, BYTES_WRITTEN, group.bytes);
  RecordTick(stats, WRITE_DONE_BY_SELF, 1);
  if (group.size > 1) RecordTick(stats, WRITE_DONE_BY_OTHER, group.size - 1);
  RecordInHistogram(stats, BYTES_PER_WRITE, group.bytes);
}

// ---- WAL durability on demand ----

Status WritePath::FlushWal(bool sync, WalLock* lock) {
  // Only the leader may touch the buffer of the log.
  Status s = lock->WithoutWriters([this] {
    WriteQueue::AssertLeading();
    IOStatus flushed = parts_.wals->Flush();
    return flushed.ok() ? Status::OK()
                        : parts_.errors->Set(flushed, BackgroundErrorReason::kWriteCallback);
  });
  if (!s.ok() || !sync) return s;
  std::string left_out;
  s = SyncBesideAppends(&left_out);
  if (!s.ok() || left_out.empty()) return s;
  return lock->WithoutWriters([this] {
    WriteQueue::AssertLeading();
    IOStatus synced = parts_.wals->Sync();
    return synced.ok() ? Status::OK()
                       : parts_.errors->Set(synced, BackgroundErrorReason::kWriteCallback);
  });
}

Status WritePath::SyncWal() {
  std::string left_out;
  Status s = SyncBesideAppends(&left_out);
  if (!s.ok() || left_out.empty()) return s;
  return Status::NotSupported(
      "SyncWAL: IsSyncThreadSafe() of the file being written is false; FlushWAL(true) syncs it",
      left_out);
}

Status WritePath::SyncBesideAppends(std::string* left_out) {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  IOStatus s = parts_.wals->SyncBesideAppends(left_out);
  if (s.ok()) return s;
  return parts_.errors->Set(s, BackgroundErrorReason::kWriteCallback);
}

}  // namespace ROCKSDB_NAMESPACE
