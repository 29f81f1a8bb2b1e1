# Installs missing Debian packages. Sourced by the scripts beside it, never run; changes nothing where all
# packages are present.
#
#   need "building the library" $library_packages
#   need "the tests" $test_packages
#   install_needed

# Lists of PACKAGE:PROBE. A probe that begins with / is a file, any other one a command.
library_packages="cmake:cmake ninja-build:ninja pkg-config:pkg-config mold:mold
  libgflags-dev:/usr/include/gflags/gflags.h libsnappy-dev:/usr/include/snappy.h
  liblz4-dev:/usr/include/lz4.h libzstd-dev:/usr/include/zstd.h zlib1g-dev:/usr/include/zlib.h
  libisal-dev:/usr/include/isa-l.h libxxhash-dev:/usr/include/xxhash.h
  liburing-dev:/usr/include/liburing.h libjemalloc-dev:/usr/include/jemalloc/jemalloc.h"
gcc_packages="g++:g++"
clang_packages="clang:clang++ libclang-rt-14-dev:/usr/lib/llvm-14/lib/clang"
test_packages="libgtest-dev:/usr/include/gtest/gtest.h libgmock-dev:/usr/include/gmock/gmock.h
  librapidcheck-dev:/usr/include/rapidcheck.h ccache:ccache python3:python3 git:git"
stock_packages="librocksdb-dev:/usr/include/rocksdb/db.h"
# Stock RocksDB comes as a jar, as a Python wheel and as Debian's tools.
jar_packages="default-jdk-headless:javac maven:mvn"
# bindgen reads headers with libclang.
native_packages="libclang-dev:/usr/lib/llvm-14/lib/libclang.so g++:g++ make:make"
interop_packages="$jar_packages python3-pip:python3-pip rocksdb-tools:/usr/bin/sst_dump"
# Programs that nobody here wrote are built with their own tools. cargo is not among these packages: Debian's is too
# old for them. Node.js headers: libnode-dev where they do not come with it.
embed_packages="golang-go:go nodejs:node npm:npm clang:clang binutils:readelf python3-venv:python3-venv"
cost_packages="valgrind:valgrind binutils:readelf"

# Seconds for which apt-get waits for another run to end. Chosen, not measured.
apt_patience=600

needed=() needed_why=""

is_present() {
  case "$1" in
    python3-pip) python3 -m pip --version >/dev/null 2>&1 ;;
    python3-venv) python3 -m ensurepip --version >/dev/null 2>&1 ;;
    /*) [ -e "$1" ] ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

# need REASON PACKAGE:PROBE...: notes those packages that are missing, and what they are for.
need() {
  local reason=$1 entry missing=""
  shift
  for entry in "$@"; do
    is_present "${entry#*:}" || missing+=" ${entry%%:*}"
  done
  [ -n "$missing" ] || return 0
  needed_why+="  for $reason:$missing"$'\n'
  # shellcheck disable=SC2206
  needed+=($missing)
}

# apt-get as root. It waits for the lock of another run, save in `update`, which fails at once.
run_apt() {
  local -a as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]+"${as_root[@]}"}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -o DPkg::Lock::Timeout=$apt_patience "$@"
}

# Reads the package lists; waits where another run holds their lock.
update_lists() {
  local output until=$((SECONDS + apt_patience))
  while ! output=$(run_apt update 2>&1); do
    if [[ $output != *lists/lock* ]] || [ $SECONDS -ge $until ]; then
      echo "$output" >&2
      return 1
    fi
    sleep 2
  done
}

# Installs what `need` noted. Without apt-get it says what is missing and goes on.
install_needed() {
  [ ${#needed[@]} -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null; then
    printf 'no apt-get here; these packages are missing:\n%s' "$needed_why" >&2
    return 0
  fi
  printf 'installing Debian packages\n%s' "$needed_why"
  update_lists && run_apt install -y --no-install-recommends "${needed[@]}" >/dev/null || return
  needed=() needed_why=""
}
