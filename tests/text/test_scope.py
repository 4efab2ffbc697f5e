"""Scope expressions: reading and writing, and the algebra that narrowing and broadening rest on."""

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reflectgit.policy import Policy
from reflectgit.text.scope import (
    FACETS,
    Scope,
    Situation,
    broaden,
    covers,
    fit,
    join_repo,
    lift,
    narrow,
    parse,
)

UNIVERSAL = [
    "all", "always", "any", "anything", "anywhere", "each", "every", "everything", "everywhere", "whatever",
    "without exception",
]  # fmt: skip
VALUES = {
    "repo": ["acme/shop", "acme/till"],
    "lang": ["python", "go"],
    "lib": ["heapq", "numpy"],
    "tool": ["gcc", "make"],
    "error": ["KeyError", "OSError"],
    "path": ["src/**", "*.py", "src/vendor/**"],
}
PATHS = ["src/a.py", "src/vendor/b.py", "docs/c.md"]

terms = st.sampled_from(
    [f"{sign}{facet}:{value}" for facet in FACETS for value in VALUES[facet] for sign in ("", "-")]
)
texts = st.sampled_from(["", "caches", "z; a", "every cache in any language", "optional keys, of payloads"])
scopes = st.builds(lambda parts, text: parse(" ".join([*parts, text])), st.lists(terms, max_size=5), texts)
situations = st.builds(
    Situation,
    repo=st.sampled_from([None, "acme/shop", "Acme/Till"]),
    language=st.sampled_from([None, "Python", "go"]),
    error=st.sampled_from([None, "pkg.KeyError", "OSError"]),
    paths=st.lists(st.sampled_from(PATHS), max_size=2).map(tuple),
    libs=st.lists(st.sampled_from(VALUES["lib"]), max_size=2).map(tuple),
    tools=st.lists(st.sampled_from(VALUES["tool"]), max_size=2).map(tuple),
)
words = st.sets(st.sampled_from(["heapq", "numpy", "gcc", "make", "key"]))


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("", ""),
        ("keys of  payloads\n lang:Python REPO:Acme/Shop", "repo:acme/shop lang:python keys of payloads"),
        ("path:src/** -path:src/vendor/** error:KeyError", "error:KeyError path:src/** -path:src/vendor/**"),
        ("queues, lib:heapq error:TypeError, of jobs.", "lib:heapq error:TypeError queues, of jobs."),
        ("queues (lang:python) of jobs", "lang:python queues of jobs"),
        ("lang:python,lib:numpy,pandas arrays", "lang:python lib:numpy lib:pandas arrays"),
        ("lib:b lib:a lib:b", "lib:a lib:b"),
        ("error:requests.exceptions.Timeout", "error:Timeout"),
        ("error:std::io::Error", "error:Error"),
        ("note: see word:thing and error: none", "note: see word:thing and error: none"),
        ("path:!docs/**", "-path:docs/**"),
        ('error:"division by zero" sums', 'error:"division by zero" sums'),
        ("path:src/[ab].py).", "path:src/[ab].py"),
        ("lib:... and so on", "lib:... and so on"),
        ("cafe\u0301", "caf\u00e9"),
        ("sub-lang:python", "sub-lang:python"),
        ("a\u2028b\x85c\x00d\re", "a b c d e"),
    ],
)
def test_the_canonical_form(written: str, canonical: str) -> None:
    assert str(parse(written)) == canonical
    assert str(parse(canonical)) == canonical


@given(
    st.text()
    | st.lists(terms | st.text(max_size=5) | st.sampled_from(['"', "()", ",", "lib:", "\\", ";"])).map(
        " ".join
    )
)
@example('lib:"a\\"b" x')
@example('lib:"')
@example("path:\\")
@example("lang: () ,x")
def test_any_text_is_read_and_what_is_written_is_read_back(text: str) -> None:
    scope = parse(text)
    assert parse(str(scope)) == scope
    assert str(parse(str(scope))) == str(scope)
    assert len(str(scope).splitlines()) <= 1


@given(scopes, scopes, situations)
def test_broadening_never_shrinks_and_narrowing_never_grows(
    scope: Scope, other: Scope, situation: Situation
) -> None:
    if covers(scope, situation) or covers(other, situation):
        assert covers(broaden(scope, other), situation)
    if covers(narrow(scope, other), situation):
        assert covers(scope, situation)


@given(scopes, scopes, scopes)
def test_broadening_is_a_union(one: Scope, two: Scope, three: Scope) -> None:
    assert broaden(one, one) == one
    assert broaden(one, two) == broaden(two, one)
    assert broaden(broaden(one, two), three) == broaden(one, broaden(two, three))


@given(scopes, scopes)
def test_narrowing_twice_is_narrowing_once(scope: Scope, exclusion: Scope) -> None:
    narrowed = narrow(scope, exclusion)
    assert narrow(narrowed, exclusion) == narrowed
    assert parse(str(narrowed)) == narrowed


@given(scopes, situations, words)
def test_a_fitted_scope_fits_and_covers_its_own_failure(
    scope: Scope, situation: Situation, said: set[str]
) -> None:
    fitted = fit(scope, situation, said, UNIVERSAL)
    assert fit(fitted, situation, said, UNIVERSAL) == fitted
    assert parse(str(fitted)) == fitted
    excluded = Scope(scope.exclusions())
    assert covers(fitted, situation) == covers(excluded, situation)


@given(situations)
def test_the_empty_scope_covers_everything(situation: Situation) -> None:
    assert covers(parse(""), situation)
    assert covers(parse("only words"), situation)


def test_an_axis_on_which_nothing_is_said_does_not_speak_against() -> None:
    scope = parse("repo:acme/shop lib:numpy -tool:make")
    assert covers(scope, Situation(repo="acme/shop"))
    assert not covers(scope, Situation(repo="acme/till"))
    assert not covers(scope, Situation(repo="acme/shop", tools=("make",)))


def test_paths_are_globs_as_git_reads_them() -> None:
    scope = parse("path:src/ -path:src/vendor/**")
    assert covers(scope, Situation(paths=("src/a/b.py",)))
    assert covers(scope, Situation(paths=("./src\\a.py",)))
    assert not covers(scope, Situation(paths=("tests/src.py",)))
    assert not covers(scope, Situation(paths=("src/vendor/x.py",)))
    assert not covers(parse("path:a[ path:\\"), Situation(paths=("b",)))


def test_admission_narrows_to_what_one_failure_supports() -> None:
    situation = Situation(
        repo="Acme/Shop", language="Python", error="shop.errors.Gone", paths=("shop/cart.py",)
    )
    declared = parse("every cart repo:other/x lib:redis lib:heapq path:lib/** -path:vendor/**")
    fitted = fit(declared, situation, {"heapq", "cart"}, UNIVERSAL)
    assert str(fitted) == (
        "repo:acme/shop lang:python lib:heapq error:Gone path:shop/cart.py -path:vendor/** cart"
    )


@pytest.mark.parametrize(
    ("declared", "text"),
    [
        (
            "every program that touches any data store, in all languages and teams",
            "program that touches data store",
        ),
        ("every program in every language", ""),
        ("all caches anywhere, in any language or framework", "caches"),
        ("retries of any kind of request", "retries of request"),
        ("parsers for all payment services", "parsers for payment services"),
        ("servers in every language server", "servers in language server"),
        ("all-or-nothing writes and calls of any()", "all-or-nothing writes and calls of any()"),
        ("code that replaces files atomically", "code that replaces files atomically"),
        ("All queues, without exception", "queues"),
        ("any project, whatever the language, domain or source", ""),
    ],
)
def test_breadth_leaves_the_text_and_the_text_still_reads(declared: str, text: str) -> None:
    assert fit(parse(declared), Situation(), set(), UNIVERSAL).text == text


@pytest.mark.parametrize(
    ("declared", "text"),
    [
        ("each request of anyone, whichever the framework", "request"),
        ("threads that share global variables", "threads that share global variables"),
        ("postings to general ledgers", "postings to general ledgers"),
        ("services that call each other", "services that call each other"),
    ],
)
def test_words_of_the_trade_are_no_breadth(declared: str, text: str) -> None:
    assert fit(parse(declared), Situation(), set(), Policy().scope.universal_words).text == text


def test_the_file_of_the_failure_bears_out_a_path_and_speaks_against_none() -> None:
    there = Situation(paths=("src/a.py",), site="lib/b.py")
    assert covers(parse("path:lib/**"), there)
    assert covers(parse("path:src/** -path:lib/**"), there)
    assert not covers(parse("path:docs/**"), there)
    assert covers(parse("path:docs/**"), Situation(site="lib/b.py"))
    assert str(fit(parse("path:lib/** path:docs/**"), there, set(), UNIVERSAL)) == "path:lib/**"
    assert str(fit(parse("path:docs/**"), there, set(), UNIVERSAL)) == "path:src/a.py"


def test_promotion_drops_the_place_and_keeps_the_exclusions() -> None:
    scope = parse("repo:a/b lang:go lib:x tool:t error:E path:src/** -path:gen/** -repo:c/d words")
    assert lift(scope, "episodic") == scope
    assert str(lift(scope, "procedural")) == "-repo:c/d lang:go lib:x tool:t error:E -path:gen/** words"
    assert str(lift(scope, "meta_strategy")) == "-repo:c/d lang:go -path:gen/** words"


def test_another_repository_becomes_an_alternative() -> None:
    assert str(join_repo(parse("repo:a/b lang:go"), "C/D")) == "repo:a/b repo:c/d lang:go"
    assert str(join_repo(parse("lang:go"), "c/d")) == "lang:go"


def test_declared_scopes_keep_their_facets_and_words(shared: Path) -> None:
    lines = (shared / "corpus" / "cases.jsonl").read_text("utf-8").splitlines()
    declared = {found["reflection"]["scope"] for line in lines for found in json.loads(line)["candidates"]}
    for text in declared:
        scope = parse(text)
        assert parse(str(scope)) == scope
        assert len(scope.terms) == sum(text.count(f"{facet}:") for facet in FACETS)
        assert "," not in "".join(term.value for term in scope.terms)
