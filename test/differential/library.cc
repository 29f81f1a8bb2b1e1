// Loading the library under test: see library.h.
#include "test/differential/library.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace differential {

namespace {

void* loaded = nullptr;

}  // namespace

bool LoadLibrary(const char* path) {
  loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) std::fprintf(stderr, "capi_driver: %s\n", dlerror());
  return loaded != nullptr;
}

void* FindFunction(const char* name) { return dlsym(loaded, name); }

void* NeedFunction(const char* name) {
  void* found = FindFunction(name);
  if (found == nullptr) {
    std::fprintf(stderr, "capi_driver: the library has no %s\n", name);
    std::exit(3);
  }
  return found;
}

}  // namespace differential
