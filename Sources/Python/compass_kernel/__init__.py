"""The analytics kernel of The Recruiting Compass, for Python.

>>> from compass_kernel import Posts
>>> posts = Posts.from_directory("data")
>>> page = posts.analytics_page("30d", now="2026-03-01T12:00:00Z", zone="America/New_York")
>>> page["summary"]["totalPosts"]

Each page of the app has a class: :class:`Posts` (Social Analytics and Social Media Monitoring),
:class:`Timeline`, :class:`Activity` and :class:`Reports`. They are made from the tables that the app's
database sends as JSON. Their methods follow one pattern:

========  ============================================  ==============================================
Class     Pages                                         Changes
========  ============================================  ==============================================
Posts     ``analytics_page(range)``, ``feed_page()``,   ``put(rows)``, ``remove(id)``, ``set_flag``,
          ``linked_feed_page()``                        ``set_notes``, ``apply``, ``apply_realtime``
Timeline  ``page(range)``                               ``put(table, rows)``, ``remove(id)``
Activity  ``page(range)``                               ``put(table, rows)``, ``remove(id)``
Reports   ``page(range)``                               none
========  ============================================  ==============================================

Each page is a dictionary with the keys of ``compass <page> --format json``, described in
:mod:`compass_kernel.results`; the method of the same name with ``_text`` returns JSON, CSV or HTML. All
take ``now``, by default the current time, and ``zone``, by default the machine's time zone. ``put`` replaces
rows with known ids. ``columns`` and ``to_arrow`` export posts and the items of a timeline.

Rows that one machine does not hold are answered by partial answers, see :mod:`compass_kernel.partials`.

Everything may be used from several threads; queries run concurrently. Errors are subclasses of
:class:`CompassError` in :mod:`compass_kernel.errors`, or a TypeError for values of a wrong type.
"""

from __future__ import annotations

from . import _library
from ._arrow import Columns
from .activity import Activity
from .bad_rows import BadRows, bad_rows, merge_bad_rows
from .errors import (
    CompassError, ConflictError, CursorRefusedError, FileMissingError, FileUnreadableError, InternalError,
    InvalidArgumentError, InvalidHandleError, InvalidUTF8Error, MalformedDataError, NotFoundError,
    NotMergeableError, NullPointerError, TooLargeError, UnknownZoneError, UnsupportedError, WrongVersionError)
from .partials import answer, answer_page, merge_partials, partial_kind, partial_shards
from .posts import Change, Merged, Posts
from .reports import Reports
from .resolve import losers, new_row_key, row_keys, row_keys_of_arrow
from .tables import Loader, Table, TableFile
from .timeline import Timeline
from .zones import Zone, zone_of

#: The version of the library, which is that of the package.
__version__: str = _library.library.compass_version().decode()

__all__ = [
    "Activity", "BadRows", "Change", "Columns", "CompassError", "ConflictError", "CursorRefusedError",
    "FileMissingError", "FileUnreadableError", "InternalError", "InvalidArgumentError",
    "InvalidHandleError", "InvalidUTF8Error", "Loader", "MalformedDataError", "Merged", "NotFoundError",
    "NotMergeableError", "NullPointerError", "Posts", "Reports", "Table", "TableFile", "Timeline",
    "TooLargeError", "UnknownZoneError", "UnsupportedError", "WrongVersionError", "Zone", "__version__",
    "answer", "answer_page", "bad_rows", "losers", "merge_bad_rows", "merge_partials", "new_row_key",
    "partial_kind", "partial_shards", "row_keys", "row_keys_of_arrow", "zone_of",
]
