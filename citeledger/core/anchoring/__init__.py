"""What became of cited passages in another version of their document. The front door: `passages` says how."""

from citeledger.core.anchoring.passages import RULE, DifferentNormalizers, Pair, reanchor, rule_id
from citeledger.core.layout.sides import PreparedSide, Side, prepare
from citeledger.core.outcomes import Locator, OutcomeKind, SpanOutcome

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
