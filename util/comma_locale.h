// CommaLocale: a scope in which the calling thread's C locale writes a comma into numbers. For
// tests of text that must not depend on the locale.
#pragma once

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "rocksdb/rocksdb_namespace.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace ROCKSDB_NAMESPACE {

// Compiles a locale with localedef, or takes an installed German one. Where neither works, the
// scope has no effect.
class CommaLocale {
 public:
  CommaLocale() {
    Compile();
    if (locale_ == nullptr) locale_ = newlocale(LC_NUMERIC_MASK, "de_DE.UTF-8", nullptr);
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
  // localedef complains about the missing categories and writes the locale all the same.
  void Compile() {
    std::string dir = std::filesystem::temp_directory_path() / "comma-locale-XXXXXX";
    if (mkdtemp(dir.data()) == nullptr) return;
    std::ofstream(dir + "/source") << "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \"\"\n"
                                      "grouping -1\nEND LC_NUMERIC\n";
    const std::string command = "localedef -c -i '" + dir + "/source' -f ANSI_X3.4-1968 '" + dir +
                                "/comma' >/dev/null 2>&1";
    if (system(command.c_str()) != -1) {
#ifdef __SANITIZE_ADDRESS__
      // glibc's newlocale never frees the list of paths that it makes of LOCPATH.
      const __lsan::ScopedDisabler no_leak_of_ours;
#endif
      setenv("LOCPATH", dir.c_str(), 1);
      locale_ = newlocale(LC_NUMERIC_MASK, "comma", nullptr);
      unsetenv("LOCPATH");
    }
    std::error_code ignored;
    std::filesystem::remove_all(dir, ignored);
  }

  locale_t locale_ = nullptr;
  locale_t before_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
