// db_stress: random operations by many threads against an expected state outside the database, and
// the check of the database after a crash. It uses the public API only.
#include <cstdio>

#include "tools/db_stress/flags.h"
#include "tools/db_stress/kill_point.h"
#include "tools/db_stress/modes.h"

int main(int argc, char** argv) {
  stress::ParseFlagsOrExit(&argc, &argv);
  if (FLAGS_list_kill_points) {
    for (const stress::CatalogEntry& entry : stress::KillCatalog())
      std::printf("%s %llu %s\n", entry.name, static_cast<unsigned long long>(entry.spread),
                  entry.needs);
    return stress::kFine;
  }
  std::printf("seed: --seed=%llu --db_seed=%llu --threads=%u --with=%s\n",
              static_cast<unsigned long long>(FLAGS_seed),
              static_cast<unsigned long long>(FLAGS_db_seed), FLAGS_threads, FLAGS_with.c_str());
  if (FLAGS_mode == "run") return stress::RunMode();
  return FLAGS_mode == "verify" ? stress::VerifyMode() : stress::DumpMode();
}
