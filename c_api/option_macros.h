// Setters and getters of options, one line each: an option is a C name, a C type and a member of
// the handle's `rep`. The tables that use these macros name every option once.
#pragma once

#include <type_traits>

// void PREFIX_set_NAME(HANDLE*, TYPE)
#define C_API_SETTER(HANDLE, PREFIX, NAME, TYPE, MEMBER)                                 \
  void PREFIX##_set_##NAME(HANDLE* handle, TYPE value) {                                 \
    handle->rep.MEMBER = static_cast<std::decay_t<decltype(handle->rep.MEMBER)>>(value); \
  }

// TYPE PREFIX_get_NAME(HANDLE*)
#define C_API_GETTER(HANDLE, PREFIX, NAME, TYPE, MEMBER) \
  TYPE PREFIX##_get_##NAME(HANDLE* handle) { return static_cast<TYPE>(handle->rep.MEMBER); }

#define C_API_OPTION(HANDLE, PREFIX, NAME, TYPE, MEMBER) \
  C_API_SETTER(HANDLE, PREFIX, NAME, TYPE, MEMBER)       \
  C_API_GETTER(HANDLE, PREFIX, NAME, TYPE, MEMBER)

// Durations: the C value counts microseconds.
#define C_API_MICROS_OPTION(HANDLE, PREFIX, NAME, MEMBER)     \
  void PREFIX##_set_##NAME(HANDLE* handle, uint64_t value) {  \
    handle->rep.MEMBER = std::chrono::microseconds(value);    \
  }                                                           \
  uint64_t PREFIX##_get_##NAME(HANDLE* handle) {              \
    return static_cast<uint64_t>(handle->rep.MEMBER.count()); \
  }

// PREFIX_create() and PREFIX_destroy() of an object that starts with its defaults.
#define C_API_LIFE(HANDLE, PREFIX)                   \
  HANDLE* PREFIX##_create() { return new HANDLE(); } \
  void PREFIX##_destroy(HANDLE* handle) { delete handle; }
