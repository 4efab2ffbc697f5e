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
confident confidence curious curiosity patience patient calm open attitude habit culture spirit pride passion
ambition motivation willing eager sceptical skeptical scrutiny meticulous accuracy accurate exactness
concentration focused deliberate thoughtful reflect ponder consider appreciate acknowledge remember realize
wary wariness watchfulness negligence negligent careless carelessness suspicion suspicious instinct intuition gut
mastery integrity ethic ethics ethos foresight forethought zeal love devotion perseverance arrogance hubris complacent
complacency proud conscience hygiene defensive luck lucky hope
overconfident overconfidence ignorance ignorant naive naivety presume earnest earnestly
realise understand understanding comprehend grasp insight expertise expert solid duty distrust sloppy
sloppiness temptation tempt resist ambitious keen undivided thinking think thought know knowledge focus trust
doubt hurried reckless lazy laziness convenience believe emphasis emphasise emphasize reflection weigh
"""
_MERITS = """
good better best great excellent excellence quality craftsmanship readable elegant maintainable
maintainability robust robustness reliable reliability resilient resilience solid sound sane proper
correct correctness right appropriate adequate suitable sufficient ideal perfect flawless graceful successful
success smart clever professional trustworthy bulletproof worst core virtue first-class
convincing polished mature comprehensive meaningful holistic tidy tidiness neat neatness cleanliness beauty beautiful
ugly hallmark cornerstone indispensable paramount art craft artisan veteran novice beginner master
"""
_EFFORTS = """
strive aspire aim attempt commit commitment dedication dedicate devote effort effortful utmost highest truly
really deeply deep carefully twice rush hurry haste hasty invest cultivate foster embrace maintain stay ensure
sure insist endeavour homework discipline systematic systematically methodical methodically planning train
practise demand demands
"""
_WEIGHT = """
important importance crucial essential vital serious seriously dangerous danger risk risky pitfall pitfalls
tricky trickier difficult difficulty complex complexity complicated subtle subtlety delicate challenging
challenge matters deserve deserves concern concerned consequence consequences overlook oversight oversights
underestimate granted conclusion conclusions surprise surprises unexpected everyone everybody nobody impact
trouble nature peculiarities hazard hazardous hazards harm unreliable fragile revenge regain misunderstanding
misunderstandings demanding hardest treacherous minefield jungle labyrinth maze devil evil sin forgive forgiving
unforgiving punish punishes reward rewards merciless tame afterthought sword burden perilous peril thorny
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
involved technology tool tools topic area domain field aspect aspects amount level question questioning reveal
revealed root source close closely key hard harder hardly first last second time extra special full fully
clear clarity simple simplicity critical priority precise precision double slow slowly never always everything
nothing stable stability exact clean keep become remain learn experience experienced try seek pursue know
knowledge healthy effective efficient concentrated focus thought think thinking trust matter talk call say
remind lesson lessons kind light sooner later early late period moment today past half others suit suits
alternative alternatives
edge corner scenario scenarios sanity check checks expect expected assume assumes bad well
study studied earn prepare prepared bring ought basic basics
happen happens folks mate job jobs decision decisions guess guessing saves
plan follow act accordingly preceded possible pay pays pays-off develop stronger
strong sense touch deal deals handle handled handling state
"""


_CONSTRUCTS = """
function method argument parameter return value variable list array dict dictionary map set tuple string
character number integer float type length size index element item loop condition statement expression line
input output print result code program script class object instance library api call order sort sum count add
remove append original first second third last end start true false none null instead should correct incorrect
wrong right equal compare operator range iterate
"""


#: Words of the trade whose stems are those of virtues: `import` is no importance, a lazy view no lazy author.
_TRADE = """
import imports imported importing importer method methods lazy lazily attempt attempts commit commits committed
opens opened first master train trained training
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
def trade() -> frozenset[str]:
    """Words, not stems, that are no praise although words of praise have their stems."""
    return frozenset(_TRADE.split())


@cache
def constructs() -> frozenset[str]:
    """Stems that tell no program from another."""
    return frozenset(stems(_CONSTRUCTS)) | generic()
