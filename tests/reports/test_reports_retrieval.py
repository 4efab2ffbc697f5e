"""What users of neighbouring tools met with search: answers to nothing, false full marks, an order by chance."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reports_support import LESSON, Said, elsewhere, failure, story

Cli = Callable[..., Said]
Admit = Callable[..., Any]
TASK = "a party leaves the last boat partly filled by division"


@pytest.fixture
def full(store: Path, admit: Admit) -> Path:
    """A store of four lessons that say alike about different things."""
    for ended, told in ((failure(), story()), *(elsewhere(word) for word in ("barge", "sledge", "van"))):
        assert admit(ended, told)["decision"] == "admitted"
    return store


# Any question got the full number of answers, whatever it asked.
@pytest.mark.parametrize(
    "question",
    [
        "zzqx plorf 91",
        "which css framework does the site use",
        "how is the coffee machine cleaned",
        "test fails error",
    ],
)
def test_a_question_about_something_else_gets_no_lesson(question: str, full: Path, cli: Cli) -> None:
    assert cli("retrieve", question, "--json", "--store", full).json["lessons"] == []
    assert "No lesson applies" in cli("retrieve", question, "--store", full).out


# What is empty after cleaning matched everything at full marks.
@pytest.mark.parametrize("question", ["???", "-->", "🔥", "the", "「」", "--- ... ---"])
def test_a_question_without_words_is_told_so(question: str, full: Path, cli: Cli) -> None:
    done = cli("retrieve", "--json", "--store", full, "--", question)
    assert (done.code, done.json["lessons"]) == (0, [])
    assert "no word" in done.err


# A short word inside a long text had full marks, above the true match.
@pytest.mark.parametrize("word", ["party", "boat", "division", "test"])
def test_one_word_of_a_lesson_is_never_a_full_match(word: str, full: Path, cli: Cli) -> None:
    asked = ("--json", "--store", full)
    whole = cli("retrieve", LESSON, *asked).json["lessons"][0]["score"]
    alone = [one["score"] for one in cli("retrieve", word, *asked).json["lessons"]]
    assert all(score < whole / 2 for score in alone)
    assert whole < 1


# Equal scores were ordered by the order of the files.
def test_the_answer_does_not_depend_on_the_order_of_admission(
    tmp_path: Path, cli: Cli, files: Callable[..., Any], start: Callable[..., Any]
) -> None:
    words = ("harp", "lute", "drum", "horn")
    alike = [elsewhere(word) for word in words]
    for ended, _ in alike:
        ended["task"]["repo"] = "lake/same"
    answers = set()
    for name, order in (("one", alike), ("two", alike[::-1])):
        folder = tmp_path / name
        assert cli("init", folder).code == 0
        for ended, told in order:
            assert cli("admit", *files(ended, told), "--store", folder).code == 0
        for seed in ("1", "2"):
            asked = start(
                "retrieve",
                "encoding of a text file, a mutable default, money in cents, a second walk of an iterator",
                "--json",
                "--store",
                folder,
                env={"PYTHONHASHSEED": seed},
            )
            answers.add(asked.communicate()[0])
    (answer,) = answers
    assert answer.count('"score"') == len(words)


# Very long inputs changed what was found.
@pytest.mark.parametrize("form", ["log", "line"])
def test_noise_around_the_telling_line_changes_nothing(
    form: str, full: Path, tmp_path: Path, cli: Cli
) -> None:
    key = "AssertionError: a party leaves the last boat partly filled"
    noise = "".join(f"[{n}] INFO wave {n * 7}\n" for n in range(20_000)) if form == "log" else "~" * 400_000
    asked = ("--json", "--store", full)
    short = cli("retrieve", key, *asked).json["retrieved_lesson_ids"]
    assert short
    assert cli("retrieve", f"{noise}\n{key}\n", *asked).json["retrieved_lesson_ids"] == short
