# shellcheck shell=bash
# Sourced. Sets $python to an interpreter of 3.11 or newer; PYTHON=... chooses one.

is_new_enough() {
  "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
  local candidate
  for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
    if is_new_enough "$candidate"; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  printf 'citeledger: needs Python 3.11 or newer%s. Install it, or name one: PYTHON=/path/to/python3 %s\n' \
    "${PYTHON:+ (PYTHON=$PYTHON is not)}" "$0" >&2
  return 1
}

python="$(find_python)"
unset PYTHONHOME PYTHONPATH PYTHONSAFEPATH VIRTUAL_ENV
# Some images set it. Each of the hundreds of programs we start would compile itself, and the suite its tests, anew.
unset PYTHONDONTWRITEBYTECODE
