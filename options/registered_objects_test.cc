// Objects of the application in option text: those that it has registered are made by their names.
#include <gtest/gtest.h>

#include "rocksdb/compaction_filter.h"
#include "rocksdb/comparator.h"
#include "rocksdb/convenience.h"
#include "rocksdb/env.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/utilities/object_registry.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class OwnComparator : public Comparator {
 public:
  const char* Name() const override { return "OwnComparator"; }
  int Compare(const Slice& a, const Slice& b) const override { return a.compare(b); }
  void FindShortestSeparator(std::string*, const Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}
};

class OwnFilter : public CompactionFilter {
 public:
  const char* Name() const override { return "OwnFilter"; }
};

class OwnPrefix : public SliceTransform {
 public:
  const char* Name() const override { return "OwnPrefix"; }
  Slice Transform(const Slice& key) const override { return key; }
  bool InDomain(const Slice&) const override { return true; }
};

class OwnChecksums : public FileChecksumGenFactory {
 public:
  const char* Name() const override { return "OwnChecksums"; }
  std::unique_ptr<FileChecksumGenerator> CreateFileChecksumGenerator(
      const FileChecksumGenContext&) override {
    return nullptr;
  }
};

class RegisteredObjects : public testing::Test {
 protected:
  RegisteredObjects() {
    config_.registry = ObjectRegistry::NewInstance();
    const auto library = config_.registry->AddLibrary("test");
    library->AddFactory<const Comparator>(
        "OwnComparator", [this](const std::string&, std::unique_ptr<const Comparator>*,
                                std::string*) { return &comparator_; });
    library->AddFactory<CompactionFilter>(
        "OwnFilter", [this](const std::string&, std::unique_ptr<CompactionFilter>*, std::string*) {
          return &filter_;
        });
    library->AddFactory<const SliceTransform>(
        "OwnPrefix",
        [](const std::string&, std::unique_ptr<const SliceTransform>* guard, std::string*) {
          guard->reset(new OwnPrefix);
          return guard->get();
        });
    library->AddFactory<FileChecksumGenFactory>(
        "OwnChecksums",
        [](const std::string&, std::unique_ptr<FileChecksumGenFactory>* guard, std::string*) {
          guard->reset(new OwnChecksums);
          return guard->get();
        });
  }

  ConfigOptions config_;
  OwnComparator comparator_;
  OwnFilter filter_;
};

TEST_F(RegisteredObjects, AreMadeByTheOptionsOfAFamily) {
  ColumnFamilyOptions made;
  ASSERT_OK(GetColumnFamilyOptionsFromString(
      config_, ColumnFamilyOptions(),
      "comparator=OwnComparator;compaction_filter=OwnFilter;prefix_extractor=OwnPrefix", &made));
  EXPECT_EQ(&comparator_, made.comparator);
  EXPECT_EQ(&filter_, made.compaction_filter);
  ASSERT_NE(nullptr, made.prefix_extractor);
  EXPECT_STREQ("OwnPrefix", made.prefix_extractor->Name());
}

TEST_F(RegisteredObjects, AreMadeByTheOptionsOfADatabase) {
  DBOptions made;
  ASSERT_OK(GetDBOptionsFromString(config_, DBOptions(), "file_checksum_gen_factory=OwnChecksums",
                                   &made));
  ASSERT_NE(nullptr, made.file_checksum_gen_factory);
  EXPECT_STREQ("OwnChecksums", made.file_checksum_gen_factory->Name());
}

TEST_F(RegisteredObjects, AreFoundByTheUriOfAnEnv) {
  config_.registry->AddLibrary("envs")->AddFactory<Env>(
      "own://", [](const std::string&, std::unique_ptr<Env>* guard, std::string*) {
        guard->reset(new EnvWrapper(Env::Default()));
        return guard->get();
      });
  Env* env = nullptr;
  std::shared_ptr<Env> guard;
  ASSERT_OK(Env::CreateFromUri(config_, "own://", "", &env, &guard));
  EXPECT_EQ(guard.get(), env);
  EXPECT_TRUE(Env::CreateFromUri(config_, "other://", "", &env, &guard).IsNotSupported());
}

TEST_F(RegisteredObjects, StayUnknownUnderOtherNames) {
  config_.ignore_unsupported_options = false;
  ColumnFamilyOptions made;
  for (const char* text : {"comparator=Other", "compaction_filter=Other", "prefix_extractor=Other",
                           "memtable_factory=Other"}) {
    const Status s = GetColumnFamilyOptionsFromString(config_, ColumnFamilyOptions(), text, &made);
    EXPECT_FALSE(s.ok()) << text;
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
