// Sharing of processors and device: see machine_model.h.
#include "tools/lsm_sim/machine_model.h"

#include <algorithm>

namespace lsm_sim {

void Share(const MachineSpec& machine, std::list<Stream>* streams) {
  // What the device slows down needs fewer processors, so the device comes first.
  double device = 0;
  for (const Stream& s : *streams) device += s.top_rate * s.device;
  const double by_device = device > machine.device_rate ? machine.device_rate / device : 1;
  double cores = 0;
  for (Stream& s : *streams) {
    s.rate = s.top_rate * (s.device > 0 && !s.cached ? by_device : 1);
    cores += s.top_rate > 0 ? s.cores * s.rate / s.top_rate : 0;
  }
  if (cores <= machine.cores) return;
  for (Stream& s : *streams) s.rate *= machine.cores / cores;
}

}  // namespace lsm_sim
