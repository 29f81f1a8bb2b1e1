// TableProperties to and from the properties block: sorted names; numbers as varints, strings as
// they are. SstWriter writes the block; SstReader, SstSalvage and sst_dump read it. The names are
// part of the format, and stock reads and writes the same.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/status.h"
#include "rocksdb/table_properties.h"
#include "table/block.h"
#include "table/byte_buffer.h"

namespace ROCKSDB_NAMESPACE {

// Properties that TableProperties has no field for; some of them only other writers store.
namespace property_names {
inline constexpr char kExternalVersion[] = "rocksdb.external_sst_file.version";
inline constexpr char kExternalSequence[] = "rocksdb.external_sst_file.global_seqno";
// Our own property, a decimal number: when this table was begun, the family's tables held all
// records of logs below this number. Stored in tables whose entries may have lost their sequence
// numbers; RepairDB needs it.
inline constexpr char kFlushedLogs[] = "bucketlsm.flushed_logs";
}  // namespace property_names

// Appends a properties block.
void BuildPropertiesBlock(const TableProperties& properties, ByteBuffer* out);

// Adds the properties in the block to *properties. Names without a field in TableProperties become
// user-collected properties. Corruption for a number that does not parse and for names out of
// order. `block_offset` is where the block begins in the file; it gives the place of the global
// sequence number, which a database that ingests the file may overwrite.
[[nodiscard]] Status ParsePropertiesBlock(const Block& block, uint64_t block_offset,
                                          TableProperties* properties);

// The text stored under rocksdb.compression_options.
std::string CompressionOptionsText(const CompressionOptions& options);

}  // namespace ROCKSDB_NAMESPACE
