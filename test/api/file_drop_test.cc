// DeleteFilesInRange where files of a level share a user key.
#include "rocksdb/convenience.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class FileDropTest : public DbTest {
 protected:
  // A family whose Level 1 is [a - k: new] [k: old - z].
  void MakeFamily() {
    options_.disable_auto_compactions = true;
    ASSERT_OK(Open(options_));
    for (const auto& [key, of_k] : {std::pair("z", "old"), std::pair("a", "new")}) {
      ASSERT_OK(Put(key, "v"));
      ASSERT_OK(Put("k", of_k));
      ASSERT_OK(db_->Flush(FlushOptions()));
    }
    ExportImportFilesMetaData tree;
    tree.db_comparator_name = BytewiseComparator()->Name();
    db_->GetLiveFilesMetaData(&tree.files);
    for (LiveFileMetaData& file : tree.files) file.level = 1;
    ColumnFamilyHandle* family = nullptr;
    ASSERT_OK(db_->CreateColumnFamilyWithImport(options_, "tree", ImportColumnFamilyOptions(), tree,
                                                &family));
    handles_.push_back(family);
  }
  void Drop(const std::string& from, const std::string& to) {
    const Slice begin(from), end(to);
    ASSERT_OK(DeleteFilesInRange(db_.get(), handles_[0], &begin, &end));
  }
  std::string Read(const std::string& key) {
    std::string value;
    const Status s = db_->Get(ReadOptions(), handles_[0], key, &value);
    return s.ok() ? value : s.IsNotFound() ? "NOT_FOUND" : s.ToString();
  }

  Options options_ = SmallOptions(0);
};

TEST_F(FileDropTest, NoOlderValueComesBackFromANeighbourThatStays) {
  ASSERT_NO_FATAL_FAILURE(MakeFamily());
  ASSERT_EQ(Read("k"), "new");
  Drop("a", "k");
  EXPECT_EQ(Read("k"), "new");
  EXPECT_EQ(Read("a"), "v");
  Drop("k", "z");
  EXPECT_EQ(Read("k"), "new");
  Drop("a", "z");
  for (const char* key : {"a", "k", "z"}) EXPECT_EQ(Read(key), "NOT_FOUND") << key;
}

}  // namespace
}  // namespace system_test
