/// The rows that a page counts.
struct PostSelection {
    var rows: Range<Int>
    var conditions: PostConditions
    /// All ones or 0 for each school code, and for posts without a school. Valid during the call for which
    /// the selection was created.
    var admittedSchools: UnsafePointer<UInt32>
    /// What selects the rows of other columns than the table's. By reference, so that a selection is cheap to
    /// copy; valid like `admittedSchools`.
    let origin: UnsafePointer<SelectionOrigin>

    /// A bit for each row of the table, set where it matches the filter's searches; nil if all match.
    var searched: UnsafePointer<UInt64>? { conditions.searched }

    /// Excludes rows from `end` on.
    mutating func limit(to end: Int) {
        rows = min(rows.lowerBound, end)..<min(rows.upperBound, end)
    }

    /// The results of the filter's searches.
    var matches: SearchMatches { SearchMatches(rows: conditions.searched, runs: origin.pointee.searchedRuns) }
}

/// What a selection was made of.
struct SelectionOrigin {
    /// The times of the rows.
    let span: TimeSpan
    /// The bits of the runs of the table's delta, as in ``SearchMatches/runs``.
    let searchedRuns: UnsafePointer<UInt64>?
}

/// A half-open range of time, in microseconds since 1970; `Int64.max` as its end is no bound.
struct TimeSpan {
    var since = Int64.min
    var before = Int64.max

    /// Returns the rows of a table within the range.
    ///
    /// - Complexity: O(1) on average.
    @inline(__always)
    func rows(in timestamps: TimestampColumn) -> Range<Int> {
        let end = since == .min ? timestamps.count : timestamps.prefixCount(since: since)
        let start = before == .max ? 0 : timestamps.prefixCount(since: before)
        return min(start, end)..<end
    }
}

/// The results of a filter's searches, valid during the call for which they were made.
struct SearchMatches {
    /// A bit for each row of the table's columns that matches; nil if all rows match.
    var rows: UnsafePointer<UInt64>?
    /// Likewise for the rows of each run of the table's delta, one run after the other, each from a new word
    /// on; nil without a search.
    var runs: UnsafePointer<UInt64>?

    /// Calls `body` with the rows found; nil if all match.
    @inline(__always)
    static func with<Result>(_ found: SearchedRows?, _ body: (SearchMatches) -> Result) -> Result {
        ColumnBuffer.withBase(found?.rows) { rows in
            ColumnBuffer.withBase(found?.runs) { body(SearchMatches(rows: rows, runs: $0)) }
        }
    }
}

extension SocialPosts {
    /// Calls `body` with the posts of `range` that pass `filter`.
    @inline(__always)
    func withSelection<Result>(
        _ range: AnalyticsRange, where filter: PostFilter, asOf now: Timestamp, in zone: ZoneOffsets,
        _ body: (PostSelection) -> Result
    ) -> Result {
        let start = range.dayCount.map { zone.shifting(now, byDays: -$0) }
        return withSearchedRows(of: filter) {
            withSelection(
                filter, searched: $0, within: TimeSpan(since: start?.micros ?? .min), in: zone, body)
        }
    }

    /// Calls `body` with the posts within `span` that pass `filter`, whose searches have the result
    /// `searched`.
    @inline(__always)
    func withSelection<Result>(
        _ filter: PostFilter, searched: SearchMatches, within span: TimeSpan, in zone: ZoneOffsets,
        _ body: (PostSelection) -> Result
    ) -> Result {
        let span = self.span(ofDatesIn: filter, in: zone, within: span)
        return StackScratch.withCounters(posts.schools.count + 1) { admitted in
            markAdmittedSchools(filter, admitted)
            // Few filters have coaches: without them there is no mark to clear.
            let coachCount = filter.coaches == nil ? 0 : posts.coaches.count + 1
            return StackScratch.withInnerCounters(coachCount) { admittedCoaches in
                if let coaches = filter.coaches { coachNames.mark(coaches, in: admittedCoaches) }
                let origin = SelectionOrigin(span: span, searchedRuns: searched.runs)
                return withUnsafePointer(to: origin) { origin in
                    body(
                        PostSelection(
                            rows: span.rows(in: posts.timestamps),
                            conditions: PostConditions(
                                filter, searched: searched.rows,
                                admittedCoaches: filter.coaches == nil
                                    ? nil : UnsafePointer(admittedCoaches)),
                            admittedSchools: UnsafePointer(admitted), origin: origin))
                }
            }
        }
    }

    /// Calls `body` with the rows that match all searches of `filter`.
    @inline(__always)
    func withSearchedRows<Result>(of filter: PostFilter, _ body: (SearchMatches) -> Result) -> Result {
        SearchMatches.with(filter.searches.isEmpty ? nil : rowsMatching(filter.searches), body)
    }

    @inline(never)
    private func rowsMatching(_ searches: Set<SearchQuery>) -> SearchedRows? {
        posts.searchedRows(Array(searches))
    }

    /// Marks the schools that `filter` admits: all ones or 0 for each code, and for posts without a school.
    private func markAdmittedSchools(_ filter: PostFilter, _ admitted: UnsafeMutablePointer<UInt32>) {
        guard let schools = filter.schools else {
            admitted.update(repeating: ~0, count: posts.schools.count + 1)
            return
        }
        schoolNames.mark(schools, in: admitted)
    }

    /// Returns the times within the filter's dates and a range of time.
    func span(ofDatesIn filter: PostFilter, in zone: ZoneOffsets, within span: TimeSpan) -> TimeSpan {
        var span = span
        if let from = filter.from { span.since = max(span.since, zone.startOfDay(from).micros) }
        if let to = filter.to {
            span.before = min(span.before, zone.startOfDay(to.adding(days: 1)).micros)
        }
        return span
    }
}
