"""The texts of the story. The policy is made from what has been done to it, so every change can be taken back."""

TITLE = "Northstar returns policy"
WINDOW = "Opened electronics may be returned within {days} days of delivery."
SHIPPING = "Return shipping is free within the country."
RECEIPT = "The original receipt or the order number is needed for every return."
RECEIPT_ONLY = "The original receipt is needed for every return."

POLICY = """# Northstar returns policy

## 1. What this covers

This policy covers everything bought from Northstar, in the shop or online.

## 2. Unopened goods

Unopened goods may be returned within 60 days of delivery.

## 3. Shipping and receipts

{shipping}

{receipt}

## 4. Refund window

{window}

The refund goes to the card or account that was used to pay.

## 5. Exceptions

Software licences, gift cards and hygiene products are not refunded.
"""
DRAFT_SENTENCE = "From next year, opened electronics will carry a restocking fee of 15 percent."
DRAFT = f"""# Draft: restocking fee

Not for circulation outside legal.

{DRAFT_SENTENCE}

Objections go to the head of legal before the end of the quarter.
"""
SUCCESSOR = """# Northstar returns policy, second edition

## 4. Refund window

Opened electronics may be returned within 21 days of delivery, minus a restocking fee.
"""


def policy_text(*, days: int, spaced: bool, elsewhere: bool, receipt: bool) -> str:
    """The policy with `days` in section 4 (re-wrapped if `spaced`), and section 3 with its two sentences reworded."""
    window = WINDOW.format(days=days)
    if spaced:
        window = window.replace("may be returned within", "may be\nreturned   within")
    shipping = "Sending goods back costs nothing within the country." if elsewhere else SHIPPING
    proof = RECEIPT_ONLY if receipt else RECEIPT
    return POLICY.format(window=window, shipping=shipping, receipt=proof)
