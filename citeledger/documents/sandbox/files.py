"""Which files a confined process may open: what its parsers are made of, and nothing else (Landlock, Linux 5.13).

The process runs as the worker does, so without this it could open the database's file and the site's keys. No privilege
is needed, and nothing of it can be taken back.
"""

import ctypes
import errno
import os
import sys
from collections.abc import Iterable
from typing import Final

from citeledger.documents.sandbox.limits import CODE

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # system calls, the same numbers on every architecture
_VERSION_ASKED: Final = 1
_BENEATH: Final = 1  # LANDLOCK_RULE_PATH_BENEATH
_EXECUTE, _WRITE, _READ, _LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
# How many of the rights over files each version of Landlock knows; what one does not know it does not refuse.
_RIGHTS_KNOWN: Final = {1: 13, 2: 14, 3: 15, 4: 15}
_ALL_KNOWN: Final = 16
_SIGNALS_FROM: Final = 6  # from this version on: no signal to a process outside, no abstract socket
_SCOPED: Final = 3
_FOLDERS: Final = ("/usr", "/lib", "/lib64", "/bin", "/opt/homebrew")
_FILES: Final = ("/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types", "/dev/urandom")
_MISSING: Final = frozenset({errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM})  # the last: a container allows no such call


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def keep_to_own_files() -> bool:
    """From now on: read what parsers are made of, write to the null device. False where the kernel has no Landlock.

    After `no new privileges`, without which it is refused. Raises OSError where it is there and did not work.
    """
    version = landlock()
    if not version:
        return False
    known = (1 << _RIGHTS_KNOWN.get(version, _ALL_KNOWN)) - 1
    rules = _Ruleset(known, 0, _SCOPED if version >= _SIGNALS_FROM else 0)
    ruleset = _call(_CREATE, ctypes.byref(rules), ctypes.c_size_t(ctypes.sizeof(rules)), 0)
    _allow(ruleset, (*_FOLDERS, sys.prefix, sys.base_prefix, sys.exec_prefix, CODE), _READ | _LIST | _EXECUTE)
    _allow(ruleset, _FILES, _READ)
    _allow(ruleset, (os.devnull,), _READ | _WRITE)
    _call(_RESTRICT, ruleset, 0)
    os.close(ruleset)
    return True


def landlock() -> int:
    """The version of Landlock that this kernel offers; 0 for none."""
    if sys.platform != "linux":
        return 0
    try:
        return _call(_CREATE, None, ctypes.c_size_t(0), _VERSION_ASKED)
    except OSError as error:
        if error.errno in _MISSING:
            return 0
        raise


def _allow(ruleset: int, paths: Iterable[str], rights: int) -> None:
    for path in dict.fromkeys(paths):
        try:
            parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        rule = _Beneath(rights, parent)
        _call(_ADD, ruleset, _BENEATH, ctypes.byref(rule), 0)
        os.close(parent)


def _call(number: int, *arguments: object) -> int:
    c = ctypes.CDLL(None, use_errno=True)
    answer = int(c.syscall(ctypes.c_long(number), *arguments))
    if answer < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return answer
