// What the process has cost so far, and what opening a database took.
#pragma once

namespace bench {

// Processor time of this process so far.
struct CpuTimes {
  double user = 0;
  double system = 0;
  static CpuTimes Now();
};

// The time of the call, and the processor time of the process meanwhile.
struct OpenCost {
  double secs = 0;
  CpuTimes cpu;
};

}  // namespace bench
