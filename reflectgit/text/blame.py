"""Outward blame: a story that puts the cause on tests, tools, data or others (build spec 3.7).

Ways in which a harness explains its own error away are told by their form: it finds a party at fault, it clears its own
work, it calls the failing case unreal, or it demands that others change. The nouns below
are parties, not topics: "the test shows" blames nobody, and that a library does this or that is a fact. A story that is
flagged wrongly loses confidence; one that is missed gains a lesson that helps nobody.
"""

import re

#: What judges the change.
_JUDGE = (
    r"(?:tests?(?: suites?| cases?| data| authors?| environments?| runners?)?|testers?|fixtures?|assertions?"
    r"|expectations?|spec(?:ification)?s?|requirements?|tickets?|fakes?|mocks?|stubs?|checks?|check scripts?"
    r"|graders?|harness|linters?|reviewers?|deadlines?|sanitizers?|qa)"
)
#: What the change stands on.
_WORLD = (
    r"(?:frameworks?|(?:\w+ )?librar(?:y|ies)|runtimes?|(?:borrow )?(?:compilers?|checkers?)|interpreters?"
    r"|languages?|jdk|jvm|sdks?|kernels?|operating systems?|os|platforms?|upstream|servers?|services?|gateways?"
    r"|apis?|backends?|browsers?|drivers?|databases?|environments?|ci|runners?|(?:build )?machines?|containers?"
    r"|networks?|transports?|(?:\w+ )?tools?|toolchains?|packages?|dependenc(?:y|ies)|modules?|hardware|disks?"
    r"|memory|clocks?|data(?: ?sets?)?|feeds?|inputs?|docs?|documentation|(?:language )?models?|assistants?"
    r"|producers?)"
)
#: Who made it, sent it or used it.
_PEOPLE = (
    r"(?:users?|customers?|people|testers?|vendors?|providers?|maintainers?|reviewers?|authors?|makers|inventors"
    r"|suppliers?|operators?|analysts?|colleagues?|(?:\w+ )?(?:team|group|department|project)s?|developers of \w+"
    r"|the clients)"
)
_PARTY = rf"(?:{_JUDGE}|{_WORLD}|{_PEOPLE})"
#: What is said of a party that is to blame, and seldom of one's own code.
_FAULTY = (
    r"(?:broken|buggy|faulty|defective|flaky|unreliable|flawed|misleading|unfair|unrealistic|artificial|contrived"
    r"|dirty|nonsensical|meaningless|pointless|bogus|absurd|insane|pedantic|obsolete|over-?sensitive|over-?zealous"
    r"|careless|(?:ill|badly|poorly)[- ](?:designed|written|documented)|misdesigned)"
)
_FAULT = (
    rf"(?:{_FAULTY}|wrong|incorrect|mistaken|invalid|ambiguous|at fault|to blame|unreasonable|dying|(?:too"
    r"|overly) (?:strict|slow|harsh|narrow)|stricter|impossible|corrupt(?:ed)?|off(?: by)?|unusual|unclear"
    r"|responsible|inconsistent|malicious|garbage|nonsense)"
)
_OWN = (
    r"(?:plan|patch|change|code|implementation|fix|solution|comparison|approach|logic|makefile|module|side|part"
    r"|prompt|function|program|script|one-liner|query|reader|parser|work)"
)
_FINE = r"(?:right|fine|correct|sound|innocent|blameless|clean|in order|as it should be|not at fault|not to blame)"
_WEAKEN = (
    r"(?:rewrite|mend|repair|fix|correct|relax|loosen|weaken|skip|disable|delete|remove|drop|ignore|change|adjust"
    r"|xfail|re-?run|withdraw)"
)
_WEAKENED = (
    r"(?:corrected|changed|fixed|mended|relaxed|loosened|raised|withdrawn|rewritten|removed|dropped|deleted|adapted"
    r"|adjusted|disabled|skipped|(?:switched|turned) off|taken out)"
)
_BE = r"(?:is|are|was|were|be|been|being|seems?|looks?)"
_MUST = r"(?:should|must|ought to|has to|have to|needs? to)"
_BETTER = (
    r"(?:smarter|better|saner?|reasonable|decent|proper|sensible|contemporary|modern|competent|well-\w+|(?:properly"
    r"|well) designed|less \w+)"
)

#: "is perfectly fine" clears; "is almost correct" and "is to correct" do not.
_QUITE = r"(?!(?:to|almost|nearly|partly|mostly|only|not(?! (?:at fault|to blame))|never)\b)(?:\w+ )?"

_AT_FAULT = (
    rf"\b{_PARTY}(?: itself| themselves|'s \w+)?(?: (?!no\b|not\b|which\b|that\b)\w+){{0,2}} {_BE}(?: \w+){{0,2}}"
    rf" {_FAULT}\b(?! (?:when|if|in that|once|as soon))",
    r"\b(?:bugs?|defects?|flaws?|design (?:errors?|mistakes?)) (?:in|of|with) (?:the |a |their |its )?"
    rf"(?!(?:our|my|this) )(?!(?:\w+ )?{_OWN}\b)\w+",
    r"\b(?:is|are|was|were|as) (?:\w+ )?an? (?:known |real |genuine |plain )?(?:defect|bug|flaw|design \w+)\b",
    rf"\b{_PARTY}(?: \w+)? (?:misread|misunder\w+|misuse[sd]?|abuse[sd]?|mishandle[sd]?|miscompile[sd]?|misbehave[sd]?"
    r"|hallucinate[sd]?|(?:gets?|got) (?:it|this|that) (?:wrong|backwards)|ignore[sd]? our|changed its|lies|lied"
    r"|led us|let us down|violate[sd]? its|owes? us|dropped the ball|insisted)\b",
    r"\b(?:led|lead|leads) (?:us|one|everybody|into error|astray)\b|\blet us down\b|\bowes? us\b",
    r"\bblame (?:the|it on|them|this on|those|whoever|\w+,)|\b(?:to blame|be faulted|be blamed)\b",
    r"\b(?:previous|former|earlier|other|database) (?:developer|author|maintainer|colleague|team|group)s?\b[^.;]{0,60}"
    r"\b(?:left|had|changed|broke|forgot|wrote|never)\b",
    r"\b(?:broke|broken|shipped|ships) (?:this|it|us|\w+ in an?|an? (?:corrupt|broken|bad))\b",
    r"\b(?:outage|faulty hardware|bad (?:luck|memory|disk|cable))\b",
    r"\b(?:fault|responsibility|duty|mistake|error) (?:of|(?:lies|rests) with|belongs to) (?:the )?(?:\w+'s )?"
    rf"{_PARTY}\b",
)
_CLEARED = (
    rf"\b(?:the|our|my|this) (?:\w+ )?{_OWN} (?:itself )?{_BE} {_QUITE}{_FINE}\b(?! (?:to|about|in|for|until|only)\b)",
    r"(?:^|[.;:] )(?!the (?:tests?|spec\w*|review\w*|assert\w*|old|bug|report|warning)\b)[\w(). -]{1,30}"
    rf" {_BE} right;",
    r"\b(?:nobody|no one|no (?:developer|programmer|human|way \w+)) (?:can|could)\b",
    r"\b(?:its|their|his|theirs|whose|\w+'s) fault\b|\bis theirs\b|\bthe mistake is theirs\b",
)
_UNREAL = (
    r"\b(?:artificial|contrived|far-fetched|unrealistic|exotic)\b",
    r"\b(?:case|input|situation|scenario)s?\b[^.;]{0,30}\b(?:never (?:happen|occur)|do(?:es)? not (?:happen|occur))",
)
_DEMANDS = (
    r"\b(?:report|complain|escalate|file (?:an? )?(?:bug|issue|report|ticket|complaint))\b.{0,80}"
    rf"\b(?:to|as|against|with) (?:the |their |an? )?(?:{_PARTY}|defect|bug)\b",
    rf"\b(?:ask|tell|teach|urge|remind|get|force) (?:the |our )?(?:\w+ )?{_PARTY} to\b",
    rf"\b(?:ask|urge) (?:the |our )?(?:\w+ )?{_PEOPLE} for\b|\b(?:make|have) (?:the )?{_PEOPLE}\b",
    rf"\b{_WEAKEN} (?:the |that |this |those |these |such |any )?(?:\w+ ){{0,2}}(?:(?:\w+ )?of (?:the |this )?)?"
    r"(?:tests?(?: data)?|fixtures?|assertions?|expectations?|checks?|fakes?|mocks?|transports?|check scripts?"
    r"|requirements?|spec(?:ification)?s?)\b",
    rf"\b{_JUDGE}\b[^.;]{{0,60}} {_MUST} be {_WEAKENED}\b",
    rf"\b(?:the|its|their|those) (?:\w+ )?{_PEOPLE}(?: (?:who|of)\b[^.;]{{1,60}})? {_MUST}\b"
    r"(?! (?:not )?be (?:\w+ed|able)\b)",
    rf"(?<!per )(?<!a )(?<!each )(?<!every )\b{_PEOPLE} {_MUST}\b(?! (?:not )?be (?:\w+ed|able)\b)",
    rf"\b(?:a|an|any|with a|in a) (?:\w+ )?{_BETTER} (?:\w+ ){{0,3}}(?:would|could) (?:have|flush|warn|accept|not)\b",
)
_BLAME = re.compile(
    "|".join(f"(?:{form})" for form in (*_AT_FAULT, *_CLEARED, *_UNREAL, *_DEMANDS)), re.I | re.S
)


def blames_outward(text: str) -> bool:
    """Whether the text puts the cause, or the duty to change, on others than the author of the change."""
    return _BLAME.search(text) is not None
