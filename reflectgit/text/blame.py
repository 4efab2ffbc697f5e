"""Outward blame: a story that puts the cause on tests, tools, data or others (build spec 3.7).

Four ways in which a harness explains its own error away are told by their form: it finds a party at fault, it clears
its own work, it calls the failing case unreal, or it demands that others change. The nouns below are parties, not
topics: "the test shows" blames nobody. A story that is flagged wrongly loses confidence; one that is missed gains a
lesson that helps nobody: where form is doubtful, it is flagged.
"""

import re

#: What judges the change.
_JUDGE = (
    r"(?:tests?(?: suites?| cases?| data| authors?| environments?)?|testers?|fixtures?|assertions?|expectations?"
    r"|spec(?:ification)?s?|requirements?|fakes?|mocks?|stubs?|checks?|graders?|harness|reviewers?"
    r"|(?:check(?:er|ing)? )?scripts?)"
)
#: What the change stands on, and who uses it.
_WORLD = (
    r"(?:frameworks?|(?:\w+ )?librar(?:y|ies)|runtimes?|compilers?|interpreters?|languages?|jdk|jvm|sdks?|kernels?"
    r"|operating systems?|os|platforms?|providers?|vendors?|upstream|maintainers?|servers?|services?|apis?|backends?"
    r"|browsers?|drivers?|databases?|environments?|ci|runners?|machines?|containers?|networks?|transports?|tools?"
    r"|toolchains?|packages?|dependenc(?:y|ies)|modules?|data(?: ?sets?)?|inputs?|users?|customers?|clients?|callers?"
    r"|docs?|documentation)"
)
_PARTY = rf"(?:{_JUDGE}|{_WORLD})"
_PEOPLE = r"(?:users?|customers?|people|testers?|vendors?|providers?|maintainers?|reviewers?|the clients)"
_FAULT = (
    r"(?:wrong|broken|buggy|faulty|defective|flaky|unreliable|incorrect|mistaken|flawed|misleading|unfair|unrealistic"
    r"|artificial|contrived|invalid|dirty|ambiguous|nonsensical|meaningless|at fault|to blame|outdated|unreasonable"
    r"|(?:too|overly) (?:strict|slow|harsh|narrow)|stricter|impossible|corrupt(?:ed)?|off(?: by)?|unusual|unclear)"
)
_FINE = r"(?:right|fine|correct|sound|innocent|in order|as it should be|not at fault|not to blame)"
_OWN = (
    r"(?:plan|patch|change|code|implementation|fix|solution|client|comparison|approach|logic|makefile|module"
    r"|function|program|output|result)"
)
_WEAKEN = (
    r"(?:rewrite|mend|repair|fix|correct|relax|loosen|weaken|skip|disable|delete|remove|drop|ignore|change|adjust"
    r"|xfail|re-?run|withdraw)"
)
_BE = r"(?:is|are|was|were|be|being|seems?|looks?)"
_MUST = r"(?:should|must|ought to|has to|have to|needs? to)"

#: "is perfectly fine" clears; "is almost correct" and "is to correct" do not.
_QUITE = r"(?!(?:to|almost|nearly|partly|mostly|only|not(?! (?:at fault|to blame))|never)\b)(?:\w+ )?"

_AT_FAULT = (
    rf"\b{_PARTY}(?: itself| themselves)?(?: \w+){{0,2}} {_BE}(?: \w+){{0,2}} {_FAULT}\b",
    rf"\b{_FAULT} {_PARTY}\b",
    r"\b(?:bugs?|defects?|faults?|errors?|flaws?|mistakes?) (?:in|of|with) (?:the|a|their|its)(?: \w+){0,2} "
    rf"{_PARTY}\b",
    r"\b(?:is|are|was|were|as) an? (?:known |real |genuine )?(?:defect|bug|flaw)\b",
    rf"\b{_PARTY}(?: \w+){{0,1}} (?:misread|misunder\w+|misuse[sd]?|abuse[sd]?|mishandle[sd]?|miscompile[sd]?"
    r"|misbehave[sd]?|(?:gets?|got) (?:it|this|that) wrong|do(?:es)? not behave|ignore[sd]? our|changed its"
    r"|lies|lied)\b",
    rf"\b{_JUDGE} (?:expects?|demands?|demanded|asks?|requires?|wants?|sends?) (?:for )?"
    r"(?:too much|something|more than|what|an? (?:\w+ )?(?:which|that) (?:nobody|no)"
    r"|an? (?:unusual|unreal\w*|odd|strange))\b",
    rf"\b(?:error|failure|fault|bug|problem|cause) (?:comes|came|stems|originates|is due|was due|lies) "
    rf"(?:from|to|in|with)(?: \w+){{0,3}} {_PARTY}\b",
    rf"\bdue to (?:the |a |an )?(?:\w+ ){{0,2}}{_PARTY}(?: \w+)?,? (?:and not|not|rather than)\b",
    rf"\b{_PARTY}(?: itself)? makes? no sense\b",
    r"\bblame (?:the|it on|them|this on)\b",
)
_CLEARED = (
    rf"\b(?:the|our|my|this) (?:\w+ )?{_OWN} (?:itself )?{_BE} {_QUITE}{_FINE}\b",
    r"\b(?:work|behave|do)(?:s|es)? (?:as|what) "
    r"(?:designed|intended|specified|documented|it should|it is (?:told|asked))\b",
    rf"\bnothing {_BE} wrong (?:with|in) (?:the|our|my) (?:\w+ )?{_OWN}\b",
    r"\bnot (?:in|to|caused by|due to) (?:our|the) (?:own )?(?:code|change|patch|plan)\b",
    r"\bcannot be held responsible\b",
    r"\bnever (?:been )?asked for\b",
)
_UNREAL = (
    r"\b(?:artificial|contrived|far-fetched|unrealistic)\b",
    r"\bno (?:real|sane|normal|honest|reasonable|actual|sensible)\b",
    r"\bin (?:production|practice|real life|reality|the field|normal use)\b[^.;]{0,30}\b(?:no|never|not|nobody|none)\b",
    r"\b(?:no|never|not|nobody|none)\b[^.;]{0,40}\bin (?:production|practice|real life|reality|the field|normal use)\b",
    r"\b(?:which|that) (?:no|nobody)\b.{0,40}\b(?:does|do|did|would|will|expects?|needs?|wants?)\b",
)
_DEMANDS = (
    r"\b(?:report|complain|escalate|file (?:an? )?(?:bug|issue|report|ticket|complaint))\b.{0,80}"
    r"\b(?:to|as|against|with) (?:the |their |an? )?"
    rf"(?:{_PARTY}|defect|bug|authors?)\b",
    rf"\b(?:ask|tell|teach|urge|remind|get|make|have) (?:the )?{_PARTY} (?:to|for)\b",
    rf"\bwait (?:for|until) (?:the |an? )?{_PARTY}\b",
    rf"\b{_WEAKEN} (?:the |that |this |those |these |such |any )?(?:\w+ )?(?:(?:\w+ )?of (?:the |this )?)?"
    r"(?:tests?(?: data)?|fixtures?|assertions?|expectations?|checks?|fakes?|mocks?|transports?|check scripts?"
    r"|requirements?|spec(?:ification)?s?)\b",
    r"\b(?:mark|flag|treat|regard)\b.{0,60}\btests?\b.{0,60}\b(?:expected failures?|flaky|xfail|skipped)\b",
    rf"\b{_JUDGE}\b[^.;]{{0,20}} {_MUST} be (?:corrected|changed|fixed|mended|relaxed|withdrawn|rewritten|removed"
    r"|dropped|adapted|adjusted)\b",
    rf"\bthe {_WORLD} {_MUST} (?:accept|allow|tolerate|be (?:fixed|mended|changed|relaxed))\b",
    rf"\b{_PEOPLE} {_MUST}\b",
    r"\b(?:should|ought to) have (?:accepted|allowed|tolerated|documented|warned)\b",
    r"\b(?:blame|fault|responsibility)\b.{0,30}\b(?:lies|rests|belongs|is)\b.{0,20}\b(?:with|to|of)\b",
    rf"\bfault of (?:the )?{_PARTY}\b",
)
_BLAME = re.compile(
    "|".join(f"(?:{form})" for form in (*_AT_FAULT, *_CLEARED, *_UNREAL, *_DEMANDS)), re.I | re.S
)


def blames_outward(text: str) -> bool:
    """Whether the text puts the cause, or the duty to change, on others than the author of the change."""
    return _BLAME.search(text) is not None
