// randomtransaction: every transaction adds one number to a random key of each set, so that the
// sums of all sets stay equal. The sums are compared after the run.
//
// A set is the keys that begin with its number, four digits from 0001 on; a key goes on with a
// number below --num, as decimal text. Values are decimal numbers, and a missing key is 0.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <thread>

#include "tools/db_bench/flags.h"
#include "tools/db_bench/transactions.h"
#include "tools/db_bench/workload.h"

namespace bench {
namespace {

constexpr uint64_t kLargestSummand = 100;
constexpr int kSetDigits = 4;
// Shares of stock's benchmark: most transactions of a TransactionDB prepare, few are rolled back.
constexpr uint64_t kOneUnpreparedIn = 10;
constexpr uint64_t kOneRolledBackIn = 20;

std::string SetPrefix(uint32_t set) {
  char text[16];
  std::snprintf(text, sizeof(text), "%0*u", kSetDigits, set + 1);
  return text;
}

Status ParseNumber(const Slice& text, uint64_t* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  if (error == std::errc() && end == text.data() + text.size()) return Status::OK();
  return Status::InvalidArgument("randomtransaction found a value that is no number",
                                 text.ToString());
}

// The transactions of one thread.
class Adder {
 public:
  explicit Adder(ThreadContext* t)
      : t_(t), form_(ChosenTransactionForm()), order_(static_cast<size_t>(FLAGS_transaction_sets)) {
    std::iota(order_.begin(), order_.end(), 0u);
    for (const uint32_t set : order_) prefixes_.push_back(SetPrefix(set));
    if (form_ == TransactionForm::kNone) return;
    transaction_ =
        NewTransaction(form_, t->db,
                       {.set_snapshot = FLAGS_transaction_set_snapshot,
                        .lock_timeout_ms = static_cast<int64_t>(FLAGS_transaction_lock_timeout)});
  }

  // OK also after a conflict, which is counted.
  Status AddOnce() {
    const uint64_t summand = 1 + t_->rng.Below(kLargestSummand);
    // Sets in another order each time, so that transactions meet in every way.
    for (size_t i = order_.size(); i > 1; --i) {
      std::swap(order_[i - 1], order_[t_->rng.Below(i)]);
    }
    Begin();
    Status s;
    for (size_t i = 0; i < order_.size() && s.ok(); ++i) s = AddTo(order_[i], summand);
    if (s.ok()) s = End();
    if (form_ == TransactionForm::kNone || !IsConflict(s)) return s;
    ++aborts_;
    return transaction_->Rollback();
  }
  int64_t aborts() const { return aborts_; }

 private:
  void Begin() {
    if (transaction_ != nullptr) {
      transaction_->Begin(t_->write_options);
    } else {
      batch_.Clear();
    }
  }

  Status AddTo(uint32_t set, uint64_t summand) {
    key_ = prefixes_[set];
    key_ += std::to_string(t_->rng.Below(static_cast<uint64_t>(t_->settings.num)));
    uint64_t number = 0;
    Status s = Read(&number);
    if (!s.ok()) return s;
    if (FLAGS_transaction_sleep > 0) {
      const uint64_t micros = t_->rng.Below(static_cast<uint64_t>(FLAGS_transaction_sleep) + 1);
      std::this_thread::sleep_for(std::chrono::microseconds(micros));
    }
    value_ = std::to_string(number + summand);
    const int64_t bytes = static_cast<int64_t>(key_.size() + value_.size());
    t_->stats.AddBytes(bytes);
    t_->stats.AddUserWrite(bytes);
    if (transaction_ != nullptr) return transaction_->Put(key_, value_);
    return batch_.Put(family(), key_, value_);
  }

  Status Read(uint64_t* number) {
    Status s;
    if (transaction_ != nullptr) {
      s = transaction_->GetForUpdate(t_->read_options, key_, &value_);
    } else {
      pinned_.Reset();
      s = t_->db->Get(t_->read_options, family(), key_, &pinned_);
      if (s.ok()) value_.assign(pinned_.data(), pinned_.size());
    }
    if (s.IsNotFound()) return Status::OK();
    return s.ok() ? ParseNumber(value_, number) : s;
  }

  Status End() {
    if (transaction_ == nullptr) return t_->db->Write(t_->write_options, &batch_);
    if (form_ == TransactionForm::kPessimistic && t_->rng.Below(kOneUnpreparedIn) != 0) {
      const std::string name =
          "txn" + std::to_string(t_->FirstStream()) + "-" + std::to_string(names_++);
      Status s = transaction_->Prepare(name);
      if (!s.ok()) return s;
    }
    return t_->rng.Below(kOneRolledBackIn) == 0 ? transaction_->Rollback() : transaction_->Commit();
  }

  ColumnFamilyHandle* family() const { return t_->shared->db->families()[0]; }

  ThreadContext* const t_;
  const TransactionForm form_;
  std::vector<uint32_t> order_;
  std::vector<std::string> prefixes_;
  std::unique_ptr<BenchTransaction> transaction_;  // null: batches
  WriteBatch batch_;
  std::string key_;
  std::string value_;
  PinnableSlice pinned_;
  uint64_t names_ = 0;
  int64_t aborts_ = 0;
};

Status RunTransactions(ThreadContext* t) {
  OpBudget budget = t->Budget(t->settings.reads_or_writes, t->settings.duration);
  Adder adder(t);
  while (budget.Next()) {
    Status s = adder.AddOnce();
    if (!s.ok()) return s;
    ++t->stats.tally().transactions;
    t->stats.Finish(OpKind::kOther);
  }
  t->stats.tally().aborts = adder.aborts();
  return Status::OK();
}

std::string TransactionText(const OpStats& stats) {
  const OpStats::Tally& tally = stats.tally();
  const std::string count = std::to_string(tally.transactions);
  if (ChosenTransactionForm() == TransactionForm::kNone) return "( batches:" + count + " )";
  return "( transactions:" + count + " aborts:" + std::to_string(tally.aborts) + ")";
}

Status SumOf(SharedState* shared, uint32_t set, uint64_t* sum) {
  const std::string prefix = SetPrefix(set);
  ReadOptions read = MakeReadOptions();
  read.total_order_seek = true;
  const std::unique_ptr<Iterator> iterator(
      shared->db->db()->NewIterator(read, shared->db->families()[0]));
  *sum = 0;
  for (iterator->Seek(prefix); iterator->Valid(); iterator->Next()) {
    const Slice key = iterator->key();
    if (key.size() < prefix.size() || std::memcmp(key.data(), prefix.data(), prefix.size()) != 0) {
      break;
    }
    uint64_t number = 0;
    Status s = ParseNumber(iterator->value(), &number);
    if (!s.ok()) return s;
    *sum += number;
  }
  return iterator->status();
}

Status CompareSums(SharedState* shared) {
  uint64_t first = 0;
  for (int32_t set = 0; set < FLAGS_transaction_sets; ++set) {
    uint64_t sum = 0;
    Status s = SumOf(shared, static_cast<uint32_t>(set), &sum);
    if (!s.ok()) return s;
    if (set == 0) first = sum;
    if (sum == first) continue;
    return Status::InvalidArgument("the sums of two sets differ",
                                   SetPrefix(0) + ": " + std::to_string(first) + ", " +
                                       SetPrefix(static_cast<uint32_t>(set)) + ": " +
                                       std::to_string(sum));
  }
  return Status::OK();
}

// Batches read and write without locks, so their sums say nothing.
Status Verify(SharedState* shared) {
  if (ChosenTransactionForm() == TransactionForm::kNone) return Status::OK();
  const Status s = CompareSums(shared);
  std::printf(s.ok() ? "RandomTransactionVerify Success.\n" : "RandomTransactionVerify FAILED!!\n");
  return s;
}

constexpr Workload kTransactionTable[] = {
    {.name = "randomtransaction",
     .sentence = "add a number to a random key of each of --transaction_sets sets at once; with "
                 "--transaction_db or --optimistic_transaction_db check that all sums are equal",
     .body = RunTransactions,
     .describe = TransactionText,
     .finish = Verify},
};

}  // namespace

TransactionForm ChosenTransactionForm() {
  if (FLAGS_optimistic_transaction_db) return TransactionForm::kOptimistic;
  return FLAGS_transaction_db ? TransactionForm::kPessimistic : TransactionForm::kNone;
}

std::span<const Workload> TransactionWorkloads() { return kTransactionTable; }

}  // namespace bench
