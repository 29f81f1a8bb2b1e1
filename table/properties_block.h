// TableProperties to and from the properties block: sorted names, decimal facts as varints, strings
// as they are. Written by SstWriter, read by SstReader, SstSalvage and sst_dump. The names are the
// format: stock reads and writes the same.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/status.h"
#include "rocksdb/table_properties.h"
#include "table/block.h"
#include "table/byte_buffer.h"

namespace ROCKSDB_NAMESPACE {

// Names that the engine keeps beside TableProperties in files of its own or others' making.
namespace property_names {
inline constexpr char kExternalVersion[] = "rocksdb.external_sst_file.version";
inline constexpr char kExternalSequence[] = "rocksdb.external_sst_file.global_seqno";
// Ours, decimal: logs below this number were in tables of the family when this table was begun. In
// tables whose entries may have lost their sequence numbers; RepairDB needs it.
inline constexpr char kFlushedLogs[] = "bucketlsm.flushed_logs";
}  // namespace property_names

// Appends a properties block.
void BuildPropertiesBlock(const TableProperties& properties, ByteBuffer* out);

// Adds what the block says to *properties. Names that are not facts of TableProperties become
// user-collected properties. Corruption for a fact that does not parse and for names out of order.
// `block_offset` is where the block begins in the file; it gives the place of the global sequence
// number, which a database that ingests the file may overwrite.
[[nodiscard]] Status ParsePropertiesBlock(const Block& block, uint64_t block_offset,
                                          TableProperties* properties);

// The text stored under rocksdb.compression_options.
std::string CompressionOptionsText(const CompressionOptions& options);

}  // namespace ROCKSDB_NAMESPACE
