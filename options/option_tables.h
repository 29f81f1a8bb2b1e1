// The tables of all options; the only place where an option is introduced. See option_spec.h.
#pragma once

#include "options/option_spec.h"

namespace ROCKSDB_NAMESPACE {

const OptionTable& DBOptionsTable();            // of DBOptions
const OptionTable& ColumnFamilyOptionsTable();  // of ColumnFamilyOptions
const OptionTable& BlockBasedTable();           // of BlockBasedTableOptions

// Every option of the library, for documentation and tests. Nested structs follow the option that
// holds them.
std::vector<OptionDoc> DescribeAllOptions();

}  // namespace ROCKSDB_NAMESPACE
