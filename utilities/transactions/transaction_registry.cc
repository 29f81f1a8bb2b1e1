#include "utilities/transactions/transaction_registry.h"

namespace ROCKSDB_NAMESPACE {

Status TransactionRegistry::AddName(Transaction* txn, const TransactionName& name) {
  MutexLock lock(&mutex_);
  bool is_new = false;
  if (spare_.empty()) {
    is_new = named_.emplace(name, txn).second;
  } else {
    spare_.key() = name;
    spare_.mapped() = txn;
    Names::insert_return_type added = named_.insert(std::move(spare_));
    is_new = added.inserted;
    spare_ = std::move(added.node);
  }
  return is_new ? Status::OK() : Status::InvalidArgument("Duplicate txn name " + name);
}

void TransactionRegistry::RemoveName(const TransactionName& name) {
  MutexLock lock(&mutex_);
  const auto found = named_.find(name);
  if (found != named_.end()) spare_ = named_.extract(found);
}

Transaction* TransactionRegistry::Find(const TransactionName& name) {
  MutexLock lock(&mutex_);
  const auto found = named_.find(name);
  return found == named_.end() ? nullptr : found->second;
}

std::vector<Transaction*> TransactionRegistry::Named() {
  MutexLock lock(&mutex_);
  std::vector<Transaction*> all;
  for (const auto& [name, txn] : named_) all.push_back(txn);
  return all;
}

std::vector<Transaction*> TransactionRegistry::Prepared() {
  MutexLock lock(&mutex_);
  std::vector<Transaction*> prepared;
  for (const auto& [name, txn] : named_) {
    if (txn->GetState() == Transaction::PREPARED) prepared.push_back(txn);
  }
  return prepared;
}

void TransactionRegistry::AddExpiring(Expiring* txn, TransactionID id) {
  MutexLock lock(&mutex_);
  expiring_[id] = txn;
}

void TransactionRegistry::RemoveExpiring(TransactionID id) {
  MutexLock lock(&mutex_);
  expiring_.erase(id);
}

bool TransactionRegistry::TakeOver(TransactionID id) {
  MutexLock lock(&mutex_);
  const auto found = expiring_.find(id);
  return found == expiring_.end() || found->second->LoseLocks();
}

}  // namespace ROCKSDB_NAMESPACE
