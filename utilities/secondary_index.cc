// The simple secondary index, and walks over the secondary entries of one prefix.
#include "rocksdb/utilities/secondary_index.h"

#include <cassert>

#include "rocksdb/utilities/secondary_index_simple.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

Slice BytesOf(const std::variant<Slice, std::string>& bytes) {
  return std::holds_alternative<Slice>(bytes) ? std::get<Slice>(bytes)
                                              : Slice(std::get<std::string>(bytes));
}

}  // namespace

// ---- SimpleSecondaryIndex ----

void SimpleSecondaryIndex::SetPrimaryColumnFamily(ColumnFamilyHandle* column_family) {
  primary_column_family_ = column_family;
}
void SimpleSecondaryIndex::SetSecondaryColumnFamily(ColumnFamilyHandle* column_family) {
  secondary_column_family_ = column_family;
}
ColumnFamilyHandle* SimpleSecondaryIndex::GetPrimaryColumnFamily() const {
  return primary_column_family_;
}
ColumnFamilyHandle* SimpleSecondaryIndex::GetSecondaryColumnFamily() const {
  return secondary_column_family_;
}
Slice SimpleSecondaryIndex::GetPrimaryColumnName() const { return primary_column_name_; }

Status SimpleSecondaryIndex::UpdatePrimaryColumnValue(
    const Slice& /*primary_key*/, const Slice& /*primary_column_value*/,
    std::optional<std::variant<Slice, std::string>>* /*updated_column_value*/) const {
  return Status::OK();
}

Status SimpleSecondaryIndex::GetSecondaryKeyPrefix(
    const Slice& /*primary_key*/, const Slice& primary_column_value,
    std::variant<Slice, std::string>* secondary_key_prefix) const {
  *secondary_key_prefix = primary_column_value;
  return Status::OK();
}

Status SimpleSecondaryIndex::FinalizeSecondaryKeyPrefix(
    std::variant<Slice, std::string>* secondary_key_prefix) const {
  const Slice value = BytesOf(*secondary_key_prefix);
  std::string prefix;
  AppendVarint32(&prefix, static_cast<uint32_t>(value.size()));
  prefix.append(value.data(), value.size());
  *secondary_key_prefix = std::move(prefix);
  return Status::OK();
}

Status SimpleSecondaryIndex::GetSecondaryValue(
    const Slice& /*primary_key*/, const Slice& /*primary_column_value*/,
    const Slice& /*original_column_value*/,
    std::optional<std::variant<Slice, std::string>>* /*secondary_value*/) const {
  return Status::OK();
}

// ---- SecondaryIndexIterator ----

SecondaryIndexIterator::SecondaryIndexIterator(const SecondaryIndex* index,
                                               std::unique_ptr<Iterator>&& underlying_it)
    : index_(index), underlying_it_(std::move(underlying_it)) {
  assert(index_ != nullptr && underlying_it_ != nullptr);
}

void SecondaryIndexIterator::Seek(const Slice& target) {
  std::variant<Slice, std::string> prefix = target;
  status_ = index_->FinalizeSecondaryKeyPrefix(&prefix);
  if (!status_.ok()) return;
  prefix_ = BytesOf(prefix).ToString();
  underlying_it_->Seek(prefix_);
}

bool SecondaryIndexIterator::Valid() const {
  return status_.ok() && underlying_it_->Valid() && underlying_it_->key().starts_with(prefix_);
}

Status SecondaryIndexIterator::status() const {
  return status_.ok() ? underlying_it_->status() : status_;
}

void SecondaryIndexIterator::Next() { underlying_it_->Next(); }
void SecondaryIndexIterator::Prev() { underlying_it_->Prev(); }
bool SecondaryIndexIterator::PrepareValue() { return underlying_it_->PrepareValue(); }

Slice SecondaryIndexIterator::key() const {
  Slice key = underlying_it_->key();
  key.remove_prefix(prefix_.size());
  return key;
}

Slice SecondaryIndexIterator::value() const { return underlying_it_->value(); }
const WideColumns& SecondaryIndexIterator::columns() const { return underlying_it_->columns(); }
Slice SecondaryIndexIterator::timestamp() const { return underlying_it_->timestamp(); }

Status SecondaryIndexIterator::GetProperty(std::string prop_name, std::string* prop) const {
  return underlying_it_->GetProperty(std::move(prop_name), prop);
}

}  // namespace ROCKSDB_NAMESPACE
