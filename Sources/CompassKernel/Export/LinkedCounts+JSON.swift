extension LinkedCounts {
    /// The counts as JSON, as the command line answers them beside a feed.
    ///
    /// Every key is always there. Numbers have full precision.
    ///
    /// - Parameter layout: compact for programs, indented for people.
    /// - Returns: the bytes in UTF-8, without a line feed at the end.
    /// - Complexity: O(s + d) for s schools and d days of the chart.
    public func json(layout: JSONLayout = .compact) -> [UInt8] {
        // About what a school and a day take.
        var writer = JSONWriter(
            layout: layout, capacity: 1_024 + schools.count * 120 + activityByDay.count * 80)
        writer.object { writeMembers(to: &$0) }
        return writer.bytes
    }

    /// Writes the members of the counts' object.
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("schemaVersion", Self.schemaVersion)
        writer.member("matchCount", matchCount)
        writer.object("platforms") { platforms.writeMembers(to: &$0) }
        writer.array("sentiments", sentiments) { $1.write(to: &$0) }
        writer.member("withoutSentiment", withoutSentiment)
        writer.array("schools", schools) { $1.write(to: &$0) }
        writer.member("withoutSchool", withoutSchool)
        writer.object("flagged") { flagged.writeMembers(to: &$0) }
        writer.object("recruiting") { recruiting.writeMembers(to: &$0) }
        writer.array("activityByDay", activityByDay) { $1.write(to: &$0) }
    }
}

extension ChoiceCounts {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("yes", yes)
        writer.member("no", no)
    }
}

extension LinkedFeed {
    /// The page as JSON, as ``FeedPage/json(layout:)`` writes it, with the counts as the member `linked`.
    ///
    /// - Parameter layout: compact for programs, indented for people.
    /// - Returns: the bytes in UTF-8, without a line feed at the end.
    /// - Complexity: O(b + s + d) for posts of b bytes, s schools and d days of the chart.
    public func json(layout: JSONLayout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout, capacity: 4_096 + page.posts.count * 1_024)
        writer.object { writer in
            page.writeMembers(to: &writer)
            writer.object("linked") { counts.writeMembers(to: &$0) }
        }
        return writer.bytes
    }
}
