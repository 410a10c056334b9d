"""Civil days of a zone as intervals of instants."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
EPOCH_DAY = date(1970, 1, 1).toordinal()
MICROSECOND = timedelta(microseconds=1)


def micros(instant: datetime) -> int:
    """Returns microseconds since 1970-01-01T00:00:00Z, exactly."""
    return (instant - EPOCH) // MICROSECOND


def day_number(instant_micros: int, zone: ZoneInfo) -> int:
    """Returns the civil day at an instant, as days since 1970-01-01."""
    return (EPOCH + timedelta(microseconds=instant_micros)).astimezone(zone).toordinal() - EPOCH_DAY


def day_start(day: int, zone: ZoneInfo) -> int:
    """The instant at which a civil day begins.

    A midnight that a zone skips is read with the offset before the gap, which makes it the gap's instant; of
    one that comes twice the first counts.
    """
    return micros(datetime.combine(date.fromordinal(EPOCH_DAY + day), datetime.min.time(), zone))


def day_starts(oldest_micros: int, newest_micros: int, zone_name: str) -> tuple[int, list[int]]:
    """Returns the first day that a range of instants overlaps, and the start of each of its days."""
    zone = ZoneInfo(zone_name)
    first, last = day_number(oldest_micros, zone), day_number(newest_micros, zone)
    return first, [day_start(day, zone) for day in range(first, last + 1)]
