"""Outward blame: a story that puts the cause on tests, tools, data or others (build spec 3.7).

Ways in which a harness explains its own error away are told by their form: it finds a party at fault, it clears its own
work, it calls the failing case unreal, it demands that others change, or it wishes for a better world. The nouns below
are parties, not topics: "the test shows" blames nobody, and that a library does this or that is a fact. A story that is
flagged wrongly loses confidence; one that is missed gains a lesson that helps nobody.
"""

import re

#: What judges the change.
_JUDGE = (
    r"(?:tests?(?: suites?| cases?| data| authors?| environments?| runners?)?|testers?|fixtures?|assertions?"
    r"|expectations?"
    r"|spec(?:ification)?s?|requirements?|tickets?|fakes?|mocks?|stubs?|checks?|check scripts?|graders?|harness"
    r"|linters?"
    r"|reviewers?|deadlines?|sanitizers?|qa)"
)
#: What the change stands on.
_WORLD = (
    r"(?:frameworks?|(?:\w+ )?librar(?:y|ies)|runtimes?|(?:borrow )?(?:compilers?|checkers?)|interpreters?"
    r"|languages?|jdk"
    r"|jvm|sdks?|kernels?|operating systems?|os|platforms?|upstream|servers?|services?|gateways?|apis?"
    r"|backends?|browsers?"
    r"|drivers?|databases?|environments?|ci|runners?|(?:build )?machines?|containers?|networks?|transports?"
    r"|(?:\w+ )?tools?|toolchains?|packages?|dependenc(?:y|ies)|modules?|hardware|disks?|memory|clocks?"
    r"|data(?: ?sets?)?"
    r"|feeds?|inputs?|docs?|documentation|(?:language )?models?|assistants?|producers?)"
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
    r"(?:broken|buggy|faulty|defective|flaky|unreliable|flawed|misleading|unfair|unrealistic|artificial"
    r"|contrived|dirty"
    r"|nonsensical|meaningless|pointless|bogus|absurd|insane|pedantic|obsolete|over-?sensitive|over-?zealous|careless"
    r"|(?:ill|badly|poorly)[- ](?:designed|written|documented)|misdesigned)"
)
_FAULT = (
    rf"(?:{_FAULTY}|wrong|incorrect|mistaken|invalid|ambiguous|at fault|to blame|unreasonable|dying"
    r"|(?:too|overly) (?:strict|slow|harsh|narrow)|stricter|impossible|corrupt(?:ed)?|off(?: by)?|unusual|unclear"
    r"|responsible|inconsistent|malicious|garbage|nonsense)"
)
_OWN = (
    r"(?:plan|patch|change|code|implementation|fix|solution|comparison|approach|logic|makefile|module|side|part"
    r"|prompt"
    r"|function|program|script|one-liner|query|reader|parser|work)"
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
    r"(?:smarter|better|saner?|reasonable|decent|proper|sensible|contemporary|modern|competent|well-\w+"
    r"|(?:properly|well)"
    r" designed|less \w+)"
)

#: "is perfectly fine" clears; "is almost correct" and "is to correct" do not.
_QUITE = r"(?!(?:to|almost|nearly|partly|mostly|only|not(?! (?:at fault|to blame))|never)\b)(?:\w+ )?"

_AT_FAULT = (
    rf"\b{_PARTY}(?: itself| themselves|'s \w+)?(?: (?!no\b|not\b|which\b"
    rf"|that\b)\w+){{0,2}} {_BE}(?: \w+){{0,2}} {_FAULT}\b"
    r"(?! (?:when|if|in that|once|as soon))",
    rf"\b{_FAULTY} {_PARTY}\b",
    rf"(?:^|[.;:] )(?!(?:the|this|that|our|my|an?) )[\w.+-]+(?:'s(?: [\w-]+){{1,3}})? {_BE} (?:\w+ )?{_FAULTY}\b",
    r"\b(?:bugs?|defects?|flaws?|design (?:errors?|mistakes?)) (?:in|of|with) (?:the |a |their |its )?"
    rf"(?!(?:our|my|this) )(?!(?:\w+ )?{_OWN}\b)\w+",
    r"\b(?:is|are|was|were|as) (?:\w+ )?an? (?:known |real |genuine |plain )?(?:defect|bug|flaw|design \w+)\b",
    rf"\b{_PARTY}(?: \w+)? (?:misread|misunder\w+|misuse[sd]?|abuse[sd]?|mishandle[sd]?|miscompile[sd]?"
    rf"|misbehave[sd]?"
    r"|hallucinate[sd]?|(?:gets?|got) (?:it|this|that) (?:wrong|backwards)|ignore[sd]? our|changed its|lies|lied"
    r"|led us|let us down|violate[sd]? its|owes? us|dropped the ball|insisted)\b",
    r"\b(?:led|lead|leads) (?:us|one|everybody|into error|astray)\b(?: astray)?|\blet us down\b|\bowes? us\b",
    r"\b(?:got|had|have|has) (?:it|this) (?:all )?(?:wrong|backwards)\b",
    rf"\b{_JUDGE} (?:expects?|demands?|demanded|asks?|requires?|wants?|sends?) (?:for )?"
    r"(?:too much|something|more than|what|an? (?:\w+ )?(?:which|that) (?:nobody|no|was never)"
    r"|an? (?:unusual|unreal\w*|odd|strange))\b",
    rf"\b(?:error|failure|fault|bug|problem|cause)s? (?:comes|came|stems|originates|is due|was due) "
    rf"(?:from|to)(?: \w+){{0,3}} {_PARTY}\b",
    rf"\b(?:error|failure|fault|cause|mistake)\b[^.;]{{0,20}}\b(?:lies|be looked for|be sought"
    rf"|is)(?: \w+){{0,2}} (?:with|at)"
    rf"(?: \w+){{0,3}} {_PARTY}\b",
    rf"\bdue to (?:the |a |an )?(?:\w+ ){{0,2}}{_PARTY}(?: \w+)?,? (?:and not|not|rather than)\b",
    rf"\b{_PARTY}(?: itself)? makes? no sense\b",
    r"\bblame (?:the|it on|them|this on|those|whoever|\w+,)|\b(?:to blame|be faulted|be blamed)\b",
    r"\b(?:previous|former|earlier|other|database) (?:developer|author|maintainer|colleague|team"
    r"|group)s?\b[^.;]{0,60}"
    r"\b(?:left|had|changed|broke|forgot|wrote|never)\b",
    r"\b(?:without (?:telling|notice|notifying|warning)|behind our backs?)\b",
    rf"\b(?:upstream|{_PEOPLE}|they) (?:\w+ )?(?:broke|shipped|botched|messed)\b",
    r"\b(?:broke|broken|shipped|ships) (?:this|it|us|\w+ in an?|an? (?:corrupt|broken|bad))\b",
    r"\b(?:garbage|rubbish|nonsense|bogus|absurdit(?:y|ies))\b",
    r"\b(?:outage|faulty hardware|bad (?:luck|memory|disk|cable))\b",
    rf"\b{_PARTY}\b[^.;]{{0,60}}\b(?:poor|low|bad|miserable) quality\b|\b{_PARTY} of (?:such )?(?:poor|low"
    rf"|bad) quality\b",
)
_CLEARED = (
    rf"\b(?:the|our|my|this) (?:\w+ )?{_OWN} (?:itself )?{_BE} {_QUITE}{_FINE}\b(?! (?:to|about|in|for|until"
    rf"|only)\b)",
    rf"(?:^|[.;:] )(?!the (?:tests?|spec\w*|review\w*|assert\w*|old|bug|report"
    rf"|warning)\b)[\w(). -]{{1,30}} {_BE} right;",
    r"\b(?:work|behave|do)(?:s|es)? (?:as|what) "
    r"(?:designed|intended|specified|documented|(?:it )?should|(?:it )?(?:is|was) (?:told|asked))\b",
    rf"\bnothing (?:{_BE} wrong (?:with|in)|to (?:fix|mend|change) in) (?:the|our|my|it)\b",
    r"\bnothing in (?:the|our|my) \w+ (?:is|was) wrong\b|\bnothing wrong with it\b",
    r"\bnot (?:in|to|caused by|due to) (?:our|the) (?:own )?(?:code|change|patch|plan)\b",
    r"\b(?:and |but )?(?:not|hardly|never)(?: be called| one of| that of| of)? (?:ours|our (?:fault|mistake"
    r"|code|side|doing))\b",
    r"\b(?:can(?:not|'t)?|could(?: not|n't)?|nobody|no (?:one|program\w*|code|developer"
    r"|reader)) (?:\w+ )?be (?:expected|held"
    r" responsible|asked) to\b|\bcan(?:not|'t) be held responsible\b",
    r"\b(?:all|everything) (?:that )?(?:one|a programmer|a developer|anybody) can\b|\bby the book\b",
    r"\b(?:nobody|no one|no (?:developer|programmer|human|way \w+)) (?:can|could)\b",
    r"\bcould(?: not|n't) have known\b|\bmerely accepted\b",
    r"\bnever (?:been )?(?:asked for|promised)\b.{0,30}\b(?:anyone|anybody|us)\b|\bnever (?:been )?asked for\b",
    r"\b(?:its|their|his|theirs|whose|\w+'s) fault\b|\bis theirs\b|\bthe mistake is theirs\b",
)
_UNREAL = (
    r"\b(?:artificial|contrived|far-fetched|unrealistic|exotic)\b",
    r"\bno (?:real|sane|normal|honest|reasonable|actual|sensible)\b",
    r"\bin (?:production|practice|real life|reality|the field|normal use)\b[^.;]{0,30}\b(?:no|never|not|nobody"
    r"|none)\b",
    r"\b(?:no|never|not|nobody|none)\b[^.;]{0,40}\bin (?:production|practice|real life|reality|the field"
    r"|normal use)\b",
    r"\b(?:which|that) (?:no|nobody)\b.{0,40}\b(?:does|do|did|would|will|expects?|needs?|wants?)\b",
    r"\b(?:case|input|situation|scenario)s?\b[^.;]{0,30}\b(?:never (?:happen|occur)|do(?:es)? not (?:happen|occur))",
    r"\bnobody has ever\b",
)
_DEMANDS = (
    r"\b(?:report|complain|escalate|file (?:an? )?(?:bug|issue|report|ticket|complaint))\b.{0,80}"
    r"\b(?:to|as|against|with) (?:the |their |an? )?"
    rf"(?:{_PARTY}|defect|bug)\b",
    rf"\b(?:ask|tell|teach|urge|remind|get|force) (?:the |our )?(?:\w+ )?{_PARTY} to\b",
    rf"\b(?:ask|urge) (?:the |our )?(?:\w+ )?{_PEOPLE} for\b|\b(?:make|have) (?:the )?{_PEOPLE}\b",
    r"\bshould be made to\b",
    rf"\bwait (?:for|until) (?:the |an? )?{_PARTY}\b|\bwait for \w+ to (?:fix|mend|change|correct|repair)\b",
    rf"\b{_WEAKEN} (?:the |that |this |those |these |such |any )?(?:\w+ ){{0,2}}(?:(?:\w+ )?of (?:the |this )?)?"
    r"(?:tests?(?: data)?|fixtures?|assertions?|expectations?|checks?|fakes?|mocks?|transports?|check scripts?"
    r"|requirements?|spec(?:ification)?s?)\b",
    r"\b(?:mark|flag|treat|regard)\b.{0,60}\btests?\b.{0,60}\b(?:expected failures?|flaky|xfail|skipped)\b",
    rf"\b{_JUDGE}\b[^.;]{{0,60}} {_MUST} be {_WEAKENED}\b",
    rf"\bthe {_WORLD} {_MUST} (?:accept|allow|tolerate|be (?:fixed|mended|changed|relaxed))\b",
    rf"\b(?:the|its|their|those) (?:\w+ )?{_PEOPLE}(?: (?:who"
    rf"|of)\b[^.;]{{1,60}})? {_MUST}\b(?! (?:not )?be (?:\w+ed|able)\b)",
    rf"(?<!per )(?<!a )(?<!each )(?<!every )\b{_PEOPLE} {_MUST}\b(?! (?:not )?be (?:\w+ed|able)\b)",
    r"\b(?:those|people|whoever) (?:who )?[^.;]{1,60}\b(?:is|are) (?:\w+ )?responsible\b",
    r"\b(?:should|ought to) have (?:accepted|allowed|tolerated|documented|warned)\b",
    r"\b(?:blame|fault|responsibility)\b[^.;]{0,30}\b(?:lies|rests|belongs)\b(?: \w+)? (?:with|to|elsewhere)\b",
    rf"\b(?:fault|responsibility|duty|mistake|error) of (?:the )?(?:\w+'s )?{_PARTY}\b",
)
_WISHES = (
    rf"\b(?:a|an|any|with a|in a) (?:\w+ )?{_BETTER} (?:\w+ ){{0,3}}(?:would|could) (?:have|flush|warn|accept|not)\b",
    rf"\b(?:with|in|given) an? {_BETTER} (?:\w+ ){{1,3}}?[^.;]{{0,50}}\bwould have\b",
    r"\b(?:a|any) \w+ (?:with manners|worth its name|designed properly)\b",
)
_BLAME = re.compile(
    "|".join(f"(?:{form})" for form in (*_AT_FAULT, *_CLEARED, *_UNREAL, *_DEMANDS, *_WISHES)), re.I | re.S
)


def blames_outward(text: str) -> bool:
    """Whether the text puts the cause, or the duty to change, on others than the author of the change."""
    return _BLAME.search(text) is not None
