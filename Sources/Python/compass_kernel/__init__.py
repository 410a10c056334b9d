"""The analytics kernel of The Recruiting Compass, for Python.

>>> from compass_kernel import Posts
>>> posts = Posts.from_directory("data")
>>> page = posts.analytics("30d", now="2026-03-01T12:00:00Z", zone="America/New_York")
>>> page["summary"]["totalPosts"]

Each page of the app has a class: :class:`Posts` (Social Analytics and Social Media Monitoring),
:class:`Timeline`, :class:`Activity` and :class:`Reports`. They are made of the tables that the app's database
sends as JSON, and answer with dictionaries of the same keys as ``compass <page> --format json``, which
:mod:`compass_kernel.answers` describes.

Everything may be used from several threads; questions run at the same time. What a method raises is a
:class:`CompassError` of :mod:`compass_kernel.errors`, or a TypeError for values of a wrong type.
"""

from __future__ import annotations

from . import _library
from ._arrow import Columns
from .activity import Activity
from .errors import (
    CompassError, ConflictError, CursorRefusedError, FileMissingError, FileUnreadableError, InternalError,
    InvalidArgumentError, InvalidHandleError, InvalidUTF8Error, MalformedDataError, NotFoundError,
    NullPointerError, TooLargeError, UnknownZoneError, UnsupportedError, WrongVersionError)
from .posts import Change, Merged, Posts
from .reports import Reports
from .tables import Table
from .timeline import Timeline
from .zones import Zone

#: The version of the library, which is that of the package.
__version__: str = _library.library.compass_version().decode()

__all__ = [
    "Activity", "Change", "Columns", "CompassError", "ConflictError", "CursorRefusedError",
    "FileMissingError", "FileUnreadableError", "InternalError", "InvalidArgumentError",
    "InvalidHandleError", "InvalidUTF8Error", "MalformedDataError", "Merged", "NotFoundError",
    "NullPointerError", "Posts", "Reports", "Table", "Timeline", "TooLargeError", "UnknownZoneError",
    "UnsupportedError", "WrongVersionError", "Zone", "__version__",
]
