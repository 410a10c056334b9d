"""Finds each block of code of the given articles in the files that the tests compile and run.

    python3 CI/tested_examples.py [ARTICLE…]
    python3 CI/tested_examples.py --self-test
"""

import glob
import pathlib
import re
import sys
import tempfile
import textwrap

CATALOGUE = "Sources/*/*.docc/*.md"
# The files in which a language's blocks must occur. Others, such as shell commands and drawings, are not our
# code.
TESTED = {
    "swift": "Tests/DocumentedCodeTests/*.swift",
    "c": "Tests/CInterface/*.c",
    # The latter run with Spark, Dask and Ray.
    "python": "Sources/Python/tests/*.py Tests/ClusterTests/*.py",
}
# Documents outside of the catalogue, and the languages that are checked here; CI/check-library-alone and CI/check-c
# compile the others.
FURTHER = {"README.md": {"python"}}


def blocks(article):
    """Returns the first line's number, the language and the lines of each block of code."""
    language, first, lines = None, 0, []
    for number, line in enumerate(pathlib.Path(article).read_text(encoding="utf-8").splitlines(), 1):
        fence = re.match(r"\s*```(\w*)", line)
        if not fence:
            lines.append(line)
        elif language is None:
            language, first, lines = fence[1], number + 1, []
        else:
            yield first, language, lines
            language = None


def files_of(patterns):
    return sorted(file for pattern in patterns.split() for file in glob.glob(pattern))


def plain(lines):
    """Returns the lines without their common indentation."""
    return [line.rstrip() for line in textwrap.dedent("\n".join(lines)).split("\n")]


def stands_in(block, files):
    wanted = plain(block)
    for file in files:
        lines = pathlib.Path(file).read_text(encoding="utf-8").splitlines()
        for start, line in enumerate(lines):
            if line.strip() == wanted[0].strip() and plain(lines[start:start + len(wanted)]) == wanted:
                return True
    return False


def faults(articles, tested):
    for article in articles:
        languages = FURTHER.get(article, set(tested))
        for number, language, block in blocks(article):
            if language in languages and language in tested and not stands_in(block, files_of(tested[language])):
                yield f"{article}:{number}: no test has this {language}:\n    {block[0]}"


def self_test():
    code = "struct A {\n    func f() {\n        g(1)\n\n        g(2)\n    }\n}\n"
    cases = [
        (0, "g(1)\n\ng(2)\n"), (0, "    g(1)\n"), (0, "func f() {\n    g(1)\n"), (1, "g(3)\n"), (1, "g(1)\ng(2)\n"),
        (1, "func f() {\n        g(1)\n"), (1, "g(2)\n}\n}\n}\n"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "A.swift").write_text(code, encoding="utf-8")
        article = pathlib.Path(folder, "article.md")
        for expected, block in cases:
            article.write_text(f"Text\n```swift\n{block}```\n```sh\nls\n```\n", encoding="utf-8")
            found = list(faults([article], {"swift": f"{folder}/*.swift"}))
            if len(found) != expected:
                sys.exit(f"self-test: {len(found)} faults instead of {expected} in:\n{block}")
    print("check-examples: the self-test passed")


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    articles = arguments or sorted(glob.glob(CATALOGUE)) + sorted(FURTHER)
    found = list(faults(articles, TESTED))
    if found:
        sys.exit("\n".join(found))
    print(f"check-examples: the tests run the code of {len(articles)} articles")


if __name__ == "__main__":
    main(sys.argv[1:])
