# Installed files: headers and libraries.
include(GNUInstallDirs)
install(DIRECTORY include/rocksdb DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS rocksdb ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(ROCKSDB_BUILD_SHARED)
  install(TARGETS rocksdb-shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
