"""The whole loop, really run: tests that fail, a repair, a reflection on it, and what becomes of it."""

from reflectgit.demo.play import Console, run

__all__ = ["Console", "run"]
