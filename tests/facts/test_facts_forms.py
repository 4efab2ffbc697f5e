"""Who asks for some forms of fact gets those, and the same as who asks for all."""

import ast
from pathlib import Path

import pytest

from reflectgit.facts.observe import ALL_FORMS, PARSERS, observe

#: Every text that the tests of the parsers are written with: samples of all formats.
SAMPLES = sorted(
    {
        node.value
        for file in Path(__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" in node.value
    }
)


def test_the_samples_show_every_form():
    seen = {type(fact) for text in SAMPLES for fact in observe(text, "trajectory")}
    assert seen == set(ALL_FORMS)


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.parse.__module__.rpartition(".")[2])
def test_a_parser_gives_the_forms_that_it_declares(parser):
    given = {type(fact) for text in SAMPLES for fact in parser.parse(text.split("\n"))}
    assert given <= set(parser.forms)


@pytest.mark.parametrize("form", ALL_FORMS)
def test_one_form_alone_is_what_all_have_of_it(form):
    for text in SAMPLES:
        everything = observe(text, "trajectory")
        assert observe(text, "trajectory", (form,)) == tuple(f for f in everything if type(f) is form)
