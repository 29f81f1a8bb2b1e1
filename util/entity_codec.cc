// Encoding and decoding of entities, and the public holder of a decoded one.
#include "util/entity_codec.h"

#include <algorithm>

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

const Slice kDefaultWideColumnName;
const WideColumns kNoWideColumns;

namespace {

constexpr uint32_t kEntityVersion = 1;

bool NameBefore(const WideColumn& a, const WideColumn& b) { return a.name().compare(b.name()) < 0; }

Status BadEntity(const char* what) { return Status::Corruption("Entity", what); }

Status CheckLengths(const WideColumns& sorted) {
  if (sorted.size() > UINT32_MAX) return Status::InvalidArgument("Too many columns");
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i].name().size() > UINT32_MAX || sorted[i].value().size() > UINT32_MAX) {
      return Status::InvalidArgument("Column too long", sorted[i].name());
    }
    if (i > 0 && sorted[i].name() == sorted[i - 1].name()) {
      return Status::InvalidArgument("Column named twice", sorted[i].name());
    }
  }
  return Status::OK();
}

}  // namespace

Status EncodeEntity(const WideColumns& columns, std::string* out) {
  const WideColumns* sorted = &columns;
  WideColumns copy;
  // Columns that come sorted are used as they are, without a copy.
  if (!std::is_sorted(columns.begin(), columns.end(), NameBefore)) {
    copy = columns;
    std::sort(copy.begin(), copy.end(), NameBefore);
    sorted = &copy;
  }
  Status s = CheckLengths(*sorted);
  if (!s.ok()) return s;
  AppendVarint32(out, kEntityVersion);
  AppendVarint32(out, static_cast<uint32_t>(sorted->size()));
  for (const WideColumn& column : *sorted) {
    AppendSized(out, column.name());
    AppendVarint32(out, static_cast<uint32_t>(column.value().size()));
  }
  for (const WideColumn& column : *sorted)
    out->append(column.value().data(), column.value().size());
  return s;
}

Status DecodeEntity(Slice bytes, WideColumns* columns) {
  columns->clear();
  uint32_t version = 0;
  uint32_t count = 0;
  if (!TakeVarint32(&bytes, &version)) return BadEntity("has no version");
  if (version > kEntityVersion) return Status::NotSupported("Entity of an unknown version");
  // Each column takes at least two bytes, so a larger count is damage. It must not decide how much
  // is allocated.
  if (!TakeVarint32(&bytes, &count) || count > bytes.size())
    return BadEntity("has a bad column count");
  WideColumns found;
  found.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    Slice name;
    uint32_t length = 0;
    if (!TakeSized(&bytes, &name) || !TakeVarint32(&bytes, &length))
      return BadEntity("is cut short");
    // Encoders sort by name, so another order is damage.
    if (i > 0 && found.back().name().compare(name) >= 0)
      return BadEntity("has columns out of order");
    found.emplace_back(name, Slice(nullptr, length));  // the value's place is known below
  }
  for (WideColumn& column : found) {
    const size_t length = column.value().size();
    if (length > bytes.size()) return BadEntity("is cut short");
    column.value() = Slice(bytes.data(), length);
    bytes.remove_prefix(length);
  }
  *columns = std::move(found);
  return Status::OK();
}

Status EntityDefaultValue(const Slice& bytes, Slice* value) {
  WideColumns columns;
  Status s = DecodeEntity(bytes, &columns);
  const bool has_default =
      s.ok() && !columns.empty() && columns[0].name() == kDefaultWideColumnName;
  *value = has_default ? columns[0].value() : Slice();
  return s;
}

// A moved holder may hold its bytes inside itself, so columns are derived anew.
PinnableWideColumns::PinnableWideColumns(PinnableWideColumns&& other) noexcept {
  *this = std::move(other);
}

PinnableWideColumns& PinnableWideColumns::operator=(PinnableWideColumns&& other) noexcept {
  if (this == &other) return *this;
  // Columns point into the bytes. If the bytes move with the object, the columns follow by their
  // offsets.
  const char* const before = other.bytes_.data();
  columns_ = std::move(other.columns_);
  bytes_ = std::move(other.bytes_);
  const auto follow = [&](Slice& part) {
    if (!part.empty()) part = Slice(bytes_.data() + (part.data() - before), part.size());
  };
  for (WideColumn& column : columns_) {
    follow(column.name());
    follow(column.value());
  }
  other.Reset();
  return *this;
}

void PinnableWideColumns::Hold(const Slice& value, Cleanable* owner) {
  bytes_.Reset();
  if (owner == nullptr) {
    bytes_.PinSelf(value);
  } else {
    bytes_.PinSlice(value, owner);
  }
}

void PinnableWideColumns::ShowAsPlain() {
  columns_.assign(1, WideColumn(kDefaultWideColumnName, Slice(bytes_.data(), bytes_.size())));
}

Status PinnableWideColumns::ParseColumns() {
  return DecodeEntity(Slice(bytes_.data(), bytes_.size()), &columns_);
}

void PinnableWideColumns::SetPlainValue(const Slice& value) { SetPlainValue(value, nullptr); }

void PinnableWideColumns::SetPlainValue(const Slice& value, Cleanable* owner) {
  Hold(value, owner);
  ShowAsPlain();
}

void PinnableWideColumns::SetPlainValue(PinnableSlice&& value) {
  bytes_ = std::move(value);
  ShowAsPlain();
}

void PinnableWideColumns::SetPlainValue(std::string&& value) {
  bytes_.Reset();
  *bytes_.GetSelf() = std::move(value);
  bytes_.PinSelf();
  ShowAsPlain();
}

Status PinnableWideColumns::SetWideColumnValue(const Slice& value) {
  return SetWideColumnValue(value, nullptr);
}

Status PinnableWideColumns::SetWideColumnValue(const Slice& value, Cleanable* owner) {
  Hold(value, owner);
  return ParseColumns();
}

Status PinnableWideColumns::SetWideColumnValue(PinnableSlice&& value) {
  bytes_ = std::move(value);
  return ParseColumns();
}

Status PinnableWideColumns::SetWideColumnValue(std::string&& value) {
  bytes_.Reset();
  *bytes_.GetSelf() = std::move(value);
  bytes_.PinSelf();
  return ParseColumns();
}

void PinnableWideColumns::Reset() {
  columns_.clear();
  bytes_.Reset();
}

}  // namespace ROCKSDB_NAMESPACE
