#include "utilities/transactions/key_locks.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "util/string_util.h"
#include "utilities/transactions/default_mutex.h"

namespace ROCKSDB_NAMESPACE {

// The lock of one key.
struct KeyLocks::Entry {
  bool exclusive = true;
  // Microseconds, when the last of the holders expires; 0: some holder never does.
  uint64_t expires_at = 0;
  // Mostly one.
  std::vector<TransactionID> holders;

  bool HeldBy(TransactionID id) const {
    return std::find(holders.begin(), holders.end(), id) != holders.end();
  }
};

struct KeyLocks::Stripe {
  struct KeyHash {
    using is_transparent = void;
    size_t operator()(std::string_view key) const { return Hash64(key.data(), key.size()); }
  };

  explicit Stripe(TransactionDBMutexFactory* factory)
      : mutex(factory->AllocateMutex()), changed(factory->AllocateCondVar()) {}

  const std::shared_ptr<TransactionDBMutex> mutex;
  const std::shared_ptr<TransactionDBCondVar> changed;
  // Under `mutex`, both.
  std::unordered_map<std::string, Entry, KeyHash, std::equal_to<>> entries;
  int waiters = 0;
};

struct KeyLocks::Family {
  Family(const Settings& settings) {
    for (size_t i = 0; i < settings.stripes; ++i) {
      stripes.push_back(std::make_unique<Stripe>(settings.mutexes.get()));
    }
  }
  Stripe* StripeOf(const Slice& key) { return stripes[Hash64(key) % stripes.size()].get(); }

  std::vector<std::unique_ptr<Stripe>> stripes;
  std::atomic<int64_t> count{0};
};

// Holds a stripe's mutex for the length of a scope, if it got it.
class KeyLocks::StripeLock {
 public:
  // Microseconds; negative: for ever.
  StripeLock(Stripe* stripe, int64_t timeout)
      : stripe_(stripe),
        status_(timeout < 0 ? stripe->mutex->Lock() : stripe->mutex->TryLockFor(timeout)),
        held_(status_.ok()) {}
  ~StripeLock() {
    if (held_) stripe_->mutex->UnLock();
  }
  StripeLock(const StripeLock&) = delete;
  StripeLock& operator=(const StripeLock&) = delete;

  const Status& status() const { return status_; }
  // A failed wait has left the mutex to others.
  void Forget() { held_ = false; }

 private:
  Stripe* const stripe_;
  const Status status_;
  bool held_;
};

namespace {

KeyLocks::Settings Complete(KeyLocks::Settings settings) {
  settings.stripes = std::max<size_t>(settings.stripes, 1);
  if (settings.mutexes == nullptr) settings.mutexes = NewDefaultMutexFactory();
  return settings;
}

// Microseconds. A lock that is released anywhere in the family makes place below the limit, which
// the own stripe does not hear of.
constexpr uint64_t kLimitPause = 2000;

bool CanWaitFor(const Status& s) { return s.IsLockTimeout() || s.IsLockLimit(); }

// When both a and b have expired; 0: never.
uint64_t LaterExpiry(uint64_t a, uint64_t b) { return a == 0 || b == 0 ? 0 : std::max(a, b); }

}  // namespace

KeyLocks::KeyLocks(const Settings& settings, std::shared_ptr<SystemClock> clock)
    : settings_(Complete(settings)),
      clock_(std::move(clock)),
      waits_(settings.remembered_deadlocks) {}

void KeyLocks::AddFamily(uint32_t cf) {
  WriteLock lock(&families_mutex_);
  std::shared_ptr<Family>& family = families_[cf];
  if (family == nullptr) family = std::make_shared<Family>(settings_);
}

void KeyLocks::RemoveFamily(uint32_t cf) {
  WriteLock lock(&families_mutex_);
  families_.erase(cf);
}

std::shared_ptr<KeyLocks::Family> KeyLocks::Find(uint32_t cf) const {
  ReadLock lock(&families_mutex_);
  const auto found = families_.find(cf);
  return found == families_.end() ? nullptr : found->second;
}

// ---- Taking ----

Status KeyLocks::Lock(LockAsker* asker, uint32_t cf, const Slice& key, bool exclusive) {
  const std::shared_ptr<Family> family = Find(cf);
  if (family == nullptr) {
    return Status::InvalidArgument("Column family id not found: " + std::to_string(cf));
  }
  Stripe* const stripe = family->StripeOf(key);
  StripeLock lock(stripe, asker->timeout);
  Status s = lock.status();
  if (!s.ok()) return s;
  Obstacle obstacle;
  s = TryLock(asker, family.get(), stripe, key, exclusive, &obstacle);
  // Mostly nobody is in the way, and no clock is read.
  if (asker->timeout == 0 || !CanWaitFor(s)) return s;
  const uint64_t deadline =
      asker->timeout > 0 ? clock_->NowMicros() + static_cast<uint64_t>(asker->timeout) : 0;
  for (;;) {
    if (s.IsLockLimit()) obstacle.expires_at = clock_->NowMicros() + kLimitPause;
    s = Sleep(asker, cf, stripe, key, exclusive, std::move(obstacle), deadline);
    if (s.IsDeadlock()) return s;
    if (!s.ok()) {
      lock.Forget();
      return s;
    }
    // Looked at before the attempt, so an attempt is made after the whole time has passed.
    const bool last = deadline != 0 && clock_->NowMicros() >= deadline;
    obstacle = Obstacle();
    s = TryLock(asker, family.get(), stripe, key, exclusive, &obstacle);
    if (last || !CanWaitFor(s)) return s;
  }
}

Status KeyLocks::TryLock(LockAsker* asker, Family* family, Stripe* stripe, const Slice& key,
                         bool exclusive, Obstacle* obstacle) {
  const auto found = stripe->entries.find(key.ToStringView());
  if (found == stripe->entries.end()) return MakeEntry(asker, family, stripe, key, exclusive);
  Entry* const entry = &found->second;
  const bool mine = entry->HeldBy(asker->id);
  if (mine && (entry->holders.size() == 1 || !exclusive)) {
    // Alone it may have whichever kind it likes; a shared lock stays one.
    entry->exclusive = entry->exclusive || exclusive;
    return Status::OK();
  }
  if (!mine && !entry->exclusive && !exclusive) {
    entry->holders.push_back(asker->id);
    entry->expires_at = LaterExpiry(entry->expires_at, asker->expires_at);
    return Status::OK();
  }
  if (entry->expires_at != 0 && clock_->NowMicros() >= entry->expires_at) {
    std::erase_if(entry->holders,
                  [&](TransactionID id) { return id == asker->id || asker->TakeOver(id); });
    if (entry->holders.empty()) {
      *entry = Entry{exclusive, asker->expires_at, {asker->id}};
      return Status::OK();
    }
    if (mine) entry->holders.push_back(asker->id);
  } else {
    obstacle->expires_at = entry->expires_at;
  }
  std::copy_if(entry->holders.begin(), entry->holders.end(), std::back_inserter(obstacle->holders),
               [&](TransactionID id) { return id != asker->id; });
  return Status::TimedOut(Status::kLockTimeout);
}

Status KeyLocks::MakeEntry(LockAsker* asker, Family* family, Stripe* stripe, const Slice& key,
                           bool exclusive) {
  const int64_t before = family->count.fetch_add(1, std::memory_order_relaxed);
  if (settings_.max_locks > 0 && before >= settings_.max_locks) {
    family->count.fetch_sub(1, std::memory_order_relaxed);
    return Status::LockLimit();
  }
  stripe->entries.emplace(key.ToStringView(), Entry{exclusive, asker->expires_at, {asker->id}});
  return Status::OK();
}

Status KeyLocks::Sleep(LockAsker* asker, uint32_t cf, Stripe* stripe, const Slice& key,
                       bool exclusive, Obstacle obstacle, uint64_t deadline) {
  // Microseconds until something is due; negative: nothing is.
  int64_t limit = -1;
  const uint64_t now = clock_->NowMicros();
  for (const uint64_t due : {deadline, obstacle.expires_at}) {
    if (due == 0) continue;
    const int64_t wait = due > now ? static_cast<int64_t>(due - now) : 0;
    limit = limit < 0 ? wait : std::min(limit, wait);
  }
  const bool detects = asker->detect_depth >= 0 && !obstacle.holders.empty();
  const std::string key_text = key.ToString();
  if (detects) {
    int64_t seconds = 0;
    clock_->GetCurrentTime(&seconds).PermitUncheckedError();
    WaitGraph::Wait wait{cf, key_text, exclusive, obstacle.holders};
    if (!waits_.Begin(asker->id, std::move(wait), asker->detect_depth, seconds)) {
      return Status::Busy(Status::kDeadlock);
    }
  }
  asker->SetWaiting(cf, key_text, obstacle.holders);
  ++stripe->waiters;
  Status s = limit < 0 ? stripe->changed->Wait(stripe->mutex)
                       : stripe->changed->WaitFor(stripe->mutex, limit);
  const bool held = s.ok() || s.IsTimedOut();
  if (held) --stripe->waiters;
  asker->SetWaiting(cf, key_text, {});
  if (detects) waits_.End(asker->id);
  return held ? Status::OK() : s;
}

// ---- Releasing ----

void KeyLocks::Unlock(TransactionID holder, uint32_t cf, const Slice& key) {
  const std::shared_ptr<Family> family = Find(cf);
  if (family != nullptr) UnlockIn(family.get(), holder, key);
}

void KeyLocks::UnlockAll(TransactionID holder, uint32_t cf, const TrackedKeys::Keys& keys) {
  if (keys.empty()) return;
  const std::shared_ptr<Family> family = Find(cf);
  if (family == nullptr) return;
  for (const auto& entry : keys) UnlockIn(family.get(), holder, entry.first);
}

void KeyLocks::UnlockIn(Family* family, TransactionID holder, const Slice& key) {
  Stripe* const stripe = family->StripeOf(key);
  StripeLock lock(stripe, -1);
  if (!lock.status().ok()) return;
  const auto found = stripe->entries.find(key.ToStringView());
  if (found == stripe->entries.end()) return;
  if (std::erase(found->second.holders, holder) == 0) return;
  if (found->second.holders.empty()) {
    stripe->entries.erase(found);
    family->count.fetch_sub(1, std::memory_order_relaxed);
  }
  if (stripe->waiters > 0) stripe->changed->NotifyAll();
}

// ---- Reports ----

std::unordered_multimap<uint32_t, KeyLockInfo> KeyLocks::List() const {
  std::unordered_map<uint32_t, std::shared_ptr<Family>> families;
  {
    ReadLock lock(&families_mutex_);
    families = families_;
  }
  std::unordered_multimap<uint32_t, KeyLockInfo> all;
  for (const auto& [cf, family] : families) {
    for (const auto& stripe : family->stripes) {
      StripeLock lock(stripe.get(), -1);
      if (!lock.status().ok()) continue;
      for (const auto& [key, entry] : stripe->entries) {
        all.emplace(cf, KeyLockInfo{key, entry.holders, entry.exclusive});
      }
    }
  }
  return all;
}

}  // namespace ROCKSDB_NAMESPACE
