# Reads the command line of a script. Sourced by the scripts beside it, never run.
#
# The `usage` function of a script prints its help text, and this text declares the options, one a line:
#
#   --name VALUE    takes a value; N in place of VALUE: a whole number
#   --name          a switch
#
# read_options "$@" sets the variable of each option that is given (_ stands for -) to the value, or to `yes`,
# and appends option and value to the array `given`. The script sets the defaults before. --name VALUE and
# --name=VALUE mean the same. A mistake ends the script with exit code 2.

declare -A option_kinds=()
declare -a given=()

options_fail() {
  echo "tools/${0##*/}: $1 (see --help)" >&2
  exit 2
}

declare_options() {
  local line declaration='^  (--[a-z-]+)( ([A-Z][A-Z,]*))?(  |$)'
  while IFS= read -r line; do
    [[ ! $line =~ $declaration ]] || option_kinds[${BASH_REMATCH[1]}]=${BASH_REMATCH[3]:-switch}
  done < <(usage)
}

# note_option OPTION [VALUE]
note_option() {
  local variable=${1#--}
  given+=("$@")
  printf -v "${variable//-/_}" %s "${2-yes}"
}

read_options() {
  local option kind value
  declare_options
  while [ $# -gt 0 ]; do
    case "$1" in
      --help | -h) usage; exit 0 ;;
      --*) option=${1%%=*} ;;
      *) options_fail "unexpected argument $1" ;;
    esac
    kind=${option_kinds[$option]-}
    if [ -z "$kind" ]; then
      options_fail "unknown option $option"
    elif [ "$kind" = switch ]; then
      [ "$1" = "$option" ] || options_fail "$option takes no value"
      note_option "$option"
    else
      case "$1" in
        *=*) value=${1#*=} ;;
        *) value=${2-} && shift ;;
      esac
      [[ -n $value && $value != --* ]] || options_fail "$option needs a value"
      [[ $kind != N || $value =~ ^[0-9]+$ ]] || options_fail "$option needs a whole number, not $value"
      note_option "$option" "$value"
    fi
    [ $# -eq 0 ] || shift
  done
}
