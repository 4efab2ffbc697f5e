"""Text that wants a look before anything reads it: orders to a reader, characters nobody sees, addresses.

What a lesson says is put before a model, so a lesson is a way in. The gate refuses what is told here
(`text.orders`, `text.lookalikes`, `text.foreign`); in a store it is a finding to look at, not a fault: it may have been
let in before there was such a rule, or be the words of a person. Nothing is changed.
"""

import re
import unicodedata
from collections.abc import Iterator

from reflectgit.text.clean import HIDDEN, clean
from reflectgit.text.foreign import blind_start
from reflectgit.text.lookalikes import hidden, mixed_words, plain
from reflectgit.text.orders import orders

_URL = re.compile(r"\b(?:[a-z][a-z0-9+.-]{1,20}://|www\.)[^\s\"'`<>]+", re.IGNORECASE)
_SHOWN = 60
_MOST = 5


def suspicions(text: str) -> Iterator[tuple[str, str]]:
    """(code, what was seen) of each kind of suspicion that `text` gives, once a kind."""
    if unseen := _unseen(text):
        yield "hidden_characters", "characters that do not show: " + ", ".join(unseen[:_MOST])
    if words := mixed_words(text):
        yield "look_alikes", f"letters of another script that look Latin: {_short(', '.join(words[:_MOST]))}"
    if order := next((one.text for one in orders(text)), None) or blind_start(text):
        yield "instruction_like", f"text that reads like an order to its reader: {_short(order)}"
    if url := _URL.search(plain(text)):
        yield "url", f"an address: {_short(url.group())}"


def _unseen(text: str) -> list[str]:
    """The characters that do not show, as they are or as they were made visible; not those that a script needs."""
    shown = clean(text)
    raw = {
        f"U+{ord(char):04X}" for char in set(text) if _hides(char) and text.count(char) > shown.count(char)
    }
    private = {f"U+{ord(char):04X}" for char in set(text) if unicodedata.category(char) == "Co"}
    return sorted({*raw, *private, *hidden(text)})


def _hides(char: str) -> bool:
    return char not in "\n\t" and (
        unicodedata.category(char) in ("Cf", "Cc", "Cs") or bool(HIDDEN.match(char))
    )


def _short(text: str) -> str:
    shown = text.strip() if len(text) <= _SHOWN else text.strip()[: _SHOWN - 1] + "…"
    return ascii(shown)[1:-1] if not shown.isprintable() else shown
