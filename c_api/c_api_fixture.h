// For the tests of the C API: strings in and out of its functions, and a database in a scratch
// directory. Everything goes through rocksdb/c.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rocksdb/c.h"
#include "test/support/scratch.h"

namespace c_api_test {

// Takes the errors of calls: `rocksdb_put(..., error.out())`, then EXPECT_EQ(error.text(), "").
class Error {
 public:
  Error() = default;
  Error(const Error&) = delete;
  Error& operator=(const Error&) = delete;
  ~Error() { rocksdb_free(text_); }

  char** out() { return &text_; }
  // The text of the last failure since the last question; "" when there was none.
  std::string Take() {
    const std::string text = text_ != nullptr ? text_ : "";
    rocksdb_free(text_);
    text_ = nullptr;
    return text;
  }

 private:
  char* text_ = nullptr;
};

// A malloc'ed result: "(null)" for NULL.
inline std::string Take(char* bytes, size_t size) {
  std::string copy = bytes != nullptr ? std::string(bytes, size) : "(null)";
  rocksdb_free(bytes);
  return copy;
}
inline std::string TakeText(char* text) {
  return text != nullptr ? Take(text, std::string(text).size()) : "(null)";
}

// An object that ends itself.
template <class T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

class CApiTest : public testing::Test {
 protected:
  CApiTest() { rocksdb_options_set_create_if_missing(options_.get(), 1); }
  ~CApiTest() override { Close(); }

  void Open() {
    Close();
    db_ = rocksdb_open(options_.get(), path().c_str(), error_.out());
    ASSERT_EQ(error_.Take(), "");
    ASSERT_NE(db_, nullptr);
  }
  void OpenFamilies(const std::vector<std::string>& names) {
    Close();
    rocksdb_options_set_create_missing_column_families(options_.get(), 1);
    std::vector<const char*> raw;
    for (const std::string& name : names) raw.push_back(name.c_str());
    const std::vector<const rocksdb_options_t*> family_options(names.size(), options_.get());
    families_.resize(names.size());
    db_ = rocksdb_open_column_families(options_.get(), path().c_str(),
                                       static_cast<int>(names.size()), raw.data(),
                                       family_options.data(), families_.data(), error_.out());
    ASSERT_EQ(error_.Take(), "");
    ASSERT_NE(db_, nullptr);
  }
  void Close() {
    for (auto* family : families_) {
      rocksdb_column_family_handle_destroy(family);
    }
    families_.clear();
    if (db_ != nullptr) {
      rocksdb_close(db_);
      db_ = nullptr;
    }
  }
  std::string path() const { return dir_ / "db"; }

  // Each returns the error, "" when there was none.
  std::string Put(const std::string& key, const std::string& value) {
    rocksdb_put(db_, write_.get(), key.data(), key.size(), value.data(), value.size(),
                error_.out());
    return error_.Take();
  }
  std::string Flush() {
    Owned<rocksdb_flushoptions_t> flush(rocksdb_flushoptions_create(),
                                        rocksdb_flushoptions_destroy);
    rocksdb_flush(db_, flush.get(), error_.out());
    return error_.Take();
  }
  // The value, "(null)" for a missing key, or the error.
  std::string Get(const std::string& key) {
    size_t size = 77;
    char* value = rocksdb_get(db_, read_.get(), key.data(), key.size(), &size, error_.out());
    const std::string failure = error_.Take();
    return failure.empty() ? Take(value, size) : failure;
  }
  std::string Get(rocksdb_column_family_handle_t* family, const std::string& key) {
    size_t size = 77;
    char* value =
        rocksdb_get_cf(db_, read_.get(), family, key.data(), key.size(), &size, error_.out());
    const std::string failure = error_.Take();
    return failure.empty() ? Take(value, size) : failure;
  }
  // What an iterator shows from its position on: "a=1 b=2".
  static std::string Rest(rocksdb_iterator_t* iterator) {
    std::string text;
    for (; rocksdb_iter_valid(iterator); rocksdb_iter_next(iterator)) {
      size_t key_size = 0;
      size_t value_size = 0;
      const char* key = rocksdb_iter_key(iterator, &key_size);
      const char* value = rocksdb_iter_value(iterator, &value_size);
      text += (text.empty() ? "" : " ") + std::string(key, key_size) + "=" +
              std::string(value, value_size);
    }
    return text;
  }
  std::string Contents(rocksdb_column_family_handle_t* family = nullptr) {
    Owned<rocksdb_iterator_t> iterator(family != nullptr
                                           ? rocksdb_create_iterator_cf(db_, read_.get(), family)
                                           : rocksdb_create_iterator(db_, read_.get()),
                                       rocksdb_iter_destroy);
    rocksdb_iter_seek_to_first(iterator.get());
    return Rest(iterator.get());
  }
  uint64_t IntProperty(const char* name) {
    uint64_t value = 0;
    EXPECT_EQ(rocksdb_property_int(db_, name, &value), 0) << name;
    return value;
  }

  system_test::ScratchDir dir_;
  Error error_;
  Owned<rocksdb_options_t> options_{rocksdb_options_create(), rocksdb_options_destroy};
  Owned<rocksdb_writeoptions_t> write_{rocksdb_writeoptions_create(), rocksdb_writeoptions_destroy};
  Owned<rocksdb_readoptions_t> read_{rocksdb_readoptions_create(), rocksdb_readoptions_destroy};
  rocksdb_t* db_ = nullptr;
  std::vector<rocksdb_column_family_handle_t*> families_;
};

}  // namespace c_api_test
