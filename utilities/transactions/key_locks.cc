#include "utilities/transactions/key_locks.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "util/string_util.h"
#include "utilities/transactions/default_mutex.h"

namespace ROCKSDB_NAMESPACE {

// The lock of one key.
struct KeyLocks::Entry {
  struct Holder {
    TransactionID id;
    uint64_t expires_at;  // microseconds; 0: never
  };

  bool exclusive = true;
  // Mostly one.
  std::vector<Holder> holders;

  bool HeldBy(TransactionID id) const {
    return std::any_of(holders.begin(), holders.end(),
                       [id](const Holder& holder) { return holder.id == id; });
  }
  // When the last of the holders expires; 0: some holder never does. REQUIRES: there is a holder.
  uint64_t ExpiresAt() const {
    uint64_t last = 0;
    for (const Holder& holder : holders) {
      if (holder.expires_at == 0) return 0;
      last = std::max(last, holder.expires_at);
    }
    return last;
  }
  std::vector<TransactionID> Ids() const {
    std::vector<TransactionID> ids;
    for (const Holder& holder : holders) ids.push_back(holder.id);
    return ids;
  }
};

struct KeyLocks::Stripe {
  explicit Stripe(TransactionDBMutexFactory* factory)
      : mutex(factory->AllocateMutex()), changed(factory->AllocateCondVar()) {}

  const std::shared_ptr<TransactionDBMutex> mutex;
  const std::shared_ptr<TransactionDBCondVar> changed;
  // Under `mutex`, both.
  KeyTable<Entry> entries;
  int waiters = 0;
};

struct KeyLocks::Family {
  Family(const Settings& settings) {
    for (size_t i = 0; i < settings.stripes; ++i) {
      stripes.push_back(std::make_unique<Stripe>(settings.mutexes.get()));
    }
  }
  // By other bits of the hash than those by which the stripe's table goes.
  Stripe* StripeOf(const FamilyKey& key) {
    return stripes[(key.hash >> 32) % stripes.size()].get();
  }
  void Unlock(TransactionID holder, const FamilyKey& key);
  // Nobody finds it any more.
  void Leave();

  // Set before the stripes' sleepers are woken; looked at under a stripe's mutex before each sleep.
  std::atomic<bool> gone{false};
  std::vector<std::unique_ptr<Stripe>> stripes;
  std::atomic<int64_t> count{0};
};

// Holds a stripe's mutex for the length of a scope, if it got it.
class KeyLocks::StripeLock {
 public:
  // Microseconds; negative: for ever.
  StripeLock(Stripe* stripe, int64_t timeout)
      : stripe_(stripe),
        status_(timeout < 0 ? stripe->mutex->Lock() : stripe->mutex->TryLockFor(timeout)) {}
  ~StripeLock() {
    if (status_.ok()) stripe_->mutex->UnLock();
  }
  StripeLock(const StripeLock&) = delete;
  StripeLock& operator=(const StripeLock&) = delete;

  const Status& status() const { return status_; }

 private:
  Stripe* const stripe_;
  const Status status_;
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

// 0: never.
uint64_t EarlierOf(uint64_t a, uint64_t b) { return a == 0 || b == 0 ? a + b : std::min(a, b); }

Status UnknownFamily(uint32_t cf) {
  return Status::InvalidArgument("Column family id not found: " + std::to_string(cf));
}

}  // namespace

KeyLocks::KeyLocks(const Settings& settings, std::shared_ptr<SystemClock> clock)
    : settings_(Complete(settings)),
      clock_(std::move(clock)),
      waits_(settings.remembered_deadlocks) {}

void KeyLocks::AddFamily(uint32_t cf) {
  WriteLock lock(&families_mutex_);
  std::shared_ptr<Family>& family = families_[cf];
  if (family == nullptr) family = std::make_shared<Family>(settings_);
  families_version_.fetch_add(1, std::memory_order_release);
}

void KeyLocks::RemoveFamily(uint32_t cf) {
  std::shared_ptr<Family> family;
  {
    WriteLock lock(&families_mutex_);
    const auto found = families_.find(cf);
    if (found == families_.end()) return;
    family = std::move(found->second);
    families_.erase(found);
    families_version_.fetch_add(1, std::memory_order_release);
  }
  family->Leave();
}

// Mostly the asker remembers it: neither the lock nor the family's count of references, which all
// threads share, is touched.
KeyLocks::Family* KeyLocks::Find(LockAsker* asker, uint32_t cf) const {
  const uint64_t version = families_version_.load(std::memory_order_acquire);
  if (asker->families_version_ != version || asker->family_cf_ != cf) {
    ReadLock lock(&families_mutex_);
    const auto found = families_.find(cf);
    asker->family_ = found == families_.end() ? nullptr : found->second;
    asker->family_cf_ = cf;
    asker->families_version_ = version;
  }
  return static_cast<Family*>(asker->family_.get());
}

// ---- Taking ----

Status KeyLocks::Lock(LockAsker* asker, const FamilyKey& key, bool exclusive) {
  Family* const family = Find(asker, key.cf);
  if (family == nullptr) return UnknownFamily(key.cf);
  Stripe* const stripe = family->StripeOf(key);
  StripeLock lock(stripe, asker->timeout);
  Status s = lock.status();
  if (!s.ok()) return s;
  Obstacle obstacle;
  s = TryLock(asker, family, stripe, key, exclusive, &obstacle);
  // Mostly nobody is in the way, and no clock is read.
  if (asker->timeout == 0 || !CanWaitFor(s)) return s;
  const uint64_t deadline =
      asker->timeout > 0 ? clock_->NowMicros() + static_cast<uint64_t>(asker->timeout) : 0;
  for (;;) {
    if (s.IsLockLimit()) obstacle.expires_at = clock_->NowMicros() + kLimitPause;
    s = Sleep(asker, stripe, key, exclusive, std::move(obstacle), deadline);
    const bool told_to_stop = s.IsTimedOut();
    if (!s.ok() && !told_to_stop) return s;
    // Looked at before the attempt, so an attempt is made after the whole time has passed.
    const bool last = told_to_stop || (deadline != 0 && clock_->NowMicros() >= deadline);
    obstacle = Obstacle();
    s = TryLock(asker, family, stripe, key, exclusive, &obstacle);
    if (last || !CanWaitFor(s)) return s;
  }
}

Status KeyLocks::TryLock(LockAsker* asker, Family* family, Stripe* stripe, const FamilyKey& key,
                         bool exclusive, Obstacle* obstacle) {
  if (family->gone.load(std::memory_order_acquire)) [[unlikely]]
    return UnknownFamily(key.cf);
  KeyTable<Entry>::Node* const found = stripe->entries.Find(key);
  if (found == nullptr) return MakeEntry(asker, family, stripe, key, exclusive);
  Entry* const entry = &found->value;
  const bool mine = entry->HeldBy(asker->id);
  if (mine && (entry->holders.size() == 1 || !exclusive)) {
    // Alone it may have whichever kind it likes; a shared lock stays one.
    entry->exclusive = entry->exclusive || exclusive;
    return Status::OK();
  }
  if (!mine && !entry->exclusive && !exclusive) {
    entry->holders.push_back({asker->id, asker->expires_at});
    return Status::OK();
  }
  const uint64_t expires_at = entry->ExpiresAt();
  if (expires_at != 0 && clock_->NowMicros() >= expires_at) {
    std::erase_if(entry->holders, [&](const Entry::Holder& holder) {
      return holder.id == asker->id || asker->TakeOver(holder.id);
    });
    if (entry->holders.empty()) {
      *entry = Entry{exclusive, {{asker->id, asker->expires_at}}};
      return Status::OK();
    }
    if (mine) entry->holders.push_back({asker->id, asker->expires_at});
  } else {
    obstacle->expires_at = expires_at;
  }
  obstacle->holders = entry->Ids();
  std::erase(obstacle->holders, asker->id);
  return Status::TimedOut(Status::kLockTimeout);
}

Status KeyLocks::MakeEntry(LockAsker* asker, Family* family, Stripe* stripe, const FamilyKey& key,
                           bool exclusive) {
  const int64_t before = family->count.fetch_add(1, std::memory_order_relaxed);
  if (settings_.max_locks > 0 && before >= settings_.max_locks) {
    family->count.fetch_sub(1, std::memory_order_relaxed);
    return Status::LockLimit();
  }
  Entry* const entry = &stripe->entries.Add(key)->value;
  entry->exclusive = exclusive;
  // Spare entries have no holders.
  entry->holders.push_back({asker->id, asker->expires_at});
  return Status::OK();
}

Status KeyLocks::WaitForChange(Stripe* stripe, uint64_t deadline, uint64_t expires_at) {
  const uint64_t due = EarlierOf(deadline, expires_at);
  if (due == 0) return stripe->changed->Wait(stripe->mutex);
  const uint64_t now = clock_->NowMicros();
  const uint64_t limit = due > now ? due - now : 0;
  const uint64_t began = clock_->NowNanos();
  const Status s = stripe->changed->WaitFor(stripe->mutex, static_cast<int64_t>(limit));
  if (!s.IsTimedOut() || due == deadline) return s;
  // More time is left than until `due`. Two clocks need not agree to the microsecond.
  const uint64_t slept = (clock_->NowNanos() - began) / 1000;
  return slept < limit / 2 ? s : Status::OK();
}

Status KeyLocks::Sleep(LockAsker* asker, Stripe* stripe, const FamilyKey& key, bool exclusive,
                       Obstacle obstacle, uint64_t deadline) {
  const bool detects = asker->detect_depth >= 0 && !obstacle.holders.empty();
  const std::string key_text = key.key.ToString();
  if (detects) {
    int64_t seconds = 0;
    clock_->GetCurrentTime(&seconds).PermitUncheckedError();
    WaitGraph::Wait wait{key.cf, key_text, exclusive, obstacle.holders};
    if (!waits_.Begin(asker->id, std::move(wait), asker->detect_depth, seconds)) {
      return Status::Busy(Status::kDeadlock);
    }
  }
  asker->SetWaiting(key.cf, key_text, obstacle.holders);
  ++stripe->waiters;
  const Status s = WaitForChange(stripe, deadline, obstacle.expires_at);
  --stripe->waiters;
  asker->SetWaiting(key.cf, key_text, {});
  if (detects) waits_.End(asker->id);
  return s;
}

// ---- Releasing ----

void KeyLocks::Unlock(LockAsker* holder, const FamilyKey& key) {
  Family* const family = Find(holder, key.cf);
  if (family != nullptr) family->Unlock(holder->id, key);
}

void KeyLocks::UnlockAll(LockAsker* holder, const TrackedKeys::Keys& keys) {
  for (size_t i = 0; i < keys.size(); ++i) Unlock(holder, keys.at(i)->id());
}

void KeyLocks::Family::Unlock(TransactionID holder, const FamilyKey& key) {
  Stripe* const stripe = StripeOf(key);
  StripeLock lock(stripe, -1);
  if (!lock.status().ok()) return;
  KeyTable<Entry>::Node* const found = stripe->entries.Find(key);
  if (found == nullptr) return;
  const auto is_holder = [holder](const Entry::Holder& one) { return one.id == holder; };
  if (std::erase_if(found->value.holders, is_holder) == 0) return;
  if (found->value.holders.empty()) {
    stripe->entries.Erase(found);
    count.fetch_sub(1, std::memory_order_relaxed);
  }
  if (stripe->waiters > 0) stripe->changed->NotifyAll();
}

void KeyLocks::Family::Leave() {
  gone.store(true, std::memory_order_release);
  for (const auto& stripe : stripes) {
    // With the mutex: nobody is between looking and falling asleep.
    const StripeLock lock(stripe.get(), -1);
    stripe->changed->NotifyAll();
  }
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
      for (size_t i = 0; i < stripe->entries.size(); ++i) {
        const KeyTable<Entry>::Node& node = *stripe->entries.at(i);
        all.emplace(cf, KeyLockInfo{node.key, node.value.Ids(), node.value.exclusive});
      }
    }
  }
  return all;
}

}  // namespace ROCKSDB_NAMESPACE
