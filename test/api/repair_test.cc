// RepairDB on databases with damage in every kind of file: data that the damage did not touch is
// there, no key shows an older value than an intact file holds, and the result is a sound database.
#include <set>

#include "rocksdb/comparator.h"
#include "rocksdb/utilities/tree_check.h"
#include "test/support/damage.h"

namespace system_test {
namespace {

constexpr int kRepairKeys = 400;

// A column family and everything that was ever written to it.
struct Family {
  std::string name;
  Options options;
  ColumnFamilyHandle* handle = nullptr;
  std::map<std::string, std::string> now;
  std::map<std::string, std::set<std::string>> ever;
};

// After damage a key may show any value it once had. Merged values have keys of their own,
// "sum...", and may lack operands.
class RepairTest : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    seed_ = TestSeed();
    random_.seed(seed_);
    Options base = SmallOptions(static_cast<uint32_t>(GetParam()));
    base.create_missing_column_families = true;
    base.write_buffer_size = 1 << 20;
    base.target_file_size_base = 8 << 10;
    base.max_bytes_for_level_base = 24 << 10;
    base.level0_file_num_compaction_trigger = 3;
    base.merge_operator = std::make_shared<AppendOperator>();
    options_ = base;
    families_.push_back({"default", base, nullptr, {}, {}});
    families_.push_back({"other", base, nullptr, {}, {}});
    base.comparator = ReverseBytewiseComparator();
    families_.push_back({"backward", base, nullptr, {}, {}});
  }
  ~RepairTest() override { Close(); }

  std::string Path() const { return dir_ / "db"; }
  std::vector<ColumnFamilyDescriptor> Descriptors() const {
    std::vector<ColumnFamilyDescriptor> all;
    for (const Family& f : families_) all.emplace_back(f.name, f.options);
    return all;
  }
  void Open() {
    std::vector<ColumnFamilyHandle*> handles;
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options_, Path(), Descriptors(), &handles, &raw));
    db_.reset(raw);
    for (size_t i = 0; i < handles.size(); i++) families_[i].handle = handles[i];
  }
  void Close() {
    if (db_ == nullptr) return;
    for (Family& f : families_) EXPECT_OK(db_->DestroyColumnFamilyHandle(f.handle));
    EXPECT_OK(db_->Close());
    db_.reset();
  }
  Status Repair() { return RepairDB(Path(), options_, Descriptors()); }

  // ---- writing
  uint64_t Uniform(uint64_t n) { return random_() % n; }
  void Set(Family& f, const std::string& key, const std::string& value) {
    f.now[key] = value;
    f.ever[key].insert(value);
  }
  void Step() {
    Family& f = families_[Uniform(5) < 3 ? 0 : 1 + Uniform(2)];
    const std::string key = NumberedKey(Uniform(kRepairKeys));
    const std::string value = "v" + std::to_string(++steps_) + std::string(Uniform(60), 'x');
    const WriteOptions how;
    const uint64_t dice = Uniform(100);
    if (dice < 75) last_written_.insert(f.name + key);
    if (dice < 60) {
      ASSERT_OK(db_->Put(how, f.handle, key, value));
      Set(f, key, value);
    } else if (dice < 75) {
      ASSERT_OK(db_->Delete(how, f.handle, key));
      f.now.erase(key);
    } else if (dice < 92) {
      MergeInto(f, "sum" + std::to_string(Uniform(20)));
    } else if (dice < 94) {
      EraseRange(f, Uniform(kRepairKeys - 10));
    } else if (dice < 95) {
      ASSERT_OK(db_->Flush(FlushOptions(), f.handle));
    }
  }
  void MergeInto(Family& f, const std::string& key) {
    const std::string word = std::to_string(steps_);
    last_written_.insert(f.name + key);
    ASSERT_OK(db_->Merge(WriteOptions(), f.handle, key, word));
    const auto it = f.now.find(key);
    Set(f, key, it == f.now.end() ? word : it->second + "," + word);
  }
  // Some keys from number `from` on. In the reverse order a range begins at its largest key and
  // does not hold its smallest.
  void EraseRange(Family& f, uint64_t from) {
    const uint64_t to = from + 1 + Uniform(9);
    const bool back = f.name == "backward";
    const std::string begin = NumberedKey(back ? to : from), end = NumberedKey(back ? from : to);
    ASSERT_OK(db_->DeleteRange(WriteOptions(), f.handle, begin, end));
    for (uint64_t n = back ? from + 1 : from; back ? n <= to : n < to; n++) {
      f.now.erase(NumberedKey(n));
      last_written_.insert(f.name + NumberedKey(n));
    }
  }
  // Several levels, several versions of most keys, and the last writes in logs only.
  void Build(int steps = 6000) {
    Open();
    for (int i = 0; i < steps && !HasFatalFailure(); i++) {
      Step();
      if (i == steps / 2) {
        Close();
        Open();
      }
    }
    for (Family& f : families_) ASSERT_OK(db_->Flush(FlushOptions(), f.handle));
    ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
    last_written_.clear();
    for (int i = 0; i < 200; i++) Step();
    for (Family& f : families_) {  // the newest log holds something, even if the last step flushed
      ASSERT_OK(db_->Put(WriteOptions(), f.handle, NumberedKey(0), "last"));
      Set(f, NumberedKey(0), "last");
      last_written_.insert(f.name + NumberedKey(0));
    }
    Close();
    ASSERT_GE(Tables(Path()).size(), families_.size());
    CopyDatabase(Path(), dir_ / "whole");
  }
  void Restore() {
    Close();
    CopyDatabase(dir_ / "whole", Path());
  }

  // ---- checking
  // Every key of the model has its value, and nothing else is there.
  void ExpectExact() {
    for (Family& f : families_) {
      SCOPED_TRACE("column family " + f.name);
      size_t seen = 0;
      std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions(), f.handle));
      for (it->SeekToFirst(); it->Valid(); it->Next(), seen++) {
        const auto want = f.now.find(it->key().ToString());
        ASSERT_TRUE(want != f.now.end()) << "resurrected or invented " << it->key().ToString();
        ASSERT_EQ(want->second, it->value().ToString()) << want->first;
      }
      ASSERT_OK(it->status());
      EXPECT_EQ(f.now.size(), seen);
    }
  }
  // As ExpectExact, except for keys that `may_differ` says: those show a value they once had, or
  // none. Returns how many differ.
  size_t ExpectRest(
      const std::function<bool(const std::string& family, const std::string& key)>& may_differ) {
    size_t differ = 0;
    for (Family& f : families_) {
      std::set<std::string> keys;
      for (const auto& [key, value] : f.ever) keys.insert(key);
      for (const std::string& key : keys) {
        std::string got;
        const Status s = db_->Get(ReadOptions(), f.handle, key, &got);
        EXPECT_TRUE(s.ok() || s.IsNotFound()) << s.ToString();
        const auto want = f.now.find(key);
        const bool right = want == f.now.end() ? s.IsNotFound() : s.ok() && got == want->second;
        if (right) continue;
        differ++;
        EXPECT_TRUE(may_differ(f.name, key)) << f.name << " " << key << " is '" << got << "'";
        if (s.ok() && !key.starts_with("sum")) {
          EXPECT_TRUE(f.ever[key].count(got) != 0) << key << " never was '" << got << "'";
        }
      }
    }
    return differ;
  }
  // Sound, writable, the same after compaction and reopening.
  void ExpectSound() {
    for (Family& f : families_) {
      ASSERT_OK(CheckTree(db_.get(), f.handle, TreeCheckOptions(), nullptr));
    }
    ASSERT_OK(db_->VerifyChecksum(ReadOptions()));
  }
  void ExpectExactSoundAndStaying() {
    Open();
    ASSERT_FALSE(HasFatalFailure());
    ExpectSound();
    ExpectExact();
    for (Family& f : families_) {
      ASSERT_OK(db_->Put(WriteOptions(), f.handle, "new", "life"));
      Set(f, "new", "life");
      ASSERT_OK(db_->CompactRange(CompactRangeOptions(), f.handle, nullptr, nullptr));
    }
    ExpectSound();
    ExpectExact();
    Close();
    Open();
    ExpectExact();
    Close();
  }
  std::vector<LiveFileMetaData> LiveFiles() {
    Open();
    EXPECT_OK(db_->WaitForCompact(WaitForCompactOptions()));
    std::vector<LiveFileMetaData> files;
    db_->GetLiveFilesMetaData(&files);
    Close();
    return files;
  }
  bool IsLost(const fs::path& file) const {
    return fs::exists(fs::path(Path()) / "lost" / file.filename()) && !fs::exists(file);
  }

  ScratchDir dir_;
  uint64_t seed_ = 0;
  std::mt19937_64 random_;
  Options options_;
  std::vector<Family> families_;
  std::unique_ptr<DB> db_;
  uint64_t steps_ = 0;
  std::set<std::string> last_written_;  // family and key, since the last flush of all
};

TEST_P(RepairTest, AHealthyDatabaseStaysWhatItIs) {
  Build();
  ASSERT_FALSE(HasFatalFailure());
  ASSERT_OK(Repair());
  ExpectExactSoundAndStaying();
}

TEST_P(RepairTest, EverythingIsThereAfterTheLossOfManifestAndCurrent) {
  Build();
  ASSERT_FALSE(HasFatalFailure());
  fs::remove(Manifest(Path()));
  fs::remove(fs::path(Path()) / "CURRENT");
  // Nothing is left that says what the family with id 0 to 2 is called but tables.
  ASSERT_OK(Repair());
  ExpectExactSoundAndStaying();
}

TEST_P(RepairTest, EverythingIsThereWithADamagedCurrentIdentityOrManifestTail) {
  Build();
  ASSERT_FALSE(HasFatalFailure());
  SetFileBytes(fs::path(Path()) / "CURRENT", "garbage");
  ASSERT_OK(Repair());
  ExpectExactSoundAndStaying();
  for (Family& f : families_) f.now.erase("new");
  Restore();
  SetFileBytes(fs::path(Path()) / "IDENTITY", "");
  const fs::path manifest = Manifest(Path());
  fs::resize_file(manifest, fs::file_size(manifest) - 3);
  ASSERT_OK(Repair());
  EXPECT_TRUE(IsLost(manifest));
  ExpectExactSoundAndStaying();
}

TEST_P(RepairTest, EverythingIsThereWhereverTheManifestIsDamaged) {
  Build(3000);
  ASSERT_FALSE(HasFatalFailure());
  const size_t size = fs::file_size(Manifest(Path()));
  for (int round = 0; round < Scaled(10) && !HasFailure(); round++) {
    Restore();
    const size_t at = Uniform(size);
    SCOPED_TRACE("byte " + std::to_string(at));
    FlipBit(Manifest(Path()), at, static_cast<int>(Uniform(8)));
    ASSERT_OK(Repair());
    Open();
    ExpectSound();
    ExpectExact();
  }
}

// A table of Level 1 that was merged lately with old entries: by its largest sequence number it
// would come before a table of Level 0 that holds newer entries of some of its keys.
TEST_P(RepairTest, OlderValuesDoNotCoverNewerOnesWhenLevelsAreForgotten) {
  options_.disable_auto_compactions = true;
  for (Family& f : families_) f.options.disable_auto_compactions = true;
  Open();
  Family& f = families_[0];
  const auto flush = [&](const std::string& keys, const std::string& value) {
    for (const char c : keys) {
      ASSERT_OK(db_->Put(WriteOptions(), f.handle, std::string(1, c), value));
      Set(f, std::string(1, c), value);
    }
    ASSERT_OK(db_->Flush(FlushOptions(), f.handle));
  };
  flush("abcdefghijklm", "oldest");
  CompactRangeOptions down;
  down.change_level = true;
  down.target_level = 1;
  ASSERT_OK(db_->CompactRange(down, f.handle, nullptr, nullptr));
  flush("kl", "newer");
  flush("abc", "newest");
  std::vector<std::string> inputs;
  ColumnFamilyMetaData meta;
  db_->GetColumnFamilyMetaData(f.handle, &meta);
  for (const LevelMetaData& level : meta.levels) {
    for (const SstFileMetaData& file : level.files) {
      if (level.level > 0 || file.largestkey <= "c") inputs.push_back(file.name);
    }
  }
  ASSERT_OK(db_->CompactFiles(CompactionOptions(), f.handle, inputs, 1));
  ExpectExact();
  Close();
  fs::remove(Manifest(Path()));
  fs::remove(fs::path(Path()) / "CURRENT");
  ASSERT_OK(Repair());
  ExpectExactSoundAndStaying();
}

// A log lives until every family has flushed it, and a compaction into the last level takes the
// numbers from what it folds: neither the log nor the entries tell what the tables have taken in.
TEST_P(RepairTest, AnOperandInALogAndFoldedIntoATableIsAppliedOnce) {
  options_.disable_auto_compactions = true;
  for (Family& f : families_) f.options.disable_auto_compactions = true;
  Open();
  Family& f = families_[0];
  const auto put = [&](Family& to, const std::string& key) {
    ASSERT_OK(db_->Put(WriteOptions(), to.handle, key, "base"));
    Set(to, key, "base");
  };
  const auto merge = [&](const std::string& key) {
    steps_++;
    MergeInto(f, key);
  };
  put(families_[1], "tells its family's name");
  ASSERT_OK(db_->Flush(FlushOptions(), families_[1].handle));
  put(families_[1], "keeps the log");
  merge("sum 1");
  put(f, "sum 2");
  merge("sum 2");
  merge("sum 3");
  EraseRange(f, 7);
  put(f, NumberedKey(8));
  ASSERT_OK(db_->Delete(WriteOptions(), f.handle, "sum 3"));
  f.now.erase("sum 3");
  merge("sum 3");
  ASSERT_OK(db_->Flush(FlushOptions(), f.handle));
  CompactRangeOptions fold;
  fold.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_->CompactRange(fold, f.handle, nullptr, nullptr));
  CopyDatabase(Path(), dir_ / "folded");
  const auto folded = f.now;
  merge("sum 1");
  merge("sum 2");
  merge("sum 4");
  put(f, "sum 3");
  merge("sum 3");
  Close();
  CopyDatabase(Path(), dir_ / "more");
  const auto more = f.now;
  for (const bool forget : {false, true}) {
    for (const bool later : {false, true}) {
      SCOPED_TRACE(std::string(forget ? "without" : "with") + " MANIFEST, " +
                   (later ? "operands" : "none") + " since");
      CopyDatabase(dir_ / (later ? "more" : "folded"), Path());
      f.now = later ? more : folded;
      families_[1].now.erase("new");
      families_[2].now.erase("new");
      ASSERT_GE(Logs(Path()).size(), 2u);
      if (forget) fs::remove(Manifest(Path()));
      ASSERT_OK(Repair());
      ExpectExactSoundAndStaying();
    }
  }
}

TEST_P(RepairTest, ATableKeepsTheBlocksThatCanBeRead) {
  Build();
  ASSERT_FALSE(HasFatalFailure());
  const std::vector<LiveFileMetaData> files = LiveFiles();
  CopyDatabase(Path(), dir_ / "whole");  // opening wrote the logs to tables
  for (const bool forget : {false, true}) {
    for (int round = 0; round < 4 && !HasFailure(); round++) {
      Restore();
      const LiveFileMetaData& victim = files[Uniform(files.size())];
      SCOPED_TRACE(victim.name + (forget ? " without MANIFEST" : " with MANIFEST"));
      const fs::path path = Path() + victim.name;
      FlipBit(path, Uniform(std::min<uint64_t>(victim.size / 2, 3000)), 3);
      if (forget) fs::remove(Manifest(Path()));
      ASSERT_OK(Repair());
      EXPECT_TRUE(IsLost(path));
      Open();
      ExpectSound();
      const size_t differ = ExpectRest([&](const std::string& family, const std::string& key) {
        const bool back = family == "backward";
        return family == victim.column_family_name &&
               key >= (back ? victim.largestkey : victim.smallestkey) &&
               key <= (back ? victim.smallestkey : victim.largestkey);
      });
      EXPECT_LT(differ, 250u) << "one block holds less";
    }
  }
}

TEST_P(RepairTest, ALostTableTakesNothingElseWithIt) {
  Build();
  ASSERT_FALSE(HasFatalFailure());
  const std::vector<LiveFileMetaData> files = LiveFiles();
  CopyDatabase(Path(), dir_ / "whole");
  for (int round = 0; round < 6 && !HasFailure(); round++) {
    Restore();
    const LiveFileMetaData& victim = files[Uniform(files.size())];
    const fs::path path = Path() + victim.name;
    const int kind = round % 3;
    SCOPED_TRACE(victim.name + " damage " + std::to_string(kind));
    if (kind == 0) fs::remove(path);
    if (kind == 1) FlipBit(path, fs::file_size(path) - 20, 1);  // footer
    if (kind == 2) fs::resize_file(path, fs::file_size(path) / 2);
    if (round >= 3) fs::remove(Manifest(Path()));
    ASSERT_OK(Repair());
    EXPECT_EQ(kind > 0, IsLost(path));
    Open();
    ExpectSound();
    ExpectRest([&](const std::string& family, const std::string& key) {
      const bool back = family == "backward";
      return family == victim.column_family_name &&
             key >= (back ? victim.largestkey : victim.smallestkey) &&
             key <= (back ? victim.smallestkey : victim.largestkey);
    });
  }
}

TEST_P(RepairTest, DamagedLogsLoseOnlyWhatWasInThemAlone) {
  Build();
  ASSERT_FALSE(HasFatalFailure());
  const fs::path log = Logs(Path()).back();
  ASSERT_GT(fs::file_size(log), 100u);
  for (const bool forget : {false, true}) {
    for (int round = 0; round < 4 && !HasFailure(); round++) {
      Restore();
      const size_t at = Uniform(fs::file_size(log));
      SCOPED_TRACE("byte " + std::to_string(at) + (forget ? " without MANIFEST" : ""));
      FlipBit(log, at, 2);
      if (forget) fs::remove(Manifest(Path()));
      ASSERT_OK(Repair());
      EXPECT_TRUE(IsLost(log));
      Open();
      ExpectSound();
      ExpectRest([this](const std::string& family, const std::string& key) {
        return last_written_.count(family + key) != 0;
      });
    }
  }
  Restore();
  fs::remove(log);
  ASSERT_OK(Repair());
  Open();
  ExpectSound();
  ExpectRest([this](const std::string& family, const std::string& key) {
    return last_written_.count(family + key) != 0;
  });
}

TEST_P(RepairTest, FamiliesWithoutOptionsGoToLostOrGetThoseForUnknownOnes) {
  Build(2000);
  ASSERT_FALSE(HasFatalFailure());
  const std::vector<ColumnFamilyDescriptor> known = {{"default", options_}};
  ASSERT_OK(RepairDB(Path(), options_, known));
  std::vector<std::string> names;
  ASSERT_OK(DB::ListColumnFamilies(options_, Path(), &names));
  EXPECT_EQ(std::vector<std::string>{"default"}, names);
  EXPECT_FALSE(fs::is_empty(fs::path(Path()) / "lost"));

  // "backward" is ordered otherwise than these options say, so its tables cannot be used.
  Restore();
  fs::remove(Manifest(Path()));
  ASSERT_OK(RepairDB(Path(), options_, known, options_));
  ASSERT_OK(DB::ListColumnFamilies(options_, Path(), &names));
  EXPECT_TRUE(std::find(names.begin(), names.end(), "other") != names.end());
  Restore();
  fs::remove(Manifest(Path()));
  ASSERT_OK(RepairDB(Path(), options_));
  names.clear();
  ASSERT_OK(DB::ListColumnFamilies(options_, Path(), &names));
  EXPECT_TRUE(std::find(names.begin(), names.end(), "other") != names.end());
}

TEST_P(RepairTest, WhatIsNoDatabaseIsRefused) {
  EXPECT_NOT_OK(RepairDB(dir_ / "nowhere", options_));
  EXPECT_FALSE(fs::exists(dir_ / "nowhere"));
  fs::create_directory(dir_ / "empty");
  EXPECT_TRUE(RepairDB(dir_ / "empty", options_).IsCorruption());
  Open();
  EXPECT_NOT_OK(Repair()) << "an open database is locked";
  Close();
}

INSTANTIATE_TEST_SUITE_P(Buckets, RepairTest, testing::Values(0, 8), [](const auto& info) {
  return info.param == 0 ? std::string("Off") : std::string("On");
});

}  // namespace
}  // namespace system_test
