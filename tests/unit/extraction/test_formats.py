"""The registry: every format is read by a module that keeps the protocol, and asking about formats loads none."""

import subprocess
import sys

import pytest

from citeledger.core.normalization import normalizer_for
from citeledger.extraction import Options, Unreadable, UnsupportedMediaType
from citeledger.extraction.formats import FORMATS, load

PARSERS = ("lxml", "pypdfium2", "docx", "openpyxl", "PIL", "docutils")


@pytest.mark.parametrize("media_type", FORMATS)
def test_every_format_is_read_by_a_module_of_the_protocol(media_type: str) -> None:
    module = load(media_type)
    assert module.EXTRACTOR
    with pytest.raises(Unreadable):
        module.extract(b"", Options())


@pytest.mark.parametrize("media_type", FORMATS)
def test_every_format_has_a_normaliser(media_type: str) -> None:
    assert normalizer_for(media_type).id


def test_no_ending_claims_two_formats() -> None:
    endings = [ending for each in FORMATS.values() for ending in each.endings]
    assert len(endings) == len(set(endings))


@pytest.mark.parametrize("media_type", ["", "text/plain; charset=utf-8", "TEXT/PLAIN", "os", "../text"])
def test_nothing_else_is_loaded(media_type: str) -> None:
    with pytest.raises(UnsupportedMediaType):
        load(media_type)


def test_the_web_process_loads_no_parser() -> None:
    program = (
        "import django, sys; django.setup(); import citeledger.urls, citeledger.wsgi, citeledger.extraction.sniffing;"
        "from django.urls import get_resolver; get_resolver().url_patterns;"
        f"print(sorted(set({PARSERS}) & sys.modules.keys()))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert run.stdout.strip() == "[]"
