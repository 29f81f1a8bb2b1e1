// Where the expected state of a database lies, below --expected. Used by the modes.
#pragma once

#include <string>

#include "tools/db_stress/base_state.h"
#include "tools/db_stress/flags.h"
#include "tools/db_stress/option_draw.h"

namespace stress {

inline std::string BasePath() { return FLAGS_expected + "/base"; }
inline std::string TracePath() { return FLAGS_expected + "/trace"; }

// The traits of --db_seed and the base state, a fresh one where there is none. Prints the traits.
[[nodiscard]] rocksdb::Status LoadBase(DbTraits* traits, BaseState* base);

}  // namespace stress
