// The picks of every compaction style: drawings in, decisions out. PickerCases of picker_fixture.h
// answers the cases in compaction/testdata.
#include <gtest/gtest.h>

#include "compaction/picker_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

[[maybe_unused]] const bool kPickerCases = [] {
  for (const char* file :
       {"level_picker", "patience", "style_picker", "manual_picker", "aged_files"}) {
    test_support::RegisterTextCases(std::string("compaction/testdata/") + file + ".txt",
                                    [] { return std::make_unique<PickerCases>(); });
  }
  return true;
}();

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
