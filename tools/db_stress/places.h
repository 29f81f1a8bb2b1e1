// The files of the expected state, below --expected.
#pragma once

#include <string>

#include "tools/db_stress/base_state.h"
#include "tools/db_stress/flags.h"
#include "tools/db_stress/option_draw.h"

namespace stress {

inline std::string BasePath() { return FLAGS_expected + "/base"; }
inline std::string TracePath() { return FLAGS_expected + "/trace"; }

// Draws the traits of --db_seed and prints them; loads the base state, or creates it if it is
// missing.
[[nodiscard]] rocksdb::Status LoadBase(DbTraits* traits, BaseState* base);

}  // namespace stress
