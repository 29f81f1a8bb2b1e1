# `cmake --install` installs headers, both libraries, rocksdb.pc, the CMake package and the tools. This file
# writes the package files from what Dependencies.cmake found, so that they hold no path of the build.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(BUCKETLSM_API_VERSION 10.6.2)  # the RocksDB release whose API this is
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/rocksdb)

install(DIRECTORY include/rocksdb DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS rocksdb ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(ROCKSDB_BUILD_SHARED)
  install(TARGETS rocksdb-shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

# Every library that a static link needs: by pkg-config module where it has one, else by name.
set(ROCKSDB_PC_REQUIRES "")
set(ROCKSDB_PC_LIBS "-lstdc++ -lpthread -ldl -lm")
set(ROCKSDB_LINK_NAMES "")
function(note_dependency switch module library)
  if(NOT ${switch})
    return()
  endif()
  pkg_check_modules(PC_${library} QUIET ${module})
  if(PC_${library}_FOUND)
    list(APPEND ROCKSDB_PC_REQUIRES ${module})
  else()
    string(APPEND ROCKSDB_PC_LIBS " -l${library}")
  endif()
  list(APPEND ROCKSDB_LINK_NAMES ${library})
  set(ROCKSDB_PC_REQUIRES "${ROCKSDB_PC_REQUIRES}" PARENT_SCOPE)
  set(ROCKSDB_PC_LIBS "${ROCKSDB_PC_LIBS}" PARENT_SCOPE)
  set(ROCKSDB_LINK_NAMES "${ROCKSDB_LINK_NAMES}" PARENT_SCOPE)
endfunction()
note_dependency(ISAL_LIBRARY libisal isal)
note_dependency(XXHASH_LIBRARY libxxhash xxhash)
note_dependency(WITH_SNAPPY snappy snappy)
note_dependency(WITH_LZ4 liblz4 lz4)
note_dependency(WITH_ZSTD libzstd zstd)
note_dependency(WITH_ZLIB zlib z)
if(WITH_LIBURING AND URING_LIBRARY)
  note_dependency(URING_LIBRARY liburing uring)
endif()

string(REPLACE ";" " " ROCKSDB_PC_REQUIRES "${ROCKSDB_PC_REQUIRES}")
# The package is found wherever `cmake --install --prefix` or an unpacked archive puts it: rocksdb.pc counts from
# its own place. Directories that were given as absolute paths stay what they are.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(ROCKSDB_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
  set(ROCKSDB_PC_LIBDIR "${CMAKE_INSTALL_LIBDIR}")
else()
  file(RELATIVE_PATH up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(ROCKSDB_PC_PREFIX "\${pcfiledir}/${up}")
  set(ROCKSDB_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(ROCKSDB_PC_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}")
else()
  set(ROCKSDB_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/rocksdb.pc.in rocksdb.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rocksdb.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

configure_package_config_file(cmake/RocksDBConfig.cmake.in RocksDBConfig.cmake
                              INSTALL_DESTINATION ${package_dir}
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(RocksDBConfigVersion.cmake VERSION ${BUCKETLSM_API_VERSION}
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/RocksDBConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/RocksDBConfigVersion.cmake
        DESTINATION ${package_dir})
