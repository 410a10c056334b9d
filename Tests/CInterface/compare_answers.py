"""Compares what the C interface answers with what the command line prints, byte by byte.

    compare_answers.py ANSWERS COMPASS

ANSWERS is the built `answers.c`, COMPASS the command; the questions are those of the golden answers, in JSON, in
indented JSON and in CSV.
"""

import json
import pathlib
import subprocess
import sys

DATASETS = pathlib.Path(__file__).resolve().parents[2] / "Datasets"
LEAST_QUESTIONS = 49


def questions():
    for golden in sorted(DATASETS.glob("*/golden/*.json")):
        arguments = json.loads(golden.read_text(encoding="utf-8"))["arguments"]
        command = golden.name.split("-")[0]
        yield golden, command, arguments


def coaches(folder):
    """Options for posts of the first two coaches of a data set."""
    rows = json.loads((folder / "coaches.json").read_text(encoding="utf-8"))
    return [word for row in rows[:2] for word in ("--coach", row["id"])]


def forms(command, arguments, folder):
    yield ["--format", "json"]
    yield ["--format", "json", "--pretty"]
    # Without a page, CSV of lists is everything, which is no page.
    if command not in ("feed", "activity") or "--page-size" in arguments:
        yield ["--format", "csv"]
    if command == "social":
        yield ["--heat-map", "--format", "json"]
    if command in ("social", "feed"):
        yield [*coaches(folder), "--format", "json"]


def output(program, command, folder, arguments):
    run = subprocess.run([program, command, str(folder), *arguments], capture_output=True)
    if run.returncode != 0:
        sys.exit(f"{program} {command} {' '.join(arguments)}: {run.stderr.decode()}")
    return run.stdout


def main():
    answers, compass = sys.argv[1:]
    compared, question_count = 0, 0
    for golden, command, arguments in questions():
        question_count += 1
        folder = golden.parents[1]
        for form in forms(command, arguments, folder):
            given = output(answers, command, folder, arguments + form)
            expected = output(compass, command, folder, arguments + form)
            if given != expected:
                sys.exit(f"{golden.name}: {' '.join(form)}: the C interface answers something else")
            compared += 1
    if question_count < LEAST_QUESTIONS:
        sys.exit(f"only {question_count} questions were found")
    print(f"compare_answers: {compared} answers are those of the command line")


if __name__ == "__main__":
    main()
