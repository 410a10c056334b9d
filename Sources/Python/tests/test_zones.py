"""Time zones, from wherever there are some."""

from __future__ import annotations

import os
import tempfile
import unittest
import zoneinfo
from datetime import timezone
from pathlib import Path
from unittest import mock

from compass_kernel import Activity, Posts, Reports, Timeline, UnknownZoneError, Zone, zones
from support import NOW, TINY, post

#: A post whose day depends on the zone.
EVENING = post("1", post_date="2026-02-20T23:30:00-05:00")


def day_in(zone: zones.ZoneLike) -> str:
    with Posts.from_bytes([EVENING]) as posts:
        chart = posts.analytics_page("30d", now=NOW, zone=zone)["activityByDay"]
    return next(day["date"] for day in chart if day["count"])


class ZoneTests(unittest.TestCase):
    def test_days_are_those_of_the_zone(self) -> None:
        self.assertEqual(day_in("America/New_York"), "2026-02-20")
        for zone in (None, "UTC", timezone.utc, "Europe/London", zoneinfo.ZoneInfo("Asia/Kolkata")):
            self.assertEqual(day_in(zone), "2026-02-21", zone)
        self.assertEqual(day_in(zoneinfo.ZoneInfo("America/New_York")), "2026-02-20")

    def test_without_a_zone_days_are_those_of_the_machine(self) -> None:
        for variable, day in (("America/New_York", "2026-02-20"), ("UTC", "2026-02-21"), ("", "2026-02-21")):
            with self.subTest(variable), mock.patch.dict(os.environ, TZ=variable):
                self.assertEqual(day_in(None), day)
        timeline, activity = Timeline.from_directory(TINY), Activity.from_directory(TINY)
        reports, loaded = Reports.from_directory(TINY), Posts.from_directory(TINY)
        with mock.patch.dict(os.environ, TZ="Asia/Kolkata"):
            for page in (timeline.page, activity.page, reports.page, loaded.analytics_page, loaded.feed_page,
                         loaded.linked_feed_page):
                self.assertEqual(page(now=NOW), page(now=NOW, zone="Asia/Kolkata"))
            evening = {"first_day": "2026-02-01", "last_day": "2026-02-01"}
            self.assertEqual(
                loaded.match_count(**evening), loaded.match_count(zone="Asia/Kolkata", **evening))
            self.assertEqual(Zone.local().name, "Asia/Kolkata")

    def test_a_variable_that_names_no_zone_is_an_error(self) -> None:
        with mock.patch.dict(os.environ, TZ="Mars/Olympus"):
            with self.assertRaisesRegex(UnknownZoneError, "TZ: .*Mars/Olympus"):
                day_in(None)
            self.assertEqual(day_in("UTC"), "2026-02-21")

    def test_the_machines_zone_may_come_from_the_package_tzdata(self) -> None:
        try:
            import tzdata  # noqa: F401
        except ImportError:
            self.skipTest("tzdata is not installed")
        unknown = UnknownZoneError("the system has none")
        with mock.patch.object(zones.library, "compass_zone_create_local", side_effect=unknown):
            with mock.patch.dict(os.environ, TZ=":America/New_York"):
                self.assertEqual(day_in(Zone.local()), "2026-02-20")
            with mock.patch.dict(os.environ, TZ="Mars/Olympus"), self.assertRaises(UnknownZoneError):
                Zone.local()

    def test_an_unknown_zone_is_an_error_of_its_own(self) -> None:
        for name in ("Mars/Olympus", "", "../etc/passwd", "/etc/passwd", "America", "zone.tab", "a\0b",
                     "__init__.py"):
            with self.subTest(name), self.assertRaises(UnknownZoneError):
                day_in(name)
        with self.assertRaisesRegex(LookupError, "Mars/Olympus"):
            Zone("Mars/Olympus")

    def test_what_is_no_zone_is_refused(self) -> None:
        with open(self.new_york(), "rb") as file:
            without_name = zoneinfo.ZoneInfo.from_file(file)
        for zone in (5, object(), without_name):
            with self.subTest(zone), self.assertRaises(TypeError):
                day_in(zone)  # type: ignore[arg-type]

    def test_zones_are_read_from_folders_and_bytes(self) -> None:
        path = self.new_york()
        self.assertEqual(day_in(Zone.from_folder("America/New_York", path.parents[1])), "2026-02-20")
        self.assertEqual(day_in(Zone.from_bytes("My zone", path.read_bytes())), "2026-02-20")
        self.assertEqual(repr(Zone.from_bytes("My zone", path.read_bytes())), "Zone('My zone')")
        with self.assertRaises(UnknownZoneError):
            Zone.from_bytes("My zone", b"TZif2 and nothing else")
        with tempfile.TemporaryDirectory() as empty, self.assertRaises(UnknownZoneError):
            Zone.from_folder("America/New_York", empty)

    def test_without_files_of_the_system_the_package_tzdata_is_read(self) -> None:
        try:
            import tzdata  # noqa: F401
        except ImportError:
            self.skipTest("tzdata is not installed")
        unknown = UnknownZoneError("the system has none")
        with mock.patch.object(zones.library, "compass_zone_create", side_effect=unknown):
            self.assertEqual(day_in(Zone("America/New_York")), "2026-02-20")
            for name in ("America/Nowhere", "America", "../tzdata", "__init__.py", "a\\b", "a\0b"):
                with self.subTest(name), self.assertRaisesRegex(UnknownZoneError, "the system has none"):
                    Zone(name)

    def test_without_the_package_too_the_zone_is_unknown(self) -> None:
        with mock.patch.object(zones.resources, "files", side_effect=ModuleNotFoundError):
            self.assertIsNone(zones._packaged_data("Asia/Tokyo"))

    def test_names_are_looked_up_once(self) -> None:
        self.assertEqual(zones.zone_handle("Asia/Tokyo"), zones.zone_handle("Asia/Tokyo"))

    def new_york(self) -> Path:
        for folder in [*map(Path, zoneinfo.TZPATH), *self.packaged()]:
            if (folder / "America/New_York").exists():
                return folder / "America/New_York"
        self.skipTest("there is no zone file")

    def packaged(self) -> list:  # type: ignore[type-arg]
        try:
            import tzdata
        except ImportError:
            return []
        return [Path(tzdata.__file__).parent / "zoneinfo"]


if __name__ == "__main__":
    unittest.main()
