"""Common words, sorted by what they tell about a story: praise, work, and what every program is made of.

Three lists of English, chosen for what the words mean and not for where they were met: *virtues* are attitudes,
merits, efforts, difficulty and weight; *generic* are words of any work on any program, to name which names nothing;
*constructs* are what any program has. All hold stems, so that "careful", "carefully" and "care" are one.
"""

from functools import cache

from reflectgit.text.words import stems

_ATTITUDES = """
careful caution cautious prudent attention detail diligent thorough rigorous rigour mindful mindset aware conscious
conscientious alert vigilant watchful discipline responsible professional judgement judgment wisdom wise sensible
sense humility humble honest honesty modest respect courage confident curious curiosity patience patient calm open
attitude habit culture spirit pride passion ambition motivation willing eager sceptical skeptical scrutiny meticulous
accuracy accurate exactness concentration focused deliberate thoughtful reflect ponder consider appreciate acknowledge
remember realize wary negligence careless suspicion suspicious instinct intuition gut mastery integrity ethic ethos
foresight forethought zeal love devotion perseverance arrogance hubris complacent proud conscience hygiene defensive
luck lucky hope overconfident ignorance naive naivety presume earnest realise understand comprehend grasp insight
expertise expert solid duty distrust sloppy temptation tempt resist ambitious keen undivided thinking know knowledge
trust doubt hurried reckless lazy convenience believe emphasis emphasise emphasize weigh
"""
_MERITS = """
good better best great excellent quality craftsmanship readable elegant maintainable robust reliable resilient sound
sane proper correct right appropriate adequate suitable sufficient ideal perfect flawless graceful successful smart
clever trustworthy bulletproof worst core virtue first-class convincing polished mature comprehensive meaningful
holistic tidy neat cleanliness beauty ugly hallmark cornerstone indispensable paramount art craft artisan veteran
novice beginner master
"""
_EFFORTS = """
strive aspire aim attempt commit dedication effort utmost highest truly really deeply deep twice rush haste hasty
invest cultivate foster embrace stay ensure sure insist endeavour homework systematic methodical planning train
practise demand
"""
_WEIGHT = """
important crucial essential vital serious dangerous risk risky pitfall tricky trickier difficult difficulty complex
complicated subtle subtlety delicate challenging matters deserve concern consequence overlook oversight underestimate
granted conclusion surprise unexpected everyone everybody nobody impact trouble nature peculiarities hazard harm
unreliable fragile revenge regain misunderstanding hardest treacherous minefield jungle labyrinth maze devil evil sin
forgive unforgiving punish reward merciless tame afterthought sword burden perilous thorny
"""
_WORK = """
code program programmer software system component module part piece thing stuff change work task project product
problem issue bug error mistake failure fault defect fail approach solution design implementation developer engineer
team people person user whoever one somebody someone anybody way step process result effect behaviour behavior need
want make get take give let put lead leave room case situation hand fit choose choice write written read review test
verify fix look avoid guide practice rule principle standard intention intended submit ship release line day daily
life head eye goal end start begin rely build built use usage come go like enough much many little small large big
whole picture overall place future next existing new different involve technology tool topic area domain field aspect
amount level question reveal root source close key hard harder last second time extra special full fully clear clarity
simple simplicity critical priority precise double slow slowly never always everything nothing stable stability clean
keep become remain learn experience experienced try seek pursue healthy efficient talk call say remind lesson kind
light sooner later early late period moment today past half others suit alternative edge corner scenario sanity check
expect assume bad well study earn prepare bring basic happen folks mate job decision guess saves follow act
accordingly preceded possible pay stronger strong touch deal handle state
"""


_CONSTRUCTS = """
function method argument parameter return value variable list array dict dictionary map set tuple string character
number integer float type length size index element item loop condition statement expression input output print script
class object instance library api order sort sum count add remove append original first third true false none null
instead correct incorrect wrong right equal compare operator range iterate
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
