"""The numbers that grounding and calibration turn on, in one place, each with its evidence.

They belong to the rules, not to a store's policy: a decision names the version of the rules under which it
fell. The figures were measured on a random half of a labelled development set (12 failures, 100 candidates)
and looked at on the other half.
"""

#: The version of the rules below and of those in `ground`, `agreement`, `altitude` and the text modules.
RULES_VERSION = 3

#: Agreement with the diagnosis (`agreement`, 0 to 1). On two sets by different authors, true stories in concrete words
#: lay at 0.25 and above (44 of 44), wrong ones that no other rule refuses below 0.25 in 59 of 72.
AGREES = 0.25
#: A story whose every claim quotes its evidence verbatim has shown more than words, and says less in words of its own.
#: On five sets by different authors 97 of 104 true ones come in, and precision of all that is admitted is 87 to 94 %;
#: at 0.18 and at 0.22 it is 101 and 94, and 85 to 94 and 86 to 98 %.
AGREES_QUOTED = 0.20
#: One that quotes a passage of the diagnosis beside has told the cause in the words of whoever found it: on three sets
#: by different authors 29 stories did, all of them true, and lay at 0.14 and above. It reaches grade C at most.
AGREES_CITING = 0.12
#: What is added to the weight of a diagnosis and of a story (a stem that one item alone has weighs 0.5), so that two
#: words shared are no agreement; and the weight from which on a diagnosis counts as long: they weigh 7 to 16.
FEW_WEIGHT = 0.3
USUAL_DIAGNOSIS = 6.0
#: A diagnosis with fewer content stems beside symptom and run says no cause to agree with.
CAUSE_STEMS = 5
#: Without such a diagnosis: the share of the story's stems, weighed by how rare they are, that the change, the task and
#: the run contain. On 97 programs with a person's diagnosis, its own against one of another program: AUC 0.92, and
#: 0.76 more own ones than others lie above.
RECORD_OVERLAP = 0.14
#: What is added to the weight of the whole (a rare stem weighs 1): few words cannot reach a high share by chance.
FEW_RARE = 2.0
#: A claim that neither quotes nor names anything has to have this many content stems, and one of them has to occur in
#: the record: a sentence that fits any failure ("it should have been otherwise") has fewer, or shares none. Two that
#: have to occur would cost one true paraphrase in six.
CLAIM_STEMS = 3
#: A quote shorter than this occurs anywhere by chance; it is checked, but carries no claim.
QUOTE_CHARS = 4
#: What a claim may add to its quotes, for grade B, in words that nothing in the record has (a rare one weighs 1). Of 83
#: stories that are true, of true ones in which one claim was exchanged for that of a wrong story, and of wrong ones,
#: 76, 37 and 0 in a hundred add no more.
ADDED = 3.0
#: How far a lesson has to speak of what its evidence speaks of (`advice.bearing`), for grade B. Of lessons of other
#: failures 8 in a hundred do, of wrong ones on the failure 67, of true ones in concrete words 95.
DRAWN = 0.15
#: What all claims together may add, and how much more agreement each unit beyond it asks for. On four sets it holds 3
#: of 165 true stories that were admitted, and 9 of 22 wrong ones.
ADDED_FREELY = 8.0
SURPLUS_COSTS = 0.006
#: A lesson that names things of the change this often, one in so many words, speaks of the change. Of 80 edits that
#: name any, by four authors, 74 do so this often; of 192 true lessons a single one names any, once in 30 words.
WORDS_A_NAME = 15
#: A lesson with fewer content stems beside virtues and words of any work has nothing to do, or nothing to do it to;
#: where it praises, one more is asked for. True lessons have at least 2, half of them 8, and those that praise 3.
CONCRETE_STEMS = 2
#: ... and so has one that praises this much (virtues to concrete stems) and names no more of its failure than virtues.
#: Of 192 true lessons one lies above.
PRAISE_SHARE = 0.3
#: Sameness of advice: likeness, 0 to 1, of two statements; of statement and story together; of the causes that the
#: diagnoses tell, where the signature is the same and where it is not. Measured on two labelled sets by different
#: authors: of 4,194 pairs of true lessons about different failures the likest statements had 0.27, statements with
#: stories 0.20, causes 0.24; none is taken for the same. Of lessons about one failure in concrete words, statement or
#: story tell 36 of 44; with the cause, told once as diagnosis and once as label, four in seven pairs in any words. A
#: wrong merge loses a lesson and a missed one leaves two of a kind: so stories need more in common than a failure class
#: and two words of the trade, and count only where the statements share a word.
SAME_STATEMENT = 0.30
SAME_STORY = 0.25
SOME_WORDS = 0.04
SAME_CAUSE = 0.25
SAME_CAUSE_ELSEWHERE = 0.40
#: Bearing of a statement on its own evidence (`advice.bearing`, 0 to 1), from which on other statements are merged into
#: it by story or cause; and what is added to the weight of its words (a rare one weighs 1), so that one shared word is
#: none. On four sets 90 in a hundred true lessons in concrete words lie above, 81 of those told with quotes, 38 of
#: those in words of somebody else's, 37 of wrong lessons on the same failure, and none of lessons on another failure.
#: Put on a true story of the same failure, those of another failure swallowed all 756 true ones and now 3, wrong ones
#: on the failure itself 389 of 390 and now 115; of 168 true pairs 134 are still merged by cause alone.
BEARS = 0.25
FEW_SAID = 1.0
#: How much of the candidate's bearing the lesson has to have: who bears it out better stays a lesson beside it. This
#: costs 2 merges of true ones in a hundred, and 6 that a wrong lesson made.
BEARS_BESIDE = 0.6
#: Likeness of two statements from which on they have one subject. Opposites share most of their words.
SAME_SUBJECT = 0.25
#: What a stem weighs in it that any program has, and what a name out of code adds to its stems.
COMMON_WEIGHT = 0.25
NAME_WEIGHT = 1.0
#: Following of advice: the weighted share, 0 to 1, of what a lesson orders that plan and added lines of a failed change
#: have, where it names code and where it does not; the least share that the lines alone have; and the least weight
#: of what is ordered, for following to be told. Of 285 lessons, right and wrong, laid beside 45 failures whatever their
#: scope and class, one is followed in truth, and two more are taken to be: edits, which are never admitted.
FOLLOWED_WITH_NAMES = 0.6
FOLLOWED = 0.75
FOLLOWED_IN_LINES = 0.3
FOLLOWED_WEIGHT = 3.0
#: Rarity, 0 to 1, from which on a word that stands on one side of a change alone, or in a direction, tells which way
#: that points. From 0.3 to 0.7 the figures of `direction` are the same.
TELLING = 0.3
