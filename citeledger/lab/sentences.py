"""The runbook's own sentences, as the manager typed them into the wiki: the host's text, not the ledger's."""

from citeledger.lab import texts
from citeledger.lab.story import REAL

SENTENCES: dict[str, str] = {
    "window": "Customers can bring back opened electronics for 30 days.",
    "shipping": texts.SHIPPING,
    "note": "Tell them to keep the receipt: a restocking fee is coming.",
    **{real.slug: real.statement for real in REAL},
}
