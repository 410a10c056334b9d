"""A page of posts in many files by Ray: the functions that Spark's tasks call, as tasks of Ray."""

import os
import sys
import tempfile

# Only this machine can reach the cluster, and nothing is reported to anybody.
os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO="0")

import ray
from compass_kernel import Posts
from compass_kernel.shards import Query, find_shards, finish

from rows import TINY, write_lines, write_posts

NOW, ZONE = "2026-03-01T12:00:00Z", "America/New_York"


@ray.remote
def run(query, shard):
    return query.run(shard)


def page_by_ray(paths, schools, now, zone):
    query = ray.put(Query.analytics("90d", now=now, zone=zone, compare=True))
    shards = find_shards({"social_media_posts": paths}, shard_bytes=1 << 20)
    parts = ray.get([run.remote(query, shard) for shard in shards])
    return finish(shards, parts, schools=schools).text()


def main():
    schools = str(TINY / "schools.json")
    ray.init(
        num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1",
        object_store_memory=100 << 20, configure_logging=False)
    with tempfile.TemporaryDirectory() as folder:
        paths = write_posts(folder, 4, 100)
        text = page_by_ray(paths, schools, NOW, ZONE)
        rows = [line for path in paths for line in open(path, encoding="utf-8").read().splitlines()]
        posts = Posts.from_ndjson(write_lines(os.path.join(folder, "all"), rows), schools=schools)
    ray.shutdown()
    if text != posts.analytics_page_text(range="90d", now=NOW, zone=ZONE, compare=True):
        sys.exit("ray: the pages differ")
    print("ray: equal")


if __name__ == "__main__":
    main()
