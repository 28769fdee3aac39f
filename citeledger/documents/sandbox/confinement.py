"""What a process does to itself before it reads a stranger's file. Nothing of it can be taken back.

Linux on x86-64 and arm64: limits of CPU time, address space and files, a seccomp filter under which no socket is made,
whatever code runs, and (see `files`) no file opened but those that parsers are made of. Elsewhere (macOS) the address
space is not limited, because the system does not keep that limit, and only Python's own sockets are refused: enough to
try things out, not to take files from strangers.
"""

import ctypes
import platform
import resource
import sys
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from citeledger.documents.sandbox.files import keep_to_own_files
from citeledger.documents.sandbox.limits import Limits

_NO_NEW_PRIVILEGES: Final = 38  # prctl(2)
_SET_SECCOMP, _FILTER_MODE = 22, 2
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # classic BPF
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001  # SECCOMP_RET_ALLOW; SECCOMP_RET_ERRNO with EPERM
_NUMBER_AT, _MACHINE_AT = 0, 4  # offsets in struct seccomp_data
_OTHER_ABI: Final = 0x40000000  # x32 has numbers of its own from here


class _Machine(NamedTuple):
    """An architecture's name for the filter, and its numbers of the calls that lead outside.

    socket; ptrace, process_vm_readv and _writev and pidfd_getfd (another process might have a socket); io_uring_setup
    (which makes sockets without calling socket).
    """

    audit_name: int
    calls: tuple[int, ...]


_MACHINES: Final = {
    "x86_64": _Machine(0xC000003E, (41, 101, 310, 311, 438, 425)),
    "aarch64": _Machine(0xC00000B7, (198, 117, 270, 271, 438, 425)),
}


class _Instruction(ctypes.Structure):
    _fields_ = [("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("value", ctypes.c_uint)]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(_Instruction))]


class Unconfined(RuntimeError):
    """This kernel or processor has no seccomp filter for us: a parser that was taken over could open sockets."""


def confine(limits: Limits, *, without_seccomp: bool = False) -> None:
    """From now on: no file grows or is opened but our own, no core is dumped, no socket is made, time and memory end.

    Raises Unconfined where no filter can be set, unless `without_seccomp` says to go on; OSError where Landlock failed.
    """
    _limit("CORE", 0)
    _limit("FSIZE", 0)
    _limit("CPU", limits.cpu)
    if sys.platform == "linux":
        _limit("AS", limits.memory)
        _confine_calls(without_seccomp=without_seccomp)
    sys.addaudithook(_refuse_sockets)


def _limit(name: str, most: int) -> None:
    resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))


def _refuse_sockets(event: str, _arguments: Sequence[Any]) -> None:
    if event.startswith("socket."):
        raise PermissionError("No network here.")


def _confine_calls(*, without_seccomp: bool) -> None:
    c = ctypes.CDLL(None)
    if c.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0:
        keep_to_own_files()
        if _refuse_calls(c):
            return
    if not without_seccomp:
        raise Unconfined


def _refuse_calls(c: ctypes.CDLL) -> bool:
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        return False
    instructions = _instructions(machine)
    program = _Program(len(instructions), (_Instruction * len(instructions))(*instructions))
    return bool(c.prctl(_SET_SECCOMP, _FILTER_MODE, ctypes.byref(program), 0, 0) == 0)


def _instructions(machine: _Machine) -> list[_Instruction]:
    """Refuse what comes by another ABI, and each of the machine's calls; allow everything else."""
    left = len(machine.calls)
    return [
        _Instruction(_LOAD, 0, 0, _MACHINE_AT),
        _Instruction(_IF_EQUAL, 0, left + 3, machine.audit_name),
        _Instruction(_LOAD, 0, 0, _NUMBER_AT),
        _Instruction(_IF_AT_LEAST, left + 1, 0, _OTHER_ABI),
        *(_Instruction(_IF_EQUAL, left - place, 0, call) for place, call in enumerate(machine.calls)),
        _Instruction(_RETURN, 0, 0, _ALLOW),
        _Instruction(_RETURN, 0, 0, _REFUSE),
    ]
