"""Options of the command line as parameters of the API, and values for each parameter."""

import random
import urllib.parse

# Texts of which some match, some do not, and some must be encoded.
SEARCHES = ["camp", " Zoe ", "#will coach offer", "zoe br", "é", "100%", "a&b=c", "+", "no such words", "e"]
DATES = ["2025-12-01", "2026-02-20", "2026-02-27", "2026-03-01"]


def query(arguments):
    """Returns the query for arguments of the command line: a flag is an option that no value follows."""
    pairs = []
    rest = list(arguments)
    while rest:
        name = rest.pop(0)
        assert name.startswith("--"), name
        value = rest.pop(0) if rest and not rest[0].startswith("--") else ""
        pairs.append((name[2:], value))
    return urllib.parse.urlencode(pairs)


def options(pairs):
    """Returns the arguments of the command line for parameters of the API."""
    arguments = []
    for name, value in pairs:
        arguments.append(f"--{name}" if value == "" else f"--{name}={value}")
    return arguments


def is_flag(schema):
    return "" in schema.get("enum", [])


def values(parameter, known):
    """Returns values of a parameter as the API's document describes it.

    known has values of parameters whose schema says only that they are texts.
    """
    name, schema = parameter["name"], parameter["schema"]
    if name in known:
        return known[name]
    if schema.get("type") == "array":
        schema = schema["items"]
    if is_flag(schema):
        return [""]
    if "enum" in schema:
        return schema["enum"]
    if schema.get("type") == "integer":
        least, most = schema["minimum"], schema["maximum"]
        return [str(number) for number in sorted({least, min(least + 2, most), min(most, 17), most})]
    if schema.get("type") == "number":
        return ["0", "0.5", "12.5", "100"]
    if schema.get("format") == "date":
        return DATES
    raise AssertionError(f"no values of {parameter}")


def combinations(parameters, known, count, seed):
    """Returns lists of parameters: each value by itself, then a number of random lists."""
    generator = random.Random(seed)
    yield []
    for parameter in parameters:
        for value in values(parameter, known):
            yield [(parameter["name"], value)]
    for _ in range(count):
        pairs = []
        for parameter in generator.sample(parameters, min(len(parameters), generator.randint(2, 7))):
            choices = values(parameter, known)
            isList = parameter["schema"].get("type") == "array"
            for value in generator.sample(choices, min(len(choices), generator.randint(1, 3) if isList else 1)):
                pairs.append((parameter["name"], value))
        yield pairs
