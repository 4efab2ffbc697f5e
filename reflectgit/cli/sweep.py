"""``reflectgit sweep``: the lifecycle rules over the whole store."""

from reflectgit.cli.actions import print_actions
from reflectgit.cli.answer import say_verdict
from reflectgit.cli.options import DryRunOption, JsonOption, StoreOption, example, open_there

EXAMPLES = example("reflectgit sweep", "git merge their-lessons; reflectgit sweep --dry-run --json")


def command(dry_run: DryRunOption = False, store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Bring all lessons up to date.

    Recomputes every lesson from the ledger: after a merge of two stores, or a change of policy. Contradictions
    that outcomes have decided are settled. Each change is a commit of its own.
    """
    from reflectgit import upkeep

    actions = upkeep.sweep(open_there(store), dry_run=dry_run)
    opening = say_verdict("dry run", True, "this would happen; nothing was written") if dry_run else ""
    print_actions(actions, as_json, "The lessons are what the ledger says.", opening)
