// Write batches, plain and indexed, through the C API.
#include "c_api/c_api_fixture.h"

namespace c_api_test {
namespace {

class Batches : public CApiTest {
 protected:
  std::string Write(rocksdb_writebatch_t* batch) {
    rocksdb_write(db_, write_.get(), batch, error_.out());
    return error_.Take();
  }
  Owned<rocksdb_writebatch_t> batch_{rocksdb_writebatch_create(), rocksdb_writebatch_destroy};
};

// What the iterate functions pass: "put default a=1", "delete 2 b" ...
struct Entries {
  std::string text;

  void Add(const std::string& entry) { text += (text.empty() ? "" : "; ") + entry; }
  static void Put(void* self, const char* k, size_t klen, const char* v, size_t vlen) {
    static_cast<Entries*>(self)->Add("put " + std::string(k, klen) + "=" + std::string(v, vlen));
  }
  static void Delete(void* self, const char* k, size_t klen) {
    static_cast<Entries*>(self)->Add("delete " + std::string(k, klen));
  }
  static void PutCf(void* self, uint32_t cf, const char* k, size_t klen, const char* v,
                    size_t vlen) {
    static_cast<Entries*>(self)->Add("put " + std::to_string(cf) + " " + std::string(k, klen) +
                                     "=" + std::string(v, vlen));
  }
  static void DeleteCf(void* self, uint32_t cf, const char* k, size_t klen) {
    static_cast<Entries*>(self)->Add("delete " + std::to_string(cf) + " " + std::string(k, klen));
  }
  static void MergeCf(void* self, uint32_t cf, const char* k, size_t klen, const char* v,
                      size_t vlen) {
    static_cast<Entries*>(self)->Add("merge " + std::to_string(cf) + " " + std::string(k, klen) +
                                     "+" + std::string(v, vlen));
  }
};

std::string EntriesOf(rocksdb_writebatch_t* batch) {
  Entries entries;
  rocksdb_writebatch_iterate_cf(batch, &entries, Entries::PutCf, Entries::DeleteCf,
                                Entries::MergeCf);
  return entries.text;
}

TEST_F(Batches, AreWrittenAsAWhole) {
  OpenFamilies({"default", "other"});
  auto* other = families_[1];
  rocksdb_writebatch_put(batch_.get(), "a", 1, "1", 1);
  rocksdb_writebatch_put_cf(batch_.get(), other, "b", 1, "2", 1);
  rocksdb_writebatch_put_cf(batch_.get(), other, "c", 1, "3", 1);
  rocksdb_writebatch_put(batch_.get(), "d", 1, "4", 1);
  rocksdb_writebatch_delete(batch_.get(), "d", 1);
  rocksdb_writebatch_singledelete(batch_.get(), "x", 1);
  rocksdb_writebatch_delete_cf(batch_.get(), other, "c", 1);
  rocksdb_writebatch_singledelete_cf(batch_.get(), other, "x", 1);
  rocksdb_writebatch_put_log_data(batch_.get(), "blob", 4);
  EXPECT_EQ(rocksdb_writebatch_count(batch_.get()), 8);
  EXPECT_EQ(Write(batch_.get()), "");
  EXPECT_EQ(Contents(), "a=1");
  EXPECT_EQ(Contents(other), "b=2");
}

TEST_F(Batches, DeleteRanges) {
  OpenFamilies({"default"});
  for (const char* key : {"a", "b", "c", "d"}) {
    EXPECT_EQ(Put(key, "v"), "");
  }
  rocksdb_writebatch_delete_range(batch_.get(), "a", 1, "b", 1);
  rocksdb_writebatch_delete_range_cf(batch_.get(), families_[0], "c", 1, "d", 1);
  EXPECT_EQ(Write(batch_.get()), "");
  EXPECT_EQ(Contents(), "b=v d=v");
}

TEST_F(Batches, AreMadeFromTheBytesOfOthers) {
  Open();
  rocksdb_writebatch_put(batch_.get(), "a", 1, "1", 1);
  size_t size = 0;
  const char* bytes = rocksdb_writebatch_data(batch_.get(), &size);
  Owned<rocksdb_writebatch_t> copy(rocksdb_writebatch_create_from(bytes, size),
                                   rocksdb_writebatch_destroy);
  rocksdb_writebatch_clear(batch_.get());
  EXPECT_EQ(rocksdb_writebatch_count(batch_.get()), 0);
  EXPECT_EQ(Write(copy.get()), "");
  EXPECT_EQ(Get("a"), "1");
}

TEST_F(Batches, KeepToTheirLimits) {
  Owned<rocksdb_writebatch_t> limited(rocksdb_writebatch_create_with_params(16, 32, 8, 0),
                                      rocksdb_writebatch_destroy);
  rocksdb_writebatch_put(limited.get(), "a", 1, "1", 1);
  const std::string large(100, 'x');
  rocksdb_writebatch_put(limited.get(), "b", 1, large.data(), large.size());
  EXPECT_EQ(EntriesOf(limited.get()), "put 0 a=1");
}

TEST_F(Batches, GoBackToTheirSavePoints) {
  rocksdb_writebatch_put(batch_.get(), "a", 1, "1", 1);
  rocksdb_writebatch_set_save_point(batch_.get());
  rocksdb_writebatch_put(batch_.get(), "b", 1, "2", 1);
  rocksdb_writebatch_rollback_to_save_point(batch_.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(EntriesOf(batch_.get()), "put 0 a=1");
  rocksdb_writebatch_rollback_to_save_point(batch_.get(), error_.out());
  EXPECT_EQ(error_.Take(), "NotFound: ");
  rocksdb_writebatch_set_save_point(batch_.get());
  rocksdb_writebatch_pop_save_point(batch_.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_writebatch_pop_save_point(batch_.get(), error_.out());
  EXPECT_EQ(error_.Take(), "NotFound: ");
}

TEST_F(Batches, CallBackForEachEntry) {
  OpenFamilies({"default", "other"});
  rocksdb_writebatch_put(batch_.get(), "a", 1, "1", 1);
  rocksdb_writebatch_merge(batch_.get(), "a", 1, "+", 1);
  rocksdb_writebatch_delete(batch_.get(), "b", 1);
  Entries entries;
  rocksdb_writebatch_iterate(batch_.get(), &entries, Entries::Put, Entries::Delete);
  EXPECT_EQ(entries.text, "put a=1; delete b");
  rocksdb_writebatch_merge_cf(batch_.get(), families_[1], "c", 1, "+", 1);
  rocksdb_writebatch_delete_cf(batch_.get(), families_[1], "d", 1);
  EXPECT_EQ(EntriesOf(batch_.get()), "put 0 a=1; merge 0 a++; delete 0 b; merge 1 c++; delete 1 d");
}

TEST_F(Batches, PutKeysAndValuesTogetherFromParts) {
  OpenFamilies({"default", "other"});
  auto* other = families_[1];
  const char* parts[] = {"k", "ey"};
  const size_t sizes[] = {1, 2};
  const char* ends[] = {"k", "ez"};
  rocksdb_writebatch_putv(batch_.get(), 2, parts, sizes, 2, parts, sizes);
  rocksdb_writebatch_putv_cf(batch_.get(), other, 2, parts, sizes, 1, parts, sizes);
  rocksdb_writebatch_mergev(batch_.get(), 2, parts, sizes, 1, parts, sizes);
  rocksdb_writebatch_mergev_cf(batch_.get(), other, 2, parts, sizes, 1, parts, sizes);
  rocksdb_writebatch_deletev(batch_.get(), 2, parts, sizes);
  rocksdb_writebatch_deletev_cf(batch_.get(), other, 2, parts, sizes);
  EXPECT_EQ(EntriesOf(batch_.get()),
            "put 0 key=key; put 1 key=k; merge 0 key+k; merge 1 key+k; delete 0 key; delete 1 key");

  rocksdb_writebatch_clear(batch_.get());
  for (auto* family : families_) {
    rocksdb_put_cf(db_, write_.get(), family, "key", 3, "v", 1, error_.out());
  }
  rocksdb_writebatch_delete_rangev(batch_.get(), 2, parts, sizes, ends, sizes);
  rocksdb_writebatch_delete_rangev_cf(batch_.get(), other, 2, parts, sizes, ends, sizes);
  EXPECT_EQ(Write(batch_.get()), "");
  EXPECT_EQ(Contents(), "");
  EXPECT_EQ(Contents(other), "");
}

TEST_F(Batches, LeaveOutTimestampsThatTheirFamilyDoesNotKnow) {
  OpenFamilies({"default"});
  const char* stamp = "12345678";
  rocksdb_writebatch_put_cf_with_ts(batch_.get(), families_[0], "k", 1, stamp, 8, "v", 1);
  rocksdb_writebatch_delete_cf_with_ts(batch_.get(), families_[0], "k", 1, stamp, 8);
  rocksdb_writebatch_singledelete_cf_with_ts(batch_.get(), families_[0], "k", 1, stamp, 8);
  EXPECT_EQ(rocksdb_writebatch_count(batch_.get()), 0);
}

TEST_F(Batches, WriteTimestampsIntoTheirKeys) {
  Owned<rocksdb_writebatch_t> stamped(rocksdb_writebatch_create_with_params(0, 0, 0, 8),
                                      rocksdb_writebatch_destroy);
  rocksdb_writebatch_put(stamped.get(), "k", 1, "v", 1);
  uint32_t asked = 77;
  rocksdb_writebatch_update_timestamps(
      stamped.get(), "12345678", 8, &asked,
      [](void* state, uint32_t family) -> size_t {
        *static_cast<uint32_t*>(state) = family;
        return 8;
      },
      error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(asked, 0u);
  EXPECT_EQ(EntriesOf(stamped.get()), "put 0 k12345678=v");
}

// ---- Indexed batches ----

class IndexedBatches : public CApiTest {
 protected:
  std::string FromBatch(const std::string& key) {
    size_t size = 77;
    char* value = rocksdb_writebatch_wi_get_from_batch(batch_.get(), options_.get(), key.data(),
                                                       key.size(), &size, error_.out());
    const std::string failure = error_.Take();
    return failure.empty() ? Take(value, size) : failure;
  }
  std::string Over(rocksdb_iterator_t* raw) {
    Owned<rocksdb_iterator_t> iterator(raw, rocksdb_iter_destroy);
    rocksdb_iter_seek_to_first(iterator.get());
    return Rest(iterator.get());
  }
  static std::string Pinned(rocksdb_pinnableslice_t* slice) {
    size_t size = 0;
    const char* value = rocksdb_pinnableslice_value(slice, &size);
    const std::string copy = value != nullptr ? std::string(value, size) : "(null)";
    rocksdb_pinnableslice_destroy(slice);
    return copy;
  }
  Owned<rocksdb_writebatch_wi_t> batch_{rocksdb_writebatch_wi_create(0, 1),
                                        rocksdb_writebatch_wi_destroy};
};

TEST_F(IndexedBatches, AreReadBeforeTheyAreWritten) {
  OpenFamilies({"default", "other"});
  auto* other = families_[1];
  EXPECT_EQ(Put("in db", "d"), "");
  rocksdb_writebatch_wi_put(batch_.get(), "a", 1, "1", 1);
  rocksdb_writebatch_wi_put_cf(batch_.get(), other, "b", 1, "2", 1);
  rocksdb_writebatch_wi_put(batch_.get(), "gone", 4, "x", 1);
  rocksdb_writebatch_wi_delete(batch_.get(), "gone", 4);
  EXPECT_EQ(FromBatch("a"), "1");
  EXPECT_EQ(FromBatch("gone"), "(null)");
  EXPECT_EQ(FromBatch("in db"), "(null)");

  size_t size = 0;
  char* value = rocksdb_writebatch_wi_get_from_batch_cf(batch_.get(), options_.get(), other, "b", 1,
                                                        &size, error_.out());
  EXPECT_EQ(Take(value, size), "2");
  value = rocksdb_writebatch_wi_get_from_batch_and_db(batch_.get(), db_, read_.get(), "in db", 5,
                                                      &size, error_.out());
  EXPECT_EQ(Take(value, size), "d");
  value = rocksdb_writebatch_wi_get_from_batch_and_db_cf(batch_.get(), db_, read_.get(), other, "b",
                                                         1, &size, error_.out());
  EXPECT_EQ(Take(value, size), "2");
  EXPECT_EQ(Pinned(rocksdb_writebatch_wi_get_pinned_from_batch_and_db(
                batch_.get(), db_, read_.get(), "in db", 5, error_.out())),
            "d");
  EXPECT_EQ(Pinned(rocksdb_writebatch_wi_get_pinned_from_batch_and_db_cf(
                batch_.get(), db_, read_.get(), other, "missing", 7, error_.out())),
            "(null)");
  EXPECT_EQ(error_.Take(), "");

  rocksdb_write_writebatch_wi(db_, write_.get(), batch_.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Contents(), "a=1 in db=d");
  EXPECT_EQ(Contents(other), "b=2");
}

TEST_F(IndexedBatches, AreScannedTogetherWithTheirBase) {
  OpenFamilies({"default", "other"});
  auto* other = families_[1];
  EXPECT_EQ(Put("b", "db"), "");
  rocksdb_put_cf(db_, write_.get(), other, "y", 1, "db", 2, error_.out());
  rocksdb_writebatch_wi_put(batch_.get(), "a", 1, "batch", 5);
  rocksdb_writebatch_wi_put_cf(batch_.get(), other, "x", 1, "batch", 5);
  const auto base = [&] { return rocksdb_create_iterator(db_, read_.get()); };
  const auto other_base = [&] { return rocksdb_create_iterator_cf(db_, read_.get(), other); };
  EXPECT_EQ(Over(rocksdb_writebatch_wi_create_iterator_with_base(batch_.get(), base())),
            "a=batch b=db");
  EXPECT_EQ(
      Over(rocksdb_writebatch_wi_create_iterator_with_base_cf(batch_.get(), other_base(), other)),
      "x=batch y=db");
  rocksdb_readoptions_set_iterate_upper_bound(read_.get(), "b", 1);
  EXPECT_EQ(Over(rocksdb_writebatch_wi_create_iterator_with_base_readopts(batch_.get(), base(),
                                                                          read_.get())),
            "a=batch");
  rocksdb_readoptions_set_iterate_upper_bound(read_.get(), "y", 1);
  EXPECT_EQ(Over(rocksdb_writebatch_wi_create_iterator_with_base_cf_readopts(
                batch_.get(), other_base(), other, read_.get())),
            "x=batch");
}

TEST_F(IndexedBatches, HoldEveryKindOfUpdate) {
  OpenFamilies({"default", "other"});
  auto* other = families_[1];
  const char* parts[] = {"k", "ey"};
  const size_t sizes[] = {1, 2};
  Owned<rocksdb_writebatch_wi_t> batch(
      rocksdb_writebatch_wi_create_with_params(nullptr, 0, 0, 0, 0), rocksdb_writebatch_wi_destroy);
  rocksdb_writebatch_wi_putv(batch.get(), 2, parts, sizes, 1, parts, sizes);
  rocksdb_writebatch_wi_putv_cf(batch.get(), other, 2, parts, sizes, 1, parts, sizes);
  rocksdb_writebatch_wi_mergev(batch.get(), 2, parts, sizes, 1, parts, sizes);
  rocksdb_writebatch_wi_mergev_cf(batch.get(), other, 2, parts, sizes, 1, parts, sizes);
  rocksdb_writebatch_wi_merge(batch.get(), "k", 1, "v", 1);
  rocksdb_writebatch_wi_merge_cf(batch.get(), other, "k", 1, "v", 1);
  rocksdb_writebatch_wi_deletev(batch.get(), 2, parts, sizes);
  rocksdb_writebatch_wi_deletev_cf(batch.get(), other, 2, parts, sizes);
  rocksdb_writebatch_wi_delete_cf(batch.get(), other, "k", 1);
  rocksdb_writebatch_wi_singledelete(batch.get(), "k", 1);
  rocksdb_writebatch_wi_singledelete_cf(batch.get(), other, "k", 1);
  rocksdb_writebatch_wi_put_log_data(batch.get(), "blob", 4);
  EXPECT_EQ(rocksdb_writebatch_wi_count(batch.get()), 11);
  size_t size = 0;
  const char* bytes = rocksdb_writebatch_wi_data(batch.get(), &size);
  Owned<rocksdb_writebatch_t> plain(rocksdb_writebatch_create_from(bytes, size),
                                    rocksdb_writebatch_destroy);
  EXPECT_EQ(EntriesOf(plain.get()),
            "put 0 key=k; put 1 key=k; merge 0 key+k; merge 1 key+k; merge 0 k+v; merge 1 k+v; "
            "delete 0 key; delete 1 key; delete 1 k");
}

TEST_F(IndexedBatches, LeaveOutDeletionsOfRanges) {
  OpenFamilies({"default"});
  const char* parts[] = {"a"};
  const char* ends[] = {"b"};
  const size_t sizes[] = {1};
  rocksdb_writebatch_wi_delete_range(batch_.get(), "a", 1, "b", 1);
  rocksdb_writebatch_wi_delete_range_cf(batch_.get(), families_[0], "a", 1, "b", 1);
  rocksdb_writebatch_wi_delete_rangev(batch_.get(), 1, parts, sizes, ends, sizes);
  rocksdb_writebatch_wi_delete_rangev_cf(batch_.get(), families_[0], 1, parts, sizes, ends, sizes);
  EXPECT_EQ(rocksdb_writebatch_wi_count(batch_.get()), 0);
}

TEST_F(IndexedBatches, GoBackToTheirSavePoints) {
  rocksdb_writebatch_wi_put(batch_.get(), "a", 1, "1", 1);
  rocksdb_writebatch_wi_set_save_point(batch_.get());
  rocksdb_writebatch_wi_put(batch_.get(), "a", 1, "2", 1);
  EXPECT_EQ(FromBatch("a"), "2");
  rocksdb_writebatch_wi_rollback_to_save_point(batch_.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(FromBatch("a"), "1");
  rocksdb_writebatch_wi_rollback_to_save_point(batch_.get(), error_.out());
  EXPECT_EQ(error_.Take(), "NotFound: ");
  rocksdb_writebatch_wi_clear(batch_.get());
  EXPECT_EQ(rocksdb_writebatch_wi_count(batch_.get()), 0);
}

TEST_F(IndexedBatches, AreMadeFromTheBytesOfABatch) {
  Owned<rocksdb_writebatch_t> plain(rocksdb_writebatch_create(), rocksdb_writebatch_destroy);
  rocksdb_writebatch_put(plain.get(), "a", 1, "1", 1);
  rocksdb_writebatch_put(plain.get(), "b", 1, "2", 1);
  rocksdb_writebatch_delete(plain.get(), "b", 1);
  size_t size = 0;
  const char* bytes = rocksdb_writebatch_data(plain.get(), &size);
  batch_.reset(rocksdb_writebatch_wi_create_from(bytes, size));
  EXPECT_EQ(rocksdb_writebatch_wi_count(batch_.get()), 3);
  EXPECT_EQ(FromBatch("a"), "1");
  EXPECT_EQ(FromBatch("b"), "(null)");
  EXPECT_EQ(rocksdb_writebatch_wi_create_from("damaged", 7), nullptr);
}

TEST_F(IndexedBatches, CallBackForEachEntry) {
  rocksdb_writebatch_wi_put(batch_.get(), "a", 1, "1", 1);
  rocksdb_writebatch_wi_delete(batch_.get(), "b", 1);
  Entries entries;
  rocksdb_writebatch_wi_iterate(batch_.get(), &entries, Entries::Put, Entries::Delete);
  EXPECT_EQ(entries.text, "put a=1; delete b");
}

TEST_F(IndexedBatches, WriteTimestampsIntoTheirKeys) {
  rocksdb_writebatch_wi_put(batch_.get(), "a", 1, "1", 1);
  rocksdb_writebatch_wi_update_timestamps(
      batch_.get(), "12345678", 8, nullptr, [](void*, uint32_t) -> size_t { return 0; },
      error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(FromBatch("a"), "1");
}

}  // namespace
}  // namespace c_api_test
