"""What the demo plays: one scene a project under ``projects/``, and the decision that has to come of it.

The four stories stand for four ways in which a model explains a failure. Further scenes go at the end.
"""

from dataclasses import dataclass

from reflectgit.model import DecisionKind, RejectedReason


@dataclass(frozen=True)
class Scene:
    """One failure, one story about it.

    Attributes:
        project: the folder under ``projects/`` (tree, plan, patches, diagnosis, reflection).
        title: what the scene is about.
        told: for the reader, before the answer: what to look for in the story.
        expects: the decision; anything else ends the demo with exit code 1.
        reason: the reason of a refusal.
        slowly: whether the failing and the passing run are shown whole.
    """

    project: str
    title: str
    told: str
    expects: DecisionKind
    reason: RejectedReason | None = None
    slowly: bool = False


SCENES = (
    Scene(
        project="report-titles",
        title="A true story",
        told="Each claim quotes what it rests on, with the id of the item. All of it can be looked up.",
        expects="admitted",
        slowly=True,
    ),
    Scene(
        project="seat-holds",
        title="A fabricated one",
        told="Fluent, specific, sure of itself. But nobody ever saw that exception: it is not in the output.",
        expects="rejected",
        reason="speculative",
    ),
    Scene(
        project="parking-fee",
        title="A contradicted one",
        told="It cites the right run, and the run says the opposite: what is said to pass is what failed.",
        expects="rejected",
        reason="speculative",
    ),
    Scene(
        project="tour-stops",
        title="A platitude",
        told="The causes are true and well quoted. The lesson would help nobody.",
        expects="rejected",
        reason="too_vague",
    ),
)
