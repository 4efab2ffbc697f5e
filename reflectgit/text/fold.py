"""Lower case, character for character: what is found in the folded text stands at the same place in the text itself.

A regular expression without ``re.IGNORECASE`` that begins with a literal is searched for many times faster; so texts
are folded once, and patterns are written in lower case.
"""

#: Beside the capitals: all that ``re.IGNORECASE`` takes for an ASCII letter. ``İ`` alone would become two characters.
_LETTERS = str.maketrans("İıſK", "iisk")


def folded(text: str) -> str:
    """The text in lower case, as long as it was."""
    return (text if text.isascii() else text.translate(_LETTERS)).lower()


def word(literal: str) -> str:
    """A pattern for a literal that begins a word; the literal stands first, so that it is found at once."""
    return rf"{literal}(?<!\w{literal})"
