"""Translates the subset of PostgREST's queries that the data source sends into SQL."""

import urllib.parse

from psycopg import sql

OPERATORS = {"eq": "=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "neq": "<>"}
RESERVED = {"select", "order", "limit", "offset", "or", "and"}


class QueryError(Exception):
    """A query that PostgREST does not understand either."""

    def __init__(self, message, details=None):
        super().__init__(message)
        self.details = details


class Query:
    """The columns, conditions, order and range of a request.

    `text` is the part of the address after the question mark.
    """

    def __init__(self, text):
        self.select, self.order, self.limit, self.offset = ["*"], [], None, 0
        self.conditions = []
        for name, value in urllib.parse.parse_qsl(text, keep_blank_values=True, strict_parsing=bool(text)):
            if name == "select":
                self.select = value.split(",")
            elif name == "order":
                self.order = [parse_order(term) for term in value.split(",")]
            elif name == "limit":
                self.limit = parse_count(name, value)
            elif name == "offset":
                self.offset = parse_count(name, value)
            elif name in ("or", "and"):
                self.conditions.append(Logic(name, value).parse())
            else:
                self.conditions.append(parse_condition(name, value))

    def columns(self):
        """Returns the selected columns as SQL."""
        if self.select == ["*"]:
            return sql.SQL("*")
        return sql.SQL(",").join(sql.Identifier(column) for column in self.select)

    def where(self):
        """Returns the conditions as SQL, empty if there are none."""
        if not self.conditions:
            return sql.SQL("")
        return sql.SQL(" where ") + sql.SQL(" and ").join(self.conditions)

    def ordering(self):
        """Returns the order as SQL, empty if there is none."""
        if not self.order:
            return sql.SQL("")
        terms = [sql.SQL("{} {}").format(sql.Identifier(column), sql.SQL(direction))
                 for column, direction in self.order]
        return sql.SQL(" order by ") + sql.SQL(",").join(terms)


def parse_count(name, value):
    if not value.isdigit():
        raise QueryError(f"invalid {name}: {value}")
    return int(value)


def parse_order(term):
    column, *words = term.split(".")
    direction = "asc"
    for word in words:
        if word in ("asc", "desc"):
            direction = word
        elif word not in ("nullsfirst", "nullslast"):
            raise QueryError(f'"failed to parse order ({term})"')
    nulls = {"nullsfirst": " nulls first", "nullslast": " nulls last"}
    return column, direction + "".join(nulls.get(word, "") for word in words)


def parse_condition(column, text):
    """Returns the SQL of a condition such as `id=gt.5`, where everything after the operator is the value."""
    operator, dot, value = text.partition(".")
    if not dot:
        raise QueryError(f'"failed to parse filter ({text})"')
    if operator == "in":
        if not (value.startswith("(") and value.endswith(")")):
            raise QueryError(f'"failed to parse filter ({text})"')
        return membership(column, Values(value[1:-1]).all())
    return comparison(column, operator, value)


def comparison(column, operator, value):
    name = sql.Identifier(column)
    if operator == "is":
        if value not in ("null", "true", "false"):
            raise QueryError(f'"failed to parse filter (is.{value})"')
        return sql.SQL("{} is {}").format(name, sql.SQL(value))
    if operator not in OPERATORS:
        raise QueryError(f'"failed to parse filter ({operator}.{value})"')
    return sql.SQL("{} {} {}").format(name, sql.SQL(OPERATORS[operator]), sql.Literal(value))


def membership(column, values):
    if not values:
        return sql.SQL("false")
    return sql.SQL("{} in ({})").format(
        sql.Identifier(column), sql.SQL(",").join(sql.Literal(value) for value in values))


class Values:
    """A list of values, of which some are quoted."""

    def __init__(self, text):
        self.text, self.position = text, 0

    def all(self):
        values = []
        while self.position < len(self.text):
            values.append(self.value(",") if not values else self.next())
        return values

    def next(self):
        if self.text[self.position] != ",":
            raise QueryError("unexpected text in a list")
        self.position += 1
        return self.value(",")

    def value(self, ends):
        """Reads a value, quoted or up to one of the characters `ends`."""
        if self.position < len(self.text) and self.text[self.position] == '"':
            return self.quoted()
        start = self.position
        while self.position < len(self.text) and self.text[self.position] not in ends:
            self.position += 1
        return self.text[start:self.position]

    def quoted(self):
        value = ""
        self.position += 1
        while self.position < len(self.text):
            character = self.text[self.position]
            self.position += 1
            if character == '"':
                return value
            if character == "\\":
                character = self.text[self.position]
                self.position += 1
            value += character
        raise QueryError("a quoted value does not end")


class Logic:
    """A condition such as `or=(a.eq.1,and(b.is.null,c.gte."2"))`."""

    def __init__(self, operator, text):
        self.operator = operator
        self.values = Values(text)

    def parse(self):
        condition = self.group(self.operator)
        if self.values.position != len(self.values.text):
            raise QueryError("unexpected text after a condition")
        return condition

    def expect(self, character):
        values = self.values
        if values.position >= len(values.text) or values.text[values.position] != character:
            raise QueryError(f'"failed to parse logic tree ({values.text})"')
        values.position += 1

    def group(self, operator):
        self.expect("(")
        terms = [self.term()]
        while self.values.text[self.values.position:self.values.position + 1] == ",":
            self.values.position += 1
            terms.append(self.term())
        self.expect(")")
        return sql.SQL("({})").format(sql.SQL(f" {operator} ").join(terms))

    def term(self):
        rest = self.values.text[self.values.position:]
        for operator in ("and", "or"):
            if rest.startswith(operator + "("):
                self.values.position += len(operator)
                return self.group(operator)
        column = self.values.value(".,()")
        self.expect(".")
        operator = self.values.value(".,()")
        self.expect(".")
        if operator == "in":
            self.expect("(")
            values = [self.values.value(",)")]
            while self.values.text[self.values.position:self.values.position + 1] == ",":
                self.values.position += 1
                values.append(self.values.value(",)"))
            self.expect(")")
            return membership(column, values)
        return comparison(column, operator, self.values.value(",)"))
