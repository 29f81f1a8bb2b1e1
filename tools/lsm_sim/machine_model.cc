// Sharing of processors and device: see machine_model.h.
#include "tools/lsm_sim/machine_model.h"

#include <algorithm>

namespace lsm_sim {

void Share(const MachineSpec& machine, std::list<Stream>* streams) {
  // What the device slows down needs fewer processors, so the device comes first.
  double first = 0, rest = 0;
  for (const Stream& s : *streams) (s.first ? first : rest) += s.top_rate * s.device;
  const double left = std::max(0.0, machine.device_rate - first);
  const double by_device = rest > left ? left / rest : 1;
  const double first_by_device = first > machine.device_rate ? machine.device_rate / first : 1;
  double cores = 0;
  for (Stream& s : *streams) {
    s.rate = s.top_rate * (s.device <= 0 ? 1 : s.first ? first_by_device : by_device);
    cores += s.top_rate > 0 ? s.cores * s.rate / s.top_rate : 0;
  }
  if (cores <= machine.cores) return;
  for (Stream& s : *streams) s.rate *= machine.cores / cores;
}

}  // namespace lsm_sim
