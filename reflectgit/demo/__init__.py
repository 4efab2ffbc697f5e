"""The whole loop, really run: tests that fail, a repair, a reflection on it, what becomes of it and of the lesson."""

from reflectgit.demo.console import Console
from reflectgit.demo.play import run

__all__ = ["Console", "run"]
