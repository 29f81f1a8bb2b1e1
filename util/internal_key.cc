// Text forms of internal keys, for LOG lines and error messages only.
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

std::string DebugInternalKey(const Slice& ikey) {
  if (ikey.size() < kInternalTailBytes) return "(bad internal key)";
  const uint64_t tail = TailOf(ikey);
  return "'" + UserKeyOf(ikey).ToString(true) + "' @ " + std::to_string(TailSequence(tail)) +
         " : " + std::to_string(static_cast<int>(TailType(tail)));
}

}  // namespace ROCKSDB_NAMESPACE
