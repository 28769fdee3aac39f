"""Quotations: where one stands, whether a statement is one, and what parts two of them."""
