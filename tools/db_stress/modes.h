// What db_stress does in each --mode; exit codes. Called by main only.
#pragma once

namespace stress {

inline constexpr int kFine = 0;
inline constexpr int kFaulty = 1;  // the database broke a promise
inline constexpr int kUnusable = 2;

// Random operations over the base state until done, killed, or a fault.
int RunMode();
// Opens after a crash (or a clean end), checks families, order, checksums and the history, and
// makes what is found the new base.
int VerifyMode();
// Prints every key to --dump, without judging.
int DumpMode();

}  // namespace stress
