# The switches a builder may set, and the compiler flags they stand for.
option(WITH_SNAPPY "build with snappy compression" ON)
option(WITH_LZ4 "build with lz4 compression" ON)
option(WITH_ZSTD "build with zstd compression" ON)
option(WITH_ZLIB "build with zlib compression" ON)
option(WITH_LIBURING "use io_uring for asynchronous reads where the kernel has it" ON)
option(WITH_JEMALLOC "link jemalloc into the tools" OFF)
option(WITH_GFLAGS "build the tools that need gflags (db_bench)" ON)
option(WITH_TESTS "build the tests" ON)
option(WITH_TOOLS "build db_bench, ldb and sst_dump" ON)
option(ROCKSDB_BUILD_SHARED "build librocksdb.so beside librocksdb.a" ON)
option(FAIL_ON_WARNINGS "treat compiler warnings as errors" ON)
option(WITH_ASAN "build with AddressSanitizer" OFF)
option(WITH_TSAN "build with ThreadSanitizer" OFF)
option(WITH_UBSAN "build with UndefinedBehaviorSanitizer" OFF)
option(WITH_SYNC_POINTS "compile the named sync points that deterministic race tests use" OFF)
option(WITH_FUZZERS "build the fuzzers of test/fuzz and instrument the engine for them (needs clang)" OFF)
set(PORTABLE 1 CACHE STRING "1: any x86-64 (features chosen at run time); 0: this machine; else an -march name")

# Several sources a compiler run: most of the time goes into headers, which a run reads once.
set(CMAKE_UNITY_BUILD ON CACHE BOOL "compile several sources of a target in one run")
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8 CACHE STRING "how many")

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
find_program(MOLD_PROGRAM mold)
find_program(LLD_PROGRAM ld.lld)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
elseif(LLD_PROGRAM)
  add_link_options(-fuse-ld=lld)
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers
                    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
                    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-subobject-linkage)  # files that include each other's .cc look like headers to it
endif()
if(FAIL_ON_WARNINGS)
  add_compile_options(-Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Which of struct and class a forward declaration says matters to another compiler's linker only.
  add_compile_options(-Wthread-safety -Wno-mismatched-tags)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")

if(PORTABLE STREQUAL "0" OR PORTABLE STREQUAL "OFF")
  add_compile_options(-march=native)
elseif(NOT PORTABLE STREQUAL "1" AND NOT PORTABLE STREQUAL "ON")
  add_compile_options(-march=${PORTABLE})
endif()

foreach(san ASAN:address TSAN:thread UBSAN:undefined)
  string(REPLACE ":" ";" pair ${san})
  list(GET pair 0 switch)
  list(GET pair 1 name)
  if(WITH_${switch})
    # Instrumented code confuses gcc's flow analysis: std::regex alone raises a dozen false alarms.
    add_compile_options(-fsanitize=${name} -fno-omit-frame-pointer -g1 -Wno-maybe-uninitialized)
    add_link_options(-fsanitize=${name})
    add_compile_definitions(BUCKETLSM_SANITIZED)
  endif()
endforeach()
if(WITH_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "WITH_FUZZERS needs clang: -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++")
  endif()
  # The fuzzers themselves add libFuzzer's main; here only the instrumentation.
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=address,undefined)
  add_compile_definitions(BUCKETLSM_SANITIZED)
endif()
if(WITH_UBSAN)
  add_compile_options(-fno-sanitize-recover=undefined)
endif()
# Tests of races need the sync points; only a plain Release build leaves them out.
if(WITH_SYNC_POINTS OR WITH_ASAN OR WITH_TSAN OR WITH_UBSAN OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(BUCKETLSM_SYNC_POINTS)
endif()

# These define the same macro, each for its own struct.
file(GLOB option_tables "${CMAKE_SOURCE_DIR}/options/*_options_table.cc")
set_source_files_properties(${option_tables} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

include_directories(BEFORE "${CMAKE_SOURCE_DIR}/include" "${CMAKE_SOURCE_DIR}")
