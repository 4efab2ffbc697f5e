r"""Names of files as people write them, where a diff has them as git quotes them.

With ``core.quotePath`` (the default) git prints ``"b/src/gr\303\266\303\237e.py"`` for ``b/src/größe.py``. Whoever
tells what failed writes ``größe.py``, and has to be found right. Only the heads of a diff are read: its file lines,
renames and copies, and ``Binary files``. Nothing else of the text changes, and doing it twice is doing it once.
"""

import re

from reflectgit.text.clean import clean

_QUOTED = r'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"'
#: A name that is not quoted holds no quote.
_NAME = rf'(?:{_QUOTED}|[^"\t\n]+)'
_HEADS = re.compile(
    rf'^diff --git (?:{_QUOTED} {_NAME}|[^"\n]+(?<= ){_QUOTED})$'
    rf"|^diff --(?:cc|combined) {_QUOTED}$"
    rf"|^--- {_NAME}(?:\t[^\n]*)?\n\+\+\+ {_NAME}(?:\t[^\n]*)?(?=\n@@ )"
    rf"|^(?:rename|copy) (?:from|to) {_QUOTED}$"
    rf'|^Binary files (?:{_QUOTED} and (?:{_QUOTED} differ|[^"\n]+)|[^"\n]+(?<= and ){_QUOTED} differ)$',
    re.M,
)
_CLOSED = re.compile(_QUOTED)
#: One that never closes is matched as well, so that its text is gone through once.
_IN_QUOTES = re.compile(rf"{_QUOTED}?")
#: A backslash that is escaped begins none.
_BEYOND_ASCII = re.compile(r"\\\\|(?P<octals>(?:\\[2-3][0-7]{2})+)")
_LETTERS = dict(zip('abfnrtv"\\', '\a\b\f\n\r\t\v"\\', strict=True))
_ESCAPE = re.compile(r"\\([abfnrtv\"\\]|[01][0-7]{2})")
#: What a name holds that would break its line, or would not be seen.
_STAYS = re.compile(r"(?<!\\)(?:\\\\)*\\[^\"\\]")


def with_plain_names(text: str) -> str:
    """The text with the names in the heads of diffs unquoted; those that hold control characters stay in quotes."""
    return _HEADS.sub(_plain_head, text) if '"' in text and "\\" in text else text


def plain_name(text: str) -> str:
    """A name that git quoted, to the letter; any other text as it is."""
    if "\\" not in text or not _CLOSED.fullmatch(text):
        return text
    said = _BEYOND_ASCII.sub(_decoded, text[1:-1])
    return _ESCAPE.sub(lambda found: _LETTERS.get(found[1]) or chr(int(found[1], 8)), said)


def spelled_out(text: str) -> str:
    """A sentence or a quote in which names stand as git printed them, with the names as people write them."""
    if "\\" not in text:
        return text
    return _BEYOND_ASCII.sub(_decoded, _IN_QUOTES.sub(lambda found: _plain(found[0]), text))


def _plain_head(match: re.Match[str]) -> str:
    """The head with plain names; as it is where these could be taken for quoted ones again."""
    once = _IN_QUOTES.sub(lambda found: _plain(found[0]), match[0])
    return once if _IN_QUOTES.sub(lambda found: _plain(found[0]), once) == once else match[0]


def _plain(quoted: str) -> str:
    if "\\" not in quoted or not _CLOSED.fullmatch(quoted):
        return quoted
    said = _BEYOND_ASCII.sub(_decoded, quoted[1:-1])
    return f'"{said}"' if _STAYS.search(said) else re.sub(r"\\([\"\\])", r"\1", said)


def _decoded(match: re.Match[str]) -> str:
    """The characters of a run of octal escapes, where they can be seen."""
    if match["octals"] is None:
        return match[0]
    try:
        text = bytes(int(octal, 8) for octal in match["octals"].split("\\")[1:]).decode("utf-8")
    except ValueError:
        return match[0]
    return text if text.isprintable() and clean(text) == text else match[0]
