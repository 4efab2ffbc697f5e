"""Memory that a coding agent has earned: lessons in git, behind a deterministic gate.

A failure may propose a lesson, but only evidence earns that lesson a place in memory.
"""

__version__ = "0.1.0"
