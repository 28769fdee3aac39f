"""Addresses of our own that people paste where a uid is asked for."""

import re
from typing import Final

from django.conf import settings

# As the address bar has it: with what the last form said, or where on the page one was.
_PAGE_OF_A_CITATION: Final = re.compile(r"/c/([0-9a-fA-F-]{36})(?:[?#].*)?", re.ASCII)


def without_own_address(*, text: str) -> str:
    """The uid, where `text` is the address of a citation's page at our own origin; else `text` as it is.

    Nothing is looked up, and the origin is PUBLIC_URL alone, never what a request says (threat T67).
    """
    page = _PAGE_OF_A_CITATION.fullmatch(text.removeprefix(settings.PUBLIC_URL))
    return page[1] if page else text
