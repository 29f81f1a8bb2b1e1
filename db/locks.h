// The database's locks and the one order in which they may be taken. Nothing else in db/ blocks
// another thread for long.
//
//   1. write queue   WriteQueue: being its leader is the lock. Held while a group writes the WAL
//   and the memtables.
//   2. MANIFEST      VersionSet::manifest_mutex_. Held while an edit is written, synced and
//   installed.
//   3. state         DbContext::mutex. Guards column families, memtable lists, running jobs, WAL
//   lists. Never held
//                    over I/O, sorting or callbacks.
//
// A thread that holds a later one must not wait for an earlier one. Leaf locks (snapshot list,
// cache shards, the obsolete-file queue, statistics) are taken last and call nothing.
#pragma once

#include "util/mutex.h"
