// See the header.
#include "env/write_behind.h"

#include <utility>

namespace ROCKSDB_NAMESPACE {

void WriteBehind::Start(AlignedBuffer full, std::function<IOStatus(const char*)> write) {
  buffer_ = std::move(full);
  write_ = std::move(write);
  work_.emplace(1, [this](size_t) {
    status_ = write_(buffer_.data());
    buffer_.Reset();
  });
  work_->AddHelper();
}

IOStatus WriteBehind::Await() {
  if (!running()) return IOStatus::OK();
  work_->Finish(1);
  work_.reset();
  return std::exchange(status_, IOStatus::OK());
}

}  // namespace ROCKSDB_NAMESPACE
