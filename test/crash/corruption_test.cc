// The corruption matrix: bytes of each part of each kind of file are flipped, cut off, doubled, or
// replaced by those of another file. A Status reports the damage or the damage is harmless: no read
// returns a wrong value, only the end of a log's history may be lost silently, nothing crashes.
//
// The tests sample places so that the matrix takes seconds. BUCKETLSM_CORRUPTION_PLACES sets how
// many places of each part they try; 0 means all.
#include "rocksdb/utilities/tree_check.h"
#include "test/support/damage.h"

namespace system_test {
namespace {

class Corruption : public DbTest {
 protected:
  void SetUp() override {
    seed_ = TestSeed();
    random_.seed(seed_);
    options_ = SmallOptions(4);
    options_.disable_auto_compactions = true;
    BlockBasedTableOptions table;
    table.block_size = 512;
    table.filter_policy.reset(NewBloomFilterPolicy(10));
    options_.table_factory.reset(NewBlockBasedTableFactory(table));
    places_ = EnvNumber("BUCKETLSM_CORRUPTION_PLACES", Scaled(12));
    Build();
  }
  // 300 keys in tables of Level 0 and deeper, each overwritten once; 40 in the log only.
  void Build() {
    ASSERT_OK(Open(options_));
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 300; i++) Write(i, round);
      ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(),
                                 NumberedKey(40 + round), NumberedKey(50)));
      now_.erase(now_.lower_bound(NumberedKey(40 + round)), now_.lower_bound(NumberedKey(50)));
      ASSERT_OK(db_->Flush(FlushOptions()));
      if (round == 0) ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    }
    for (int i = 300; i < 340; i++) Write(i, 0);
    TablePropertiesCollection all;
    ASSERT_OK(db_->GetPropertiesOfAllTables(&all));
    for (const auto& [path, properties] : all) {
      properties_[fs::path(path).filename().string()] = *properties;
    }
    Close();
    CopyDatabase(DbPath(), dir_ / "whole");
  }
  void Write(int i, int round) {
    const std::string key = NumberedKey(i);
    const std::string value =
        "round " + std::to_string(round) + " of " + key + std::string(30, 'v');
    ASSERT_OK(Put(key, value));
    now_[key] = value;
  }
  fs::path Path(const std::string& name) const { return fs::path(DbPath()) / name; }

  // `places_` of [begin, end), its ends among them.
  std::vector<size_t> Places(size_t begin, size_t end) {
    std::vector<size_t> places;
    const auto all = static_cast<long>(end - begin);
    if (places_ == 0 || all <= places_) {
      for (size_t at = begin; at < end; at++) places.push_back(at);
      return places;
    }
    places = {begin, end - 1};
    while (static_cast<long>(places.size()) < places_) {
      places.push_back(begin + random_() % (end - begin));
    }
    return places;
  }

  // Keys that only the log holds may be missing where the log was damaged, but then all that were
  // written after them are missing too.
  enum class Loss { kNone, kEndOfLog };

  void ExpectNoWrongValue(Loss loss) {
    bool cut = false;
    int found = 0;
    for (int i = 0; i < 340; i++) {
      const std::string key = NumberedKey(i);
      std::string got;
      const Status s = db_->Get(ReadOptions(), key, &got);
      const auto want = now_.find(key);
      if (s.ok()) {
        ASSERT_TRUE(want != now_.end()) << key << " came back as " << got;
        ASSERT_EQ(want->second, got) << key;
        ASSERT_FALSE(cut) << "a hole before " << key;
        ++found;
      } else if (s.IsNotFound() && want != now_.end()) {
        ASSERT_TRUE(loss == Loss::kEndOfLog && i >= 300) << key << " was silently lost";
        cut = true;
      }
    }
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    it->SeekToFirst();
    ASSERT_NO_FATAL_FAILURE(ExpectWalk(it.get(), &Iterator::Next, found));
    it->SeekToLast();
    ASSERT_NO_FATAL_FAILURE(ExpectWalk(it.get(), &Iterator::Prev, found));
  }
  // No entry is wrong; and none that Get finds is passed over without a word.
  void ExpectWalk(Iterator* it, void (Iterator::*step)(), int found_by_get) {
    int shown = 0;
    for (; it->Valid(); (it->*step)(), ++shown) {
      const auto want = now_.find(it->key().ToString());
      ASSERT_TRUE(want != now_.end()) << it->key().ToString(true);
      ASSERT_EQ(want->second, it->value().ToString());
    }
    ASSERT_TRUE(!it->status().ok() || shown >= found_by_get)
        << shown << " shown, Get finds " << found_by_get;
  }

  // Opens the damaged database and reads all of it. With `must_be_told`, opening it or verifying
  // its checksums must fail.
  void Look(Loss loss, bool must_be_told = false) {
    Status opened = Open(options_);
    if (opened.ok()) {
      ExpectNoWrongValue(loss);
      if (must_be_told) {
        EXPECT_NOT_OK(db_->VerifyChecksum(ReadOptions())) << "nothing reports the damage";
      }
      (void)db_->Close();
    }
    db_.reset();
  }
  void Restore() { CopyDatabase(dir_ / "whole", DbPath()); }
  fs::path WholeFile(const std::string& prefix, const std::string& suffix) {
    return FilesLike(dir_ / "whole", prefix, suffix).back().filename();
  }

  // A log or MANIFEST that ends between two records looks as it did earlier, so the engine cannot
  // notice the cut. REQUIRES: one block's worth of bytes, in pieces with a header of 7 bytes.
  static bool EndsARecord(const std::string& bytes, size_t at) {
    size_t end = 0;
    while (end < at && end + 7 <= bytes.size()) {
      end += 7 + static_cast<uint8_t>(bytes[end + 4]) + 256 * static_cast<uint8_t>(bytes[end + 5]);
    }
    return end == at;
  }

  // Every kind of damage at places of [begin, end) of one file.
  void DamageAll(const fs::path& name, size_t begin, size_t end, Loss loss, bool must_be_told) {
    const std::string good = FileBytes(fs::path(dir_ / "whole") / name.string());
    for (const size_t at : Places(begin, end)) {
      for (int kind = 0; kind < 3 && !HasFatalFailure(); kind++) {
        std::string bad = good;
        if (kind == 0) bad[at] = static_cast<char>(bad[at] ^ (1 << random_() % 8));
        if (kind == 1) bad.resize(at);
        if (kind == 2) bad.insert(at, good.substr(at, 1 + random_() % 20));
        if (bad == good) continue;
        const bool manifest = name.string().starts_with("MANIFEST");
        if (kind == 1 && manifest && EndsARecord(good, at)) continue;
        SCOPED_TRACE(name.string() + " byte " + std::to_string(at) + " of " +
                     std::to_string(good.size()) +
                     (kind == 0   ? " flipped"
                      : kind == 1 ? " cut off"
                                  : " doubled"));
        Restore();
        SetFileBytes(Path(name), bad);
        Look(loss, must_be_told);
      }
    }
  }

  uint64_t seed_ = 0;
  std::mt19937_64 random_;
  Options options_;
  std::map<std::string, std::string> now_;
  std::map<std::string, TableProperties> properties_;
  long places_ = 0;
};

TEST_F(Corruption, OfEveryPartOfATableIsTold) {
  // One table with range deletions, one without.
  const std::vector<fs::path> tables = Tables(dir_ / "whole");
  for (const fs::path& table : {tables.front(), tables.back()}) {
    const std::string name = table.filename().string();
    const Parts parts = PartsOf(FileBytes(table), properties_.at(name));
    EXPECT_EQ(6u, parts.size()) << "one of them is the filter";
    for (const auto& [part, span] : parts) {
      SCOPED_TRACE(part);
      DamageAll(name, span.first, span.second, Loss::kNone, true);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(Corruption, OfALogEndsItsHistoryWithoutAHole) {
  const fs::path name = WholeFile("", ".log");
  const size_t size = fs::file_size(fs::path(dir_ / "whole") / name.string());
  // Headers are 7 bytes before each payload; the first is where it surely is.
  DamageAll(name, 0, 7, Loss::kEndOfLog, false);
  DamageAll(name, 7, size, Loss::kEndOfLog, false);
}

TEST_F(Corruption, OfTheManifestIsToldOrHarmless) {
  const fs::path name = WholeFile("MANIFEST-", "");
  const size_t size = fs::file_size(fs::path(dir_ / "whole") / name.string());
  DamageAll(name, 0, 7, Loss::kEndOfLog, false);
  DamageAll(name, 7, size, Loss::kNone, false);
}

TEST_F(Corruption, OfCurrentIsToldOrHarmless) {
  DamageAll("CURRENT", 0, fs::file_size(fs::path(dir_ / "whole") / "CURRENT"), Loss::kNone, false);
}

TEST_F(Corruption, OfOptionsAndIdentityNeverReachesTheData) {
  const fs::path options = WholeFile("OPTIONS-", "");
  DamageAll(options, 0, fs::file_size(fs::path(dir_ / "whole") / options.string()), Loss::kNone,
            false);
  DamageAll("IDENTITY", 0, fs::file_size(fs::path(dir_ / "whole") / "IDENTITY"), Loss::kNone,
            false);
}

TEST_F(Corruption, TablesThatChangedPlacesAreTold) {
  const std::vector<fs::path> tables = Tables(dir_ / "whole");
  for (size_t i = 1; i < tables.size(); i++) {
    SCOPED_TRACE(tables[i].string());
    for (const bool careful : {true, false}) {
      Restore();
      options_.paranoid_checks = careful;
      SetFileBytes(Path(tables[i].filename()), FileBytes(tables[i - 1]));
      SetFileBytes(Path(tables[i - 1].filename()), FileBytes(tables[i]));
      Look(Loss::kNone, true);
    }
  }
}

TEST_F(Corruption, FilesOfOneKindInThePlaceOfAnotherAreToldOrHarmless) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(dir_ / "whole")) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("LOG") && name != "LOCK") files.push_back(entry.path());
  }
  for (const fs::path& place : files) {
    for (const fs::path& other : files) {
      if (place == other || HasFatalFailure()) continue;
      SCOPED_TRACE(other.filename().string() + " in the place of " + place.filename().string());
      Restore();
      SetFileBytes(Path(place.filename()), FileBytes(other));
      Look(place.extension() == ".log" ? Loss::kEndOfLog : Loss::kNone);
    }
  }
}

TEST_F(Corruption, WithoutParanoidChecksNothingWrongComesOutEither) {
  options_.paranoid_checks = false;
  const std::string table = Tables(dir_ / "whole").back().filename().string();
  DamageAll(table, 0, fs::file_size(fs::path(dir_ / "whole") / table), Loss::kNone, false);
}

TEST_F(Corruption, BlocksReadWithoutTheirChecksumsDoNotCrash) {
  const fs::path table = Tables(dir_ / "whole").back();
  const size_t data = properties_.at(table.filename().string()).data_size;
  const std::string good = FileBytes(table);
  ReadOptions read;
  read.verify_checksums = false;
  for (const size_t at : Places(0, data)) {
    SCOPED_TRACE("byte " + std::to_string(at));
    Restore();
    std::string bad = good;
    bad[at] = static_cast<char>(random_());
    SetFileBytes(Path(table.filename()), bad);
    ASSERT_OK(Open(options_));
    std::string got;
    for (const auto& [key, value] : now_) (void)db_->Get(read, key, &got);
    std::unique_ptr<Iterator> it(db_->NewIterator(read));
    for (it->SeekToFirst(); it->Valid(); it->Next()) got = it->value().ToString();
    for (it->SeekToLast(); it->Valid(); it->Prev()) got = it->value().ToString();
    it.reset();
    (void)db_->Close();
    db_.reset();
  }
}

TEST_F(Corruption, DamageIsFoundByTheTreeCheckToo) {
  const fs::path table = Tables(dir_ / "whole").back();
  FlipBit(Path(table.filename()), 100, 4);
  ASSERT_OK(Open(options_));
  TreeCheckReport report;
  EXPECT_TRUE(CheckTree(db_.get(), nullptr, TreeCheckOptions(), &report).IsCorruption());
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(TreeFault::kUnreadable, report.faults[0].kind) << report.ToString();
  EXPECT_NE(0u, report.faults[0].file);
}

}  // namespace
}  // namespace system_test
