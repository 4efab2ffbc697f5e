"""Every key of reflectgit.toml is there, explained and bounded; a hard cap cannot be loosened."""

import re
import tomllib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.errors import BadInput
from reflectgit.policy import SECTIONS, Policy, described, policy_digest, read_policy, render_policy


def refused(text: str) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read_policy(text, "reflectgit.toml")
    assert "\n" not in caught.value.message
    assert caught.value.hint
    return caught.value


def test_an_empty_file_is_the_default() -> None:
    assert read_policy("", "reflectgit.toml") == Policy()


def test_what_is_rendered_reads_back_the_same() -> None:
    assert read_policy(render_policy(), "reflectgit.toml") == Policy()
    tight = read_policy(
        'review = "required"\n[retrieve]\ncap = 2\n[redact]\npatterns = [\'tok-\\d+"\', "é\\t"]\n',
        "p",
    )
    assert tight != Policy()
    assert read_policy(render_policy(tight), "p") == tight


@given(words=st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=5))
def test_any_words_survive_rendering(words: list[str]) -> None:
    policy = msgspec.structs.replace(Policy(), scope=SECTIONS["scope"](universal_words=words))
    assert read_policy(render_policy(policy), "p") == policy


def test_every_key_is_rendered_and_explained_above_itself() -> None:
    lines = render_policy().splitlines()
    rendered = tomllib.loads(render_policy())
    for section, kind in {None: Policy, **SECTIONS}.items():
        names = [key.name for key in msgspec.structs.fields(kind) if key.name not in SECTIONS or section]
        assert [name for name, _ in described(kind)] == names
        values = rendered if section is None else rendered[section]
        start = 0 if section is None else lines.index(f"[{section}]")
        for name, meaning in described(kind):
            assert name in values
            at = next(n for n in range(start, len(lines)) if lines[n].startswith(f"{name} = "))
            assert lines[at - 1].startswith(f"# {meaning} Default: ")
            assert len(meaning.split()) >= 4


def test_every_key_names_its_unit_or_its_choices() -> None:
    unit = re.compile(
        r"token|byte|share|score|outcome|failure|repositor|lesson|list|true|`|temperature|grade"
    )
    for kind in (Policy, *SECTIONS.values()):
        for name, meaning in described(kind):
            assert unit.search(meaning.lower()), name


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("retrieve", "cap = 6"),
        ("retrieve", "cap = 0"),
        ("retrieve", "floor = -0.1"),
        ("reflect", "max_completion_tokens = 2049"),
        ("reflect", "temperature = 0.1"),
        ("lifecycle", "promote_after = 2"),
        ("lifecycle", "hurt_limit = 4"),
        ("lifecycle", "red_flag_independent = 2"),
        ("confidence", "lowest = 0.2"),
        ("confidence", "grade_a = 1.1"),
        ("confidence", "grade_c = 0.9"),
        ("confidence", "grade_b = nan"),
        ("gate", 'admit_at = "D"'),
        ("bounds", "max_input_bytes = 50000000"),
        ("bounds", "item_bytes = 300000"),
        ("redact", 'patterns = ["("]'),
        ("redact", 'patterns = ["x*"]'),
    ],
)
def test_a_loosened_cap_is_refused_with_its_line(section: str, line: str) -> None:
    error = refused(f"# policy\n\n[{section}]\n# tuned\n{line}\n")
    assert error.message.startswith(f"reflectgit.toml:5: [{section}] {line.split()[0]}")


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("retrieve", "cap = 1"),
        ("reflect", "max_completion_tokens = 512"),
        ("reflect", "temperature = 0"),
        ("lifecycle", "promote_after = 5"),
        ("lifecycle", "hurt_limit = 1"),
        ("confidence", "lowest = 0.05"),
        ("gate", 'admit_at = "A"'),
        ("bounds", "max_input_bytes = 100000"),
    ],
)
def test_a_tightened_cap_is_accepted(section: str, line: str) -> None:
    policy = read_policy(f"[{section}]\n{line}\n", "reflectgit.toml")
    assert policy != Policy() or line == "temperature = 0"


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("\n[retreive]\ncap = 5", 2, "unknown key `retreive`", "did you mean `retrieve`?"),
        ("[retrieve]\n\ncapp = 5", 3, "unknown key `capp` in [retrieve]", "did you mean `cap`?"),
        ("retrieve.flor = 0.1", 1, "unknown key `flor` in [retrieve]", "did you mean `floor`?"),
        ('admit_at = "B"', 1, "unknown key `admit_at`", "write it below [gate]"),
        (
            "[gate]\nkeep_rejected = true",
            2,
            "unknown key `keep_rejected` in [gate]",
            "above the first [section]",
        ),
        ("keep_rejected = 1", 1, "keep_rejected: expected true or false", "research"),
        ('keep_rejected = "yes"', 1, "keep_rejected: expected true or false", "research"),
        ("gate = 1", 1, "`gate` is a section", "write [gate]"),
        ("[[gate]]", 1, "`gate` is a section", "write [gate]"),
        ('[retrieve]\ncap = "5"', 2, "[retrieve] cap: expected a whole number", "1 to 5"),
        ("[retrieve]\ncap = 5.0", 2, "[retrieve] cap: expected a whole number", "1 to 5"),
        ("[retrieve]\ncap = 2026-01-02", 2, "[retrieve] cap: expected a whole number", "1 to 5"),
        ("[retrieve]\ncap = 5\ncap = 4", 3, "not valid TOML", "key = value"),
        ("[retrieve]\ncap =", 2, "not valid TOML", "key = value"),
        (
            '[scope]\nuniversal_words = ["all", 3]',
            2,
            "[scope] universal_words: expected text",
            "list of words",
        ),
        ("<<<<<<< HEAD\n", 1, "not valid TOML", "key = value"),
    ],
)
def test_a_fault_names_file_line_and_remedy(text: str, line: int, message: str, hint: str) -> None:
    error = refused(text)
    assert error.message.startswith(f"reflectgit.toml:{line}: ")
    assert message in error.message
    assert hint in error.hint


def test_deep_nesting_is_a_fault_and_no_traceback() -> None:
    refused("a = " + "[" * 5000 + "]" * 5000)


def test_the_digest_is_of_the_effective_policy() -> None:
    assert policy_digest(read_policy("# said nothing\n", "p")) == policy_digest(
        read_policy(render_policy(), "p")
    )
    assert policy_digest(read_policy("[retrieve]\ncap = 4", "p")) != policy_digest(Policy())


def test_defaults_are_not_shared_between_policies() -> None:
    assert Policy().scope.universal_words is not Policy().scope.universal_words
