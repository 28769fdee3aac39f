"""Measure re-anchoring on a folder of labelled cases; needs no database."""

import json
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from citeledger.core.anchoring import Locator, PreparedSide, Side, SpanOutcome, prepare, reanchor, rule_id
from citeledger.core.normalization import normalizer_for
from citeledger.extraction import extract

_MEDIA_TYPE = "text/markdown"


@dataclass(frozen=True, slots=True)
class Version:
    """A text of the set: its raw characters, which the cases index, and its prepared canonical text."""

    raw: str
    side: PreparedSide

    def canonical(self, offset: int) -> int:
        """Canonical offset of a raw one (code points): a leading BOM and the CR of each CR LF are gone."""
        before = self.raw[:offset]
        return offset - before.startswith("\ufeff") - before.count("\r\n")
