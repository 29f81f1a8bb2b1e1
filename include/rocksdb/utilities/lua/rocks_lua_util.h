// A Lua state with the application's own functions. It exists only where LUA is defined and Lua's
// headers are; this library runs no scripts.
#pragma once

#ifdef LUA
#include <lua.hpp>

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/utilities/lua/rocks_lua_custom_library.h"

namespace ROCKSDB_NAMESPACE {
namespace lua {

// Owns a state, and runs a script in it once. One thread.
class LuaStateWrapper {
 public:
  explicit LuaStateWrapper(const std::string& lua_script) : LuaStateWrapper(lua_script, {}) {}
  LuaStateWrapper(const std::string& lua_script,
                  const std::vector<std::shared_ptr<RocksLuaCustomLibrary>>& libraries)
      : state_(luaL_newstate()) {
    luaL_openlibs(state_);
    for (const std::shared_ptr<RocksLuaCustomLibrary>& library : libraries) {
      luaL_newlibtable(state_, library->Lib());
      luaL_setfuncs(state_, library->Lib(), 0);
      lua_setglobal(state_, library->Name());
      library->CustomSetup(state_);
    }
    luaL_dostring(state_, lua_script.c_str());
  }
  LuaStateWrapper(const LuaStateWrapper&) = delete;
  LuaStateWrapper& operator=(const LuaStateWrapper&) = delete;
  ~LuaStateWrapper() { lua_close(state_); }

  lua_State* GetLuaState() const { return state_; }

 private:
  lua_State* const state_;
};

}  // namespace lua
}  // namespace ROCKSDB_NAMESPACE
#endif
