"""What ``script/server`` and ``script/test`` are made of.

Standard library only: these modules run under the system's Python before any package is installed.
"""
