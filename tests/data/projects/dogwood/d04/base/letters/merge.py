import re

FIELD = re.compile(r"\{\{\s*(\w+)\s*\}\}")


class MissingField(KeyError):
    pass


def merge(template, values):
    """Fill each {{ field }} of a letter with the tenant's value, as it was typed."""
    text = template
    for name in FIELD.findall(template):
        if name not in values:
            raise MissingField(name)
        text = text.replace("{{ " + name + " }}", values[name])
    return text
