"""Text that wants a look before anything reads it: orders to a reader, characters nobody sees, addresses.

What a lesson says is put before a model, so a lesson is a way in. These are findings to look at, not
faults: a lesson about prompt injection has to be able to name it. Nothing is changed.
"""

import re
import unicodedata
from collections.abc import Iterator

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b(?:\W+\w+){0,3}\W+"
    r"(?:instructions?|prompts?|rules|context|messages?)\b"
    r"|^\W*(?:system|assistant|user|developer)\s*:"
    r"|\byou are now\b|\b(?:new|real) instructions?\b|\bsystem prompt\b"
    r"|\bdo not (?:tell|inform|mention)\b.{0,20}\buser\b"
    r"|\b(?:curl|wget)\b.{0,200}\|\s*(?:ba|z)?sh\b"
    r"|<!--|-->|</?(?:system|assistant|user|instructions?|lessons?|tool)\b[^>]*>|<\|\w+\|>",
    re.IGNORECASE | re.MULTILINE,
)
_URL = re.compile(r"\b(?:[a-z][a-z0-9+.-]{1,20}://|www\.)[^\s\"'`<>]+", re.IGNORECASE)
_SHOWN = 60


def suspicions(text: str) -> Iterator[tuple[str, str]]:
    """(code, what was seen) of each kind of suspicion that `text` gives, once a kind."""
    if hidden := sorted({char for char in text if _is_hidden(char)}):
        yield (
            "hidden_characters",
            "characters that do not show: " + ", ".join(f"U+{ord(c):04X}" for c in hidden[:5]),
        )
    seen = "".join(char for char in text if not _is_hidden(char)).replace("_", " ")
    if order := _ORDERS.search(seen):
        yield "instruction_like", f"text that reads like an order to its reader: {_short(order.group())}"
    if url := _URL.search(text):
        yield "url", f"an address: {_short(url.group())}"


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in ("Cf", "Cc", "Co", "Cs") and char not in "\n\t"


def _short(text: str) -> str:
    shown = text.strip() if len(text) <= _SHOWN else text.strip()[: _SHOWN - 1] + "…"
    return ascii(shown)[1:-1] if not shown.isprintable() else shown
