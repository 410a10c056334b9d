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
        writer.object { writer in
            writer.member("schemaVersion", Self.schemaVersion)
            writeMembers(to: &writer)
        }
        return writer.bytes
    }

    /// Writes all members but the version of the contract.
    func writeMembers(to writer: inout JSONWriter) {
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
