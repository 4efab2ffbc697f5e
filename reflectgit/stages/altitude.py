"""At what altitude a lesson flies: the edit of a line, a principle with an action, or a virtue (build spec 3.5).

Chi's distinction made mechanical. Both refusals rest on form, not on topic: an edit is known by the code and the
places of this repository that it names, a virtue by words of attitude with nothing to do, or nothing to do it to,
beside them. A library's name, or a call that a lesson mentions, is vocabulary.
"""

import re
from typing import Literal

from reflectgit.model import EvidenceRecord
from reflectgit.stages import thresholds
from reflectgit.stages.edits import names_an_edit
from reflectgit.stages.own_names import own_names
from reflectgit.stages.stemmed import record_stems, stem_set
from reflectgit.stages.vocabulary import generic, trade, virtues
from reflectgit.text.words import tokens

Altitude = Literal["calibrated", "shallow", "too_vague"]


#: An attitude with its topic: "pay attention to the order of keys" orders nothing, however technical the topic. What
#: follows in a clause of its own, and a fact ("be aware that sort works in place"), is no part of it.
_ATTITUDE = re.compile(
    r"(?:\b(?:be|stay|remain|become)\s+(?:\w+\s+){0,2}?"
    r"(?:careful|cautious|mindful|aware|conscious|alert|vigilant|wary|attentive|sceptical|skeptical|suspicious|prepared)\b"
    r"(?:\s+(?:of|about|with|for|when|in|around|on|at)\b|(?=\s*[.;:,]|\s*$))"
    r"|\bpay\s+(?:\w+\s+){0,2}?attention\s+to\b|\btake\s+(?:\w+\s+)?care\s+(?:of|with|when|in)\b"
    r"|\bthink\s+(?:\w+ly\s+|hard\s+|twice\s+)?(?:about|of|through)\b|\bbeware\s+of\b|\bwatch\s+out\s+for\b"
    r"|\bhave\s+(?:\w+\s+){0,2}?(?:understanding|knowledge|grasp|respect)\s+(?:of|for)\b"
    r"|(?:^|[.;:,]\s*|\b(?:always|never|must|should|to)\s+)(?:know|learn|study|master|understand|appreciate|underestimate)\b)"
    r"(?!\s+that\b)(?:(?!\s+(?:and|so|since|because|as|that|before|by|or|but|which)\b)[^.;:,])*",
    re.I,
)


def altitude(lesson: str, scope: str, record: EvidenceRecord) -> Altitude:
    """Where the lesson stands. An edit is shallow even where a virtue is preached beside it."""
    if names_an_edit(lesson, scope.strip(), own_names(record)):
        return "shallow"
    return "too_vague" if _is_a_virtue(lesson, record) else "calibrated"


def _is_a_virtue(lesson: str, record: EvidenceRecord) -> bool:
    """Whether, beside virtues and words of any work, too little is left to act on.

    What is left and has nothing to do with the failure is rhetoric, and weighs no more than the praise.
    """
    rest, attitudes = _ATTITUDE.subn(" ", lesson)
    said = stem_set(" ".join(word for word in tokens(rest) if word not in trade()))
    terms = stem_set(" ".join(word for word in tokens(rest) if word in trade())) - generic()
    praise = len(said & virtues()) + attitudes
    concrete = (said - virtues() - generic()) | terms
    if len(concrete) < thresholds.CONCRETE_STEMS + bool(praise):
        return True
    if praise < 2 or praise < thresholds.PRAISE_SHARE_APART * len(concrete):
        return False
    return praise >= thresholds.PRAISE_SHARE * len(concrete) or praise >= len(concrete & record_stems(record))
