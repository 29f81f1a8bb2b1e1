// The database's locks and the one order in which they may be taken. Nothing else in db/ blocks
// another thread for long.
//
//   1. write queue   WriteQueue: being its leader is the lock. Held while a group writes the WAL
//                    and the memtables.
//   2. MANIFEST      VersionSet::manifest_mutex_. Held while an edit is written, synced and
//                    installed.
//   3. state         DbContext::mutex. Guards column families, memtable lists, running jobs. Let go
//                    for I/O, sorting and callbacks; what little remains under it is the making of
//                    a new family's directories and the closing of logs that nobody needs.
//
// A thread that holds a later one must not wait for an earlier one. Leaf locks (snapshot list, WAL
// list, cache shards, obsolete files, options, statistics) are taken last and call nothing.
#pragma once

#include "util/mutex.h"
