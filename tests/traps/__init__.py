"""Edits planted in texts, labelled by construction: what must alarm, what must not, and the trap each case holds.

Nothing here knows how anchoring reads Markdown: paragraphs and sentences are found by this package's own, coarser
means, and an edit is made only where its label is certain. Same texts and same seed give the same cases.
"""
