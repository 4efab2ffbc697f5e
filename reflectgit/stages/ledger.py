"""Stage (b), the failure-signature ledger: WHAT failed, and whether its WHY is known (build spec 3.2).

No model runs here: hashing and looking up.
"""

from collections.abc import Sequence

from reflectgit.identity import signature_id
from reflectgit.model import Failure, LedgerLookup, Signature
from reflectgit.text.template import message_template, normal_site


def signature_of(failure: Failure) -> Signature:
    """The signature of a prepared failure: 16 hex over class, message template and site."""
    template = message_template(failure.class_, failure.message)
    site = normal_site(failure.site)
    return Signature(
        signature=signature_id(failure.class_, template, site),
        class_=failure.class_,
        template=template,
        site=site,
    )


def lookup_reflection_signature(signature: Signature, prior: Sequence[str]) -> LedgerLookup:
    """Whether this signature was reflected on before. `prior`: the ids of the lessons that it has.

    Several lessons may explain one signature; the smallest id stands for them, whatever their order.
    """
    return LedgerLookup(
        signature=signature.signature,
        reflected_before=bool(prior),
        prior_reflection_id=min(prior, default=None),
    )
