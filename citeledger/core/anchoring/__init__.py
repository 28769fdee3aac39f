"""What became of cited passages in another version of their document. The front door: `passages` says how."""

from citeledger.core.anchoring.passages import (
    RULE,
    DifferentNormalizers,
    Locator,
    OutcomeKind,
    Pair,
    PreparedSide,
    Side,
    SpanOutcome,
    prepare,
    reanchor,
    rule_id,
)

__all__ = [
    "RULE",
    "DifferentNormalizers",
    "Locator",
    "OutcomeKind",
    "Pair",
    "PreparedSide",
    "Side",
    "SpanOutcome",
    "prepare",
    "reanchor",
    "rule_id",
]
