# Installing Debian packages that are not there. Sourced by the scripts beside it, never run by
# itself; must not change anything where all packages are present.

# What building the library takes, whatever the compiler; building its tests.
library_packages="cmake:cmake ninja-build:ninja pkg-config:pkg-config mold:mold
  libgflags-dev:/usr/include/gflags/gflags.h libsnappy-dev:/usr/include/snappy.h
  liblz4-dev:/usr/include/lz4.h libzstd-dev:/usr/include/zstd.h zlib1g-dev:/usr/include/zlib.h
  libisal-dev:/usr/include/isa-l.h libxxhash-dev:/usr/include/xxhash.h
  liburing-dev:/usr/include/liburing.h"
test_packages="libgtest-dev:/usr/include/gtest/gtest.h libgmock-dev:/usr/include/gmock/gmock.h
  librapidcheck-dev:/usr/include/rapidcheck.h"
clang_packages="clang:clang++ libclang-rt-14-dev:/usr/lib/llvm-14/lib/clang"

# Prints the names of those that are missing. Each entry is PACKAGE:PROBE; a probe that begins with /
# is a file, any other one a command.
missing_packages() {
  local entry
  for entry in "$@"; do
    case "${entry#*:}" in
      /*) [ -e "${entry#*:}" ] || echo "${entry%%:*}" ;;
      *) command -v "${entry#*:}" >/dev/null 2>&1 || echo "${entry%%:*}" ;;
    esac
  done
}

# Installs the packages named; without apt-get says what is needed and goes on.
install_packages() {
  local -a as_root=()
  [ $# -gt 0 ] || return 0
  command -v apt-get >/dev/null || {
    echo "no apt-get here; these must be installed: $*" >&2
    return 0
  }
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  echo "installing: $*"
  "${as_root[@]+"${as_root[@]}"}" apt-get update -qq
  "${as_root[@]+"${as_root[@]}"}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
