"""What people said of statements: two questions of arXiv 2304.09848, two of AIS (arXiv 2112.12870), four numbers."""

from collections.abc import Sequence

from citeledger.core.evaluation.rates import Rate
from citeledger.core.evaluation.records import Alone, Judgement, Support


def support(judgements: Sequence[Judgement]) -> dict[str, Rate]:
    """Statements their citations together fully support (recall), and citations that support (precision).

    A citation supports where it supports fully, or partially a statement that all its citations together support.
    """
    asked = [judgement for judgement in judgements if judgement.supported is not None]
    return {
        "citation_recall": Rate.of(bool(judgement.supported) for judgement in asked),
        "citation_precision": Rate.of(
            word is Support.FULL or (word is Support.PARTIAL and bool(judgement.supported))
            for judgement in asked
            for word in judgement.citations
        ),
    }


def read_alone(judgements: Sequence[Judgement]) -> dict[str, Rate]:
    """Statements that can be understood by themselves; and of those, the ones all of which their sources say."""
    words = [judgement.alone for judgement in judgements if judgement.alone is not None]
    understood = [word for word in words if word is not Alone.NOT_INTERPRETABLE]
    return {
        "interpretable": Rate(len(understood), len(words)),
        "attributable": Rate.of(word is Alone.ATTRIBUTABLE for word in understood),
    }
