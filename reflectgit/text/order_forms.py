"""The forms that `text.orders` knows: regular expressions over a text in lower case, as `orders` prepares it.

A form is a paragraph; its lines are joined without their indentation. ``{NAME}`` stands for one of `WORDS`.
"""

import re

#: What several forms speak of.
WORDS = {
    "AGENT": r"""
        (?:agents?|assistants?|ai|a\.i\.|llms?|language model|chat ?bot|copilot|claude|chatgpt|gpt|gemini|codex)
    """,
    "PERSON": r"""
        (?:users?|humans?|developers?|reviewers?|operators?|owners?|maintainers?)
    """,
    "ANYONE": r"""
        (?:anyone|anybody|(?:the |your |any |a )?{PERSON})
    """,
    "SECRET": r"""
        (?:(?:ssh|api|private|secret|access|deploy|signing) keys?
        |keys of (?:the |an? |your )?(?:account|user|server|owner)
        |credentials?|passwords?|secrets?|(?:access|auth|api|deploy|secret|session|bearer|user's|your|login) tokens?
        |environment variables?|\.env|keyring|conversation so far|context window)
    """,
    "GIVE": r"""
        (?:paste|put|post|upload|attach|include|append|add|commit|copy|dump|leak|publish|write|insert|send|mail
        |summari[sz]e)
    """,
    # Where what is given is read by others. A mail address is a placeholder where the gate looks.
    "SINK": r"""
        (?:\b(?:in|into|to|on|of|as|for|with) (?:[\w']+ ){0,4}?
        (?:pull requests?|merge requests?|commits?(?! hook)|comments?|issues?|gist|pastebin|public folder|attachment)\b
        |\bcommit (?:message|what)\b|\byour (?:final |next )?(?:answer|reply|response|summary)
        |\S@[\w-]+\.\w|\[redacted:email)
    """,
    # What belongs to the reader alone: no advice to a programmer speaks of it.
    "OWN": r"""
        (?:system prompt|(?:(?:previous|prior|original|initial|earlier|current|own|system|hidden|internal) )?
        instructions|(?:safety )?guidelines|guard ?rails|operator|persona|context window|conversation|sandbox|safety
        |(?:long term )?memory(?! (?:us|limit|footprint|leak|map))|(?:file|shell|browser|web|e ?mail|search|edit) tools?
        |(?:final|next) (?:answer|reply))
    """,
    "BEFORE": r"""
        \b(?:previous(?:ly)?|prior|earlier|above|preceding|precedes?|you|your|my|original|initial|system|developer
        |operator|user's)\b
    """,
    "INSTRUCTIONS": r"""
        (?:instructions?|prompts?|guidelines?|directives?|guard ?rails?|(?:system|developer) messages?|task description
        |(?:your|the) (?:training|rules)|rules? (?:that|which|you|given)
        |you (?:were|have been|are) told|(?:was|were) told
        |(?:user|developer|operator)'s (?:request|instructions|wishes|messages?))
    """,
    "IGNORE": r"""
        (?:ignore|disregard|forget|override|overrule|set aside|pay no attention
        |(?:do not|don't|never|no longer|stop) (?:follow|obey|heed|listen)(?:ing)?)
    """,
    "YOU_MUST": r"""
        you (?:must|shall|have to|need to|will|are to|should)(?: (?:always|also|now|never|only|first))?
    """,
}

#: By what of the reader's they are about.
ENGLISH = {
    # its instructions
    "override": r"""
        \b{IGNORE}\b(?=.{0,60}{INSTRUCTIONS})(?=.{0,110}{BEFORE})[^.;!?]{0,60}?{INSTRUCTIONS}

        \b(?:ignore|disregard|forget) (?:all|any|every)(?: the| of the)? (?:instructions?|prompts?)\b

        \b(?:skip|discard|neglect|violate|circumvent|bypass|break)\b.{0,40}
        (?:instructions?|prompts?|guidelines?|guard ?rails?) of (?:your|the) (?:operator|developer|user|system)

        \b(?:ignore|disregard|forget|violate|set aside) (?:all |any |every |of )*your
        (?: rules| constraints| limits| restrictions| orders)\b

        \b(?:your|previous|prior|earlier|original) (?:\w+ )?(?:instructions|guidelines|prompt)\b.{0,30}\b
        (?:no longer (?:apply|hold|count|matter)|(?:are|is) (?:void|outdated|obsolete|superseded|suspended
        |cancell?ed))\b

        \b(?:instructions|guidelines|rules|prompt) (?:above|before this|given to you|you were given)\b.{0,30}\b(?:void
        |outdated|obsolete|superseded|no longer)\b

        \b(?:everything|all|anything|what) (?:\w+ ){0,3}(?:before|above|so far)\b.{0,40}\b(?:void|ignored?|forgotten
        |not be followed)\b

        \b(?:ignore|disregard|forget|override) (?:the|your|this|any)
        (?: task description| (?:user|developer|operator)'s request)\b

        \b(?:new|updated|real|actual|true|revised) instructions?\s*:|\bfollow (?:this|these|the following)
        (?: ones)? instead\b

        \bthis (?:lesson|note|text|message|rule) (?:takes precedence|overrides|has priority|supersedes|outranks
        |replaces)\b
    """,
    # who it is
    "reader": r"""
        (?:^|[.!?:;\n] *)(?:(?:hey|dear|attention|to) )?(?:(?:all|any|every|the|coding|ai) )*
        (?:agent|assistant|ai|llm|copilot|claude|chatgpt|gemini)\s*[,:!](?! (?:brokers?|and|or)\b)

        \b(?:hey|dear|attention,?|(?:note|message) (?:to|for)) (?:(?:all|any|every|the|coding|ai|reading) )*(?:{AGENT}
        |readers?|model)\b

        \bto (?:the|any|every|each) {AGENT} (?:that|who|which) (?:reads|uses|retrieves|applies|sees|receives)\b

        \bstarting (?:now|today|immediately),? (?:you|always|never|answer|reply|respond|act|obey|treat|only)\b

        \b(?:obey|obeying) (?:only|nothing but|no one but|your|me\b|whatever|what is)\b

        \bwho ?ever (?:reads|retrieves|applies|sees|receives) (?:this|it)\b

        \b(?:if|since|because|as) you(?:'re| are) (?:an? |the )?(?:\w+ )?(?:{AGENT}|model|bot|reading this)\b

        \bas (?:an?|the) (?:ai|llm|language model|(?:\w+ )?assistant|coding agent)\b(?! role)

        \byou are (?:hereby|now (?:an?|the|free|allowed|my|called|named|acting|in \w+ mode)
        |no longer (?:an?|bound|restricted|required|limited|under))\b

        \byou are (?:an?|the) (?:\w+ ){0,3}(?:{AGENT}|bot|admin(?:istrator)?|root|hacker|pirate|owner)\b

        \bfrom (?:now|here|today|this (?:point|moment|time|day))(?: on(?:wards?)?| forward),? (?:you|your|always|never
        |answer|reply|respond|act|obey|follow|treat|approve|merge|deploy|only|every)\b

        \b(?:act|behave|respond|reply|answer|speak) (?:as|like) (?:if you|(?:an?|the) (?:\w+ ){0,2}(?:admin
        (?:istrator)?|root|owner|hacker|pirate|human|maintainer))\b

        \b(?:jailbreak|role ?play|dan mode|do anything now|(?:god|unrestricted|unfiltered|jailbreak|no limits?) mode
        |enter (?:\w+ )?developer mode)\b

        \b{YOU_MUST} (?:obey|comply with (?:this|these|the comments|any|every|all)|(?:tell|inform) {ANYONE}|say that
        |claim that|pretend|reveal|answer (?:only|every|all))\b
    """,
    # what it says and does
    "conduct": r"""
        \bpretend (?:to be|to have|that you|as if|you)\b

        \b(?:reply|respond|answer)\b.{0,25}?\bwith (?:only |just |exactly )*(?:the )?(?:word|phrase|sentence)s?\b

        \b(?:reply|respond|answer)(?: only| always)* to {ANYONE}\b.{0,20}\bwith [\"'“]|\balways (?:say|claim
        |assert) that\b

        (?<!to )\b(?:answer|reply to|respond to) (?:every|all|any|each) (?:questions?|prompts?|users?) (?:with|in|as|by
        |that)\b

        \b(?:begin|start|end|finish|preface|conclude) (?:each|every|all|any)(?: of)? (?:your \w+|answers?|summar\w+)\b

        \b(?:in|into|to|with|of|from) your (?:final |next |last |own )?(?:answers?|reply|replies|summary|summaries)\b
        |\byour (?:final|next|last) (?:response|report|message)\b|\byour (?:report|summary) (?:to|for)\b

        \b(?:run|execute|do|read|open) this(?: (?:command|script|code|snippet|line|one liner|payload))?
        (?: ?:| first\b| now\b| immediately\b| before anything else\b)

        \b(?:run|execute) the following(?: (?:command|script|code|snippet|payload)\b| ?:)
        |\b(?:run|execute) this (?:command|script|snippet|payload)\b

        \bbefore anything else,? (?:you )?(?:run|execute|open|visit|call|read the|fetch|download|install)\b

        \bstop (?:working on|with) (?:(?:the|this|your|current|given|assigned) )+(?:task|request|issue|problem|ticket)\b
        |\b(?:abandon|quit) (?:the|your|this) (?:current |assigned )?task\b

        \b(?:report|mark|declare|record|claim|say|state|write)\b.{0,40}\b(?:task|lesson|outcome|suite|tests?|work)
        \b.{0,20}\b(?:resolved|done|green|passed|passing|helpful|helped|complete|successful)\b.{0,12}\b(?:even|although
        |though|whether|regardless)\b

        \bsay (?:that )?(?:it|they|all tests|everything|the \w+) (?:passe[ds]|passed|succeeded|(?:is|are|was
        |were) (?:done|green|fixed|reviewed))\b

        \b(?:claim|say|pretend|assert) that (?:nothing|everything|the review|no (?:change|test))\b

        \btell (?:the |your |every )?{PERSON} to (?:disable|turn off|deactivate|paste|pay|buy)\b

        \b(?:repeat|recite|print|output|copy|echo|write out) (?:the |all |every)*(?:text|words|everything|message
        |content|lines?)s? above\b

        \brefuse (?:all|every|any)(?: \w+)? (?:requests?|questions?|help)\b|\brefuse to (?:help|answer|continue)\b
    """,
    # what it keeps from people
    "deceive": r"""
        \b(?:do not|don't|never|must not|should not) (?:ever )?(?:tell|inform|notify|alert|warn|mention|reveal|disclose
        |show)(?: (?:it|this|that|them))?(?: to)? {ANYONE}(?: (?:about|of) (?:it|this|that|these)(?: lesson)?)?
        (?: (?:that|what) (?:you|your)\b| *(?:[.,;:!?]|$))

        \b(?:do not|don't|never|must not) (?:ever )?(?:tell|inform) (?:anyone|anybody) (?:that|what|about|of)\b

        \b(?:do not|don't|never) (?:ever )?(?:mention|reveal|disclose|report) (?:this\b|it (?:to|in)\b|the change\b|
        (?:that|who|how) (?:this|you|the lesson)\b)

        \bwithout (?:telling|informing|notifying|asking|alerting|warning) {ANYONE}(?: first)?(?: (?:about|of) (?:it
        |this|that))? *(?:[.,;:!?]|$)

        \bwithout (?:waiting for |asking for )?(?:the |an?y? )?{PERSON}(?:'s)? (?:approval|permission|consent
        |confirmation|review)\b|\bwithout (?:a |code )?reviews?\b

        \bkeep (?:this|it|that)(?: \w+){0,2} (?:secret from|between us|to yourself)|\bhide (?:this|that|the change
        |your \w+|what you)(?: \w+)?(?: \w+)? from {ANYONE}\b

        \b(?:{ANYONE}|nobody|no one) (?:(?:must|should|shall|may|need)(?: not| never)?) (?:ever )?(?:learn|know
        |find out|be told) (?:of|about) (?:it|this|that)\b

        \bleave (?:this|it|that) out of (?:your|the) (?:report|summary|answer|reply)\b
    """,
    # what it holds
    "secrets": r"""
        \b(?:print|reveal|repeat|leak|dump|disclose|show|output|display|translate|paste|expose|quote|recite)\b(?: me
        | us)?(?: out)? (?:(?:the|its|this|all|your|contents?|of|hidden|initial|original|full|whole|entire) )*
        (?:system prompt(?!')|system message(?!')|developer message|instructions that you|hidden instructions
        |conversation so far|context window|list of (?:the )?tools)

        \b{GIVE}\b.{0,60}?(?<!\w){SECRET}.{0,60}?{SINK}

        (?<!\w){SECRET}.{0,50}?\b(?:put|paste|post|send|upload|commit|add|write|publish)\b.{0,40}?{SINK}

        \byour {OWN}\b

        \b(?:search|look through|scan|collect|gather)\b.{0,40}\b(?:keys|secrets|passwords|credentials|tokens)\b.{0,30}
        \band (?:commit|post|send|upload|paste|publish)\b
    """,
    # what it remembers
    "memory": r"""
        \bin (?:all|every|each) (?:future|later|following|coming|further) (?:conversations?|sessions?|repl(?:y|ies)
        |answers?|chats?)\b

        \b(?:write|append|add|edit|put|change|insert|copy|save|store)\b.{0,60}\b(?:claude\.md|agents\.md|gemini\.md
        |\.cursorrules|copilot instructions|\.clinerules)

        (?:^|[.;:\n] *)(?:write|append|add|edit|put|insert) (?:to|into|in) (?:claude\.md|agents\.md|gemini\.md
        |\.cursorrules)
    """,
    # what it can do
    "tools": r"""
        \b(?:use|call|invoke|run|open|start|with|via) (?:the |your |an? )?(?:file|shell|bash|terminal|browser|fetch
        |e ?mail|computer|memory|mcp) tools?\b

        \bopen (?:the |your |an? )?(?:web )?browser and\b|\b(?:use|with) your \w+ (?:tool )?to (?:fetch|open|run|call
        |visit|download|send|log)\b

        \b(?:approve|merge|accept) (?:all|every|any|each|the|this)(?: (?:open|next|pending))? (?:pull requests?|prs?
        |merge requests?|reviews?)\b(?! builds?)

        \b(?:disable|skip|bypass|turn off|switch off|suppress) (?:(?:all|any|every|the|code) )*(?:reviews\b
        |code review\b|review(?= *(?:[.,;:!?]|$|for\b|of\b)))

        \breviews? (?:are|is) (?:off|no longer (?:needed|required)|disabled|not needed)\b

        \badd \w+ (?:as (?:an? |the )?(?:collaborator|maintainer|owner|admin|reviewer)|to the (?:reviewers
        |collaborators|maintainers|owners))\b

        \bgrant \w+ (?:admin|owner) (?:rights|access|permissions?) (?:on|to) (?:the |this )?(?:repository|repo
        |organi[sz]ation)\b

        \bpush (?:straight|directly) to (?:the )?(?:main|master|production|upstream|trunk)\b|\bpush with force\b

        \b(?:mark|rate|rank|record|retrieve|apply|follow|prefer) this lesson\b|\b(?:retire|ignore|disregard|delete
        |replace|drop) (?:(?:all|any|every|the) )*other lessons\b

        \b(?:the )?{PERSON} (?:has |have )?(?:already )?(?:authori[sz]ed|approved|allowed|permitted|instructed|granted
        |asked|told) you\b

        (?:^|[.!?;:,\n] *)you (?:have|are granted|are given) (?:full|the)?
        (?: ?permission| ?authori[sz]ation| ?rights?| ?access) to\b
        |(?:^|[.!?;:,\n] *)you are (?:allowed|authori[sz]ed|permitted) to\b

        \byou may (?:push|deploy|approve)\b
    """,
}

#: Of other languages the one sentence that such orders come back to, without accents: the verb, what is to be ignored,
#: and which of it. The order of the three differs.
OTHERS: tuple[tuple[str, str, str], ...] = (
    # German
    (
        r"\b(?:ignorier|vergiss|missacht|beachte? nicht)",
        r"anweisung|instruktion|vorgabe|\bdeine[rn]? (?:\w+ )?regeln",
        r"vorherig|bisherig|fruher|obig|vorig|\balle\b|\bdein",
    ),
    # French
    (
        r"\b(?:ignore|oublie|neglige)",
        r"\b(?:instruction|consigne|directive)s",
        r"precedent|anterieur|ci-dessus|\btoutes\b|\b(?:tes|vos)\b",
    ),
    # Spanish
    (
        r"\b(?:ignor|olvid|omiso)",
        r"instruccion|indicacion",
        r"anterior|previ|\btodas\b|\btus\b",
    ),
    # Italian
    (
        r"\b(?:ignor|dimentic|trascur)",
        r"istruzion",
        r"precedent|\btutte\b|\btue\b|di sopra",
    ),
    # Portuguese
    (
        r"\b(?:ignor|esque|desconsider)",
        r"instruc(?:oes|ao)",
        r"anterior|previ|\btodas\b|acima",
    ),
    # Dutch
    (
        r"\b(?:negeer|vergeet)",
        r"instructie|aanwijzing",
        r"eerder|vorige|\balle\b|bovenstaand",
    ),
    # Polish
    (
        r"\b(?:zignoruj|ignoruj|zapomnij|pomin)",
        r"instrukcj|polece",
        r"poprzedni|wczesniejsz|wszystki|powyzsz",
    ),
    # Czech
    (
        r"\b(?:ignoruj|zapomen)",
        r"instrukc|pokyn",
        r"predchoz|vsechn",
    ),
    # Swedish
    (
        r"\b(?:ignorera|glom)",
        r"instruktion|anvisning",
        r"tidigare|\balla\b|ovan",
    ),
    # Russian
    (
        r"\b(?:игнорируй|проигнорируй|забудь|не обращай|отбрось)",
        r"инструкци|указани",
        r"предыдущ|прежн|вышеуказ|раньше|ранее|\bвс[её]\b|\bтвои",
    ),
    # Ukrainian
    (
        r"\b(?:ігноруй|забудь|проігноруй)",
        r"інструкці|вказівк",
        r"попередн|\bусі\b|\bвсі\b|раніше",
    ),
    # Turkish
    (
        r"yok say|gormezden|\bunut",
        r"talimat",
        r"onceki|yukaridaki|\btum\b",
    ),
    # Vietnamese
    (
        r"\bbo qua\b|\bquen\b",
        r"huong dan|chi thi",
        r"truoc|\bmoi\b|tat ca",
    ),
    # Indonesian
    (
        r"\babaikan|\blupakan",
        r"instruksi|perintah",
        r"sebelumnya|semua|di atas",
    ),
    # Chinese
    (
        r"忽略|无视|無視|忽視|忘记|忘掉|不要理会",
        r"指令|指示|提示",
        r"之前|以前|前面|上面|先前|以上|所有|一切|系统|你的",
    ),
    # Japanese
    (
        r"無視|忘れ",
        r"(?:指示|プロンプト|指令)(?=.{0,12}(?:無視|忘れ))",
        r"これまで|以前|上記|すべて|全て|前の|システム",
    ),
    # Korean
    (
        r"무시|잊",
        r"(?:지시|지침|프롬프트)(?=.{0,12}(?:무시|잊))",
        r"이전|위의|모든|앞의|시스템",
    ),
    # Arabic
    (
        r"تجاهل|انس",
        r"تعليمات|توجيهات",
        r"السابق|جميع|كل|أعلاه",
    ),
    # Hindi
    (
        r"अनदेखा|नजरअंदाज|नज़रअंदाज़|भूल|उपेक्षा",
        r"निर्देश|आदेश",
        r"पिछल|पहले|सभी",
    ),
    # Hebrew
    (
        r"התעלם",
        r"הוראות|הנחיות",
        r"הקודמ|כל",
    ),
)

#: The system prompt, by the names that it has elsewhere.
PROMPTS = r"""
    systemprompt(?=.{0,30}\baus\b)|(?<=\baus ).{0,20}systemprompt
    |\b(?:dein|ton|tu|votre|tuo|seu)\w* (?:system ?prompt|prompt (?:systeme|del sistema|di sistema|do sistema))
    |системн\w+ промпт|системн\w+ подсказк|系统提示词|系統提示詞|システムプロンプト|시스템 프롬프트
"""


def form(paragraph: str) -> str:
    """One form as a regular expression."""
    joined = "".join(line.strip() for line in paragraph.splitlines())
    for name in re.findall(r"\{([A-Z_]+)\}", joined):
        joined = joined.replace(f"{{{name}}}", form(WORDS[name]))
    return joined
