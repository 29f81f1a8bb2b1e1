// dynamic_cast for objects of an application's classes. An application may be compiled with
// -fno-rtti: the vtables of its classes then hold null where the type belongs, and dynamic_cast
// reads through that null.
#pragma once

#include <cstring>
#include <type_traits>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Whether the object says its type.
template <typename Base>
bool IsTyped(const Base& object) {
  static_assert(std::is_polymorphic_v<Base>);
  // The type lies one word before the first function (Itanium C++ ABI, which Linux compilers
  // follow).
  const void* const* functions = nullptr;
  std::memcpy(&functions, static_cast<const void*>(&object), sizeof(functions));
  return functions[-1] != nullptr;
}

// The object as a Derived; null if it is none or says no type.
template <typename Derived, typename Base>
Derived* CastIfTyped(Base* object) {
  return object != nullptr && IsTyped(*object) ? dynamic_cast<Derived*>(object) : nullptr;
}

}  // namespace ROCKSDB_NAMESPACE
