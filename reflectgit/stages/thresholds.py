"""The numbers that grounding and calibration turn on, in one place, each with its evidence.

They belong to the rules, not to a store's policy: a decision names the version of the rules under which it fell.
The figures were measured on a random half of a labelled development set (12 failures, 100 candidates) and looked
at on the other half.
"""

#: The version of the rules below and of those in `ground`, `agreement`, `altitude` and the text modules.
RULES_VERSION = 1

#: Agreement with the diagnosis: mean of how much of its cause the story covers and how much of its direction the
#: lesson covers (0 to 1). True stories in concrete words lie above 0.5 (tenth percentile), wrong ones below 0.25
#: (eight in ten); between the two, nothing is sure, and when in doubt the gate rejects.
AGREES = 0.28
#: A story whose every claim quotes its evidence verbatim has shown more than words: there the same figure is 0.31
#: at the tenth percentile, and wrong stories that quote verbatim lie below 0.2.
AGREES_QUOTED = 0.25
#: A diagnosis with fewer content stems beside symptom, message and file names says no cause to agree with.
CAUSE_STEMS = 5
#: Without such a diagnosis: the share of the story's rare stems that the change, the task and the run contain.
RECORD_OVERLAP = 0.45
#: A quote shorter than this occurs anywhere by chance; it is checked, but carries no claim.
QUOTE_CHARS = 4
