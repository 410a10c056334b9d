"""The document of the API describes what the server does: requests are made from it, and answers checked against it."""

import collections
import copy
import json

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck
from schemathesis import GenerationMode, checks
from schemathesis.specs.openapi import checks as openapi_checks

from serving import ROOT, serving

# The same requests in each run; a fault that is found stays found.
SEED = 25
CASES = 12


@pytest.fixture(scope="module")
def tiny():
    with serving(ROOT / "Datasets/tiny") as server:
        yield server


@pytest.fixture(scope="module")
def document(tiny):
    return tiny.json("/api/openapi.json")


def operations(document):
    return [(path, method) for path, methods in document["paths"].items()
            for method in methods if method in ("get", "post", "patch", "delete", "put")]


def test_document(document):
    assert document["openapi"].startswith("3.1")
    names = [document["paths"][path][method]["operationId"] for path, method in operations(document)]
    assert len(names) == len(set(names)) >= 20
    text = json.dumps(document)
    for path, method in operations(document):
        operation = document["paths"][path][method]
        assert operation["summary"].endswith("."), path
        parameters = [parameter["name"] for parameter in operation.get("parameters", [])]
        assert len(parameters) == len(set(parameters)), path
        for status in operation["responses"]:
            assert status == "default" or 200 <= int(status) < 600
    # Every reference has its target.
    for reference in set(find(document, "$ref")):
        target = document
        for part in reference.removeprefix("#/").split("/"):
            target = target[part]
    assert str(ROOT) not in text and "/home" not in text


def find(value, key):
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key and isinstance(inner, str):
                yield inner
            yield from find(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from find(inner, key)


def test_all_operations_are_tested(document):
    assert {path for path, _ in operations(document)} >= {
        "/api/social", "/api/feed", "/api/timeline", "/api/activity", "/api/report", "/api/activity/widget",
        "/api/schools", "/api/status", "/api/social.csv", "/api/feed.csv", "/api/timeline.csv", "/api/activity.csv",
        "/api/report.csv", "/api/timeline.svg", "/api/posts/{id}", "/api/undo/{undo}", "/api/social/sync", "/api/events",
        "/api/texts", "/api/timeline/levels", "/api/openapi.json"}


CHECKED = [
    checks.not_a_server_error, openapi_checks.status_code_conformance, openapi_checks.content_type_conformance,
    openapi_checks.response_headers_conformance, openapi_checks.response_schema_conformance,
    openapi_checks.negative_data_rejection,
]


def run_cases(server, document, include, counts):
    """Makes requests from the document, right and wrong ones, and checks their answers against it."""
    # What is documented for all statuses would allow any.
    document = copy.deepcopy(document)
    for path, method in operations(document):
        del document["paths"][path][method]["responses"]["default"]
    schema = schemathesis.openapi.from_dict(document)
    for path, method in operations(document):
        if not include(path, method):
            continue
        operation = schema[path][method.upper()]
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @hypothesis.seed(SEED)
            @hypothesis.settings(max_examples=CASES, deadline=None, database=None,
                                 suppress_health_check=list(HealthCheck), print_blob=False)
            @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
            def run(case):
                response = case.call(base_url=f"http://{server.netloc}", timeout=20)
                counts[path, method, mode.value, response.status_code] += 1
                # These take no body, and do not read one.
                ignored = path in ("/api/undo/{undo}", "/api/social/sync") and mode == GenerationMode.NEGATIVE
                case.validate_response(response, checks=CHECKED[:-1] if ignored else CHECKED)

            try:
                run()
            except (hypothesis.errors.Unsatisfiable, hypothesis.errors.InvalidArgument):
                # What has no parameters cannot be requested wrongly.
                assert mode == GenerationMode.NEGATIVE, path
    for key in sorted(counts):
        print(*key, counts[key])


def test_queries(tiny, document):
    counts = collections.Counter()
    # A stream of events does not end.
    run_cases(tiny, document, lambda path, method: method == "get" and path != "/api/events", counts)
    answered = {path for (path, _, _, status), count in counts.items() if status == 200}
    assert len(answered) >= 15, sorted(answered)


def test_changes(document, changeable):
    """Nothing that is sent to a server that accepts changes ends it, or is answered in another way than documented."""
    counts = collections.Counter()
    run_cases(changeable, document, lambda path, method: method != "get", counts)
    assert not {status for _, _, _, status in counts} - {200, 400, 404, 405, 410, 429}
    post = changeable.json("/api/feed?page-size=1")["posts"][0]["id"]
    schema = schemathesis.openapi.from_dict(document)
    for method, path, parts, body in [
        ("PATCH", "/api/posts/{id}", {"id": post}, {"body": {"notes": "a"}}),
        ("DELETE", "/api/posts/{id}", {"id": post}, {}), ("POST", "/api/undo/{undo}", {"undo": "1"}, {"body": {}}),
    ]:
        case = schema[path][method].Case(path_parameters=parts, **body)
        response = case.call(base_url=f"http://{changeable.netloc}", timeout=20)
        assert response.status_code == (410 if method == "POST" else 200), response.content
        case.validate_response(response, checks=CHECKED[:-1])
