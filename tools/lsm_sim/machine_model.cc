// Sharing of processors and device: see machine_model.h.
#include "tools/lsm_sim/machine_model.h"

#include <algorithm>
#include <cmath>

namespace lsm_sim {

namespace {

// The share of the time for which a writer waits longer than it makes up for.
double LostShare(const MachineSpec& machine, const std::list<Stream>& streams) {
  if (machine.made_up_seconds <= 0) return 0;
  double others = 0;
  for (const Stream& s : streams) others += s.small_requests ? 0 : s.top_rate * s.device;
  const double busy = std::min(1.0, others / machine.device_rate);
  const double burst = machine.burst_bytes / machine.device_rate;
  return busy * std::exp(-2 * machine.made_up_seconds * (1 - busy) / burst);
}

}  // namespace

void Share(const MachineSpec& machine, std::list<Stream>* streams) {
  // What the device slows down needs fewer processors, so the device comes first.
  const double kept = 1 - LostShare(machine, *streams);
  for (Stream& s : *streams) s.rate = s.top_rate * (s.small_requests ? kept : 1);
  double device = 0;
  for (const Stream& s : *streams) device += s.rate * s.device;
  const double by_device = device > machine.device_rate ? machine.device_rate / device : 1;
  double cores = 0;
  for (Stream& s : *streams) {
    s.rate *= s.device > 0 ? by_device : 1;
    cores += s.top_rate > 0 ? s.cores * s.rate / s.top_rate : 0;
  }
  if (cores <= machine.cores) return;
  for (Stream& s : *streams) s.rate *= machine.cores / cores;
}

}  // namespace lsm_sim
