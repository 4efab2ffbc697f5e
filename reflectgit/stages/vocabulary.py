"""Common words, sorted by what they tell about a story: praise, work, and what every program is made of.

Three lists of English, chosen for what the words mean and not for where they were met: *virtues* are attitudes,
merits, efforts, difficulty and weight; *generic* are words of any work on any program, to name which names nothing;
*constructs* are what any program has. All hold stems, so that "careful", "carefully" and "care" are one.
"""

from functools import cache

from reflectgit.text.words import stems

_ATTITUDES = """
careful care caution cautious prudent attention attentive detail diligent diligence thorough thoroughness
rigorous rigour rigor mindful mindset mind aware awareness conscious consciousness conscientious alert
vigilant vigilance watchful discipline disciplined responsible responsibility professional professionalism
judgement judgment wisdom wise sensible sense humility humble honest honesty modest respect respectful courage
confident confidence trust curious curiosity patience patient calm open attitude habit culture spirit pride
passion ambition motivation willing eager critical sceptical skeptical scrutiny meticulous precise precision
accuracy accurate exact exactness concentrated concentration focus focused deliberate thought thoughtful
thinking think reflect ponder consider appreciate acknowledge remember realize realise understand
understanding comprehend grasp know knowledge learn insight experience experienced expertise expert solid
"""
_MERITS = """
good better best great excellent excellence quality craftsmanship clean clear clarity simple simplicity
readable elegant maintainable maintainability robust robustness reliable reliability dependable stable
stability resilient resilience solid sound sane proper correct correctness right appropriate adequate suitable
sufficient ideal perfect flawless graceful successful success effective efficient smart clever professional
trustworthy bulletproof healthy
"""
_EFFORTS = """
strive aspire aim try attempt seek pursue commit commitment dedication dedicate devote effort effortful hard
harder utmost highest fully full truly really deeply deep closely close carefully double twice second extra
special time rush hurry haste hasty slow slowly invest cultivate foster embrace maintain remain stay keep
become ensure sure insist endeavour
"""
_WEIGHT = """
important importance crucial essential vital key priority first serious seriously dangerous danger risk risky
pitfall pitfalls tricky trickier difficult difficulty hard complex complexity complicated subtle subtlety
delicate challenging challenge matter matters deserve deserves concern concerned consequence consequences
overlook oversight oversights underestimate granted conclusion conclusions surprise surprises unexpected never
always everything nothing everyone everybody nobody
"""
_WORK = """
code coding program programming programmer software system systems component module part piece pieces thing
things stuff change changes changing work working task project product problem issue bug error mistake failure
fault defect fail fails approach solution design implementation implement developer engineer engineering team
people person user users whoever one somebody someone anybody way step process result effect behaviour
behavior need needs want make makes get do take give let put lead leave room case cases situation situations
hand fit choose choice write writing written read reading review reviewing test tests testing tested verify
fix look looks avoid guide guided practice practices rule principle standard intention intended production
commit submit submitting ship shipping release line day daily life head eye goal end start begin beginning
rely relying build built building use used using usage come comes go like enough much many little small large
big whole picture overall place future next again before after any existing new different other involve
involved technology tool tools topic area domain field piece aspect aspects amount level question questioning
reveal revealed root source
"""


_CONSTRUCTS = """
function method argument parameter return value variable list array dict dictionary map set tuple string
character number integer float type length size index element item loop condition statement expression line
input output print result code program script class object instance library api call order sort sum count add
remove append original first second third last end start true false none null instead should correct incorrect
wrong right equal compare operator range iterate
"""


@cache
def virtues() -> frozenset[str]:
    """Stems of attitudes, merits, efforts and weight."""
    return frozenset(stems(" ".join((_ATTITUDES, _MERITS, _EFFORTS, _WEIGHT))))


@cache
def generic() -> frozenset[str]:
    """Stems of any work on any program that are no virtues."""
    return frozenset(stems(_WORK)) - virtues()


@cache
def constructs() -> frozenset[str]:
    """Stems that tell no program from another."""
    return frozenset(stems(_CONSTRUCTS)) | generic()
