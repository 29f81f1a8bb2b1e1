// Where the volume lies: see volume_sampler.h.
#include "bucket/volume_sampler.h"

#include <utility>

namespace ROCKSDB_NAMESPACE {

void VolumeSampler::Keep(const Slice& user_key) {
  if (samples_.empty() || Slice(samples_.back().user_key) != user_key) {
    if (samples_.size() >= capacity_) Thin();
    samples_.push_back(VolumeSample{user_key.ToString(), total_});
  }
  next_ = total_ + stride_;
}

void VolumeSampler::Thin() {
  size_t kept = 0;
  for (size_t i = 0; i < samples_.size(); i += 2) samples_[kept++] = std::move(samples_[i]);
  samples_.resize(kept);
  stride_ = total_ / (kept == 0 ? 1 : kept) + 1;
}

std::string VolumeSampler::Median() const {
  const VolumeSample* best = nullptr;
  for (const VolumeSample& s : samples_) {
    if (best != nullptr && s.bytes_before * 2 > total_) break;
    best = &s;
  }
  return best == nullptr ? std::string() : best->user_key;
}

void VolumeSampler::Clear() {
  total_ = next_ = 0;
  stride_ = 1;
  samples_.clear();
}

}  // namespace ROCKSDB_NAMESPACE
