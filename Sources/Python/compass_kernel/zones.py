"""Time zones: the system's, or those of the package ``tzdata`` where the system has none."""

from __future__ import annotations

import os
import threading
from ctypes import byref, c_uint64
from datetime import timezone, tzinfo
from importlib import resources
from typing import Dict, Optional, TypeVar, Union

from ._library import library, take_text
from ._owned import Owned
from ._values import Path, path_string, string
from .errors import UnknownZoneError


class Zone(Owned):
    """A time zone by its IANA name, such as ``Zone("America/New_York")``.

    Pages take names as well, and cache their zones. A name is looked up in the folder that the environment
    variable ``TZDIR`` names, in /usr/share/zoneinfo and similar folders, then in the package ``tzdata``.

    :raises UnknownZoneError: when neither has it.
    """

    __slots__ = ("name",)

    _destroyer = "compass_zone_destroy"

    #: As it was given.
    name: str

    def __init__(self, name: str) -> None:
        handle = c_uint64()
        identifier = string(name, "zone")
        try:
            library.compass_zone_create(identifier, byref(handle))
        except UnknownZoneError:
            data = _packaged_data(name)
            if data is None:
                raise
            library.compass_zone_create_from_bytes(identifier, data, len(data), byref(handle))
        self._own(handle)
        self.name = name

    @classmethod
    def local(cls) -> Zone:
        """Returns the machine's zone: that of the environment variable ``TZ``, otherwise of /etc/localtime or
        /etc/timezone, otherwise UTC.

        :raises UnknownZoneError: when ``TZ`` is not a zone.
        """
        handle = c_uint64()
        name = os.environ.get("TZ", "")
        name = name[1:] if name.startswith(":") else name
        try:
            library.compass_zone_create_local(byref(handle))
        except UnknownZoneError:
            data = _packaged_data(name)
            if data is None:
                raise
            library.compass_zone_create_from_bytes(
                string(name, "name"), data, len(data), byref(handle))
        return cls._named(handle, name or "local")

    @classmethod
    def from_folder(cls, name: str, folder: Path) -> Zone:
        """Returns a zone from a folder of TZif files, in which ``America/New_York`` is a path.

        :raises UnknownZoneError: when the folder does not have it.
        """
        handle = c_uint64()
        library.compass_zone_create_from_folder(string(name, "name"), path_string(folder), byref(handle))
        return cls._named(handle, name)

    @classmethod
    def from_bytes(cls, name: str, data: Union[bytes, bytearray, memoryview]) -> Zone:
        """Returns a zone from the bytes of its TZif file (RFC 8536), under any name.

        :raises UnknownZoneError: when the bytes are not TZif.
        """
        handle = c_uint64()
        content = bytes(data)
        library.compass_zone_create_from_bytes(
            string(name, "name"), content, len(content), byref(handle))
        return cls._named(handle, name)

    @classmethod
    def _named(cls, handle: c_uint64, name: str) -> Zone:
        zone = cls._owning(handle)
        zone.name = name
        return zone

    @property
    def data(self) -> bytes:
        """The zone as the bytes of a TZif file, from which :meth:`from_bytes` makes the same zone on another
        machine, whose own data may differ."""
        text = c_uint64()
        library.compass_zone_data(self._handle, byref(text))
        return take_text(text)

    def __repr__(self) -> str:
        return f"Zone({self.name!r})" if hasattr(self, "name") else "<zone that was not found>"


#: A time zone: its IANA name, a :class:`Zone`, a ``zoneinfo.ZoneInfo``, or None for the machine's zone.
ZoneLike = Union[None, str, Zone, tzinfo]

_known: Dict[str, Zone] = {}
#: The machine's zones by the value of TZ.
_local: Dict[Optional[str], Zone] = {}
_lock = threading.Lock()
Key = TypeVar("Key", str, Optional[str])


def zone_handle(zone: ZoneLike) -> int:
    """Returns the handle of a zone, 0 for UTC."""
    return 0 if zone is timezone.utc else zone_of(zone)._handle


def required_zone_handle(zone: ZoneLike) -> int:
    """Returns the handle of a zone; unlike pages, partial answers have no default."""
    if zone is None:
        raise TypeError("zone is None, but all shards require the same zone, and machines may have several")
    return zone_handle(zone)


def zone_of(zone: ZoneLike) -> Zone:
    """Returns a zone: of None the machine's. Zones are looked up once by their names, and once for each value
    of the environment variable ``TZ``.

    :raises UnknownZoneError: when there is no such zone.
    """
    if isinstance(zone, str):
        return _known.get(zone) or _remember(_known, zone, Zone(zone))
    if zone is None:
        variable = os.environ.get("TZ")
        return _local.get(variable) or _remember(_local, variable, Zone.local())
    if zone is timezone.utc:
        return zone_of("UTC")
    if isinstance(zone, Zone):
        return zone
    key = getattr(zone, "key", None)
    if isinstance(key, str):
        return zone_of(key)
    raise TypeError(
        f"zone is {zone!r}; accepted are an IANA name such as 'America/New_York', a Zone, "
        "a zoneinfo.ZoneInfo with a key, and None for the machine's zone")


def _remember(zones: Dict[Key, Zone], key: Key, zone: Zone) -> Zone:
    with _lock:
        return zones.setdefault(key, zone)


def _packaged_data(name: str) -> Optional[bytes]:
    """Returns the TZif file of a zone in the package ``tzdata``; None if it has none."""
    parts = name.split("/")
    if any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts):
        return None
    try:
        file = resources.files("tzdata").joinpath("zoneinfo")
        for part in parts:
            file = file.joinpath(part)
        return file.read_bytes()
    except (ImportError, OSError, ValueError):
        return None
