// Options of universal and FIFO compaction.
#include "c_api/handles.h"
#include "c_api/option_macros.h"

C_API_LIFE(rocksdb_universal_compaction_options_t, rocksdb_universal_compaction_options)

#define ROW(NAME)                                                                                  \
  C_API_OPTION(rocksdb_universal_compaction_options_t, rocksdb_universal_compaction_options, NAME, \
               int, NAME)
ROW(size_ratio)
ROW(min_merge_width)
ROW(max_merge_width)
ROW(max_size_amplification_percent)
ROW(compression_size_percent)
ROW(stop_style)
#undef ROW

C_API_LIFE(rocksdb_fifo_compaction_options_t, rocksdb_fifo_compaction_options)

C_API_OPTION(rocksdb_fifo_compaction_options_t, rocksdb_fifo_compaction_options, allow_compaction,
             unsigned char, allow_compaction)
C_API_OPTION(rocksdb_fifo_compaction_options_t, rocksdb_fifo_compaction_options,
             max_table_files_size, uint64_t, max_table_files_size)
