// What the simulated machine gives to each stream of bytes: processors and a device, shared. A
// stream asks for its own top rate; where processors or device do not suffice, all that use them go
// slower by the same factor. Deterministic, no clock.
//
// Logs and flushes load the device and merges get the rest: the page cache takes what is appended
// to logs; a merge reads small blocks, and each of them waits for what is queued, while a flush
// writes a mebibyte at a time and is ahead of its pace when the device has it.
#pragma once

#include <cstdint>
#include <list>

namespace lsm_sim {

// The defaults are those of the emulated device. The seconds of jobs are those of one run, the
// calibration cell of testdata/cells.txt; the processors of a thread and the seconds of a file are
// chosen, not measured.
struct MachineSpec {
  double cores = 2;
  double device_rate = 600e6;  // bytes a second, reads and writes together
  double merge_rate = 12.5e6;  // bytes written a second by a merging thread that has all it needs
  double flush_rate = 37.5e6;  // the same of a flushing thread
  double merge_cores = 0.05;   // processors that such a thread keeps busy
  double flush_cores = 0.05;
  double write_rate = 30e6;  // bytes a second that the application writes where nothing holds it up
  double write_cores = 0.3;  // processors that it keeps busy then
  // For each file that a job makes, for each compaction and for each flush, beside its bytes:
  // creation, sync, opening of inputs, the MANIFEST's record.
  double file_seconds = 0.0005;
  double job_seconds = 0.045;
  double flush_seconds = 0.014;
};

// `work` bytes to go.
struct Stream {
  double work = 0;
  double top_rate = 0;
  double cores = 0;   // at top rate
  double device = 0;  // bytes of the device for a byte of work
  // The device serves these bytes before those of merges.
  bool first = false;
  // Set by Share().
  double rate = 0;
};

// Sets the rate of each stream.
void Share(const MachineSpec& machine, std::list<Stream>* streams);

}  // namespace lsm_sim
