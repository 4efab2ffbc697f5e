r"""Text as a reader can safely see it: no terminal escapes, no hidden characters, one kind of line end.

The rules, in their order; cleaning twice is cleaning once:

1. Escapes go whole: CSI (colour, cursor), OSC (titles; of a hyperlink its text stays), DCS, PM, APC, SOS, and the
   two-character ones. An escape that never ends goes with its line.
2. CRLF becomes LF. In a line with lone CRs (a progress bar) only what was written last stays, as on a screen
   where each state is as long as the one before: the text after the last CR that has any.
3. U+0085, U+2028, U+2029, form feed and vertical tab become LF. Backspace takes the character before it.
4. Other control characters (NUL, BEL, DEL, C1 …) go. The tab stays.
5. Characters that hide or reorder text are made visible, as ``\u{202e}``: they are evidence, of an attack or of a bug.
   These are the default ignorable ones (UAX #44: zero-width, direction and tag characters, variation selectors, soft
   hyphen, byte order mark), the marks of interlinear annotation, and lone surrogates. Kept are those that a script is
   spelled with: a joiner between letters beyond Latin or emoji, one selector behind what it varies (emoji, ideographs,
   mathematical signs, Mongolian and Burmese letters), the tags of the three flags that are made of them.
6. The blank of Braille becomes a space, which is what it shows.
"""

import re

_ESCAPE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]?"
)
#: All other characters stay as they are: most texts hold no such one.
_UNUSUAL = re.compile(r"[^\t\n -~]")
#: Escapes begin with one of these. A single set of characters is searched for quickly, the pattern above is not.
_ESCAPES = re.compile(r"[\x1b\x90\x98\x9b\x9d-\x9f]")
_BREAK = re.compile(r"[\x85\u2028\u2029\x0b\x0c]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
#: Letters and marks beyond Latin, and emoji: what a joiner may stand between.
_JOINED = r"[\u0370-\u05ff\u0620-\u10ff\u1200-\u17b3\u1810-\u1fff\u2600-\u2fff\u3165-\ud7ff\ufe0f\U0001f000-\U0001ffff]"
_HIDES = (
    r"\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    r"\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
#: One character that does not show when it stands by itself.
HIDDEN = re.compile(rf"[{_HIDES}\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_EMOJI = r"[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_IDEOGRAPH = r"[\u2190-\u2bff\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff9f\U00020000-\U0003ffff]"
_LETTER = r"[\u1000-\u109f\ua840-\ua877\uaa60-\uaa7f]"
#: A variation selector behind anything but what it varies.
_SELECTOR = re.compile(
    rf"[\ufe0e\ufe0f](?<!{_EMOJI}.)(?!(?<=[0-9#*].)\u20e3)"
    rf"|[\ufe00-\ufe02\U000e0100-\U000e01ef](?<!{_IDEOGRAPH}.)(?<!{_LETTER}\ufe00)"
    r"|[\ufe03-\ufe0d]|[\u180b-\u180d\u180f](?<![\u1820-\u18aa].)"
)
_FLAG = "\U0001f3f4(?:{})\U000e007f".format(
    "|".join("".join(chr(0xE0000 + ord(letter)) for letter in land) for land in ("gbeng", "gbsct", "gbwls"))
)
_HIDING = re.compile(
    rf"(?P<kept>{_FLAG}|[\u180b-\u180d\u180f])|[{_HIDES}](?!(?<=[\u200c\u200d])(?<={_JOINED}.){_JOINED})"
)


def clean(text: str) -> str:
    """The text by the rules of this module; only tab and LF remain of the control characters."""
    if not _UNUSUAL.search(text):
        return text
    plain = _ESCAPE.sub("", text) if _ESCAPES.search(text) else text
    plain = _BREAK.sub("\n", plain.replace("\r\n", "\n"))
    if "\r" in plain or "\b" in plain:
        plain = "\n".join(_erased(_overwritten(line)) for line in plain.split("\n"))
    plain = _SELECTOR.sub(_visible, _CONTROL.sub("", plain).replace("\u2800", " "))
    return _HIDING.sub(lambda found: found["kept"] or _visible(found), plain)


def _overwritten(line: str) -> str:
    states = [state for state in line.split("\r") if state.strip()]
    return states[-1] if states else ""


def _erased(line: str) -> str:
    if "\b" not in line:
        return line
    kept: list[str] = []
    for char in line:
        if char != "\b":
            kept.append(char)
        elif kept:
            kept.pop()
    return "".join(kept)


def _visible(match: re.Match[str]) -> str:
    return f"\\u{{{ord(match[0]):04x}}}"
