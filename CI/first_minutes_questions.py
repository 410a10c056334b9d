"""The first visit: ranges, dates, schools, missing tables, mistyped words."""

from __future__ import annotations

import datetime
import json
import re

from visitor import NOW, POSTS, Run, Visitor, expect, row_count, shortened

PAGES = ("social", "feed", "timeline", "activity", "report")
RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def grouped(count: int) -> str:
    return f"{count:,}"


# Ranges that hold nothing (item 1)

EMPTY_RANGES = {
    "social": ["--now", "2031-05-01"],
    "feed": ["--now", "2031-05-01", "--from", "2031-04-01"],
    "timeline": ["--now", "2031-05-01"],
    "activity": ["--now", "2031-05-01", "--range", "week"],
    "report": ["--now", "2031-05-01"],
}


def offered_options(run: Run) -> list[list[str]]:
    """The options that a hint offers, each with its value."""
    options = re.findall(r"((?:--(?:now|range|from|to|preset) [\w-]+\s?)+)", run.err)
    return [option.split() for option in options]


def check_a_range_that_holds_nothing_says_what_does(visitor: Visitor) -> None:
    for page, options in EMPTY_RANGES.items():
        run = visitor.compass(page, str(visitor.data), "--zone", "UTC", *options).ended()
        run.said("Hint:", r"[1-9][\d,]*", "2026", "--(now|range|from|to|preset) ")
        run.showed(r"\bNo ")
        if page in ("social", "feed"):
            run.said(rf"\b{grouped(POSTS)}\b", r"Mar 1, 2026|2026-03-01")
            run.showed(rf"\b{grouped(POSTS)}\b")
        offers = offered_options(run)
        expect(offers, f"{run.command}: offers no option that shows rows: {shortened(run.err)}")
        for offer in offers:
            kept = drop_options(options, offer)
            answer = visitor.compass(
                page, str(visitor.data), "--zone", "UTC", "--format", "json", *kept, *offer
            ).json()
            expect(row_count(page, answer) > 0, f"{run.command}: {' '.join(offer)} is offered and shows nothing")


def drop_options(options: list[str], replaced: list[str]) -> list[str]:
    """The options without those that the others replace: pairs of a name and a value."""
    pairs = [options[index : index + 2] for index in range(0, len(options), 2)]
    return [word for pair in pairs if pair[0] not in replaced for word in pair]


def check_the_clock_of_today_is_explained(visitor: Visitor) -> None:
    """The first command after `generate`, without `--now`, used to show zeros without an explanation."""
    if datetime.date.today() < datetime.date(2026, 5, 1):
        return  # The generated posts are in the range.
    run = visitor.compass("social", str(visitor.data)).ended()
    run.said("Hint:", grouped(POSTS), "--now 2026-03-01|--range all").showed(r"--now 2026-03-01|--range all")
    overview = visitor.compass("overview", str(visitor.data)).ended()
    overview.said("Hint:", "--now 2026-0")


def check_json_stays_json_where_a_hint_is_printed(visitor: Visitor) -> None:
    run = visitor.compass("social", str(visitor.data), "--now", "2031-05-01", "--format", "json")
    expect(run.json()["summary"]["totalPosts"] == 0, f"{run.command}: counts posts")
    run.said("Hint:")


def check_no_hint_where_rows_are_shown(visitor: Visitor) -> None:
    for page in (*PAGES, "overview"):
        run = visitor.compass(page, str(visitor.data), "--now", NOW, "--zone", "UTC").ended()
        expect(not run.err, f"{run.command}: standard error has {shortened(run.err)}")


# Dates and ranges (item 2)

def check_dates_without_a_range_mean_all_posts_of_these_days(visitor: Visitor) -> None:
    days = ["--from", "2026-02-03", "--to", "2026-02-09"]
    answer = visitor.ask("social", *days)
    posts = visitor.ask("feed", *days)["matchCount"]
    expect(answer["range"]["kind"] == "all", f"social {days}: range.kind is {answer['range']['kind']}")
    expect(answer["summary"]["totalPosts"] == posts > 0, f"social {days}: {answer['summary']['totalPosts']} of {posts}")
    dates = [day["date"] for day in answer["activityByDay"]]
    expect(dates == [f"2026-02-{day:02}" for day in range(3, 10)], f"social {days}: the chart has the days {dates}")
    counted = sum(day["count"] for day in answer["activityByDay"])
    expect(counted == posts, f"social {days}: the chart counts {counted} of {posts} posts")


def check_dates_and_a_range_intersect(visitor: Visitor) -> None:
    days = ["--from", "2026-02-20", "--to", "2026-02-24"]
    answer = visitor.ask("social", "--range", "7", *days)
    all_posts = visitor.ask("social", *days)["summary"]["totalPosts"]
    expect(answer["range"]["kind"] == "7", f"range.kind is {answer['range']['kind']}")
    expect(0 < answer["summary"]["totalPosts"] < all_posts, "the range and the dates do not intersect")
    dates = [day["date"] for day in answer["activityByDay"]]
    expect(dates == ["2026-02-23", "2026-02-24"], f"the chart has the days {dates}")
    run = visitor.compass("social", str(visitor.data), "--now", NOW, "--zone", "UTC", "--range", "7", *days).ended()
    head = "\n".join(run.out.split("\n")[:8])
    expect("Feb 20" in head and "Feb 24" in head and "7" in head, f"{run.command}: the head is {head}")


def check_days_show_none_that_the_range_left_out(visitor: Visitor) -> None:
    days = visitor.ask("social", "--range", "7", "--days", "30")["activityByDay"]
    expect(days[0]["date"] >= "2026-02-22", f"the chart of 7 days begins on {days[0]['date']}")
    expect(days[-1]["date"] == "2026-03-01", f"the chart of 7 days ends on {days[-1]['date']}")


def check_dates_that_do_not_exist_are_usage_errors(visitor: Visitor) -> None:
    for page in ("social", "feed", "report"):
        run = visitor.compass(page, str(visitor.data), "--from", "2026-02-30", "--to", "2026-03-01").ended(64)
        run.said("2026-02-30|from")


# Schools (item 3)

def check_a_school_is_found_by_id_and_by_name(visitor: Visitor) -> None:
    schools = visitor.compass("schools", str(visitor.data), "--format", "json").json()["schools"]
    expect(len(schools) == len(visitor.rows_of("schools")), f"compass schools lists {len(schools)}")
    expect(schools == sorted(schools, key=lambda school: school["name"].lower()), "compass schools: not by name")
    school = max(schools, key=lambda school: school["postCount"])
    expect(school["postCount"] > 0, "no school has posts")
    for reference in (school["id"], school["name"], school["name"].upper(), school["name"].lower()):
        for page, options in {"social": ["--range", "all"], "feed": []}.items():
            count = row_count(page, visitor.ask(page, "--school", reference, *options))
            expect(count == school["postCount"], f"{page} --school {reference!r}: {count} of {school['postCount']}")
        lanes = visitor.ask("timeline", "--range", "all", "--school", reference)["lanes"]
        expect([lane["schoolId"] for lane in lanes] == [school["id"]], f"timeline --school {reference!r}: {lanes}")


def check_an_unknown_school_names_the_nearest(visitor: Visitor) -> None:
    name = visitor.rows_of("schools")[0]["name"]
    mistyped = name[:2] + name[3:]
    for page in ("social", "feed", "timeline"):
        run = visitor.compass(page, str(visitor.data), "--now", NOW, "--school", mistyped).ended(64)
        run.said(re.escape(mistyped), re.escape(name))
        expect(not run.out, f"{run.command}: shows a page, too")


def check_a_coach_is_found_by_id_and_by_name(visitor: Visitor) -> None:
    coach = visitor.ask("social", "--range", "all", "--top", "1")["topCoaches"][0]
    for reference in (coach["id"], coach["name"], coach["name"].upper()):
        for page, options in {"social": ["--range", "all"], "feed": []}.items():
            count = row_count(page, visitor.ask(page, "--coach", reference, *options))
            # Coaches may have the same name.
            expected = count == coach["postCount"] if reference == coach["id"] else count >= coach["postCount"]
            expect(expected, f"{page} --coach {reference!r}: {count} of {coach['postCount']}")
    run = visitor.compass("feed", str(visitor.data), "--now", NOW, "--coach", coach["name"] + "x").ended(64)
    run.said(re.escape(coach["name"]))


def check_schools_are_listed(visitor: Visitor) -> None:
    school = visitor.rows_of("schools")[0]
    run = visitor.compass("schools", str(visitor.data)).ended()
    run.showed(re.escape(school["id"]), re.escape(school["name"]))
    run = visitor.compass("schools", str(visitor.data), "--format", "csv").ended()
    expect(run.out.split("\r\n")[0] == "id,name,postCount", f"{run.command}: begins with {shortened(run.out, 80)}")


def check_ids_are_shown_when_asked_for(visitor: Visitor) -> None:
    for page, ids in {
        "feed": lambda answer: answer["posts"][0]["id"],
        "timeline": lambda answer: answer["list"][0],
        "activity": lambda answer: answer["events"][0]["id"],
        "social": lambda answer: answer["topSchools"][0]["id"],
    }.items():
        wanted = ids(visitor.ask(page))
        options = [page, str(visitor.data), "--now", NOW, "--zone", "UTC"]
        visitor.compass(*options, "--ids").ended().showed(re.escape(wanted.split("-", 1)[-1]))
        without = visitor.compass(*options).ended()
        expect(wanted not in without.out, f"{without.command}: shows ids unasked")


def check_a_school_without_a_name_is_unknown_everywhere(visitor: Visitor) -> None:
    with visitor.directory("nameless", "social_media_posts", "interactions", "events", "offers",
                           "school_status_history", "documents") as path:
        rows = [row | {"name": None if index % 2 else ""} for index, row in enumerate(visitor.rows_of("schools"))]
        (path / "schools.json").write_text(json.dumps(rows))
        names = {school["name"] for school in visitor.ask("social", "--range", "all", data=path)["topSchools"]}
        names |= {post["schoolName"] for post in visitor.ask("feed", data=path)["posts"]} - {None}
        expect(names == {"Unknown School"}, f"social and feed call schools without a name {sorted(names)}")
        names = {lane["schoolName"] for lane in visitor.ask("timeline", data=path)["lanes"]}
        expect(names <= {"Unknown", "No School"}, f"the timeline calls schools without a name {sorted(names)}")
        names = {event["entityName"] for event in visitor.ask("activity", "--type", "interaction", data=path)["events"]}
        expect(names == {"Unknown School"}, f"activities call schools without a name {sorted(names)}")


# Missing tables (item 4)

def check_the_timeline_names_all_missing_tables(visitor: Visitor) -> None:
    with visitor.directory("posts alone", "social_media_posts") as path:
        run = visitor.compass("timeline", str(path)).ended(66)
        run.said("events", "interactions", "offers", "school_status_history")


def check_pages_of_several_tables_go_on_without_some(visitor: Visitor) -> None:
    with visitor.directory("interactions alone", "interactions") as path:
        missing = {
            "activity": ["school_status_history", "documents"],
            "report": ["schools", "coaches", "performance_metrics"],
            "overview": ["social_media_posts", "documents", "coaches"],
        }
        for page, tables in missing.items():
            run = visitor.compass(page, str(path), "--now", NOW).ended(0).said(*tables)
            expect(run.out.strip(), f"{run.command}: shows nothing")


def check_pages_without_any_table_fail(visitor: Visitor) -> None:
    with visitor.directory("no tables") as path:
        for page in (*PAGES, "overview", "inspect"):
            run = visitor.compass(page, str(path)).ended(66)
            expect(run.err.strip(), f"{run.command}: does not say why")
        visitor.compass("social", str(path / "nowhere")).ended(66).said("nowhere")


def check_schools_are_never_required(visitor: Visitor) -> None:
    with visitor.directory("without schools", "social_media_posts") as path:
        answer = visitor.ask("social", data=path)
        expect({school["name"] for school in answer["topSchools"]} == {"Unknown School"}, str(answer["topSchools"]))


# Mistyped (item 9)

def check_mistyped_commands_name_the_nearest(visitor: Visitor) -> None:
    visitor.compass("socia", "d").ended(64).said(r"\bsocial\b")
    visitor.compass("help", "timelin").ended(64).said(r"\btimeline\b")
    visitor.compass("help", "nothing").ended(64).said("nothing")
    visitor.compass("help", "social").ended(0).showed("--range")


def check_options_that_cannot_be_read_say_what_is_accepted(visitor: Visitor) -> None:
    data = str(visitor.data)
    for options, accepted in {
        ("social", data, "--zone", "Mars/Olympus"): "IANA|zone",
        ("social", data, "--range", "week"): "7, 30, 90",
        ("timeline", data, "--range", "7"): "3.*6.*12.*all",
        ("report", data, "--preset", "2w"): "7d.*30d.*90d",
        ("social", data, "--now", "tomorrow"): "today",
        ("social", data, "--platform", "myspace"): "twitter.*instagram",
        ("feed", data, "--sentiment", "angry"): "very_positive",
        ("report", data, "--from", "2026-01-01"): "--to",
        ("social", data, "--color", "sometimes"): "auto.*always.*never",
    }.items():
        visitor.compass(*options).ended(64).said(accepted)


def check_now_takes_a_date_and_today(visitor: Visitor) -> None:
    by_date = visitor.ask("social", now="2026-02-10")
    by_instant = visitor.ask("social", now="2026-02-10T23:59:59.999999Z")
    expect(by_date == by_instant and by_date["summary"]["totalPosts"] > 0, "--now with a date: not its last microsecond")
    folder = visitor.folder / "of today"
    today = datetime.datetime.now(datetime.timezone.utc)
    visitor.compass(
        "generate", str(folder), "--posts", "200", "--as-of", today.strftime("%Y-%m-%dT%H:%M:%SZ")).ended()
    answer = visitor.ask("social", "--range", "7", data=folder, now="today")
    expect(answer["summary"]["totalPosts"] > 0, "--now today shows nothing of fresh data")
    dates = [day["date"] for day in answer["activityByDay"]]
    expect(dates[-1] >= today.strftime("%Y-%m-%d"), f"--now today: the chart ends on {dates[-1]}")


def check_a_search_may_begin_with_a_combining_scalar(visitor: Visitor) -> None:
    joined = visitor.ask("feed", "--search=\U0001F3FD")["matchCount"]
    apart = visitor.ask("feed", "--search", "\U0001F3FD")["matchCount"]
    expect(joined == apart > 0, f"--search=\U0001F3FD: {joined} posts, apart from the option {apart}")
    visitor.ask("social", "--search=\u0301")


def check_historic_offsets_are_rfc_3339(visitor: Visitor) -> None:
    for zone, now in {"Europe/Amsterdam": "1930-06-01T00:00:00Z", "Africa/Monrovia": "1960-01-01T00:00:00Z"}.items():
        answer = visitor.compass(
            "timeline", str(visitor.data), "--now", now, "--zone", zone, "--format", "json").json()
        for instant in answer["range"]["from"], answer["range"]["to"]:
            expect(RFC_3339.fullmatch(instant), f"--zone {zone} --now {now}: {instant} is not RFC 3339")


def check_timing_reports_every_phase(visitor: Visitor) -> None:
    run = visitor.compass("feed", str(visitor.data), "--now", NOW, "--search", "camp", "--timing").ended()
    run.said(r"\d.*\b(ms|µs|us|s)\b", "First query", "Repeated query")
    # One search is over before its index would be built.
    expect("Hint" not in run.err and "index" not in run.err, f"{run.command}: {shortened(run.err)}")


# Data that comes in

def check_standard_input_is_recognised(visitor: Visitor) -> None:
    whole = visitor.ask("social", "--range", "all", data=visitor.lines)
    lines = (visitor.lines / "social_media_posts.ndjson").read_bytes()
    array = json.dumps([json.loads(line) for line in lines.splitlines()]).encode()
    for name, document in {"lines": lines, "an array": array, "an object": b'{"data": ' + array + b"}"}.items():
        run = visitor.compass(
            "social", "-", "--range", "all", "--now", NOW, "--zone", "UTC", "--format", "json", stdin=document)
        expect(run.json()["summary"] == whole["summary"], f"standard input of {name}: {run.json()['summary']}")
    visitor.compass("social", "-", stdin=b"hello").ended(65).said("line 1")


def check_inspect_groups_like_problems(visitor: Visitor) -> None:
    rows = [{"id": f"p{number}", "post_date": "2026-02-10T10:00:00Z"} for number in range(400)]
    with visitor.directory("problems") as path:
        (path / "social_media_posts.json").write_text(json.dumps(rows))
        run = visitor.compass("inspect", str(path)).ended(0)
        run.showed(r"400 [×x] platform: is missing, first in row 1, byte 1\b")
        expect(len(run.out.split("\n")) < 30, f"{run.command}: has {len(run.out.splitlines())} lines")
        verbose = visitor.compass("inspect", str(path), "--verbose").ended(0)
        expect(verbose.out.count("platform") >= 100, f"{verbose.command}: lists {verbose.out.count('platform')}")
        visitor.compass("inspect", str(path), "--strict").ended(65)
        (path / "social_media_posts.json").write_text("[{]")
        visitor.compass("inspect", str(path)).ended(65).showed(r"line 1")


def check_inspect_lists_replaced_rows(visitor: Visitor) -> None:
    row = {"id": "a", "platform": "twitter", "post_date": "2026-02-10T10:00:00Z"}
    with visitor.directory("replaced") as path:
        (path / "social_media_posts.json").write_text(json.dumps([row, row | {"id": "b"}, row]))
        table = visitor.compass("inspect", str(path), "--format", "json").json()["tables"][0]
        replacement = {key: table["replacements"][0][key] for key in ("row", "byteOffset", "id", "rule", "byRow")}
        expect(
            replacement == {"row": 1, "byteOffset": 1, "id": "a", "rule": "id", "byRow": 3}
            and table["replaced"] == len(table["replacements"]) == 1,
            f"inspect: {table}",
        )
        visitor.compass("inspect", str(path)).ended().showed("replaced", r"row 1\b")
