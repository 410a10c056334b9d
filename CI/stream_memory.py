"""Measures the memory of `compass social --stream`, and compares its page; see CI/check-stream."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

NOW = "2026-03-01T12:00:00Z"
SHARD_POSTS = 100_000
#: The keys of a page whose numbers are as many times as large for as many copies of the posts. Others, such as
#: percentages, heights and the number of schools, are those of one copy.
COUNTS = {
    "totalPosts", "recruitingPosts", "positivePosts", "analyzedPosts", "count", "twitter", "instagram", "postCount",
    "counts"}
#: Mappings that belong to no file.
SHARED_WITHOUT_FILE = re.compile(r"^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ +(/memfd:|/dev/zero|/SYSV)")


def options(days: str) -> list[str]:
    return ["--range", days, "--compare", "--heat-map", "--format", "json", "--now", NOW]


def write_posts(program: str, folder: pathlib.Path, byte_count: int) -> tuple[list[pathlib.Path], int]:
    """Writes copies of posts as NDJSON: a tenth into the first file, the rest into the second; returns the files and
    the number of copies."""
    subprocess.run(
        [program, "generate", folder, "--posts", str(SHARD_POSTS), "--ndjson"], check=True, capture_output=True)
    lines = (folder / "social_media_posts.ndjson").read_bytes()
    # The first eight digits of an id, and a prefix of the address, tell the copies of a post apart.
    template = re.sub(rb'("id": ?")[^"]{8}', rb"\g<1>@@@@@@@@", lines)
    template = re.sub(rb'("post_url": ?")', rb"\g<1>@@@@@@@@", template)
    chunks = template.split(b"@@@@@@@@")
    files = [folder / "first.ndjson", folder / "rest.ndjson"]
    copies = max(10, -(-byte_count // len(template)))
    for file, numbers in zip(files, (range(copies // 10), range(copies // 10, copies))):
        with file.open("wb", buffering=1 << 20) as target:
            for number in numbers:
                target.write((b"%08d" % number).join(chunks))
    return files, copies


def page_of_copies(page: dict, copies: int) -> dict:
    """Returns the page of copies of the posts of a page."""

    def scaled(value, is_count=False):
        if isinstance(value, dict):
            return {key: scaled(each, key in COUNTS) for key, each in value.items()}
        if isinstance(value, list):
            return [scaled(each, is_count) for each in value]
        return value * copies if is_count else value

    expected = scaled(page)
    # They are ordered by time, then id, so that copies of the newest one come first.
    recent = page["recentRecruitingPosts"]
    expected["recentRecruitingPosts"] = [
        dict(recent[0], id=f"{number:08}{recent[0]['id'][8:]}") for number in range(len(recent))]
    return expected


def differences(found, expected, path="page"):
    """Yields the places at which two pages differ."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in sorted(found.keys() | expected.keys()):
            yield from differences(found.get(key), expected.get(key), f"{path}.{key}")
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for index, pair in enumerate(zip(found, expected)):
            yield from differences(*pair, f"{path}[{index}]")
    elif found != expected:
        yield f"{path} is {found!r}, and {expected!r} is expected"


def anonymous_bytes(process: int) -> int:
    """Returns the anonymous memory of a process, with what it shares without a file; 0 if it has ended.

    What the kernel counts as shared memory includes files of a tmpfs, such as the posts if TMPDIR is one: only
    mappings without a file count.
    """
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text("ascii")
        sizes = dict(re.findall(r"^Rss(Anon|Shmem):\s+(\d+) kB", status, re.MULTILINE))
        kilobytes = int(sizes.get("Anon", 0))
        if int(sizes.get("Shmem", 0)):
            maps = pathlib.Path(f"/proc/{process}/smaps").read_text("utf-8", "replace")
            kilobytes += shared_kilobytes(maps)
    except OSError:
        return 0
    return kilobytes * 1024


def shared_kilobytes(maps: str) -> int:
    """Returns the shared memory without a file in the text of an `smaps`."""
    total, is_counted = 0, False
    for line in maps.splitlines():
        size = re.match(r"(Rss|Anonymous): +(\d+) kB", line)
        if size is None:
            if not re.match(r"\w+:", line):
                is_counted = SHARED_WITHOUT_FILE.match(line) is not None
        elif is_counted:
            total += int(size[2]) if size[1] == "Rss" else -int(size[2])
    return total


def check_measurement() -> None:
    """Checks that memory is found which this process shares without a file, and a file that it maps is not."""
    import mmap
    import os

    size = 8 << 20
    before = anonymous_bytes(os.getpid())
    with tempfile.TemporaryFile(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as file:
        file.write(bytes(size))
        file.flush()
        with mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ) as of_file:
            sum(of_file[::4096])
            if anonymous_bytes(os.getpid()) - before > size // 2:
                sys.exit("a mapped file was measured as anonymous memory")
            with mmap.mmap(-1, size) as shared:
                shared.write(b"x" * size)
                if anonymous_bytes(os.getpid()) - before < size // 2:
                    sys.exit("shared memory without a file was not measured")


def run_measured(command: list) -> tuple[bytes, int, float]:
    """Returns the output of a program, its largest anonymous memory in bytes, and its seconds."""
    start, peak = time.monotonic(), 0
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output)
        while process.poll() is None:
            peak = max(peak, anonymous_bytes(process.pid))
            time.sleep(0.005)
        seconds = time.monotonic() - start
        if process.returncode != 0:
            sys.exit(f"the command ended with {process.returncode}")
        output.seek(0)
        return output.read(), peak, seconds


def main() -> None:
    program, byte_count, limit = sys.argv[1], int(float(sys.argv[2]) * 1e9), int(sys.argv[3]) * 1_000_000
    check_measurement()
    with tempfile.TemporaryDirectory(prefix="compass-stream.") as name:
        folder = pathlib.Path(name)
        start = time.monotonic()
        files, copies = write_posts(program, folder, byte_count)
        size = sum(file.stat().st_size for file in files)
        print(
            f"{copies * SHARD_POSTS:,} posts, {size / 1e6:,.0f} MB, written in {time.monotonic() - start:.1f} s",
            flush=True)

        names = ["--schools", folder / "schools.ndjson", "--coaches", folder / "coaches.ndjson"]
        text, peak, seconds = run_measured([program, "social", *files, "--stream", *names, *options("all")])
        print(
            f"answered in {seconds:.1f} s, {size / 1e6 / seconds:,.0f} MB/s, with {peak / 1e6:.0f} MB of anonymous "
            "memory", flush=True)
        if not 0 < peak <= limit:
            sys.exit(f"more than {limit / 1e6:.0f} MB of memory were used")
        one = subprocess.run([program, "social", folder, *options("all")], check=True, capture_output=True)
        page, expected = json.loads(text), page_of_copies(json.loads(one.stdout), copies)
        if page["summary"]["totalPosts"] != copies * SHARD_POSTS or page != expected:
            sys.exit("the page is another one:\n" + "\n".join(list(differences(page, expected))[:20]))
        print(f"the page is that of one table of {SHARD_POSTS:,} posts, counted {copies} times")

        # The rest is deleted first, so that one table has only the tenth.
        files[1].unlink()
        streamed = subprocess.run(
            [program, "social", files[0], "--stream", *names, *options("90")], check=True, capture_output=True)
        files[0].rename(folder / "social_media_posts.ndjson")
        whole = subprocess.run([program, "social", folder, *options("90")], check=True, capture_output=True)
        if streamed.stdout != whole.stdout:
            sys.exit("the page of a tenth differs from that of one table")
        print("the page of a tenth is that of one table")


main()
