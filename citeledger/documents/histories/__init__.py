"""Histories made elsewhere, read as consecutive editions of one text: a folder with a list, or a git work tree."""

from citeledger.documents.histories.editions import Edition, History, UnusableHistory
from citeledger.documents.histories.folder import read_folder
from citeledger.documents.histories.work_tree import read_work_tree

__all__ = ["Edition", "History", "UnusableHistory", "read_folder", "read_work_tree"]
