"""Documents of the tables that the timeline shows: events, interactions, offers, status changes."""

from case_parts import by_id, error, event, interaction, malformed, offer, rows, status_change, warning

LONE = '"a\\ud83dz"'
BAD_DAYS = ("2026-02-30", "2026-13-01", "2026-1-01", " 2026-01-01", "2026-01-01 ", "01/02/2026", "soon", "infinity")


def add_cases():
    needed_fields()
    events()
    interactions()
    offers()
    status_changes()
    malformed_documents()


def case(table, name, summary, listed, **outcome):
    rows(f"{table}_{name}", summary, listed, table=table, **outcome)


def needed_fields():
    for table, row, fields in [
        ("events", event, ("name", "start_date")), ("interactions", interaction, ("type", "occurred_at")),
        ("offers", offer, ("offer_type", "offer_date")),
        ("school_status_history", status_change, ("new_status", "changed_at")),
    ]:
        for field in ("id",) + fields:
            # If a time has a substitute, the substitute is reported as missing.
            reported = {"occurred_at": "created_at", "offer_date": "created_at"}.get(field, field)
            case(table, f"{field}_absent", f"`{field}` is missing, then null",
                 [row("a", **{field: None}), row("b", **{field: "null"}), row("c")], loaded=1, skipped=2,
                 problems=[error(1, reported, "missing"),
                           error(2, reported, "missing" if reported != field else "null")])
            wrong_types = ["true", "{}", "[]"] + ([] if field == "id" else ["1"])
            case(table, f"{field}_wrong_type", f"`{field}` has a wrong type",
                 [row("a", **{field: text}) for text in wrong_types] + [row("b")],
                 loaded=1, skipped=len(wrong_types),
                 problems=[error(index + 1, field) for index in range(len(wrong_types))])
        text, time = fields
        case(table, "two_needed_fields_wrong", "only the first wrong needed field is reported, and no warnings",
             [row("", **{text: "7"}), row("a", **{text: "7", time: '"soon"', "school_id": "{}"})], loaded=0,
             skipped=2, problems=[error(1, "id", "empty"), error(2, text)])
        case(table, "ids", "an id is unique in its table, a number is its text, an empty school is none",
             [row("1", school_id='""'), row("", id="1"), row("2", school_id="7"), row("1", **{time: "3"}),
              row("3", school_id="true")],
             loaded=3, skipped=1, replaced=[by_id(1, 2, "1")], warnings=1,
             problems=[error(4, time), warning(5, "school_id")])
        case(table, "not_objects", "array elements that are no objects", ["7", row("a"), "null"], loaded=1, skipped=2,
             problems=[error(1, None, "object"), error(3, None, "object")])
        case(table, "lines", "NDJSON: CRLF, a blank line, a duplicate, a row without a time",
             [row("a"), row("b", **{time: '"soon"'}), row("a", school_id="[]")], form="ndjson", between="\r\n\r\n",
             loaded=1, skipped=1, replaced=[by_id(1, 3, "a")], warnings=1, problems=[error(2, time), warning(3, "school_id")])


def events():
    def events_case(name, summary, listed, **outcome):
        case("events", name, summary, listed, **outcome)

    events_case("dates_accepted", "days and instants, as starts and as ends, also an end before the start",
                [event("a", start_date='"2024-02-29"', end_date='"2026-03-01"'),
                 event("b", start_date='"2026-06-01T09:00:00-04:00"', end_date='"2026-06-01"'),
                 event("c", end_date='"2026-06-03 18:00+00"'), event("d", end_date="null"),
                 event("e", end_date='"2020-01-01"'), event("f", start_date='"0001-01-01"', end_date='"9999-12-31"'),
                 event("g", start_date='"\\u0032026-06-01"')],
                loaded=7)
    for field in ("start_date", "end_date"):
        events_case(f"{field}_unreadable", f"`{field}` is no day and no instant: the event is skipped",
                    [event(str(index), **{field: f'"{text}"'}) for index, text in enumerate(BAD_DAYS)] + [event("x")],
                    loaded=1, skipped=len(BAD_DAYS),
                    problems=[error(index + 1, field) for index in range(len(BAD_DAYS))])
    events_case("end_date_wrong_type", "`end_date` of a wrong type skips the event, unlike other optional columns",
                [event(text, end_date=text) for text in ("true", "{}", "[]", "1")] + [event("x")], loaded=1, skipped=4,
                problems=[error(row, "end_date") for row in range(1, 5)])
    events_case("optional_wrong_type", "`type` and `school_id` of a wrong type warn and read as null",
                [event("a", type="1", school_id="true"), event("b", type="{}", school_id="[]"),
                 event("c", type="null", school_id="null"), event("d", type='"picnic"', school_id="12")],
                loaded=4, warnings=4,
                problems=[warning(1, "type"), warning(1, "school_id"), warning(2, "type"), warning(2, "school_id")])
    events_case("texts_odd", "an empty name is a text; lone surrogates warn, in dates they skip",
                [event("a", name='""'), event("b", name=LONE), event("c", type=LONE), event("", id=LONE),
                 event("d", start_date='"2026-06-01\\ud800"')],
                loaded=4, skipped=1, warnings=3,
                problems=[warning(2, "name", "surrogate"), warning(3, "type", "surrogate"),
                          warning(4, "id", "surrogate"), error(5, "start_date")])


def interactions():
    case("interactions", "time_or_when_made", "`created_at` counts where `occurred_at` is missing, null or empty",
         [interaction("a", occurred_at=text, created_at='"2026-01-02T00:00:00Z"') for text in (None, "null", '""')]
         + [interaction("b", created_at='"soon"'),
            interaction("c", occurred_at='"soon"', created_at='"2026-01-02T00:00Z"'),
            interaction("d", occurred_at="null", created_at='"2026-01-02"'),
            interaction("e", occurred_at='"2026-01-02"'), interaction("f", occurred_at='""', created_at='""')],
         loaded=2, skipped=4, replaced=[by_id(1, 2, "a"), by_id(2, 3, "a")],
         problems=[error(5, "occurred_at"), error(6, "created_at"), error(7, "occurred_at"), error(8, "created_at")])
    case("interactions", "optional_wrong_type", "optional columns of a wrong type warn, in the columns' order",
         [interaction("a", sentiment='"delighted"', content="7", subject="true", direction="{}", coach_id="[]",
                      school_id="{}"),
          interaction("b", sentiment="null", content="null", subject='""', direction='"sideways"', coach_id="5"),
          interaction("c", sentiment='"Positive"'), interaction("d", sentiment="3"),
          interaction("e", sentiment='"very_positive"', type='"carrier_pigeon"')],
         loaded=5, warnings=8,
         problems=[warning(1, field) for field in
                   ("school_id", "coach_id", "direction", "subject", "content", "sentiment")]
         + [warning(3, "sentiment"), warning(4, "sentiment")])


def offers():
    case("offers", "time_or_when_made", "`created_at`, an instant, counts where `offer_date` is missing, null or empty",
         [offer("a", offer_date=text, created_at='"2026-01-02T00:00:00Z"') for text in (None, "null", '""')]
         + [offer("b", created_at="{}"), offer("c", offer_date='"soon"', created_at='"2026-01-02T00:00Z"'),
            offer("d", offer_date="null", created_at='"2026-01-02"'), offer("e", offer_date='"2026-01-02T00:00Z"')],
         loaded=3, skipped=2, replaced=[by_id(1, 2, "a"), by_id(2, 3, "a")], problems=[error(5, "offer_date"), error(6, "created_at")])
    case("offers", "optional_wrong_type", "`school_id` and `status` of a wrong type warn and read as null",
         [offer("a", status="1", school_id="{}"), offer("b", status="null"), offer("c", status='"pending"')],
         loaded=3, warnings=2, problems=[warning(1, "school_id"), warning(1, "status")])


def status_changes():
    case("school_status_history", "times", "`changed_at` is an instant; a day is none",
         [status_change("a", changed_at='"2026-01-02"'), status_change("b", changed_at='""'),
          status_change("c", changed_at='"2026-01-02 03:04:05.6+00"')],
         loaded=1, skipped=2, problems=[error(1, "changed_at"), error(2, "changed_at")])
    case("school_status_history", "optional_wrong_type", "optional columns of a wrong type warn and read as null",
         [status_change("a", notes="{}", previous_status="7", school_id="[]"),
          status_change("b", notes="null", previous_status='""', new_status='""'), status_change("c", notes=LONE)],
         loaded=3, warnings=4,
         problems=[warning(1, "school_id"), warning(1, "previous_status"), warning(1, "notes"),
                   warning(3, "notes", "surrogate")])


def malformed_documents():
    malformed("events_error_object", "PostgREST's error object where an array belongs",
              '@@{"code":"42501","details":null,"hint":null,"message":"permission denied for table events"}',
              reason="permission denied", table="events")
    malformed("interactions_truncated", "a document that ends within a time",
              '[{"id":"a","type":"email","occurred_at":"2026-01-', table="interactions")
    malformed("offers_line_malformed", "NDJSON: one malformed line fails the document",
              '{"id":"a","offer_type":"partial","offer_date":"2026-01-01"}\n{"id":"b",@@}\n', table="offers",
              form="ndjson")
    malformed("school_status_history_trailing_text", "text behind the array",
              '[{"id":"a","new_status":"committed","changed_at":"2026-01-01T00:00Z"}]@@,',
              table="school_status_history")
