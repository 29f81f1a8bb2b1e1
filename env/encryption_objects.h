// The objects of rocksdb/env_encryption.h that option text can name.
#pragma once

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Puts the makers of "ROT13", "CTR" and "EncryptedFileSystem" into the default library, once.
void RegisterEncryptionObjects();

// A part of it: encrypted_fs.cc.
void RegisterEncryptedFileSystem();

}  // namespace ROCKSDB_NAMESPACE
