// The namespace everything public lives in. Included by every header; defines nothing else.
// A build may rename it by defining ROCKSDB_NAMESPACE before the first include.
#pragma once

#ifndef ROCKSDB_NAMESPACE
#define ROCKSDB_NAMESPACE rocksdb
#endif
