# Installing Debian packages that are not there. Sourced by the scripts beside it, never run by
# itself; must not change anything where all packages are present.

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
