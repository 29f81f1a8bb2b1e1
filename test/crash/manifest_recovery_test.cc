// Opens databases whose MANIFEST the test wrote record by record.
#include "db/state/manifest_recovery.h"

#include <gtest/gtest.h>

#include "db/log/log_writer.h"
#include "env/current_file.h"
#include "env/mem_fs.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"
#include "rocksdb/options.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/status_assertions.h"
#include "version/version_edit.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Names = std::vector<std::string>;

// Whose MANIFEST grows once somebody has read it, as beside a writer.
class GrowingManifest : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "GrowingManifest"; }
  IOStatus NewSequentialFile(const std::string& path, const FileOptions& options,
                             std::unique_ptr<FSSequentialFile>* file,
                             IODebugContext* dbg) override {
    if (path.find("MANIFEST") != std::string::npos && ++opened == 2)
      EXPECT_OK(WriteStringToFile(target(), grown, path));
    return FileSystemWrapper::NewSequentialFile(path, options, file, dbg);
  }
  std::string grown;
  int opened = 0;
};

class ManifestRecoveryTest : public testing::Test {
 protected:
  ManifestRecoveryTest() : env_(NewCompositeEnv(fs_)) { options_.env = env_.get(); }

  static VersionEdit Counters() {
    VersionEdit edit;
    edit.log_number = 3;
    edit.next_file_number = 10;
    edit.last_sequence = 0;
    return edit;
  }
  static VersionEdit Adds(uint32_t id, const std::string& name) {
    VersionEdit edit;
    edit.column_family = id;
    edit.added_column_family = name;
    edit.comparator = BytewiseComparator()->Name();
    return edit;
  }
  static VersionEdit Drops(uint32_t id) {
    VersionEdit edit;
    edit.column_family = id;
    edit.drops_column_family = true;
    return edit;
  }
  static VersionEdit InGroup(VersionEdit edit, uint32_t remaining) {
    edit.in_atomic_group = true;
    edit.atomic_group_remaining = remaining;
    return edit;
  }
  static VersionEdit HasFile(int level, uint64_t number) {
    VersionEdit edit;
    auto file = std::make_shared<FileMeta>();
    file->number = number;
    file->file_size = 1000;
    file->epoch = 5;
    file->smallest = MakeInternalKey("a", 2, kTypeValue);
    file->largest = MakeInternalKey("b", 1, kTypeValue);
    file->smallest_seqno = 1;
    file->largest_seqno = 2;
    edit.AddFile(level, file);
    return edit;
  }

  void WriteManifest(const std::vector<VersionEdit>& edits) {
    ASSERT_OK(fs_->CreateDirIfMissing("/db", IOOptions(), nullptr));
    std::unique_ptr<WritableFileWriter> file;
    Status s = WritableFileWriter::Create(fs_.get(), "/db/MANIFEST-000005", FileOptions(), &file);
    ASSERT_OK(s);
    log::Writer writer(std::move(file), 5, false, false);
    for (const VersionEdit& edit : edits) {
      std::string record;
      ASSERT_TRUE(edit.EncodeTo(&record));
      ASSERT_OK(writer.AddRecord(record));
    }
    ASSERT_OK(writer.Close());
    WriteCurrent("MANIFEST-000005\n");
  }
  void WriteCurrent(const std::string& text) {
    ASSERT_OK(fs_->CreateDirIfMissing("/db", IOOptions(), nullptr));
    ASSERT_OK(WriteStringToFile(fs_.get(), text, "/db/CURRENT"));
  }
  // The Status of opening these families; "OK" when it works.
  std::string Open(const Names& names = {"default"}, bool read_only = false) {
    std::vector<ColumnFamilyDescriptor> families;
    for (const std::string& name : names) families.emplace_back(name, options_);
    std::vector<ColumnFamilyHandle*> handles;
    std::unique_ptr<DB> db;
    Status s = read_only ? DB::OpenForReadOnly(options_, "/db", families, &handles, &db)
                         : DB::Open(options_, "/db", families, &handles, &db);
    for (ColumnFamilyHandle* handle : handles) {
      EXPECT_OK(db->DestroyColumnFamilyHandle(handle));
    }
    return s.ToString();
  }
  Names List() {
    Names names;
    EXPECT_OK(DB::ListColumnFamilies(options_, "/db", &names));
    return names;
  }
  static void ExpectPart(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }

  const std::shared_ptr<MemFileSystem> fs_ = std::make_shared<MemFileSystem>();
  const std::unique_ptr<Env> env_;
  Options options_;
};

TEST_F(ManifestRecoveryTest, CountersAloneMakeAnEmptyDatabase) {
  WriteManifest({Counters()});
  EXPECT_EQ(Open(), "OK");
}

TEST_F(ManifestRecoveryTest, AMissingCounterIsNamed) {
  VersionEdit edit = Counters();
  edit.next_file_number.reset();
  WriteManifest({edit});
  ExpectPart(Open(), "no next-file-number");
  edit = Counters();
  edit.log_number.reset();
  WriteManifest({edit});
  ExpectPart(Open(), "no log-file-number");
  edit = Counters();
  edit.last_sequence.reset();
  WriteManifest({edit});
  ExpectPart(Open(), "no last-sequence-number");
}

// Its first pieces are whole: they are of the record itself, and not of records behind it.
TEST_F(ManifestRecoveryTest, ALargeRecordThatIsTornNeverHappened) {
  WriteManifest({Counters(), Adds(1, std::string(100000, 'n'))});
  std::string whole;
  ASSERT_OK(ReadFileToString(fs_.get(), "/db/MANIFEST-000005", &whole));
  for (const size_t cut : {size_t{1000}, size_t{32768}, size_t{40000}, size_t{65536}, size_t{65540},
                           size_t{70000}, whole.size() - 1}) {
    ASSERT_OK(WriteStringToFile(fs_.get(), whole.substr(0, cut), "/db/MANIFEST-000005"));
    EXPECT_EQ(List(), Names{"default"}) << cut;
  }
  // What follows a record that is damaged does count.
  WriteManifest({Counters(), Adds(1, std::string(100000, 'n')), Adds(2, "two"), Adds(3, "three")});
  ASSERT_OK(ReadFileToString(fs_.get(), "/db/MANIFEST-000005", &whole));
  whole.replace(40000, 20000, std::string(20000, '\0'));
  ASSERT_OK(WriteStringToFile(fs_.get(), whole, "/db/MANIFEST-000005"));
  Names names;
  EXPECT_TRUE(DB::ListColumnFamilies(options_, "/db", &names).IsCorruption());
}

TEST_F(ManifestRecoveryTest, ALargeRecordThatIsTornBehindPaddingNeverHappened) {
  const auto bytes_with = [this](size_t name_bytes) {
    WriteManifest({Counters(), Adds(1, std::string(name_bytes, 'n'))});
    uint64_t bytes = 0;
    EXPECT_OK(fs_->GetFileSize("/db/MANIFEST-000005", IOOptions(), &bytes, nullptr));
    return bytes;
  };
  const uint64_t bytes = bytes_with(20000);
  for (uint64_t padding = 0; padding < 8; ++padding) {
    const std::string name(20000 + 32768 - padding - bytes, 'n');
    ASSERT_EQ(bytes_with(name.size()), 32768 - padding);
    WriteManifest({Counters(), Adds(1, name), Adds(2, std::string(40000, 'm'))});
    ASSERT_OK(fs_->Truncate("/db/MANIFEST-000005", 65536, IOOptions(), nullptr));
    EXPECT_EQ(List(), (Names{"default", name})) << padding;
  }
}

TEST_F(ManifestRecoveryTest, RecordsThatAreAppendedWhileItIsReadAreNoDamage) {
  WriteManifest({Counters(), Adds(1, "one"), Adds(2, "two"), Adds(3, "three")});
  const auto growing = std::make_shared<GrowingManifest>(fs_);
  ASSERT_OK(ReadFileToString(fs_.get(), "/db/MANIFEST-000005", &growing->grown));
  WriteManifest({Counters(), Adds(1, "one")});
  const auto env = NewCompositeEnv(growing);
  options_.env = env.get();
  EXPECT_EQ(List(), (Names{"default", "one"}));
  EXPECT_GE(growing->opened, 2);
}

TEST_F(ManifestRecoveryTest, AReadThatFailsIsToldAsWhatItIs) {
  WriteManifest({Counters(), Adds(1, std::string(100000, 'n'))});
  const auto faulty = NewFaultyFileSystem(fs_);
  const auto env = NewCompositeEnv(faulty);
  options_.env = env.get();
  faulty->FailNth(FsOp::kRead, 2, IOStatus::IOError("the disk's"), false, "MANIFEST");
  Names names;
  EXPECT_TRUE(DB::ListColumnFamilies(options_, "/db", &names).IsIOError());
  EXPECT_OK(DB::ListColumnFamilies(options_, "/db", &names));
  // Nothing is given up for it.
  faulty->FailNth(FsOp::kRead, 2, IOStatus::IOError("the disk's"), false, "MANIFEST");
  EXPECT_TRUE(RepairDB("/db", options_).IsIOError());
  faulty->FailNth(FsOp::kRead, 2, IOStatus::IOError("the disk's"), false, "MANIFEST");
  options_.best_efforts_recovery = true;
  ExpectPart(Open(), "the disk's");
  EXPECT_EQ(List(), (Names{"default", std::string(100000, 'n')}));
}

TEST_F(ManifestRecoveryTest, AWholeGroupHappened) {
  WriteManifest({Counters(), InGroup(Adds(1, "one"), 1), InGroup(Adds(2, "two"), 0)});
  EXPECT_EQ(List(), (Names{"default", "one", "two"}));
  EXPECT_EQ(Open({"default", "one", "two"}), "OK");
}

TEST_F(ManifestRecoveryTest, AGroupCutShortByTheEndNeverHappened) {
  WriteManifest({Counters(), InGroup(Adds(1, "one"), 2), InGroup(Adds(2, "two"), 1)});
  EXPECT_EQ(List(), Names{"default"});
  EXPECT_EQ(Open(), "OK");
}

TEST_F(ManifestRecoveryTest, AnInterruptedGroupIsCorruption) {
  WriteManifest({Counters(), InGroup(Adds(1, "one"), 1), Adds(2, "two")});
  ExpectPart(Open(), "an atomic group is interrupted");
  WriteManifest({Counters(), InGroup(Adds(1, "one"), 2), InGroup(Adds(2, "two"), 0)});
  ExpectPart(Open(), "an atomic group is interrupted");
}

TEST_F(ManifestRecoveryTest, RecordsOfAFamilyThatWasNotCreatedAreCorruption) {
  WriteManifest({Counters(), Drops(7)});
  ExpectPart(Open(), "names column family 7 before it is created");
}

TEST_F(ManifestRecoveryTest, ADroppedFamilyIsGoneAndItsNameIsFree) {
  WriteManifest({Counters(), Adds(1, "one"), Drops(1), Adds(2, "one")});
  EXPECT_EQ(Open({"default", "one"}), "OK");
  WriteManifest({Counters(), Adds(1, "one"), Drops(1)});
  EXPECT_EQ(Open(), "OK");
  ExpectPart(Open({"default", "one"}), "Column family not found: one");
}

TEST_F(ManifestRecoveryTest, TwoLivingFamiliesShareNeitherNameNorNumber) {
  WriteManifest({Counters(), Adds(1, "one"), Adds(2, "one")});
  ExpectPart(Open({"default", "one"}), "creates column family 2 (one) beside 1 (one)");
  WriteManifest({Counters(), Adds(1, "one"), Adds(1, "two")});
  ExpectPart(Open({"default", "two"}), "creates column family 1 (two) beside 1 (one)");
  WriteManifest({Counters(), Adds(3, "default")});
  ExpectPart(Open(), "creates column family 3 (default) beside 0 (default)");
}

TEST_F(ManifestRecoveryTest, TheDefaultFamilyCannotBeDropped) {
  WriteManifest({Counters(), Drops(0)});
  options_.create_missing_column_families = true;
  ExpectPart(Open(), "drops the default column family");
}

TEST_F(ManifestRecoveryTest, WritersMustNameAllFamiliesReadersNeedNot) {
  WriteManifest({Counters(), Adds(1, "one"), Adds(2, "two")});
  ExpectPart(Open(), "Column families not opened: one, two");
  EXPECT_EQ(Open({"default"}, true), "OK");
  ExpectPart(Open({"default", "one", "two", "three"}), "Column family not found: three");
  options_.create_missing_column_families = true;
  ExpectPart(Open({"default", "three"}, true), "Column family not found: three");
  EXPECT_EQ(Open({"default", "one", "two", "three"}), "OK");
}

TEST_F(ManifestRecoveryTest, AnotherComparatorIsRefusedByName) {
  VersionEdit edit = Adds(1, "one");
  edit.comparator = "foreign.Order";
  WriteManifest({Counters(), edit});
  ExpectPart(Open({"default", "one"}), "does not match existing comparator foreign.Order");
}

TEST_F(ManifestRecoveryTest, AFileThatCannotBeInTheTreeIsCorruption) {
  WriteManifest({Counters(), HasFile(1, 7), HasFile(1, 8)});
  ExpectPart(Open(), "Corruption");
  VersionEdit gone;
  gone.DeleteFile(1, 99);
  WriteManifest({Counters(), gone});
  ExpectPart(Open(), "Corruption");
}

TEST_F(ManifestRecoveryTest, ATableThatIsNotThereIsNamed) {
  WriteManifest({Counters(), HasFile(1, 7)});
  ExpectPart(Open(), "000007.sst");
}

TEST_F(ManifestRecoveryTest, CompactionCursorsMayNameAnyLevel) {
  VersionEdit edit;
  edit.compact_cursors.emplace_back(3, MakeInternalKey("k", 1, kTypeValue));
  edit.compact_cursors.emplace_back(1, MakeInternalKey("j", 1, kTypeValue));
  WriteManifest({Counters(), edit});
  EXPECT_EQ(Open(), "OK");
}

TEST_F(ManifestRecoveryTest, CurrentMustNameAManifest) {
  WriteManifest({Counters()});
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"", "does not end with newline"},
      {"MANIFEST-000005", "does not end with newline"},
      {"000005.log\n", "names no MANIFEST: 000005.log"},
      {"nonsense\n", "names no MANIFEST: nonsense"},
      {"MANIFEST-000009\n", "MANIFEST-000009"},
  };
  for (const auto& [text, refusal] : bad) {
    WriteCurrent(text);
    ExpectPart(Open(), refusal);
  }
  WriteCurrent("MANIFEST-000005\n");
  EXPECT_EQ(Open(), "OK");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
