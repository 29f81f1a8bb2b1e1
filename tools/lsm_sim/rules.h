// What the production rules promise on any machine and under any load, as checks of a simulation,
// and random machines and loads to check them on.
#pragma once

#include <cstdint>
#include <string>

#include "tools/lsm_sim/simulation.h"

namespace lsm_sim {

// A machine, options and a load drawn from the seed; small, so that a run takes milliseconds.
SimSpec RandomSpec(uint64_t seed);

// Empty, or the rule that the present state breaks. Running jobs share no input and no range that
// they write; nowhere does older data lie above newer (REQUIRES: SimSpec::track_generations); Level
// 0 is no deeper than its stop trigger and the memtables that were full by then; there are no more
// buckets than allowed.
std::string BrokenRule(const Simulation& simulation);
// The same for a tree at rest: every level is in shape, nothing is left to do.
std::string BrokenRuleAtRest(const Simulation& simulation);

// Runs a random simulation with these checks. Empty, or what broke and when.
std::string CheckSeed(uint64_t seed);

}  // namespace lsm_sim
