"""Text cut into sentences: at a full stop that ends one, not inside a name, a number, a path or a quote."""

import re

_END = re.compile(r"(?<=[.!?;])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)\s+(?=\S)|\n{2,}")


def sentences(text: str) -> list[str]:
    """The sentences of a text in their order, white space at their ends cut off; never an empty one."""
    spans: list[str] = []
    for part in _END.split(text):
        if spans and _open(spans[-1]):
            spans[-1] += " " + part
        else:
            spans.append(part)
    return [span.strip() for span in spans if span.strip()]


def _open(text: str) -> bool:
    """Whether a span between backticks, or a double quote, was opened and not yet closed."""
    return text.count("`") % 2 == 1 or text.count('"') % 2 == 1
