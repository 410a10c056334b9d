"""Looks for offensive words in tables of a data directory, and makes the generator's list of them.

    offensive_words.py scan FILE…       reports each word with its file, row and column; exits with 1 for any
    offensive_words.py hashes           writes Sources/CompassSynthesis/Text/OffensiveWordHashes.swift
    offensive_words.py hashes --check   exits with 1 when that file is not what it would write
    offensive_words.py self-test        exits with 1 when it overlooks one of some words, or sees one where none is

The words are those of the package better-profanity and of CI/offensive-words.txt. Both lists are compared in one form,
which ignores case and accents and reads look-alikes as one letter, as the package does: 1 and l as i, v as u, 0 as o,
3 as e, 4 as a, 5 as s, 7 as t.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import better_profanity

ROOT = Path(__file__).resolve().parent.parent
OWN_LIST = ROOT / "CI/offensive-words.txt"
PACKAGE_LIST = Path(better_profanity.__file__).parent / "profanity_wordlist.txt"
COMMON_WORDS = ROOT / "Sources/CompassSynthesis/Text/CommonWords.swift"
HASHES = ROOT / "Sources/CompassSynthesis/Text/OffensiveWordHashes.swift"

# A word of this many letters is a stem: it must not occur inside another word.
STEM_LETTERS = 5
# The generator is stricter than the check.
GENERATOR_STEM_LETTERS = 4

LOOK_ALIKES = str.maketrans("013457lv!+$@", "oieastiuitsa")
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
LETTERS_AND_DIGITS = re.compile(r"[^\W_]+")
LETTERS = re.compile(r"[^\W\d_]+")
ASCII_LETTERS = re.compile(r"[A-Za-z]+")
CAMEL_CASE_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def folded(text: str) -> str:
    """Returns the form in which words are compared."""
    return without_accents(text).lower().translate(LOOK_ALIKES)


class WordList:
    """Returns the words, stems and phrases of both lists, folded."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.stems: set[str] = set()
        self.phrases: set[tuple[str, ...]] = set()
        lines = PACKAGE_LIST.read_text("utf-8").split("\n") + OWN_LIST.read_text("utf-8").split("\n")
        for line in lines:
            if line.strip() and not line.startswith("#"):
                self._add(line.strip())
        self.stems |= {word for word in self.words if len(word) >= STEM_LETTERS}
        self.stem_lengths = sorted({len(stem) for stem in self.stems})

    def _add(self, line: str) -> None:
        is_stem = len(line) > 2 and line[0] == line[-1] == "*"
        parts = [part for part in re.split(r"[^a-z0-9!+$@]+", without_accents(line).lower()) if part]
        # Separate digits are numbers, as in "2 girls 1 cup"; single letters are one word, spelled.
        parts = [part for part in parts if not part.isdigit()]
        if len(parts) > 1 and all(len(part) == 1 for part in parts):
            parts = ["".join(parts)]
        parts = [re.sub("[^a-z]", "", folded(part)) for part in parts]
        if len(parts) == 1:
            self.words.add(parts[0])
            if is_stem:
                self.stems.add(parts[0])
        elif parts:
            self.phrases.add(tuple(parts))

    def word_in(self, token: str) -> str | None:
        """Returns a listed word that equals the token or a part of it, or a stem that it contains."""
        plain = without_accents(token)
        readings = {folded(run) for run in LETTERS_AND_DIGITS.findall(plain) if not run.isdecimal()}
        for run in LETTERS.findall(plain):
            readings.add(folded(run))
            readings.update(folded(part) for part in CAMEL_CASE_PARTS.findall(run))
        # Reads an accented letter as the end of a word.
        readings.update(folded(run) for run in ASCII_LETTERS.findall(unicodedata.normalize("NFC", token)))
        for reading in sorted(readings):
            if reading in self.words:
                return reading
            stem = self._stem_in(reading)
            if stem:
                return f"{stem} in {reading}"
        return None

    def _stem_in(self, word: str) -> str | None:
        for length in self.stem_lengths:
            for start in range(len(word) - length + 1):
                if word[start : start + length] in self.stems:
                    return word[start : start + length]
        return None

    def phrase_in(self, text: str) -> str | None:
        """Returns a listed phrase of several words."""
        words = " ".join(folded(run) for run in LETTERS.findall(text))
        for phrase in self.phrases:
            if f" {' '.join(phrase)} " in f" {words} ":
                return " ".join(phrase)
        return None


def rows_of(path: Path) -> Iterator[object]:
    """Returns the rows of a table: a JSON array as the generator prints it, one row a line, or one object a line."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = line.strip().removeprefix("[").strip()
            if row.endswith("}]"):
                row = row[:-1]
            row = row.removesuffix(",")
            if row and row != "]":
                yield json.loads(row)


def texts_of(value: object, column: str = "") -> Iterator[tuple[str, str]]:
    """Returns all strings of a row with their columns."""
    if isinstance(value, str):
        yield column, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts_of(inner, f"{column}.{key}" if column else key)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_of(inner, column)


class Scan:
    """Checks tables; a token that was found clean once is not checked again."""

    def __init__(self, words: WordList) -> None:
        self.words = words
        self.clean: set[str] = set()
        self.phrase_parts = {part for phrase in words.phrases for part in phrase}
        self.tokens_of_phrases: set[str] = set()
        self.row_count = 0

    def table(self, path: Path) -> list[str]:
        findings = []
        before = self.row_count
        for number, row in enumerate(rows_of(path), start=1):
            self.row_count += 1
            for column, text in texts_of(row):
                if UUID.fullmatch(text):
                    continue
                findings += [
                    f"{path}, row {number}, {column}: {finding}: {text!r}" for finding in self.text(text)
                ]
        if self.row_count == before and path.stat().st_size > 2:
            raise SystemExit(f"offensive_words: no row was read of {path}")
        return findings

    def text(self, text: str) -> list[str]:
        findings = []
        tokens = set(LETTERS_AND_DIGITS_AND_MARKS.findall(text))
        for token in tokens - self.clean:
            word = self.words.word_in(token)
            if word:
                findings.append(word)
            else:
                self.clean.add(token)
                if any(folded(run) in self.phrase_parts for run in LETTERS.findall(token)):
                    self.tokens_of_phrases.add(token)
        if len(tokens & self.tokens_of_phrases) > 1:
            phrase = self.words.phrase_in(text)
            if phrase:
                findings.append(phrase)
        return findings


# A token with its underscores and combining accents, from which word_in makes its readings.
LETTERS_AND_DIGITS_AND_MARKS = re.compile(r"[\w\u0300-\u036F]+")


def self_test(words: WordList) -> int:
    """Searches for words in each disguise, and in texts that merely resemble some."""
    found = [
        "negros", "NEGROS", "#BigNegrosDay", "@CoachFuck12", "p/Cxq_fag-9", "Sh1t", "coños", "con\u0303o", "SEXáTO",
        "a blow job", "Mierda!", "xfuckx", "l\u00edmb\u00e9cil imb\u00e9cil",
    ]
    clean = ["Official scholarship, class of 2028!", "Coach Ángel Peña", "JARDíN", "2026-03-01T17:39:55+00:00", "blow a job"]
    failures = [text for text in found if not Scan(words).text(text)]
    failures += [text for text in clean if Scan(words).text(text)]
    for text in failures:
        print(f"offensive_words: wrong about {text!r}", file=sys.stderr)
    return 1 if failures else 0


def fnv1a(word: str) -> int:
    """Returns the hash that OffensiveWords.swift computes of the letters a = 0 … z = 25."""
    value = 0xCBF2_9CE4_8422_2325
    for letter in word:
        value = (value ^ (ord(letter) - ord("a"))) * 0x0000_0100_0000_01B3 % 2**64
    return value


def openings_of(words: set[str]) -> set[int]:
    """Returns the first three letters of each word as a number to the base 27; 26 marks the end of a word."""
    openings = set()
    for word in words:
        first, second = (ord(letter) - ord("a") for letter in word[:2])
        thirds = [ord(word[2]) - ord("a")] if len(word) > 2 else range(27)
        openings |= {(first * 27 + second) * 27 + third for third in thirds}
    return openings


def swift_array(name: str, kind: str, comment: str, values: list[str], per_line: int) -> str:
    lines = [", ".join(values[index : index + per_line]) for index in range(0, len(values), per_line)]
    body = "".join(f"        {line},\n" for line in lines)
    return f"    /// {comment}\n    static let {name}: [{kind}] = [\n{body}    ]\n"


def hashes_source(words: WordList) -> str:
    common = COMMON_WORDS.read_text("utf-8")
    english = common.split('static let english = """')[1].split('"""')[0]
    fixed = {folded(word) for word in re.findall(r"[a-z]+", english)}
    everything = words.words | words.stems
    anywhere = {word for word in everything if len(word) >= GENERATOR_STEM_LETTERS}
    alone = everything - anywhere
    anywhere_pattern = re.compile("|".join(sorted(anywhere)))
    # A phrase cannot occur if its rarer words are not in the vocabulary.
    for phrase in words.phrases:
        if not any(part in everything or anywhere_pattern.search(part) for part in phrase):
            parts = {part for part in phrase if len(part) > 1} - fixed
            if not parts:
                raise SystemExit(f"offensive_words: all words of {phrase} are in CommonWords.swift")
            alone |= parts
    for word in sorted(fixed):
        if word in alone or anywhere_pattern.search(word):
            raise SystemExit(f"offensive_words: {word} of CommonWords.swift is listed")

    def hexadecimal(values: set[str]) -> list[str]:
        return [f"0x{value:016X}" for value in sorted(map(fnv1a, values))]

    return (
        "// Generated by CI/offensive_words.py from published lists of offensive words; do not edit.\n\n"
        "/// The words that ``OffensiveWords`` rejects, as hashes, so that nobody has to read them.\n"
        "enum OffensiveWordHashes {\n"
        + swift_array("anywhere", "UInt64", "Words that must not occur inside another word.", hexadecimal(anywhere), 5)
        + "\n"
        + swift_array("alone", "UInt64", "Words that are offensive only as whole words.", hexadecimal(alone), 5)
        + "\n"
        + swift_array(
            "openings", "UInt16",
            "The first three letters of all words, as digits to the base 27; 26 is the end of a word.",
            [str(value) for value in sorted(openings_of(anywhere | alone))], 14)
        + "}\n"
    )


def main(arguments: list[str]) -> int:
    words = WordList()
    match arguments:
        case ["hashes"]:
            HASHES.write_text(hashes_source(words), "utf-8")
        case ["hashes", "--check"]:
            if HASHES.read_text("utf-8") != hashes_source(words):
                print(f"offensive_words: {HASHES} is not what CI/offensive_words.py writes", file=sys.stderr)
                return 1
        case ["self-test"]:
            return self_test(words)
        case ["scan", *paths] if paths:
            scan = Scan(words)
            findings = [finding for path in paths for finding in scan.table(Path(path))]
            for finding in findings[:100]:
                print(f"offensive_words: {finding}", file=sys.stderr)
            print(
                f"offensive_words: {len(findings)} findings in {len(paths)} tables, {scan.row_count} rows, "
                f"{len(scan.clean)} distinct tokens; {len(words.words)} words, {len(words.stems)} stems, "
                f"{len(words.phrases)} phrases"
            )
            return 1 if findings else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 64
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
