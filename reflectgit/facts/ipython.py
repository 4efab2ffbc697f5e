"""Frames as IPython and notebooks print them: ``File path:4, in main(x)``, ``Cell In[3], line 1``, code at an arrow.

Their exceptions stand below as Python prints them (`python_traceback`).
"""

import re
from collections.abc import Iterator, Sequence

from reflectgit.facts.model import Frame
from reflectgit.facts.rules import places

NEEDLES = ("----> ",)

_FRAME = re.compile(
    r"(?:File (?P<path>[^\s:][^:\n]{0,400}\.pyx?):(?P<number>\d{1,9})"
    r"|Cell In ?\[\d+\], line (?P<line>\d{1,9}))"
    r"(?:, in (?P<function>[\w.<>]{1,200})[^\n]*)?$"
)
_ARROW = re.compile(r"-+> \d{1,9} ?(?P<code>.*)$")
_ABOVE = 12  # lines of source that stand at most above the one that failed


def parse(lines: Sequence[str]) -> Iterator[Frame]:
    """The frame of each arrow."""
    for at in places("\n".join(lines), "----> "):
        arrow = _ARROW.match(lines[at])
        above = range(at - 1, max(-1, at - 1 - _ABOVE), -1)
        head = next(((place, found) for place in above if (found := _FRAME.match(lines[place]))), None)
        if arrow and head:
            place, found = head
            yield Frame(
                line=place + 1,
                path=found["path"] or "<ipython-input>",
                number=int(found["number"] or found["line"]),
                function=found["function"] or "<module>",
                code=arrow["code"].strip(),
            )
