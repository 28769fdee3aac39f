"""Measuring the hot path as a program lives it: over HTTP, on the real server, in a world that is thrown away.

`world` is built in a database of its own, `site` serves it with the middleware and authentication of every other
site, `rounds` asks in turns, and `report` makes ratios of what was measured. Nothing here runs in the product.
"""
