// The library under test, loaded at run time: this one or stock's. The driver links neither, so
// both run the very same program.
#pragma once

#include "rocksdb/c.h"

namespace differential {

// Loads the library. False, with the reason on stderr, if that fails. REQUIRES: called once, first.
bool LoadLibrary(const char* path);
// The function's address, or null where the library has none of that name.
void* FindFunction(const char* name);
// The same; ends the process with a message where there is none.
void* NeedFunction(const char* name);

}  // namespace differential

// C(rocksdb_put)(db, ...): a call with the prototype of rocksdb/c.h.
#define C(function)                                                                       \
  ([] {                                                                                   \
    static const auto found =                                                             \
        reinterpret_cast<decltype(&::function)>(::differential::NeedFunction(#function)); \
    return found;                                                                         \
  }())
