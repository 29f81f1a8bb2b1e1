# The switches of the build, and our compiler flags. The flags sit on interface targets that our targets
# link privately: an application that links the library gets include/ and none of them.
option(WITH_SNAPPY "build with snappy compression" ON)
option(WITH_LZ4 "build with lz4 compression" ON)
option(WITH_ZSTD "build with zstd compression" ON)
option(WITH_ZLIB "build with zlib compression" ON)
option(WITH_LIBURING "use io_uring for asynchronous reads where the kernel has it" ON)
set(WITH_JEMALLOC AUTO CACHE STRING
    "link jemalloc into db_bench, ldb, sst_dump and db_stress (never into the library); AUTO: where it is found")
option(WITH_GFLAGS "build the tools that need gflags (db_bench)" ON)
option(WITH_TESTS "build the tests" ON)
option(WITH_TOOLS "build db_bench, ldb and sst_dump" ON)
option(ROCKSDB_BUILD_SHARED "build librocksdb.so beside librocksdb.a" ON)
option(FAIL_ON_WARNINGS "treat compiler warnings as errors" ON)
option(WITH_ASAN "build with AddressSanitizer" OFF)
option(WITH_TSAN "build with ThreadSanitizer" OFF)
option(WITH_UBSAN "build with UndefinedBehaviorSanitizer" OFF)
option(WITH_SYNC_POINTS "compile the named sync points that deterministic race tests use" OFF)
option(WITH_EMBED_TESTS "let ctest build programs of other people against the library and run their tests" OFF)
option(WITH_COST_TESTS "let ctest count the instructions of hot paths with valgrind and hold them against a table" OFF)
option(WITH_FUZZERS "build the fuzzers of test/fuzz and instrument the engine for them (needs clang)" OFF)
set(PORTABLE 1 CACHE STRING "1: any x86-64 (features chosen at run time); 0: this machine; else an -march name")

# Most of the compile time goes into headers; a unity build reads them once for several sources. These are no
# cache entries, so that they do not reach a project around this one.
if(NOT DEFINED CMAKE_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD ON)
endif()
if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

if(WITH_ASAN OR WITH_TSAN OR WITH_UBSAN OR WITH_FUZZERS)
  set(BUCKETLSM_SANITIZED ON)
endif()

# bucketlsm_flags: warnings, instrumentation, the linker. bucketlsm_headers: our include paths. A target of
# ours links bucketlsm_engine or, where its code is not hot, bucketlsm_test; both bring these two.
add_library(bucketlsm_flags INTERFACE)
add_library(bucketlsm_headers INTERFACE)
add_library(bucketlsm_optimized INTERFACE)
add_library(bucketlsm_unoptimized INTERFACE)
add_library(bucketlsm_engine INTERFACE)
add_library(bucketlsm_test INTERFACE)
target_link_libraries(bucketlsm_engine INTERFACE bucketlsm_flags bucketlsm_headers bucketlsm_optimized)
target_link_libraries(bucketlsm_test INTERFACE bucketlsm_flags bucketlsm_headers bucketlsm_unoptimized)
target_include_directories(bucketlsm_headers INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")

target_compile_options(bucketlsm_flags INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc takes a source that a unity file includes for a header.
  target_compile_options(bucketlsm_flags INTERFACE -Wno-subobject-linkage)
endif()
if(FAIL_ON_WARNINGS)
  target_compile_options(bucketlsm_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Struct or class in a forward declaration matters to the linker of another compiler only.
  target_compile_options(bucketlsm_flags INTERFACE -Wthread-safety -Wno-mismatched-tags)
endif()

# CMake's default Release flags have -O3. The engine was measured and tuned at -O2, so this appends -O2, and
# the last -O wins. Release flags of the builder's own choice stay. The code of tests is not hot, and -O0
# compiles in 0.4 of the time of -O1.
if(CMAKE_CXX_FLAGS_RELEASE STREQUAL "-O3 -DNDEBUG")
  target_compile_options(bucketlsm_optimized INTERFACE $<$<CONFIG:Release>:-O2>)
endif()
target_compile_options(bucketlsm_unoptimized INTERFACE $<$<CONFIG:Release>:-O0>)

# Nobody replaces a function of this library from outside, so the compiler may inline the exported ones.
target_compile_options(bucketlsm_optimized INTERFACE -fno-semantic-interposition)

# Two stores of eight bytes that one load of sixteen reads: the processor cannot hand them on, and the load waits for
# every store before them. Copies of a Slice that was just made look so when they are vectorized.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(bucketlsm_optimized INTERFACE -fno-tree-slp-vectorize)
endif()

if(PORTABLE STREQUAL "0" OR PORTABLE STREQUAL "OFF")
  target_compile_options(bucketlsm_flags INTERFACE -march=native)
elseif(NOT PORTABLE STREQUAL "1" AND NOT PORTABLE STREQUAL "ON")
  target_compile_options(bucketlsm_flags INTERFACE -march=${PORTABLE})
endif()

find_program(MOLD_PROGRAM mold)
find_program(LLD_PROGRAM ld.lld)
if(MOLD_PROGRAM)
  target_link_options(bucketlsm_flags INTERFACE -fuse-ld=mold)
elseif(LLD_PROGRAM)
  target_link_options(bucketlsm_flags INTERFACE -fuse-ld=lld)
endif()

# Every program that links instrumented code needs these options; bucketlsm_deps brings them.
set(BUCKETLSM_LINK_SANITIZERS "")
foreach(san ASAN:address TSAN:thread UBSAN:undefined)
  string(REPLACE ":" ";" pair ${san})
  list(GET pair 0 switch)
  list(GET pair 1 name)
  if(WITH_${switch})
    # Instrumented code confuses gcc's flow analysis: std::regex alone raises a dozen false alarms.
    target_compile_options(bucketlsm_flags INTERFACE
      -fsanitize=${name} -fno-omit-frame-pointer -g1 -Wno-maybe-uninitialized)
    list(APPEND BUCKETLSM_LINK_SANITIZERS -fsanitize=${name})
  endif()
endforeach()
if(WITH_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "WITH_FUZZERS needs clang: -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++")
  endif()
  # Only the instrumentation: each fuzzer adds the main function of libFuzzer itself.
  target_compile_options(bucketlsm_flags INTERFACE
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1)
  list(APPEND BUCKETLSM_LINK_SANITIZERS -fsanitize=address,undefined)
endif()
if(WITH_UBSAN)
  target_compile_options(bucketlsm_flags INTERFACE -fno-sanitize-recover=undefined)
endif()
# See rocksdb/status.h.
target_compile_definitions(bucketlsm_flags INTERFACE BUCKETLSM_LOOKS_AT_RESULTS)
if(BUCKETLSM_SANITIZED)
  target_compile_definitions(bucketlsm_flags INTERFACE BUCKETLSM_SANITIZED)
endif()
# Tests of races need the sync points; only a plain Release build leaves them out.
if(WITH_SYNC_POINTS OR WITH_ASAN OR WITH_TSAN OR WITH_UBSAN OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_compile_definitions(bucketlsm_flags INTERFACE BUCKETLSM_SYNC_POINTS)
endif()

# Each of these files defines the same macro for its own struct.
file(GLOB option_tables "${PROJECT_SOURCE_DIR}/options/*_options_table.cc")
set_source_files_properties(${option_tables} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# Compiled alone, because compression_switch_test.py puts others in their place.
foreach(source cache/flat_codec db/log/wal_codec options/option_rules table/codec)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/${source}.cc" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endforeach()
