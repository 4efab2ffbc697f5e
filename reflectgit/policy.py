"""The thresholds of a store: what `reflectgit.toml` may say, and what holds where it says nothing.

Each key is declared once, with its default, its bounds, its unit and its meaning; reading, the commented
file that `init` writes and the tests all come from that declaration. A hard cap of the build spec may be
tightened, never loosened (CONTRACT, "Files in a store"): the bounds below say so.
"""

import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from reflectgit import identity
from reflectgit.errors import BadInput
from reflectgit.model import Value

#: The largest input file, in bytes (CONTRACT, "Inputs": at most 10 MB).
MAX_INPUT_BYTES = 10_000_000

# fmt: off
UNIVERSAL_WORDS = [
    "all", "always", "any", "anyone", "anything", "anywhere", "each", "every", "everyone", "everything",
    "everywhere", "generally", "globally", "universal", "universally", "whatever", "whenever", "wherever",
    "whichever",
]
# fmt: on


class Trigger(Value, frozen=True, kw_only=True):
    """When a failure that ended is reflected on."""

    profile: Annotated[
        Literal["harness", "runtime"],
        Meta(
            description="`harness`: each failure that ended; `runtime`: runs that failed after a tool call."
        ),
    ] = "harness"
    runtime_enabled: Annotated[
        bool,
        Meta(description="The profile `runtime` does nothing until this is true; true or false."),
    ] = False


class Gate(Value, frozen=True, kw_only=True):
    """How strong the evidence has to be."""

    admit_at: Annotated[
        Literal["A", "B", "C"],
        Meta(description="The lowest grade of evidence that admits: A proven, B quoted, C anchored."),
    ] = "C"


class Confidence(Value, frozen=True, kw_only=True):
    """The most confidence that a lesson may carry, whatever was stated."""

    grade_a: Annotated[float, Meta(ge=0, le=1, description="Cap at grade A, a share from 0 to 1.")] = 1.0
    grade_b: Annotated[float, Meta(ge=0, le=1, description="Cap at grade B, a share from 0 to 1.")] = 0.8
    grade_c: Annotated[float, Meta(ge=0, le=1, description="Cap at grade C, a share from 0 to 1.")] = 0.5
    lowest: Annotated[
        float,
        Meta(ge=0, le=0.1, description="Cap of red-flagged and contested lessons, a share from 0 to 0.1."),
    ] = 0.1


class Reflect(Value, frozen=True, kw_only=True):
    """The one call of a model, in `learn`."""

    max_completion_tokens: Annotated[
        int, Meta(ge=1, le=2048, description="The longest answer, in tokens; at most 2048.")
    ] = 2048
    temperature: Annotated[float, Meta(ge=0, le=0, description="Sampling temperature; always 0.")] = 0.0


class Lifecycle(Value, frozen=True, kw_only=True):
    """When outcomes raise, lower or retire a lesson."""

    promote_after: Annotated[
        int, Meta(ge=3, description="Foreign repositories helped, for each level up; at least 3.")
    ] = 3
    hurt_limit: Annotated[
        int, Meta(ge=1, le=3, description="Hurt outcomes that demote or retire; 1 to 3.")
    ] = 3
    red_flag_independent: Annotated[
        int,
        Meta(ge=3, description="Independent failures that lift the cap of a red-flagged lesson; at least 3."),
    ] = 3
    settle_lead: Annotated[
        int,
        Meta(
            ge=1, description="Lead in helped minus hurt outcomes that settles a contradiction; at least 1."
        ),
    ] = 3


class Retrieve(Value, frozen=True, kw_only=True):
    """How many lessons a task is given."""

    cap: Annotated[int, Meta(ge=1, le=5, description="The most lessons for one task; 1 to 5.")] = 5
    floor: Annotated[
        float, Meta(ge=0, le=1, description="Below this score no lesson applies; a score from 0 to 1.")
    ] = 0.2


class Bounds(Value, frozen=True, kw_only=True):
    """How large things may be."""

    max_input_bytes: Annotated[
        int,
        Meta(ge=1024, le=MAX_INPUT_BYTES, description="The largest input file, in bytes; at most 10000000."),
    ] = MAX_INPUT_BYTES
    item_bytes: Annotated[
        int, Meta(ge=256, description="Kept of one item of evidence, in bytes; the middle is cut out.")
    ] = 32_768
    record_bytes: Annotated[
        int, Meta(ge=4096, description="Kept of all items of one record together, in bytes.")
    ] = 262_144


class Scope(Value, frozen=True, kw_only=True):
    """What a scope may claim."""

    universal_words: Annotated[
        list[str],
        Meta(description="Words that one failure cannot support: dropped from a scope, a list of words."),
    ] = field(default_factory=UNIVERSAL_WORDS.copy)


class Redact(Value, frozen=True, kw_only=True):
    """What else is secret here."""

    patterns: Annotated[
        list[str],
        Meta(
            description="More secrets to replace by [redacted:custom], a list of Python regular expressions."
        ),
    ] = field(default_factory=list)


class Policy(Value, frozen=True, kw_only=True):
    """Every key of `reflectgit.toml`, in its sections, with the defaults."""

    review: Annotated[
        Literal["none", "required"],
        Meta(
            description="`required`: a person approves each lesson on a branch of its own before it is live."
        ),
    ] = "none"
    keep_rejected: Annotated[
        bool,
        Meta(
            description="Keep the text of rejected reflections in the ledger (for research), true or false."
        ),
    ] = False
    trigger: Trigger = Trigger()
    gate: Gate = Gate()
    confidence: Confidence = Confidence()
    reflect: Reflect = Reflect()
    lifecycle: Lifecycle = Lifecycle()
    retrieve: Retrieve = Retrieve()
    bounds: Bounds = Bounds()
    scope: Scope = field(default_factory=Scope)
    redact: Redact = field(default_factory=Redact)


#: The sections of the file, in their order.
SECTIONS: dict[str, type[Value]] = {
    key.name: key.type for key in msgspec.structs.fields(Policy) if isinstance(key.type, type)
}


def read_policy(text: str, where: str) -> Policy:
    """The policy that `text` (TOML) asks for; keys that are not there have their defaults.

    Raises:
        BadInput: not TOML, an unknown section or key, a value of the wrong type, a hard cap loosened, caps of
            confidence that rise as evidence weakens, or a pattern that is no regular expression.
    """
    said = _parse(text, where)
    _check_names(said, text, where)
    try:
        policy = msgspec.convert(said, Policy, strict=True)
    except msgspec.ValidationError as error:
        raise _bad_value(str(error), text, where) from None
    _check_caps(policy.confidence, text, where)
    _check_bounds(policy.bounds, text, where)
    _check_patterns(policy.redact.patterns, text, where)
    return policy


def render_policy(policy: Policy | None = None) -> str:
    """The commented `reflectgit.toml` of `policy`: every key with its meaning, unit and default."""
    shown, defaults = policy or Policy(), Policy()
    lines = [
        "# Policy of this reflectgit store. Every key is here with its default.",
        "# Hard caps (at most, at least) may be tightened, never loosened. Commit a change to make it count.",
        "",
        *_render_keys(shown, defaults),
    ]
    for name, section in SECTIONS.items():
        lines += ["", f"# {str(section.__doc__).strip()}", f"[{name}]"]
        lines += _render_keys(getattr(shown, name), getattr(defaults, name))
    return "\n".join(lines) + "\n"


def _render_keys(values: Value, defaults: Value) -> Iterator[str]:
    for name, meaning in described(type(values)):
        yield f"# {meaning} Default: {_toml(getattr(defaults, name))}"
        yield f"{name} = {_toml(getattr(values, name))}"


def policy_digest(policy: Policy) -> str:
    """The digest of the effective policy, as decisions keep it."""
    return identity.digest(policy)


def described(section: type[Value]) -> Iterator[tuple[str, str]]:
    """Each key of a section (or of the head of the file) with its meaning, in order."""
    for key in msgspec.structs.fields(section):
        for note in getattr(key.type, "__metadata__", ()):
            yield key.name, str(note.description)


def _parse(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).partition(" (at line ")
        line = place.split(",")[0] or str(text.count("\n") + 1)
        raise BadInput(
            f"{where}:{line if line.isdigit() else text.count(chr(10)) + 1}: not valid TOML: {what}",
            "write `key = value`, with text in double quotes",
        ) from None
    except RecursionError:
        raise BadInput(f"{where}: nested too deeply", "write `key = value` below a [section]") from None


def _check_names(said: dict[str, Any], text: str, where: str) -> None:
    heads = [*(name for name, _ in described(Policy)), *SECTIONS]
    for name, value in said.items():
        if name not in heads:
            raise _unknown(f"{where}:{_line(text, None, name)}", name, "", heads)
        if name in SECTIONS:
            _check_section(name, value, text, where)


def _check_section(section: str, keys: Any, text: str, where: str) -> None:
    if not isinstance(keys, dict):
        at = f"{where}:{_line(text, None, section)}"
        raise BadInput(f"{at}: `{section}` is a section", f"write [{section}] and its keys below it")
    known = [name for name, _ in described(SECTIONS[section])]
    for key in keys:
        if key not in known:
            raise _unknown(f"{where}:{_line(text, section, key)}", key, f" in [{section}]", known)


def _unknown(at: str, name: str, among: str, known: list[str]) -> BadInput:
    """The refusal of a name that is not in `known`, with the nearest, or the section where it belongs."""
    home = [section for section, keys in SECTIONS.items() if name in dict(described(keys))]
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    hint = "known here: " + ", ".join(known)
    if home:
        hint = f"write it below [{home[0]}]"
    elif name in dict(described(Policy)):
        hint = "write it above the first [section]"
    elif near:
        hint = f"did you mean `{near[0]}`?"
    return BadInput(f"{at}: unknown key `{name[:40]}`{among}", hint)


_TYPES = {
    "str": "text in double quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
}
_TYPES["array"] = 'a list, as in ["…"]'


def _bad_value(message: str, text: str, where: str) -> BadInput:
    what, _, path = message.partition(" - at `$.")
    names = path.rstrip("`").split("[")[0].split(".")
    section, key = (None, names[0]) if len(names) == 1 else (names[0], names[1])
    meanings = dict(described(SECTIONS[section] if section else Policy))
    for name, plain in _TYPES.items():
        what = what.replace(f"`{name}`", plain)
    shown = f"[{section}] {key}" if section else key
    fault = f"{where}:{_line(text, section, key)}: {shown}: {what[0].lower()}{what[1:]}"
    return BadInput(fault, meanings[key])


def _check_caps(caps: Confidence, text: str, where: str) -> None:
    names = ("grade_a", "grade_b", "grade_c", "lowest")
    for upper, lower in pairwise(names):
        if getattr(caps, upper) < getattr(caps, lower):
            line = _line(text, "confidence", lower, upper)
            raise BadInput(
                f"{where}:{line}: [confidence] {lower} is above {upper}",
                "weaker evidence cannot carry more confidence: grade_a >= grade_b >= grade_c >= lowest",
            )


def _check_bounds(bounds: Bounds, text: str, where: str) -> None:
    if bounds.item_bytes > bounds.record_bytes:
        line = _line(text, "bounds", "item_bytes", "record_bytes")
        fault = f"{where}:{line}: [bounds] item_bytes is above record_bytes"
        raise BadInput(fault, "one item is part of its record: write a smaller item_bytes")


def _check_patterns(patterns: list[str], text: str, where: str) -> None:
    for number, pattern in enumerate(patterns):
        at = f"{where}:{_line(text, 'redact', 'patterns')}: [redact] patterns[{number}]"
        try:
            matches_nothing = re.compile(pattern).search("") is not None
        except (re.error, RecursionError, OverflowError):
            raise BadInput(f"{at} is not a regular expression", "write one in Python's syntax") from None
        if matches_nothing:
            raise BadInput(f"{at} matches the empty text", "write one that needs at least one character")


def _line(text: str, section: str | None, *keys: str) -> int:
    """The line of the first of `keys` in `section` (None: outside all), else of the section's head, else 1.

    tomllib tells no positions; only ``key =``, ``section.key =`` and ``[section]`` are looked for.
    """
    current: str | None = None
    best = 1
    for number, line in enumerate(text.splitlines(), 1):
        head = re.match(r"\s*\[+\s*([^\]]*?)\s*\]", line)
        if head:
            current = head.group(1).strip("\"'")
            best = number if current == section or (section is None and current in keys) else best
            continue
        word = re.match(r"\s*([^=#]+?)\s*=", line)
        name = word.group(1).replace('"', "").replace("'", "") if word else ""
        full = name if current is None else f"{current}.{name}"
        if full in (keys if section is None else [f"{section}.{key}" for key in keys]):
            return number
    return best


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, str):
        return _toml_text(value)
    return repr(value)


def _toml_text(text: str) -> str:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found.group()):04x}", quoted) + '"'
