"""The dictionaries that pages return: the keys of ``compass <page> --format json``.

Every key is always there; what does not exist is None. Percentages are on a scale of 100. Instants are RFC
3339 with the zone's offset, days ``YYYY-MM-DD``.
"""

from __future__ import annotations

from typing import List, Literal, Optional, TypedDict

Platform = Literal["twitter", "instagram"]
Sentiment = Literal["very_positive", "positive", "neutral", "negative"]


class Problem(TypedDict):
    """What is wrong with a row."""

    #: From 1.
    row: int
    #: Of the row's first byte, from 0.
    byteOffset: int
    field: Optional[str]
    reason: str
    #: A row with an error was skipped; one with a warning was loaded without the value.
    severity: Literal["error", "warning"]


class Replacement(TypedDict):
    """A row in whose place a later one stays: the first later row with its id or, among posts, its URL."""

    #: From 1.
    row: int
    #: Of the row's first byte, from 0.
    byteOffset: int
    id: str
    #: "post_url" where the two rows have only the URL in common.
    rule: Literal["id", "post_url"]
    #: The number of the row that replaced it, which may itself be replaced.
    byRow: int


class IngestReport(TypedDict):
    """What became of the rows of a table: ``loaded == rows - skipped - replaced``."""

    schemaVersion: int
    table: str
    rows: int
    loaded: int
    skipped: int
    replaced: int
    warnings: int
    replacements: List[Replacement]
    problems: List[Problem]


class MergeReport(IngestReport):
    """What became of the rows of a sync."""

    newCount: int
    #: Such as "Synced 3 new posts".
    message: str


class RealtimeOutcome(TypedDict):
    """What became of one payload."""

    outcome: Literal["inserted", "updated", "deleted", "alreadyGone", "ignoredAsOlder", "unusable"]
    id: Optional[str]
    #: The commit time that is known for the post, where the payload was older.
    lastCommit: Optional[str]
    field: Optional[str]
    reason: Optional[str]


class RealtimeReport(TypedDict):
    """What became of payloads."""

    schemaVersion: int
    outcomes: List[RealtimeOutcome]
    problems: List[Problem]


# ------------------------------------------------------------------------------------- Social Analytics


#: The range of the page: "7", "30" or another number of days, or "all"; then the others are None.
SocialRange = TypedDict("SocialRange", {"kind": str, "from": Optional[str], "days": Optional[int]})


class SocialSummary(TypedDict):
    """Totals and shares, rounded half up."""

    totalPosts: int
    recruitingPosts: int
    recruitingPercentage: int
    positivePosts: int
    positivePercentage: int
    #: Posts with a sentiment.
    analyzedPosts: int
    activeSchools: int


class SentimentCount(TypedDict):
    """One of the four sentiments."""

    type: Sentiment
    label: str
    count: int
    #: Of the posts with a sentiment.
    percentage: float


class PlatformCounts(TypedDict):
    """Posts by platform."""

    twitter: int
    instagram: int


class DayActivity(TypedDict):
    """A bar of the chart by day."""

    date: str
    label: str
    count: int
    #: In percent of the highest bar.
    height: float


class NamedPostCount(TypedDict):
    """A school or a coach, and the number of posts."""

    id: str
    name: str
    postCount: int


#: The former name.
SchoolCount = NamedPostCount


class RecruitingPost(TypedDict):
    """A post that is related to recruiting."""

    id: str
    platform: Platform
    authorHandle: Optional[str]
    authorName: Optional[str]
    postDate: str
    postContent: Optional[str]
    schoolId: Optional[str]


class HeatMap(TypedDict):
    """Posts by weekday, Sunday first, and hour of the zone."""

    counts: List[List[int]]


class SocialAnalytics(TypedDict):
    """The page Social Analytics."""

    schemaVersion: int
    range: SocialRange
    summary: SocialSummary
    sentiment: List[SentimentCount]
    noSentimentData: bool
    platforms: PlatformCounts
    activityByDay: List[DayActivity]
    topSchools: List[NamedPostCount]
    topCoaches: List[NamedPostCount]
    recentRecruitingPosts: List[RecruitingPost]
    previous: Optional[SocialSummary]
    heatMap: Optional[HeatMap]


# ------------------------------------------------------------------------------ Social Media Monitoring


class FeedStatistics(TypedDict):
    """Totals over all posts, whatever the filter."""

    totalPosts: int
    twitterPosts: int
    instagramPosts: int
    flaggedPosts: int
    #: "99+" above 99.
    flaggedBadge: str


class Highlights(TypedDict):
    """Where a search matches: pairs of byte offsets into the UTF-8 of the texts, the end exclusive."""

    postContent: List[List[int]]
    authorHandle: List[List[int]]
    authorName: List[List[int]]


class FeedPost(TypedDict):
    """A post as the feed shows it."""

    id: str
    coachId: Optional[str]
    schoolId: Optional[str]
    schoolName: Optional[str]
    platform: Platform
    postUrl: Optional[str]
    postContent: Optional[str]
    postDate: str
    relativeDate: str
    authorHandle: Optional[str]
    authorName: Optional[str]
    isRecruitingRelated: bool
    flaggedForReview: bool
    sentiment: Optional[Sentiment]
    notes: Optional[str]
    highlights: Optional[Highlights]
    link: Optional[str]
    coachName: Optional[str]


class Feed(TypedDict):
    """The page Social Media Monitoring."""

    schemaVersion: int
    statistics: FeedStatistics
    matchCount: int
    #: What ``after`` takes for the next page; None on the last one.
    nextCursor: Optional[str]
    state: str
    posts: List[FeedPost]


class Choice(TypedDict):
    """Posts with and without a trait."""

    yes: int
    no: int


class LinkedCounts(TypedDict):
    """What each filter would show under all other filters."""

    schemaVersion: int
    matchCount: int
    platforms: PlatformCounts
    sentiments: List[SentimentCount]
    withoutSentiment: int
    schools: List[NamedPostCount]
    withoutSchool: int
    coaches: List[NamedPostCount]
    withoutCoach: int
    flagged: Choice
    recruiting: Choice
    activityByDay: List[DayActivity]


class LinkedFeed(Feed):
    """The page with its linked counts."""

    linked: LinkedCounts


# ---------------------------------------------------------------------------------- Recruiting Timeline


#: The range of the page: "3", "6" or "12" months, or "all".
TimelineRange = TypedDict("TimelineRange", {"kind": str, "from": str, "to": str})


class Month(TypedDict):
    """A month's header, in percent of the range."""

    key: str
    label: str
    year: int
    left: float
    width: float


class TimelineItem(TypedDict):
    """An item where it is drawn, in percent of the range."""

    id: str
    type: str
    typeLabel: Optional[str]
    emoji: str
    label: str
    date: str
    endDate: Optional[str]
    shape: Literal["bar", "dot"]
    left: float
    width: float
    row: int
    link: Optional[str]


class Lane(TypedDict):
    """The items of a school."""

    schoolId: Optional[str]
    schoolName: str
    itemCount: int
    rowCount: int
    items: List[TimelineItem]


class ListItem(TypedDict):
    """An item of the list."""

    id: str
    type: str
    typeLabel: Optional[str]
    emoji: str
    label: str
    date: str
    endDate: Optional[str]
    schoolId: Optional[str]
    schoolName: str
    details: Optional[str]
    link: Optional[str]


class SkippedRow(TypedDict):
    """A row that the timeline leaves out."""

    table: str
    row: int
    field: Optional[str]
    reason: str


class TimelinePage(TypedDict):
    """The page Recruiting Timeline."""

    schemaVersion: int
    range: TimelineRange
    todayPosition: Optional[float]
    months: List[Month]
    lanes: List[Lane]
    laneCount: int
    lanesPage: int
    lanesPages: int
    #: Ids, newest first.
    list: List[str]
    listItems: List[ListItem]
    skipped: List[SkippedRow]
    state: str


# ---------------------------------------------------------------------------------------- Activity Feed


class ActivityEvent(TypedDict):
    """An activity."""

    id: str
    type: Literal["interaction", "school_status_change", "document_upload"]
    timestamp: str
    title: str
    description: str
    icon: str
    entityType: str
    entityId: Optional[str]
    entityName: Optional[str]
    isClickable: bool
    clickUrl: Optional[str]
    relativeTime: str


class SourceFailure(TypedDict):
    """A table that is missing or cannot be read."""

    table: str
    reason: str


class ActivityPage(TypedDict):
    """The page Activity Feed."""

    schemaVersion: int
    total: int
    page: int
    totalPages: int
    failures: List[SourceFailure]
    events: List[ActivityEvent]


# ---------------------------------------------------------------------------------------------- Reports


#: The first and the last day of a report.
DateRange = TypedDict("DateRange", {"from": str, "to": str})


class NamedCount(TypedDict):
    """A category and its rows."""

    name: str
    count: int


class SchoolSection(TypedDict):
    """Schools, all of them."""

    total: int
    byStatus: List[NamedCount]
    byDivision: List[NamedCount]


class CoachSection(TypedDict):
    """Coaches, all of them."""

    total: int
    #: May exceed 100.
    responseRate: float
    meanResponsiveness: Optional[float]
    bySchool: int


class InteractionSection(TypedDict):
    """Interactions of the days."""

    total: int
    byType: List[NamedCount]
    bySentiment: List[NamedCount]


class MetricSummary(TypedDict):
    """The values of a kind of metric."""

    type: str
    count: int
    mean: float
    max: float
    min: float


class MetricSection(TypedDict):
    """Performance metrics of the days."""

    total: int
    byType: List[NamedCount]
    summaries: List[MetricSummary]


class ReportSections(TypedDict):
    """What a report counts."""

    schools: SchoolSection
    coaches: CoachSection
    interactions: InteractionSection
    metrics: MetricSection


class ReportWarning(TypedDict):
    """What the reader of a report should know."""

    table: Optional[str]
    reason: str


class Report(ReportSections):
    """The page Reports."""

    schemaVersion: int
    title: str
    generatedAt: Optional[str]
    dateRange: DateRange
    warnings: List[ReportWarning]
    previous: Optional[ReportSections]
    state: str
