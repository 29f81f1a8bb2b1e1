// Stands in for the header of RocksDB's own sources that MariaDB's plugin includes. It uses sync
// points in debug builds only, so there is nothing in it.
#pragma once
