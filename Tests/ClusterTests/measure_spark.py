"""Measures the page Social Analytics of many posts by Spark, against the kernel alone and against Spark SQL.

    measure_spark.py SITE FOLDER ROUNDS     FOLDER has files of lines with posts

The kernel alone, an empty job and the kernel by Spark run in turn, in one session of two threads that is warm. Results
are compared before times are printed.
"""

import os
import statistics
import sys
import time

sys.path.insert(0, sys.argv[1])

from compass_kernel.shards import Query, find_shards, finish
from compass_kernel.spark import analytics

from cluster import builder_of, session

NOW, ZONE, DAYS = "2026-03-01T12:00:00Z", "America/New_York", 30
COLUMNS = (
    "id string, coach_id string, school_id string, platform string, post_url string, post_content string, "
    "post_date timestamp, author_handle string, author_name string, is_recruiting_related boolean, "
    "flagged_for_review boolean, sentiment string, notes string, created_at timestamp, updated_at timestamp")
PROCESSORS = 2


def kernel_alone(paths):
    query = Query.analytics(DAYS, now=NOW, zone=ZONE)
    shards = find_shards({"social_media_posts": paths})
    return finish(shards, [query.run(shard) for shard in shards]).page


def nothing(batches):
    yield from batches


def page_in_sql(spark, paths):
    """The parts of the page, each by a query of its own."""
    spark.read.schema(COLUMNS).json(paths).createOrReplaceTempView("posts")
    spark.sql(f"""create or replace temp view matching as select * from posts
        where post_date >= timestamp '{NOW}' - interval {DAYS} days and post_date <= timestamp '{NOW}'""")
    summary = spark.sql("""select count(*) as total, count_if(is_recruiting_related) as recruiting,
        count_if(platform = 'instagram') as instagram, count_if(sentiment = 'very_positive') as very_positive,
        count_if(sentiment = 'positive') as positive, count_if(sentiment = 'neutral') as neutral,
        count_if(sentiment = 'negative') as negative, count(distinct school_id) as schools
        from matching""").collect()
    schools = spark.sql("""select school_id, count(*) as n from matching where school_id is not null
        group by school_id order by n desc, school_id limit 5""").collect()
    coaches = spark.sql("""select coach_id, count(*) as n from matching where coach_id is not null
        group by coach_id order by n desc, coach_id limit 5""").collect()
    days = spark.sql("""select date(post_date) as day, count(*) as n from matching
        group by day order by day""").collect()
    recent = spark.sql("""select id, post_content, author_name, post_date, school_id from matching
        where is_recruiting_related order by post_date desc, id limit 5""").collect()
    return summary[0], schools, coaches, days, recent


def check(page, sql):
    summary, schools, coaches, days, recent = sql
    found = {
        "totalPosts": summary["total"], "recruitingPosts": summary["recruiting"], "activeSchools": summary["schools"]}
    expected = {name: page["summary"][name] for name in found}
    if found != expected:
        sys.exit(f"Spark SQL found {found}, and the kernel {expected}")
    if [row["n"] for row in schools] != [school["postCount"] for school in page["topSchools"]]:
        sys.exit("Spark SQL found other schools")
    if len(coaches) != len(page["topCoaches"]) or len(recent) != len(page["recentRecruitingPosts"]):
        sys.exit("Spark SQL found other coaches or posts")
    if not days:
        sys.exit("Spark SQL found no days")


def timed(times, name, function):
    start = time.monotonic()
    result = function()
    times.setdefault(name, []).append(time.monotonic() - start)
    return result


def main():
    folder, rounds = sys.argv[2], int(sys.argv[3])
    paths = sorted(os.path.join(folder, name) for name in os.listdir(folder))
    shards = len(find_shards({"social_media_posts": paths}))
    times = {}
    with session(builder_of(
            f"local[{PROCESSORS}]", **{"spark.driver.memory": "3g", "spark.sql.session.timeZone": ZONE})) as spark:
        for number in range(rounds + 1):
            of_round = {} if number == 0 else times
            alone = timed(of_round, "kernel, one thread", lambda: kernel_alone(paths))
            timed(of_round, "an empty job", lambda: spark.range(0, shards, 1, shards).mapInArrow(
                nothing, "id bigint").collect())
            answer = timed(of_round, "kernel by Spark", lambda: analytics(spark, paths, DAYS, now=NOW, zone=ZONE))
            if answer.page != alone:
                sys.exit("Spark and the kernel alone returned other pages")
            # It takes longest, so that it is measured once, after it has run once.
            if number in (0, rounds):
                check(alone, timed(of_round, "Spark SQL, five queries", lambda: page_in_sql(spark, paths)))
    medians = {name: statistics.median(values) for name, values in times.items()}
    print(f"{alone['summary']['totalPosts']} of {answer.bad_rows['rows']} posts in {len(paths)} files, {shards} "
          f"shards, medians of {rounds}:")
    for name, seconds in medians.items():
        print(f"{name:24} {seconds:8.2f} s   ({', '.join(f'{value:.2f}' for value in times[name])})")
    ratios = [
        (by_spark - empty) / (one / PROCESSORS) for by_spark, empty, one in zip(
            times["kernel by Spark"], times["an empty job"], times["kernel, one thread"])]
    print(f"Spark without an empty job, to half of one thread: {statistics.median(ratios):.2f}; the goal is 1.30 or "
          f"less ({', '.join(f'{ratio:.2f}' for ratio in ratios)}: high where something else has run beside)")
    faster = times["Spark SQL, five queries"][0] / times["kernel by Spark"][-1]
    print(f"times as fast as Spark SQL: {faster:.1f}; the goal is 8 or more")


if __name__ == "__main__":
    main()
