/// The rows that a page counts.
struct PostSelection {
    let rows: Range<Int>
    var conditions: PostConditions
    /// All ones or 0 for each school code, and for posts without a school. Valid during the call for which
    /// the selection was created.
    let admittedSchools: UnsafePointer<UInt32>

    /// A bit for each row of the table, set where it matches the filter's searches; nil if all match.
    var searched: UnsafePointer<UInt64>? { conditions.searched }
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
            withSelection(filter, searched: $0, rows: posts.rows(since: start), in: zone, body)
        }
    }

    /// Calls `body` with the posts of `rows` that pass `filter`, whose searches have the result `searched`.
    @inline(__always)
    func withSelection<Result>(
        _ filter: PostFilter, searched: UnsafePointer<UInt64>?, rows: Range<Int>, in zone: ZoneOffsets,
        _ body: (PostSelection) -> Result
    ) -> Result {
        let filtered = rows.clamped(to: self.rows(ofDatesIn: filter, in: zone))
        return StackScratch.withCounters(posts.schools.count + 1) { admitted in
            markAdmittedSchools(filter, admitted)
            // Few filters have coaches: without them there is no mark to clear.
            let coachCount = filter.coaches == nil ? 0 : posts.coaches.count + 1
            return StackScratch.withInnerCounters(coachCount) { admittedCoaches in
                if let coaches = filter.coaches { coachNames.mark(coaches, in: admittedCoaches) }
                return body(
                    PostSelection(
                        rows: filtered,
                        conditions: PostConditions(
                            filter, searched: searched,
                            admittedCoaches: filter.coaches == nil ? nil : UnsafePointer(admittedCoaches)),
                        admittedSchools: UnsafePointer(admitted)))
            }
        }
    }

    /// Calls `body` with a bit for each row, set where it matches all searches of `filter`; with nil if all rows
    /// match.
    @inline(__always)
    func withSearchedRows<Result>(
        of filter: PostFilter, _ body: (UnsafePointer<UInt64>?) -> Result
    ) -> Result {
        ColumnBuffer.withBase(filter.searches.isEmpty ? nil : rowsMatching(filter.searches), body)
    }

    @inline(never)
    private func rowsMatching(_ searches: Set<SearchQuery>) -> ColumnBuffer<UInt64>? {
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

    /// Returns the rows within the filter's dates.
    func rows(ofDatesIn filter: PostFilter, in zone: ZoneOffsets) -> Range<Int> {
        var rows = 0..<posts.rowCount
        if let from = filter.from {
            rows = rows.clamped(to: 0..<posts.timestamps.prefixCount(since: zone.startOfDay(from).micros))
        }
        if let to = filter.to {
            let end = zone.startOfDay(to.adding(days: 1))
            rows = rows.clamped(to: posts.timestamps.prefixCount(since: end.micros)..<posts.rowCount)
        }
        return rows
    }
}

extension PostTable {
    /// Returns the rows at or after `start`; all rows if there is no start.
    func rows(since start: Timestamp?) -> Range<Int> {
        0..<(start.map { timestamps.prefixCount(since: $0.micros) } ?? rowCount)
    }
}
