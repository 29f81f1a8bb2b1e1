// Numbers of a simulation that a command line, a sweep or a measured cell changes, by name.
#pragma once

#include <string>
#include <vector>

#include "tools/lsm_sim/simulation.h"

namespace lsm_sim {

// "name: what it is" for each setting.
std::vector<std::string> SettingNames();
// InvalidArgument names what is not known, and what is.
[[nodiscard]] rocks::Status ApplySetting(const std::string& name, double value, SimSpec* spec);
// The same for "name=value,name=value".
[[nodiscard]] rocks::Status ApplySettings(const std::string& text, SimSpec* spec);

}  // namespace lsm_sim
