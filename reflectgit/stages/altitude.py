"""At what altitude a lesson flies: the edit of a line, a principle with an action, or a virtue (build spec 3.5).

Chi's distinction made mechanical. Both refusals rest on form, not on topic: an edit is known by the code and the
places of this repository that it names, a virtue by words of attitude with nothing to do, or nothing to do it to,
beside them. A library's name, or a call that a lesson mentions, is vocabulary.
"""

from typing import Literal

from reflectgit.model import EvidenceRecord
from reflectgit.stages import thresholds
from reflectgit.stages.edits import names_an_edit
from reflectgit.stages.own_names import own_names
from reflectgit.stages.stemmed import record_stems, stem_set
from reflectgit.stages.vocabulary import generic, trade, virtues
from reflectgit.text.words import tokens

Altitude = Literal["calibrated", "shallow", "too_vague"]


def altitude(lesson: str, scope: str, record: EvidenceRecord) -> Altitude:
    """Where the lesson stands. An edit is shallow even where a virtue is preached beside it."""
    if names_an_edit(lesson, scope.strip(), own_names(record)):
        return "shallow"
    return "too_vague" if _is_a_virtue(lesson, record) else "calibrated"


def _is_a_virtue(lesson: str, record: EvidenceRecord) -> bool:
    """Whether, beside virtues and words of any work, too little is left to act on.

    What is left and has nothing to do with the failure is rhetoric, and weighs no more than the praise.
    """
    words = tokens(lesson)
    said = stem_set(" ".join(word for word in words if word not in trade()))
    terms = stem_set(" ".join(word for word in words if word in trade()))
    praise = said & virtues()
    concrete = (said | terms) - generic() - praise
    if len(concrete) < thresholds.CONCRETE_STEMS + bool(praise):
        return True
    return len(praise) >= max(thresholds.PRAISE_SHARE * len(concrete), len(concrete & record_stems(record)))
