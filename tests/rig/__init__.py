"""Instruments: caches that misbehave, and the comparison of what two worlds look like to the same viewer."""
