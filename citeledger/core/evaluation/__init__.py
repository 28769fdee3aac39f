"""How well writers with sources do: gold statements against a run, and what people said of a run's statements.

The file format, and what each number means, is in docs/evaluation.md. Nothing here reads a database or a document.
"""

from citeledger.core.evaluation.faults import Fault
from citeledger.core.evaluation.reading import read
from citeledger.core.evaluation.report import report

__all__ = ["Fault", "read", "report"]
