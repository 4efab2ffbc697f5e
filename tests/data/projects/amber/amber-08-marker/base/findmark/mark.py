"""Mark the first hit of a search term in a line of text."""


def mark(text: str, term: str) -> str:
    start = text.find(term)
    if not term or start < 0:
        return text
    end = start + len(term)
    return text[:start] + "[" + text[start:end] + "]" + text[end:]
