"""The process in which files are read: what it may not do, and that nothing it does is worse than "cannot be read"."""

import os
import sys
import textwrap
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from citeledger.documents import checks
from citeledger.documents.sandbox import reading
from citeledger.documents.sandbox.limits import LARGEST_STRUCTURE, LARGEST_TEXT, Limits
from citeledger.documents.sandbox.reading import RecognitionMissing, SandboxUnavailable, read_apart
from citeledger.extraction import Options, Unreadable, markdown

SMALL = {"cpu": 2, "memory": 256 * 1024 * 1024}
POLICY = "# Rückgabe\n\nWithin 30 days 👩‍👩‍👧.\n"


class Reader:
    """A parser gone wrong: its body runs in the sandbox as `extract(data, options)`."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch

    def does(self, body: str, *, loading: str = "pass") -> None:
        program = f"""
import sys
sys.path.append(sys.argv[1])
from citeledger.documents.sandbox import child
from citeledger.documents.sandbox.limits import Limits
from citeledger.extraction import Extraction, Structure, Block
class Parser:
    EXTRACTOR = "test/1"
    def extract(self, data, options):
{textwrap.indent(textwrap.dedent(body), " " * 8)}
    def says(self, text, ends=None):
        return Extraction(text, Structure((), (Block("paragraph", 0, ends or len(text)),)), "test/1")
def load(media_type):
{textwrap.indent(textwrap.dedent(loading), " " * 4)}
    return Parser()
child.load, child.LIMITS = load, Limits(**{SMALL!r})
child.main(*sys.argv[2:])
"""
        self.patch.setattr(reading, "_BOOT", program)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    return Reader(monkeypatch)


def read(data: bytes = b"bytes", **limits: float) -> str:
    return read_apart(data=data, media_type="text/markdown", options=Options(), limits=Limits(**limits)).text


class TestReading:
    def test_it_gives_what_reading_here_would_have_given(self) -> None:
        found = read_apart(data=POLICY.encode(), media_type="text/markdown", options=Options())
        assert found == markdown.extract(POLICY.encode(), Options())

    def test_options_arrive_as_they_are(self, reader: Reader) -> None:
        reader.does("return self.says(f'{options.language} {options.least_confidence}')")
        options = Options(language="de-'\"$(x)", least_confidence=1)
        assert read_apart(data=b"x", media_type="text/plain", options=options).text == "de-'\"$(x) 1"

    def test_megabytes_go_in_and_out(self, reader: Reader) -> None:
        reader.does("return self.says(data.decode())")
        text = "ä" * 4_000_000
        assert read(text.encode()) == text

    def test_what_a_library_prints_is_no_part_of_the_answer(self, reader: Reader) -> None:
        reader.does("import os; print('noise', flush=True); os.write(1, b'noise'); return self.says('text')")
        assert read() == "text"


HARM = {
    "raises": "raise KeyError('the content')",
    "exits": "import os; os._exit(0)",
    "stops": "sys.exit()",
    "crashes": "import ctypes; ctypes.string_at(0)",
    "recurses": "return self.extract(data, options)",
    "loops": "while True: pass",
    "hoards": "kept = [bytearray(2**20) for _ in range(2**12)]; return self.says('text')",
    "claims memory": "kept = bytearray(2**30); return self.says('text')",
    "kills itself": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "says nothing": "return None",
    "empty text": "return Extraction('', Structure((), ()), 'test/1')",
    "NUL": "return self.says('a\\0b')",
    "half a character": "return self.says('a\\ud800b')",
    "blocks too short": "return self.says('text', ends=2)",
    "blocks too long": "return self.says('text', ends=9)",
    "no extractor": "return Extraction('text', Structure((), (Block('paragraph', 0, 4),)), None)",
    "too much structure": "return Extraction('text', Structure((), (Block('paragraph', 0, 4),), "
    f"details={{'x': 'x' * {LARGEST_STRUCTURE}}}), 'test/1')",
    "too much text": f"return self.says('x' * ({LARGEST_TEXT} + 1))",
}


class TestHarm:
    @pytest.mark.parametrize("body", HARM.values(), ids=HARM)
    def test_whatever_goes_wrong_is_the_one_refusal(self, reader: Reader, body: str) -> None:
        reader.does(body)
        with pytest.raises(Unreadable) as refusal:
            read()
        assert str(refusal.value) == str(Unreadable())

    @pytest.mark.parametrize(
        "answer",
        [
            b"",
            b"\0",
            (5).to_bytes(8, "big") + b"{}",
            (2).to_bytes(8, "big") + b"{}{}",
            (2).to_bytes(8, "big") + b"[]",
            (4).to_bytes(8, "big") + b"null",
            (9).to_bytes(8, "big") + b"[[[[[[[[[",
            (100_000).to_bytes(8, "big") + b"[" * 100_000,
        ],
    )
    def test_an_answer_that_is_none_is_not_believed(self, reader: Reader, answer: bytes) -> None:
        """A parser that was taken over writes what it likes."""
        reader.does(f"import os; [os.write(fd, {answer!r}) for fd in range(3, 12) if writable(fd)]; os._exit(0)")
        reader.patch.setattr(reading, "_BOOT", reading._BOOT.replace("class Parser:", WRITABLE + "class Parser:"))
        with pytest.raises(Unreadable):
            read()

    def test_one_that_waits_is_ended_with_everything_it_started(self, reader: Reader) -> None:
        mark = f"mark-{uuid4()}"
        reader.does(f"import os, time; os.fork(); time.sleep(600)  # {mark}")
        with pytest.raises(Unreadable):
            read(wall=3)
        gone_by = time.monotonic() + 60
        while mark in processes() and time.monotonic() < gone_by:
            time.sleep(0.05)
        assert mark not in processes()

    def test_one_that_never_stops_writing_is_ended(self, reader: Reader) -> None:
        reader.does(f"import os\nwhile True: {FLOOD}")
        reader.patch.setattr(reading, "_BOOT", reading._BOOT.replace("class Parser:", WRITABLE + "class Parser:"))
        with pytest.raises(Unreadable):
            read(output=10_000_000)


FLOOD = "[os.write(fd, b'x' * 65536) for fd in range(3, 12) if writable(fd)]"
WRITABLE = """
def writable(fd):
    import os, stat
    try:
        return stat.S_ISFIFO(os.fstat(fd).st_mode)
    except OSError:
        return False
"""


def processes() -> str:
    """The command lines of all processes there are."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it ended between
            found.append(entry.read_text(errors="replace"))
    return "\n".join(found)


PROBES = {
    "the environment": "dict(os.environ)",
    "files beside it": "refused(os.listdir)",
    "a new file": "refused(lambda: os.open('x', os.O_WRONLY | os.O_CREAT))",
    "a socket": "refused(lambda: __import__('socket').socket())",
    "a socket of the system": "refused_by_the_system()",
    "a socket of a program it starts": "by_a_program('import socket; socket.socket()')",
    "a core file": "resource.getrlimit(resource.RLIMIT_CORE)",
    "modules of the site": "sorted({'django', 'celery', 'redis'} & sys.modules.keys())",
    "this folder's modules": "'' in sys.path",
}
PRELUDE = """
import os, sys, resource, ctypes, subprocess
def refused(act):
    try: act()
    except OSError as error: return type(error).__name__
    return 'done'
def refused_by_the_system():
    c = ctypes.CDLL(None, use_errno=True)
    return [c.socket(2, 1, 0), ctypes.get_errno()]
def by_a_program(code):
    run = subprocess.run([sys.executable, '-I', '-c', code], capture_output=True)
    return [run.returncode, b'PermissionError' in run.stderr]
"""


class TestConfinement:
    def probe(self, reader: Reader, expression: str) -> str:
        reader.does(PRELUDE + f"\nreturn self.says(repr({expression}))")
        return read()

    @pytest.mark.parametrize(
        ("what", "found"),
        [
            ("files beside it", "'PermissionError'"),
            ("a new file", "'PermissionError'"),
            ("a socket", "'PermissionError'"),
            ("a socket of the system", "[-1, 1]"),
            ("a socket of a program it starts", "[1, True]"),
            ("a core file", "(0, 0)"),
            ("modules of the site", "[]"),
            ("this folder's modules", "False"),
        ],
    )
    def test_what_is_out_of_reach(self, reader: Reader, what: str, found: str) -> None:
        assert self.probe(reader, PROBES[what]) == found

    def test_nor_any_file_but_those_that_parsers_are_made_of(self, reader: Reader, tmp_path: Path) -> None:
        """The database's file and the keys are the worker's own, and the worker's are this process's."""
        key = tmp_path / "key"
        key.write_text("canary")
        root = Path(reading.__file__).parents[3]
        for path in (key, root / "manage.py", Path("/etc/passwd"), Path(f"/proc/{os.getpid()}/environ")):
            opened = f"(refused(lambda: open({str(path)!r}, 'rb')), by_a_program({f'open({str(path)!r})'!r}))"
            assert self.probe(reader, opened) == "('PermissionError', [1, True])"
        assert self.probe(reader, f"refused(lambda: os.listdir({str(root)!r}))") == "'PermissionError'"
        assert self.probe(reader, f"refused(lambda: open({reading.__file__!r}))") == "'done'"

    def test_nor_any_process(self, reader: Reader) -> None:
        assert self.probe(reader, f"refused(lambda: os.kill({os.getpid()}, 0))") == "'PermissionError'"

    def test_nothing_of_our_environment_is_there(self, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SECRET_KEY", "canary")
        monkeypatch.setenv("PYTHONPATH", "/canary")
        assert "canary" not in self.probe(reader, f"({PROBES['the environment']}, sys.path)")


UNFILTERED = "from citeledger.documents.sandbox import confinement; confinement._MACHINES.clear()\n"


class TestWithoutAFilter:
    """A kernel or a processor for which none can be set."""

    def test_nothing_is_read(self, reader: Reader) -> None:
        reader.does("return self.says('text')")
        reader.patch.setattr(reading, "_BOOT", reading._BOOT.replace("class Parser:", UNFILTERED + "class Parser:"))
        with pytest.raises(SandboxUnavailable):
            read()

    def test_nor_where_the_kernel_refuses(self, reader: Reader) -> None:
        reader.does("return self.says('text')")
        refusing = UNFILTERED.replace("_MACHINES.clear()", "_FILTER_MODE = 9999")
        reader.patch.setattr(reading, "_BOOT", reading._BOOT.replace("class Parser:", refusing + "class Parser:"))
        with pytest.raises(SandboxUnavailable):
            read()

    def test_unless_the_operator_says_so(self, reader: Reader, settings: Any) -> None:
        settings.SANDBOX_WITHOUT_SECCOMP = True
        reader.does(PRELUDE + "\nreturn self.says(repr(refused(lambda: open('/etc/passwd'))))")
        reader.patch.setattr(reading, "_BOOT", reading._BOOT.replace("class Parser:", UNFILTERED + "class Parser:"))
        assert read() == "'PermissionError'"


class TestWithoutLandlock:
    def test_files_are_read_and_whoever_runs_the_site_is_told(
        self, reader: Reader, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        missing = "from citeledger.documents.sandbox import files; files.landlock = lambda: 0\n"
        reader.does("return self.says('text')")
        reader.patch.setattr(reading, "_BOOT", reading._BOOT.replace("class Parser:", missing + "class Parser:"))
        assert read() == "text"
        assert checks.parsers_open_no_files() == []
        monkeypatch.setattr(checks, "landlock", lambda: 0)
        assert [warning.id for warning in checks.parsers_open_no_files()] == ["citeledger.W002"]

    def test_one_that_is_there_and_does_not_work_is_an_outage(self, reader: Reader) -> None:
        broken = "from citeledger.documents.sandbox import files; files._RESTRICT = -1\n"
        reader.does("return self.says('text')")
        reader.patch.setattr(reading, "_BOOT", reading._BOOT.replace("class Parser:", broken + "class Parser:"))
        with pytest.raises(SandboxUnavailable):
            read()


def test_a_picture_that_nothing_here_reads_is_told_apart(reader: Reader) -> None:
    reader.does("from citeledger.extraction.recognition import RecognitionUnavailable; raise RecognitionUnavailable")
    with pytest.raises(RecognitionMissing):
        read()


class TestOutage:
    """What is our fault says nothing about the file."""

    def test_a_parser_that_cannot_be_loaded(self, reader: Reader) -> None:
        reader.does("return None", loading="raise ImportError")
        with pytest.raises(SandboxUnavailable):
            read()

    def test_an_interpreter_that_is_not_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
        with pytest.raises(SandboxUnavailable):
            read()

    def test_no_room_for_another_process(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object, **__: object) -> None:
            raise BlockingIOError(11, "Resource temporarily unavailable")

        monkeypatch.setattr(reading.subprocess, "Popen", full)
        with pytest.raises(SandboxUnavailable):
            read()

    def test_nothing_is_left_over(self, reader: Reader) -> None:
        before = open_files()
        for body in ("return self.says('text')", HARM["crashes"]):
            reader.does(body)
            with suppress(Unreadable):
                read()
        assert open_files() <= before


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))
