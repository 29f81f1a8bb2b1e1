// Readers and writers of files that are strings, for targets whose input or output is one file.
#pragma once

#include <memory>
#include <string>

#include "env/file_io.h"
#include "test/fuzz/fuzz.h"
#include "test/support/string_files.h"

namespace bucketlsm_fuzz {

inline std::unique_ptr<WritableFileWriter> WriterTo(std::string* bytes) {
  return std::make_unique<WritableFileWriter>(std::make_unique<StringFile>(bytes), "fuzz.out",
                                              FileOptions(), nullptr);
}
inline std::unique_ptr<SequentialFileReader> ReaderOf(const Slice& bytes) {
  return std::make_unique<SequentialFileReader>(std::make_unique<StringSource>(bytes), "fuzz.in");
}
inline std::unique_ptr<RandomAccessFileReader> TableOf(const Slice& bytes) {
  return std::make_unique<RandomAccessFileReader>(std::make_unique<StringTable>(bytes), "fuzz.sst");
}

}  // namespace bucketlsm_fuzz
