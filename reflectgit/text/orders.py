r"""Orders to whoever reads a text: to ignore its instructions, to show its prompt, to keep something from the user.

A lesson is read by an agent that acts, and every lesson is an order: to a programmer, about a program. What is told
here is an order to the *agent*, about its own conduct: its instructions, role, tools, secrets, memory, conversation,
and what it tells to whom. The two are told apart by what they are about, and where both speak of the same (prompts,
tokens, users, system) by the shape of the sentence; one that forbids such a thing is advice ("never print a token").

The forms are English, and of the one sentence that every such order comes back to, "ignore the instructions before
this", some twenty other languages. What is hidden, spelled with look-alikes, spaced, reversed or encoded is read first
(`text.lookalikes`). It is a list of forms: an order in other words passes, and harmful advice to a programmer is none.
"""

import base64
import binascii
import codecs
import re
from collections.abc import Callable, Iterator

from reflectgit.model import Value
from reflectgit.text.lookalikes import plain
from reflectgit.text.order_forms import ENGLISH, OTHERS, PROMPTS, form


class Order(Value, frozen=True, kw_only=True):
    """An order to the reader: `kind` names what it is about, `text` is where it shows."""

    kind: str
    text: str


def orders(text: str) -> list[Order]:
    """The orders in a text, at most one of each kind, in the order of the kinds below."""
    seen = plain(text)
    found = [*_marked(seen), *_worded(seen), *_in_other_languages(seen)]
    if all(one.kind != "override" for one in found):
        found += _disguised(seen)
    return list({one.kind: one for one in reversed(found)}.values())[::-1]


# --- marks that a conversation is made of --------------------------------------------------------------------------

_MARKS = re.compile(
    r"(?:^|[\n.!?>\"]\s*|\*\*)(?:#+\s*)?\[?(?:SYSTEM|ASSISTANT|DEVELOPER|USER|Human|HUMAN|Assistant)\]?\s*:"
    r"|\n\W*(?i:system|assistant|human|developer|user)\s*:"
    r"|\b(?i:system|developer|admin) (?i:message|prompt|note|override|instruction)s?\s*:"
    r"|\b(?:BEGIN|END) (?:\w+ )?(?:SYSTEM|ADMIN|DEVELOPER|INSTRUCTIONS?|PROMPT)\b"
    r"|(?<![\w\]`])<\s*/?\s*(?i:system|assistant|lessons?|instructions|function_calls?|invoke|tool_(?:calls?|use|result))"
    r"(?:[_-]\w+)?(?:\s[^>]*)?>"
    r"|<\|[\w ]{1,30}\|>|\[/?INST\]|<</?SYS>>|\[SYSTEM\]|\[system\]\(|```\s*tool"
    r"|(?:^|\n)\s*#+\s*(?i:system|instructions?|override|response|human|assistant)\b"
    r"|[\"']role[\"']\s*:\s*[\"'](?:system|assistant|developer|tool)[\"']\s*,\s*[\"']content"
    r"|(?:tool|function)_?calls?[\"']?\s*[:=]\s*(?:\[\s*)?[{(\"]"
    r"|[\"']name[\"']\s*:\s*[\"'][^\"']{0,60}[\"']\s*,\s*[\"'](?:arguments|input|parameters)[\"']\s*:"
    r"|(?<!`)<!--\s*\w+(?:\W+\w+){2}"
)


def _marked(text: str) -> Iterator[Order]:
    if found := _MARKS.search(text):
        yield Order(kind="mark", text=_short(found[0]))


# --- words ---------------------------------------------------------------------------------------------------------

_FORMS = tuple(
    (kind, re.compile(form(paragraph)))
    for kind, forms in ENGLISH.items()
    for paragraph in forms.split("\n\n")
)
#: What is forbidden is advice; a forbidden omission is an order again.
_FORBIDS = re.compile(
    r"(?:\b(?:not|never|no|without|avoid|cannot|nor|forbid|prevent|reject|refuse|instead of|rather than)\b|n't\b)"
    r"(?!.{0,4}\b(?:forget|fail|hesitate|omit|neglect|only|just)\b)[^.;:!?\n]{0,70}$"
)
#: Whoever speaks to the reader does so in a sentence that forbids, too.
_ALWAYS = "reader"
_SPLIT = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])|(?<=\w)[_-]+(?=\w)")
_BLANK = re.compile(r"[^\S\n]+")


def _worded(text: str) -> Iterator[Order]:
    told = _BLANK.sub(" ", _SPLIT.sub(" ", text).replace("’", "'")).lower()
    told = re.sub(r"\s*\n\s*", "\n", told)
    flat = told.replace("\n", " ")
    for kind, pattern in _FORMS:
        for seen in (told,) if told == flat else (told, flat):
            found = next((one for one in pattern.finditer(seen) if _commands(kind, one, seen)), None)
            if found:
                yield Order(kind=kind, text=_short(found[0]))
                break


def _commands(kind: str, found: re.Match[str], text: str) -> bool:
    return kind == _ALWAYS or not _FORBIDS.search(text[max(0, found.start() - 90) : found.start()])


# --- other languages -----------------------------------------------------------------------------------------------

_OTHERS = tuple((re.compile(verb), re.compile(noun), re.compile(which)) for verb, noun, which in OTHERS)
_PROMPTS = re.compile(form(PROMPTS))
_NEAR = 60


def _in_other_languages(text: str) -> Iterator[Order]:
    told = " ".join(text.lower().split())
    for verb, noun, which in _OTHERS:
        for found in verb.finditer(told):
            near = told[max(0, found.start() - _NEAR) : found.end() + _NEAR]
            if (order := noun.search(near)) and which.search(near):
                yield Order(kind="override", text=_short(f"{found[0]} … {order[0]}"))
                return
    if found_prompt := _PROMPTS.search(told):
        yield Order(kind="secrets", text=_short(found_prompt[0]))


# --- disguises -----------------------------------------------------------------------------------------------------

_CORE = re.compile(
    r"(?:ignore|disregard|forget)(?:all|any|every|of|the|your|my)*(?:previous|prior|earlier|above|preceding|system)"
    r"(?:instruction|prompt|direction|guideline|message)"
)
_DIGITS = str.maketrans("01345789@$", "oieastbgas")
_LETTERS = re.compile(r"[^a-z]+")
_BLOB = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}")
_SPELLINGS: tuple[Callable[[str], str], ...] = (
    lambda text: text,
    lambda text: text.translate(_DIGITS),
    lambda text: text[::-1],
    lambda text: codecs.encode(text, "rot13"),
)


def _disguised(text: str) -> Iterator[Order]:
    told = text.lower()
    for spelling in _SPELLINGS:
        if found := _CORE.search(_LETTERS.sub("", spelling(told))):
            yield Order(kind="disguise", text=_short(found[0]))
            return
    for blob in _BLOB.findall(text):
        if hides := _decoded(blob):
            yield Order(kind="disguise", text=_short(f"{blob}: {hides}"))
            return


def _decoded(blob: str) -> str | None:
    """What base64 or hex says, where that is a text."""
    for read in (bytes.fromhex, _from_base64):
        try:
            said = read(blob)
        except (ValueError, binascii.Error):
            continue
        if re.fullmatch(rb"[ -~\s]+", said) and (b" " in said or len(said) >= 16):
            return said.decode("ascii")
    return None


def _from_base64(blob: str) -> bytes:
    bare = blob.rstrip("=")
    return base64.b64decode(
        bare + "=" * (-len(bare) % 4), altchars=b"-_" if set(bare) & set("-_") else None, validate=True
    )


_SHOWN = 60


def _short(text: str) -> str:
    seen = " ".join(text.split())
    return seen if len(seen) <= _SHOWN else seen[: _SHOWN - 1] + "…"
