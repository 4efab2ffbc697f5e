"""Everything that is written to standard output or standard error goes through here.

Rules that this module keeps: standard output carries the answer alone; colour only on a terminal, and never
with ``NO_COLOR`` or ``TERM=dumb``; no control character of stored text reaches a terminal raw; lines of a
table are cut on a terminal alone, in a pipe they are whole; a character that the encoding lacks is escaped.
"""

import io
import json
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import typer

from reflectgit.errors import StoreError

_PIPE_COLUMNS = 80
_PROSE_COLUMNS = 100
_NARROW = 120
#: As of a process that the kernel ends for writing into a closed pipe (128 + SIGPIPE).
PIPE_CLOSED = 141

_COLOURS = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}
# DEL and C1, what reverses the reading order, separators, what has no width (but for the joiners, which the writing of
# Persian and of emoji needs), tags, surrogates.
_HIDDEN = (
    "\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"
    "\U000e0000-\U000e0fff\ud800-\udfff"
)
_UNSEEN = re.compile(f"[\x00-\x08\x0b-\x1f{_HIDDEN}]")
# json.dumps escapes C0 itself.
_UNSAFE_IN_JSON = re.compile(f"[{_HIDDEN}]")


class Unprintable(StoreError):
    """The answer is there, but standard output does not take it."""

    default_code = "os_error"


def put(text: str = "") -> None:
    """Write `text` and a line end to standard output; a reader that went away ends the program quietly.

    Raises:
        Unprintable: the disk is full, or the like.
    """
    if sys.stdout is None:
        return
    with _guarded_stdout():
        sys.stdout.write(_encodable(text, sys.stdout) + "\n")
        sys.stdout.flush()


def flush() -> None:
    """Write out what others, as the help texts, have left in standard output; raises as `put`."""
    if sys.stdout is not None:
        with _guarded_stdout():
            sys.stdout.flush()


@contextmanager
def _guarded_stdout() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        silence(sys.stdout)
        raise typer.Exit(PIPE_CLOSED) from None
    except OSError as fault:
        silence(sys.stdout)
        raise Unprintable(
            f"the answer could not be printed: {fault.strerror}", "Make room, and ask again"
        ) from None


@contextmanager
def after(done: str, hint: str) -> Iterator[None]:
    """For an answer that tells of what is `done` already ("" for nothing): a fault in printing it says so."""
    try:
        yield
    except Unprintable as fault:
        if not done:
            raise
        raise Unprintable(f"{done}, but {fault.message}", hint) from None


def put_json(value: Any) -> None:
    """Write one JSON object on one line, in UTF-8 whatever the locale, members in the order given."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    line = _UNSAFE_IN_JSON.sub(lambda char: json.dumps(char[0])[1:-1], text)
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    put(line)


def put_error(line: str) -> None:
    """Write one line to standard error; where that cannot be written to, there is nobody to tell.

    A fault may repeat a word of what was refused, and logs keep what is written here: secrets are taken out.
    """
    if sys.stderr is None:
        return
    try:
        told = visible(without_secrets(line)).replace("\n", " ")
        sys.stderr.write(_encodable(told, sys.stderr) + "\n")
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Point a standard stream at nothing, so that the interpreter's last flush of it does not complain."""
    with suppress(io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _encodable(text: str, stream: TextIO) -> str:
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


# --- what a line may hold --------------------------------------------------------------------------------


def visible(text: str) -> str:
    """The text with control characters, reading-order marks and lone surrogates written as escapes."""
    return _UNSEEN.sub(lambda char: char[0].encode("unicode_escape").decode("ascii"), text)


def without_secrets(text: str) -> str:
    """The text with secrets replaced; names of people stay, as the paths of files hold them."""
    from reflectgit.text.redact import redact  # only a fault pays for its patterns

    return redact(text, people=False)


def one_line(text: str) -> str:
    """The text on one line, white space folded, safe to print."""
    return visible(" ".join(text.split()))


def cells(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """The text in at most `columns` columns, with three dots where something is left out."""
    if cells(text) <= columns:
        return text
    kept, room = "", max(columns - 3, 0)
    for char in text:
        room -= _cells(char)
        if room < 0:
            break
        kept += char
    return (kept.rstrip() + "...")[:columns]


# --- the terminal ----------------------------------------------------------------------------------------


def on_terminal() -> bool:
    """Whether a person is likely to read the answer as it comes."""
    return sys.stdout is not None and sys.stdout.isatty()


def columns() -> int:
    """The width of the terminal; 80 where there is none."""
    return shutil.get_terminal_size((_PIPE_COLUMNS, 24)).columns if on_terminal() else _PIPE_COLUMNS


def paint(text: str, *colours: str) -> str:
    """The text in colour, where colour is wanted."""
    if not on_terminal() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{';'.join(_COLOURS[colour] for colour in colours)}m{text}\x1b[0m"


def prose(text: str, indent: str = "", first: str | None = None) -> str:
    """The text in lines of the terminal's width, at most 100 columns; `first` opens the first line."""
    return textwrap.fill(
        one_line(text),
        width=max(min(columns(), _PROSE_COLUMNS), 20),
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def sentence(text: str) -> str:
    """The text with one full stop, whatever it ended with."""
    return f"{text.rstrip(' .,;:')}."


def table(rows: Iterable[Sequence[str]], header: Sequence[str] = (), indent: str = "") -> list[str]:
    """Lines with the columns of `rows` under one another; on a terminal the last column is cut to fit.

    Cells are made safe here, so a cell may hold stored text.
    """
    lines = [[one_line(cell) for cell in row] for row in ([header, *rows] if header else rows)]
    widths = [max(cells(line[i]) for line in lines) for i in range(len(lines[0]) - 1)] if lines else []
    room = max(columns() - len(indent) - sum(widths) - 2 * len(widths), 12)
    return [(indent + _row(line, widths, room)).rstrip() for line in lines]


def _row(line: Sequence[str], widths: Sequence[int], room: int) -> str:
    padded = [cell + " " * (width - cells(cell)) for cell, width in zip(line, widths, strict=False)]
    last = cut(line[-1], room) if on_terminal() else line[-1]
    return "  ".join([*padded, last])


def is_narrow() -> bool:
    """Whether a line with a sentence at its end would be cut to little: then the sentence has its own line."""
    return on_terminal() and columns() < _NARROW


def entries(rows: Sequence[Sequence[str]], header: Sequence[str]) -> list[list[str]]:
    """As `table`, the lines of each row; on a narrow terminal the last column stands below the others."""
    if not is_narrow():
        return [[line] for line in table(rows, header)]
    figures = table([row[:-1] for row in rows], header[:-1])
    lasts = [cut("  " + one_line(row[-1]), columns()) for row in (header, *rows)]
    return [[line, last] for line, last in zip(figures, lasts, strict=True)]


@contextmanager
def counter(what: str) -> Iterator[Callable[[int], None] | None]:
    """A count on standard error that goes up while a person waits; None where nobody watches."""
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    try:
        yield lambda count: _overwrite(f"{count} {what}")
    finally:
        _overwrite(" " * (len(what) + 12))
        _overwrite("")


def _overwrite(text: str) -> None:
    sys.stderr.write(f"\r{text}")
    sys.stderr.flush()
