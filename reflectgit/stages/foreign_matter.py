"""What a lesson would send its readers to and the record lacks: addresses, commands, paths (DESIGN, "Grounding")."""

import re

from reflectgit.model import Comparison, Reflection
from reflectgit.stages.comparisons import Evidence
from reflectgit.text.foreign import foreign

_FACET = re.compile(r"(?<!\S)-?(?:repo|lang|lib|tool|error|path):\S+")
#: Without one of these there is neither URL nor command nor path, and nothing to look for.
_SUSPECT = re.compile(r"[/|$@-]|www\.|install")


def foreign_matter(reflection: Reflection, evidence: Evidence) -> dict[str, list[Comparison]]:
    """URLs, commands and paths of lesson and scope that the record lacks, by the field in which they stand."""
    texts = {"candidate_lesson": reflection.candidate_lesson, "scope": _FACET.sub(" ", reflection.scope)}
    record = "\n".join(evidence.texts()) if any(_SUSPECT.search(text) for text in texts.values()) else ""
    found = {name: foreign(text, record) for name, text in texts.items()}
    return {
        name: [Comparison(what=f"{one.kind}: {one.text}", with_="", result="missing") for one in lacking]
        for name, lacking in found.items()
        if lacking
    }
