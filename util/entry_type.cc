#include "util/entry_type.h"

namespace ROCKSDB_NAMESPACE {

EntryType EntryTypeOf(ValueType type) {
  switch (type) {
    case kTypeValue:
      return kEntryPut;
    case kTypeDeletion:
      return kEntryDelete;
    case kTypeDeletionWithTimestamp:
      return kEntryDeleteWithTimestamp;
    case kTypeSingleDeletion:
      return kEntrySingleDelete;
    case kTypeMerge:
      return kEntryMerge;
    case kTypeRangeDeletion:
      return kEntryRangeDeletion;
    case kTypeBlobIndex:
      return kEntryBlobIndex;
    case kTypeWideColumnEntity:
      return kEntryWideColumnEntity;
    case kTypeValuePreferredSeqno:
      return kEntryTimedPut;
    default:
      return kEntryOther;
  }
}

}  // namespace ROCKSDB_NAMESPACE
