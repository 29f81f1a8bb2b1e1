// An application's own functions for Lua scripts. The interface exists only where LUA is defined
// and Lua's headers are; this library runs no scripts.
#pragma once

#ifdef LUA
#include <lua.hpp>

namespace ROCKSDB_NAMESPACE {
namespace lua {

class RocksLuaCustomLibrary {
 public:
  virtual ~RocksLuaCustomLibrary() = default;

  // The name under which scripts see the functions, and the functions.
  virtual const char* Name() const = 0;
  virtual const struct luaL_Reg* Lib() const = 0;
  // Called for each new state.
  virtual void CustomSetup(lua_State* lua_state) const = 0;
};

}  // namespace lua
}  // namespace ROCKSDB_NAMESPACE
#endif
