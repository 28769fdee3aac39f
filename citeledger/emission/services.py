"""The gate: may the writer read and cite it, is it proved, then record it with its lineage (DESIGN rules 2 and 12)."""

from citeledger.emission.minting import MintedSpan, mint_span, mint_spans, ready_to_mint
from citeledger.emission.recording import RecordedAnswer, ready_to_record, record_answer
from citeledger.emission.sieve import OnUnproved, Withheld

__all__ = [
    "MintedSpan",
    "OnUnproved",
    "RecordedAnswer",
    "Withheld",
    "mint_span",
    "mint_spans",
    "ready_to_mint",
    "ready_to_record",
    "record_answer",
]
