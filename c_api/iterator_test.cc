// Iterators through the C API.
#include "c_api/c_api_fixture.h"

namespace c_api_test {
namespace {

class Iterators : public CApiTest {
 protected:
  void FillAndOpen() {
    OpenFamilies({"default", "other"});
    for (const char* key : {"a", "b", "c"}) {
      ASSERT_EQ(Put(key, std::string("v") + key), "");
    }
    rocksdb_put_cf(db_, write_.get(), families_[1], "o", 1, "1", 1, error_.out());
    ASSERT_EQ(error_.Take(), "");
  }
  static std::string KeyOf(rocksdb_iterator_t* iterator) {
    if (!rocksdb_iter_valid(iterator)) return "(end)";
    size_t size = 0;
    const char* key = rocksdb_iter_key(iterator, &size);
    return std::string(key, size);
  }
};

TEST_F(Iterators, MoveBothWays) {
  FillAndOpen();
  Owned<rocksdb_iterator_t> iterator(rocksdb_create_iterator(db_, read_.get()),
                                     rocksdb_iter_destroy);
  EXPECT_EQ(KeyOf(iterator.get()), "(end)");
  rocksdb_iter_seek_to_last(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "c");
  rocksdb_iter_prev(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "b");
  rocksdb_iter_next(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "c");
  rocksdb_iter_next(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "(end)");
  rocksdb_iter_seek(iterator.get(), "aa", 2);
  EXPECT_EQ(KeyOf(iterator.get()), "b");
  rocksdb_iter_seek_for_prev(iterator.get(), "aa", 2);
  EXPECT_EQ(KeyOf(iterator.get()), "a");
  rocksdb_iter_seek_to_first(iterator.get());
  size_t size = 0;
  EXPECT_EQ(std::string(rocksdb_iter_value(iterator.get(), &size), 2), "va");
  EXPECT_EQ(size, 2u);
  rocksdb_iter_get_error(iterator.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
}

TEST_F(Iterators, TailingOnesSeeWhatIsWrittenAheadOfThem) {
  FillAndOpen();
  rocksdb_readoptions_set_tailing(read_.get(), 1);
  Owned<rocksdb_iterator_t> iterator(rocksdb_create_iterator(db_, read_.get()),
                                     rocksdb_iter_destroy);
  rocksdb_iter_seek(iterator.get(), "b", 1);
  ASSERT_EQ(Put("b1", "new"), "");
  rocksdb_iter_next(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "b1");
  // The rest of the keys comes from another memtable, and the place is kept.
  const Owned<rocksdb_flushoptions_t> flush(rocksdb_flushoptions_create(),
                                            rocksdb_flushoptions_destroy);
  rocksdb_flush(db_, flush.get(), error_.out());
  ASSERT_EQ(error_.Take(), "");
  ASSERT_EQ(Put("b2", "newer"), "");
  ASSERT_EQ(Put("a", "behind"), "");
  rocksdb_iter_next(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "b2");
  rocksdb_iter_prev(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "b1");
  rocksdb_iter_next(iterator.get());
  rocksdb_iter_next(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "c");
  rocksdb_iter_next(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "(end)");
}

TEST_F(Iterators, TailingOnesSeekInTheNewestState) {
  FillAndOpen();
  rocksdb_readoptions_set_tailing(read_.get(), 1);
  Owned<rocksdb_iterator_t> iterator(rocksdb_create_iterator(db_, read_.get()),
                                     rocksdb_iter_destroy);
  rocksdb_iter_seek_to_last(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "c");
  ASSERT_EQ(Put("c", "d"), "");
  rocksdb_delete_range_cf(db_, write_.get(), families_[0], "a", 1, "b", 1, error_.out());
  ASSERT_EQ(error_.Take(), "");
  ASSERT_EQ(Put("d", "last"), "");
  rocksdb_iter_seek_to_first(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "b");
  rocksdb_iter_seek_to_last(iterator.get());
  EXPECT_EQ(KeyOf(iterator.get()), "d");
  // The target may be what the iterator itself returned.
  rocksdb_iter_prev(iterator.get());
  size_t size = 0;
  const char* value = rocksdb_iter_value(iterator.get(), &size);
  rocksdb_iter_seek(iterator.get(), value, size);
  EXPECT_EQ(KeyOf(iterator.get()), "d");
}

TEST_F(Iterators, TailingOnesWithASnapshotStayAtIt) {
  FillAndOpen();
  const rocksdb_snapshot_t* snapshot = rocksdb_create_snapshot(db_);
  rocksdb_readoptions_set_tailing(read_.get(), 1);
  rocksdb_readoptions_set_snapshot(read_.get(), snapshot);
  {
    Owned<rocksdb_iterator_t> iterator(rocksdb_create_iterator(db_, read_.get()),
                                       rocksdb_iter_destroy);
    ASSERT_EQ(Put("d", "later"), "");
    rocksdb_iter_seek_to_last(iterator.get());
    EXPECT_EQ(KeyOf(iterator.get()), "c");
  }
  rocksdb_release_snapshot(db_, snapshot);
}

TEST_F(Iterators, StayWithinTheirBounds) {
  FillAndOpen();
  rocksdb_readoptions_set_iterate_lower_bound(read_.get(), "b", 1);
  rocksdb_readoptions_set_iterate_upper_bound(read_.get(), "c", 1);
  EXPECT_EQ(Contents(), "b=vb");
  rocksdb_readoptions_set_iterate_lower_bound(read_.get(), nullptr, 0);
  EXPECT_EQ(Contents(), "a=va b=vb");
  rocksdb_readoptions_set_iterate_upper_bound(read_.get(), nullptr, 0);
  EXPECT_EQ(Contents(), "a=va b=vb c=vc");
}

TEST_F(Iterators, AreMadeForManyFamiliesAtOneMoment) {
  FillAndOpen();
  rocksdb_iterator_t* iterators[2];
  rocksdb_create_iterators(db_, read_.get(), families_.data(), iterators, 2, error_.out());
  ASSERT_EQ(error_.Take(), "");
  ASSERT_EQ(Put("later", "x"), "");
  std::string all;
  for (auto* iterator : iterators) {
    rocksdb_iter_seek_to_first(iterator);
    all += "[" + Rest(iterator) + "]";
    rocksdb_iter_destroy(iterator);
  }
  EXPECT_EQ(all, "[a=va b=vb c=vc][o=1]");
}

TEST_F(Iterators, SeeWhatIsNewOnceTheyAreRefreshed) {
  FillAndOpen();
  Owned<rocksdb_iterator_t> iterator(rocksdb_create_iterator_cf(db_, read_.get(), families_[1]),
                                     rocksdb_iter_destroy);
  rocksdb_put_cf(db_, write_.get(), families_[1], "p", 1, "2", 1, error_.out());
  rocksdb_iter_seek_to_first(iterator.get());
  EXPECT_EQ(Rest(iterator.get()), "o=1");
  rocksdb_iter_refresh(iterator.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_iter_seek_to_first(iterator.get());
  EXPECT_EQ(Rest(iterator.get()), "o=1 p=2");
}

TEST_F(Iterators, SayWhyTheyEnd) {
  FillAndOpen();
  rocksdb_readoptions_set_read_tier(read_.get(), 2);
  Owned<rocksdb_iterator_t> iterator(rocksdb_create_iterator(db_, read_.get()),
                                     rocksdb_iter_destroy);
  rocksdb_iter_seek_to_first(iterator.get());
  EXPECT_EQ(rocksdb_iter_valid(iterator.get()), 0);
  rocksdb_iter_get_error(iterator.get(), error_.out());
  EXPECT_NE(error_.Take(), "");
}

}  // namespace
}  // namespace c_api_test
