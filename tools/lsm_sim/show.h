// A simulation as frames of text in which a person sees buckets fill, move and drain: writers,
// memtables, Level 0 as `ldb l0` draws it, the levels below, and the jobs that run.
#pragma once

#include <functional>
#include <string>

#include "tools/lsm_sim/simulation.h"

namespace lsm_sim {

// The present state. Equal states give equal text.
std::string DrawFrame(const Simulation& simulation);

// Runs the simulation and passes a frame to `show` every `seconds` of simulated time, and one at
// the end; stops showing once it returns false.
void ShowFrames(SimSpec spec, double seconds, const std::function<bool(const std::string&)>& show);

}  // namespace lsm_sim
