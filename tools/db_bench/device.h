// An emulated storage device under the database: --device. Threads sleep for the time that merging,
// flushing and syncing would take on a slower device, so that many background threads overlap on
// few processors. The files themselves are real. It works through FileSystem and EventListener,
// hence alike for every engine.
//
// The thread that compacts is known from the engine's own reports (OnCompactionBegin,
// OnSubcompactionBegin); any other writer of a table is a flush. Logs and the MANIFEST take their
// share of the device; who appends to them waits for it in a sync only: the page cache takes the
// bytes, as it does on a real machine.
#pragma once

#include <string>

#include "tools/db_bench/compat.h"
#include "tools/db_bench/device_pace.h"

namespace bench {

// Reads "merge_MBps,flush_MBps,total_MBps,latency_us": four numbers; rates above 0, megabytes of
// 1e6 bytes.
Status ParseDevice(const std::string& text, DeviceSpec* spec);

// Puts the device below `options`: its Env, and a listener. The first call makes the device, which
// lives as long as the process; later calls use it again.
void InstallDevice(const DeviceSpec& spec, Options* options);

}  // namespace bench
