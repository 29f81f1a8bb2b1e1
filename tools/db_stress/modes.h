// The modes of db_stress, and its exit codes. Only main calls them.
#pragma once

namespace stress {

inline constexpr int kFine = 0;
inline constexpr int kFaulty = 1;  // the database broke a promise
inline constexpr int kUnusable = 2;

// Runs random operations on the base state until they are done, a kill, or a fault.
int RunMode();
// Opens the database after a crash or a clean end, checks families, order, checksums and history,
// and makes the found state the new base.
int VerifyMode();
// Prints every key to --dump and checks nothing.
int DumpMode();

}  // namespace stress
