// CRC-32C by ISA-L, which picks the widest instructions of the machine at run time.
#include "util/crc32c.h"

#include <isa-l/crc.h>

#include <algorithm>

#include "util/upper_halves.h"

namespace ROCKSDB_NAMESPACE {
namespace crc32c {

uint32_t Extend(uint32_t crc, const char* data, size_t n) {
  constexpr size_t kPiece = size_t{1} << 30;  // ISA-L takes lengths as int
  uint32_t state = ~crc;
  auto* bytes = reinterpret_cast<unsigned char*>(const_cast<char*>(data));
  while (n > 0) {
    const size_t piece = std::min(n, kPiece);
    state = crc32_iscsi(bytes, static_cast<int>(piece), state);
    bytes += piece;
    n -= piece;
  }
  ClearUpperHalves();
  return ~state;
}

}  // namespace crc32c
}  // namespace ROCKSDB_NAMESPACE
