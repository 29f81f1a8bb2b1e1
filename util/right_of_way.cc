// Compactions wait for flushes; see the header.
#include "util/right_of_way.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A writer and the flush.
constexpr uint32_t kOthers = 2;
// A thread that works a smaller part of its time waits for a device. It is in nobody's way on a
// processor, and standing still would only make it late.
constexpr uint64_t kIdlePart = 4;

}  // namespace

RightOfWay::RightOfWay(uint32_t processors, uint64_t longest)
    : spared_(processors > kOthers ? processors - kOthers : 0),
      longest_(longest),
      changed_(&mutex_) {}

bool RightOfWay::InTheWay(uint64_t worked, uint64_t passed) { return worked >= passed / kIdlePart; }

void RightOfWay::EndTurn() {
  turn_.store(0, std::memory_order_relaxed);
  changed_.SignalAll();
}

void RightOfWay::Set(uint32_t family, bool first) {
  MutexLock lock(&mutex_);
  if (!first) {
    if (first_.erase(family) > 0 && first_.empty()) EndTurn();
    return;
  }
  const bool begins = first_.empty();
  first_.insert(family);
  if (!begins || canceled_) return;
  until_ = CondVar::NowMicros() + longest_;
  // 0 is no turn.
  last_turn_ = last_turn_ == UINT32_MAX ? 1 : last_turn_ + 1;
  turn_.store(last_turn_, std::memory_order_relaxed);
}

void RightOfWay::Cancel() {
  MutexLock lock(&mutex_);
  canceled_ = true;
  EndTurn();
}

void RightOfWay::Begin() {
  MutexLock lock(&mutex_);
  ++working_;
}

void RightOfWay::End() {
  MutexLock lock(&mutex_);
  --working_;
  changed_.SignalAll();
}

void RightOfWay::GiveWay() {
  MutexLock lock(&mutex_);
  const uint32_t mine = turn();
  if (mine == 0 || working_ <= spared_) return;
  --working_;
  while (turn() == mine && working_ >= spared_) {
    if (CondVar::NowMicros() >= until_) {
      EndTurn();
    } else {
      changed_.TimedWaitUntilMicros(until_);
    }
  }
  ++working_;
}

RightOfWayHold::RightOfWayHold(RightOfWay* way, MergeWork* work) : way_(way), work_(*work) {
  if (way_ != nullptr) way_->Begin();
}

RightOfWayHold::~RightOfWayHold() {
  if (way_ != nullptr) way_->End();
}

void RightOfWayHold::Consider(uint32_t turn) {
  passed_ = turn;
  if (!RightOfWay::InTheWay(work_.Computed(), work_.Passed())) return;
  work_.StandStill([this] { way_->GiveWay(); });
}

}  // namespace ROCKSDB_NAMESPACE
