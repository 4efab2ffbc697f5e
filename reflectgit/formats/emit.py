"""Writing YAML: canonical bytes, and the same value into a file that a reviewer commented.

This is the one door to ruamel.yaml, which is imported where a member that changed has comments inside it. All
other members of a commented file stay as their lines are, so that a change shows in a diff and nothing else.
"""

from collections import Counter
from difflib import SequenceMatcher
from io import StringIO
from typing import Any

import msgspec

from reflectgit.errors import BadInput
from reflectgit.formats.canonical import to_yaml
from reflectgit.formats.outline import comments_in, members_of
from reflectgit.formats.read import decode, load_yaml

__all__ = ["rewrite", "to_yaml"]


def rewrite(old: bytes, value: Any) -> bytes:
    """`value` as YAML, keeping the comments of `old`, which holds an earlier value of the same file.

    `old` comes back untouched when it says `value` already. Without comments the result is canonical. With
    them, members that did not change keep their lines; the others are written anew under their comments.

    Raises:
        BadInput: `old` is not YAML that reflectgit reads, or `value` cannot be stored.
    """
    new = to_yaml(value)
    if not old.strip():
        return new
    text = decode(old, "the file to rewrite").replace("\r\n", "\n")
    earlier = load_yaml(text, "the file to rewrite")
    if to_yaml(earlier) == new:
        return old
    comments = comments_in(text)
    if not comments:
        return new
    edited = _edited(text, earlier, msgspec.to_builtins(value))
    if edited is None or not _says(edited, new):
        edited = "".join(f"{comment}\n" for comment in comments) + new.decode()
    return edited.encode()


def _edited(text: str, earlier: Any, value: Any) -> str | None:
    """The text with each changed member replaced; None where members do not begin lines of their own."""
    outline = members_of(text)
    if outline is None or not isinstance(value, dict):
        return None
    written = []
    for key, member in value.items():
        before, body = outline.members.pop(key, ("", ""))
        same = key in earlier and to_yaml([earlier[key]]) == to_yaml([member])
        written.append(before + (body if same else _changed(body, key, member)))
    for before, body in outline.members.values():
        written += [f"{comment}\n" for comment in comments_in(before + body)]
    return "".join(written) + outline.after


def _changed(body: str, key: str, value: Any) -> str:
    canonical = to_yaml({key: value}).decode()
    comments = comments_in(body)
    if not comments:
        return canonical
    edited = _edited_by_ruamel(body, key, value)
    if edited is None or not _says(edited, canonical.encode()):
        edited = canonical
    lost = Counter(comments) - Counter(comments_in(edited))
    return "".join(f"{comment}\n" for comment in lost.elements()) + edited


def _says(text: str, canonical: bytes) -> bool:
    try:
        return to_yaml(load_yaml(text, "")) == canonical
    except BadInput:
        return False


def _edited_by_ruamel(body: str, key: str, value: Any) -> str | None:
    """One member, edited in place; None where ruamel does not read what libyaml reads."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 2**31
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.representer.add_representer(
        type(None), lambda representer, _: representer.represent_scalar("tag:yaml.org,2002:null", "null")
    )
    try:
        tree = yaml.load(body)
    except YAMLError:
        return None
    _edit(tree, load_yaml(body, ""), {key: value})
    out = StringIO()
    yaml.dump(tree, out)
    return out.getvalue()


def _edit(node: Any, was: dict[str, Any], value: dict[str, Any]) -> None:
    """Make `node`, which says `was`, say `value` by few changes: comments stay beside what they speak of."""
    for key in [key for key in was if key not in value]:
        del node[key]
    for key, member in value.items():
        earlier = was.get(key)
        if key in was and to_yaml([earlier]) == to_yaml([member]):
            continue
        if isinstance(earlier, dict) and isinstance(member, dict) and earlier and member:
            _edit(node[key], earlier, member)
        elif isinstance(earlier, list) and isinstance(member, list) and earlier and member:
            _edit_list(node[key], earlier, member)
        else:
            node[key] = _styled(member)


def _edit_list(node: Any, was: list[Any], value: list[Any]) -> None:
    before, after = [to_yaml([item]) for item in was], [to_yaml([item]) for item in value]
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for change, start, end, new_start, new_end in reversed(changes):
        if change == "equal":
            continue
        for number in reversed(range(start, end)):
            del node[number]
        for item in reversed(value[new_start:new_end]):
            node.insert(start, _styled(item))


def _styled(value: Any) -> Any:
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    if isinstance(value, str):
        return DoubleQuotedScalarString(value)
    if isinstance(value, list):
        return [_styled(item) for item in value]
    if isinstance(value, dict):
        return {key: _styled(member) for key, member in value.items()}
    return value
