"""Ways to spoil a file: as bytes, or inside its packing so that what unpacks it lets the damage through."""

import re
import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

_MOST = 8  # changes to one file
_NUMBER = re.compile(rb"\d+")
_NUMBERS = (b"0", b"-1", b"1", b"65536", b"2147483647", b"4294967296", b"99999999999999999999", b"1e309", b"nan")
_TAG = re.compile(rb"<[^<>]{1,200}>")
_PNG_MARK = b"\x89PNG\r\n\x1a\n"

Change = Callable[[Random, bytes], bytes]


def spoilt(random: Random, samples: list[bytes]) -> bytes:
    """One of the samples with a few changes."""
    data = random.choice(samples)
    if data.startswith(b"PK") and random.random() < 0.8:
        return _repacked(random, data)
    if data.startswith(_PNG_MARK) and random.random() < 0.6:
        return _resigned(random, data)
    if random.random() < 0.1:
        data = _spliced(random, data, random.choice(samples))
    return _changed(random, data)


def _changed(random: Random, data: bytes) -> bytes:
    for _ in range(random.randint(1, _MOST)):
        data = random.choice(_CHANGES)(random, data)
    return data


def _flip(random: Random, data: bytes) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def _set(random: Random, data: bytes) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice((b"\0", b"\xff", b"<", b"(", b"\x80", random.randbytes(1))) + data[at + 1 :]


def _insert(random: Random, data: bytes) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.randbytes(random.randint(1, 20)) + data[at:]


def _cut(random: Random, data: bytes) -> bytes:
    start, end = _stretch(random, data)
    return data[:start] + data[end:]


def _double(random: Random, data: bytes) -> bytes:
    start, end = _stretch(random, data)
    return data[:end] + data[start:end] * random.randint(1, 30) + data[end:]


def _swap(random: Random, data: bytes) -> bytes:
    one, two, three = sorted(random.randint(0, len(data)) for _ in range(3))
    return data[:one] + data[two:three] + data[one:two] + data[three:]


def _truncate(random: Random, data: bytes) -> bytes:
    return data[: random.randint(0, len(data))]


def _number(random: Random, data: bytes) -> bytes:
    return _replace(random, data, _NUMBER, random.choice(_NUMBERS))


def _tag(random: Random, data: bytes) -> bytes:
    """A tag left out, or another one in its place."""
    tags = _TAG.findall(data)
    return _replace(random, data, _TAG, random.choice((b"", random.choice(tags)))) if tags else data


def _nest(random: Random, data: bytes) -> bytes:
    """A tag, or a bracket, a thousand deep."""
    tags = _TAG.findall(data)
    at = random.randint(0, len(data))
    return data[:at] + random.choice((b"[", b"<<", b"(", b"> ", *(tags[:5]))) * 1000 + data[at:]


def _replace(random: Random, data: bytes, pattern: re.Pattern[bytes], new: bytes) -> bytes:
    places = [match.span() for match in pattern.finditer(data)]
    if not places:
        return data
    start, end = random.choice(places)
    return data[:start] + new + data[end:]


def _stretch(random: Random, data: bytes) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.randint(1, max(1, len(data) // 4)))


def _spliced(random: Random, data: bytes, other: bytes) -> bytes:
    return data[: random.randint(0, len(data))] + other[random.randint(0, len(other)) :]


_CHANGES: tuple[Change, ...] = (
    *(_flip, _flip, _set, _set, _insert, _cut, _double, _swap, _truncate),
    *(_number, _number, _number, _tag, _tag, _nest),
)


def _repacked(random: Random, data: bytes) -> bytes:
    """A package with one or two members spoilt, left out, doubled or renamed, and packed well again."""
    with ZipFile(BytesIO(data)) as package:
        members = [(entry.filename, package.read(entry)) for entry in package.infolist()]
    for _ in range(random.randint(1, 2)):
        at = random.randrange(len(members))
        name, body = members[at]
        manner = random.random()
        if manner < 0.05:
            members[at] = (random.choice(("../x", "/x", "word/x.xml", "x" * 300)), body)
        elif manner < 0.1:
            members[at] = random.choice(members)
        else:
            members[at] = (name, _changed(random, body))
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as package:
        for name, body in dict(members).items():
            package.writestr(name, body)
    return target.getvalue()


def _resigned(random: Random, data: bytes) -> bytes:
    """A PNG picture with one chunk spoilt and its checksum made right."""
    chunks, at = [], len(_PNG_MARK)
    while at + 12 <= len(data):
        [length] = struct.unpack_from(">I", data, at)
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    place = random.randrange(len(chunks))
    kind, body = chunks[place]
    if kind == b"IDAT" and random.random() < 0.5:
        body = zlib.compress(_changed(random, zlib.decompress(body)))
    else:
        body = _changed(random, body)
    chunks[place] = (kind, body)
    return _PNG_MARK + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )
