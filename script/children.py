"""Programs we start, and end again by their own process id."""

import contextlib
import ctypes
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LOOPBACK = "127.0.0.1"
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, kw_only=True)
class Account:
    """The system account a child runs under."""

    name: str
    uid: int
    gid: int


@dataclass(frozen=True, kw_only=True)
class Child:
    """A running program: its name for people, its log, and the signal that ends it in order."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path
    stop_signal: signal.Signals = signal.SIGTERM

    def has_ended(self) -> bool:
        """Whether the program is gone."""
        return self.process.poll() is not None

    def stop(self, *, seconds: float = 10) -> None:
        """Ask it to end; end it and what it started after that many seconds."""
        stop_all(children=[self], seconds=seconds)


def start(
    *,
    name: str,
    argv: Sequence[str | Path],
    environment: Mapping[str, str],
    log: Path,
    folder: Path,
    stop_signal: signal.Signals = signal.SIGTERM,
    account: Account | None = None,
) -> Child:
    """Start a program in its own session, so that Ctrl-C reaches us alone and we end children in order."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(part) for part in argv],
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_ending_with_parent(stop_signal=stop_signal),
            **as_account(account=account),  # type: ignore[call-overload]  # keyword groups defeat the overloads
        )
    return Child(name=name, process=process, log=log, stop_signal=stop_signal)


def stop_all(*, children: Iterable[Child], seconds: float = 10) -> None:
    """End all of them at once, waiting at most that many seconds in total."""
    running = [child for child in children if not child.has_ended()]
    for child in running:
        child.process.send_signal(child.stop_signal)
    deadline = time.monotonic() + seconds
    for child in running:
        _end(child=child, seconds=max(0.0, deadline - time.monotonic()))


def as_account(*, account: Account | None) -> dict[str, object]:
    """Keyword arguments for ``subprocess`` that drop to the account."""
    if account is None:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


def unprivileged_account() -> Account | None:
    """``nobody`` when we are root (PostgreSQL refuses root), else nothing: we already are unprivileged."""
    if os.geteuid() != 0:
        return None
    entry = pwd.getpwnam("nobody")
    return Account(name=entry.pw_name, uid=entry.pw_uid, gid=entry.pw_gid)


def free_port() -> int:
    """A port on the loopback address that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def is_port_free(*, port: int) -> bool:
    """Whether we could listen on that port of the loopback address."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def wait_until(*, ready: Callable[[], bool], child: Child, seconds: float) -> bool:
    """Whether the child got ready in time; stops waiting when it ended."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if child.has_ended():
            return False
        if ready():
            return True
        time.sleep(0.02)
    return False


def _end(*, child: Child, seconds: float) -> None:
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.process.wait(timeout=seconds)
    # Its own session: the group holds nothing but this child and what it started, and left behind if it ended itself.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.process.pid, signal.SIGKILL)
    child.process.wait()


def _ending_with_parent(*, stop_signal: signal.Signals) -> Callable[[], None] | None:
    """On Linux a child ends even when we are killed without a chance to end it; elsewhere nothing."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # looked up before the fork, where only simple calls are safe

    def ask_kernel() -> None:
        prctl(_PR_SET_PDEATHSIG, int(stop_signal))

    return ask_kernel
