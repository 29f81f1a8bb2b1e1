# A floor is one folder of the source tree, compiled once into an object library.
# add_floor(util)        -> floor_util, from util/**/*.cc without the tests
# add_floor_tests(util)  -> util_tests, from util/**/*_test.cc, linked with this floor and those below it
set(BUCKETLSM_FLOORS_SEEN "")

function(add_floor name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${name}/*.cc")
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  if(NOT sources)
    return()
  endif()
  add_library(floor_${name} OBJECT ${sources})
  target_link_libraries(floor_${name} PRIVATE bucketlsm_engine bucketlsm_deps)
  # The same objects as an archive, so that a floor's tests link only what they use. A thin archive names
  # the objects and copies none.
  add_library(floor_${name}_archive STATIC $<TARGET_OBJECTS:floor_${name}>)
  set_target_properties(floor_${name}_archive PROPERTIES STATIC_LIBRARY_OPTIONS --thin)
  set(BUCKETLSM_FLOORS_SEEN ${BUCKETLSM_FLOORS_SEEN} ${name} PARENT_SCOPE)
endfunction()

# Gives targets the flags of tests.
function(compile_as_tests)
  foreach(target IN LISTS ARGN)
    target_link_libraries(${target} PRIVATE bucketlsm_test)
  endforeach()
endfunction()

function(add_floor_tests name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${name}/*_test.cc")
  if(NOT sources)
    return()
  endif()
  add_executable(${name}_tests ${sources})
  compile_as_tests(${name}_tests)
  set(archives "")
  foreach(floor IN LISTS BUCKETLSM_FLOORS_SEEN)
    list(PREPEND archives floor_${floor}_archive)
    if(floor STREQUAL name)
      break()
    endif()
  endforeach()
  target_link_libraries(${name}_tests PRIVATE -Wl,--start-group ${archives} -Wl,--end-group
                        bucketlsm_deps test_support GTest::gmock)
  include(GoogleTest)
  gtest_discover_tests(${name}_tests DISCOVERY_MODE PRE_TEST TEST_PREFIX "${BUCKETLSM_TEST_PREFIX}${name}."
                       PROPERTIES TIMEOUT 600 LABELS unit)
endfunction()

# An application that links a library gets include/ and, with the static library, the libraries that the
# linker needs.
function(add_rocksdb_libraries)
  set(objects "")
  foreach(floor IN LISTS BUCKETLSM_FLOORS_SEEN)
    list(APPEND objects $<TARGET_OBJECTS:floor_${floor}>)
  endforeach()
  add_library(rocksdb STATIC ${objects})
  target_link_libraries(rocksdb PRIVATE bucketlsm_deps)
  target_include_directories(rocksdb INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  if(ROCKSDB_BUILD_SHARED)
    add_library(rocksdb-shared SHARED ${objects})
    set_target_properties(rocksdb-shared PROPERTIES OUTPUT_NAME rocksdb VERSION 10.6.2 SOVERSION 10)
    target_link_libraries(rocksdb-shared PRIVATE bucketlsm_engine bucketlsm_deps)
    # Calls within the library go straight, not through its table of linked functions.
    target_link_options(rocksdb-shared PRIVATE -Wl,-Bsymbolic-functions)
    target_include_directories(rocksdb-shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  endif()
endfunction()
