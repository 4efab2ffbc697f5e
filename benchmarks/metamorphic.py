"""Which changes of an admitted true story the gate minds, over files of labelled cases.

    python benchmarks/metamorphic.py CASES.jsonl... [--show]

A change of form must leave the verdict as it was; a story made false must not be admitted. Printed for each kind of
change: how many variants there are, and for what share of them that holds; with --show, those for which it does not.
"""

import argparse
from pathlib import Path

from reflectgit.ab.cases import Candidate, read_cases
from reflectgit.ab.metamorphic import rates
from reflectgit.ab.verdicts import verdicts
from reflectgit.policy import Policy


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="CASES.jsonl")
    parser.add_argument("--show", action="store_true", help="print the variants that break the relation")
    given = parser.parse_args()
    for path in given.files:
        print(f"{path.stem:40}{'has to be':14}{'n':>5}{'holds':>9}")
        for rate in rates(verdicts(read_cases([path]), Policy()), Policy()):
            holds = "-" if rate.share is None else f"{rate.share:.1%}"
            print(f"  {rate.transformation:38}{rate.relation:14}{rate.n:5}{holds:>9}")
            for one in rate.broken if given.show else []:
                _show(one)


def _show(candidate: Candidate) -> None:
    print(f"    {candidate.candidate_id} ({candidate.kind})")
    for name, claim in candidate.reflection.claims().items():
        print(f"      {name}: {claim}")


if __name__ == "__main__":
    main()
