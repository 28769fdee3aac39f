"""The registry: every format is read by a module that keeps the protocol, and asking about formats loads none."""

import subprocess
import sys

import pytest

from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import Options, Unreadable, UnsupportedMediaType, recognition
from citeledger.extraction.formats import FORMATS, language_of, load

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


@pytest.mark.parametrize("language", ["en", "de-AT", "zh-Hant", "zh", "nb", "pt-BR"])
def test_an_extractors_id_tells_the_language_print_was_read_in(language: str) -> None:
    """Told again, it leads to the same trained data."""
    pack = recognition._pack(language)
    told = language_of(f"pdf/1+pdfium-5.15.0+ocr/1+tesseract-5.3.0-{pack}-0123456789ab+least-800")
    assert told is not None
    assert recognition._pack(told) == pack
    assert language_of("pdf/1+pdfium-5.15.0") is None
