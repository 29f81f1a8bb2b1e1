// The block db_bench prints before the first result: engine, machine, sizes.
#pragma once

namespace bench {

void PrintBanner();

}  // namespace bench
