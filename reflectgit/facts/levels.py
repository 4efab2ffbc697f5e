"""The levels of log lines, whole and in upper case."""

_SHORT = {
    "WARN": "WARNING",
    "WRN": "WARNING",
    "ERR": "ERROR",
    "CRIT": "CRITICAL",
    "INF": "INFO",
    "INFORMATION": "INFO",
    "DBG": "DEBUG",
    "FTL": "FATAL",
    "EMERG": "EMERGENCY",
}
LEVELS = frozenset(
    {
        "TRACE",
        "VERBOSE",
        "DEBUG",
        "INFO",
        "NOTICE",
        "WARNING",
        "ERROR",
        "SEVERE",
        "CRITICAL",
        "ALERT",
        "FATAL",
        "PANIC",
        "EMERGENCY",
        *_SHORT,
    }
)


def level(word: str) -> str:
    """``warn`` → ``WARNING``; empty where the word is no level."""
    upper = word.upper()
    return _SHORT.get(upper, upper) if upper in LEVELS else ""
