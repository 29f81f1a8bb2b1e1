// CommaLocale: a scope in which the calling thread's C locale writes a comma into numbers. For
// tests of text that must not depend on the locale.
#pragma once

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Takes an installed German locale, or compiles one into a directory of its own. Where neither
// works the scope has no effect.
class CommaLocale {
 public:
  CommaLocale() {
    locale_ = newlocale(LC_NUMERIC_MASK, "de_DE.UTF-8", nullptr);
    if (locale_ == nullptr) Compile();
    if (locale_ != nullptr) before_ = uselocale(locale_);
  }
  ~CommaLocale() {
    if (locale_ == nullptr) return;
    uselocale(before_);
    freelocale(locale_);
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

 private:
  void Compile() {
    std::string dir = std::filesystem::temp_directory_path() / "comma-locale-XXXXXX";
    if (mkdtemp(dir.data()) == nullptr) return;
    const std::string command =
        "localedef -i de_DE -f UTF-8 '" + dir + "/de_DE.UTF-8' >/dev/null 2>&1";
    if (system(command.c_str()) == 0) {
      setenv("LOCPATH", dir.c_str(), 1);
      locale_ = newlocale(LC_NUMERIC_MASK, "de_DE.UTF-8", nullptr);
      unsetenv("LOCPATH");
    }
    std::error_code ignored;
    std::filesystem::remove_all(dir, ignored);
  }

  locale_t locale_ = nullptr;
  locale_t before_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
