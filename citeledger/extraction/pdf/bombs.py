"""Compressed streams that grow beyond reason, found before pdfium unpacks them (threat T76).

Linear in what comes out, which is counted and thrown away. Only deflate grows that much.
"""

import re
import zlib

from citeledger.extraction.extracted import Unreadable

_STREAM = re.compile(rb"stream\r?\n(?=[\x08\x18\x28\x38\x48\x58\x68\x78])")
_LARGEST = 256 * 1024 * 1024  # bytes of one stream: an A4 page in colour at 600 dots an inch is 104 MB
_MOST = 2 * 1024 * 1024 * 1024  # bytes of all streams
_PIECE = 16 * 1024  # grows to 16 MB at most


def refuse_bombs(data: bytes) -> None:
    """Raise Unreadable when the streams of a file unpack to more than any real document's."""
    total = 0
    view = memoryview(data)
    for match in _STREAM.finditer(data):
        total += _size(view[match.end() :])
        if total > _MOST:
            raise Unreadable


def _size(packed: memoryview) -> int:
    """Bytes a stream unpacks to; what is no deflate stream has none. Raises Unreadable beyond _LARGEST."""
    unpacking, size = zlib.decompressobj(), 0
    for start in range(0, len(packed), _PIECE):
        try:
            size += len(unpacking.decompress(packed[start : start + _PIECE]))
        except zlib.error:
            break
        if size > _LARGEST:
            raise Unreadable
        if unpacking.eof:
            break
    return size
