extension SocialAnalyticsPage {
    /// The page as JSON, as the command line answers it.
    ///
    /// Every key is always there; a value that does not exist is `null`. Numbers have full precision, instants
    /// the offset of the page's zone.
    ///
    /// - Parameters:
    ///   - layout: compact for programs, indented for people.
    ///   - heatMap: posts by weekday and hour, for the key `heatMap`; `null` without.
    /// - Returns: the bytes in UTF-8, without a line feed at the end.
    /// - Complexity: O(d + k) for d days of the chart and k listed rows.
    public func json(layout: JSONLayout = .compact, heatMap: HeatMap? = nil) -> [UInt8] {
        // About what a page with five posts takes, plus its days.
        var writer = JSONWriter(layout: layout, capacity: 4_096 + activityByDay.count * 80)
        writer.object { writer in
            writer.member("schemaVersion", Self.schemaVersion)
            range.write(to: &writer)
            writer.object("summary") { summary.writeMembers(to: &$0) }
            writer.array("sentiment", sentiment) { $1.write(to: &$0) }
            writer.member("noSentimentData", noSentimentData)
            writer.object("platforms") { platforms.writeMembers(to: &$0) }
            writer.array("activityByDay", activityByDay) { $1.write(to: &$0) }
            writer.array("topSchools", topSchools) { $1.write(to: &$0) }
            writer.array("recentRecruitingPosts", recentRecruitingPosts) { $1.write(to: &$0) }
            writer.key("previous")
            if let previous { writer.object { previous.writeMembers(to: &$0) } } else { writer.null() }
            writer.key("heatMap")
            if let heatMap { heatMap.write(to: &writer) } else { writer.null() }
        }
        return writer.bytes
    }
}

extension ResolvedRange {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object("range") { writer in
            writer.member("kind", kind)
            writer.member("from", from)
            writer.member("days", days)
        }
    }
}

extension AnalyticsSummary {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("totalPosts", totalPosts)
        writer.member("recruitingPosts", recruitingPosts)
        writer.member("recruitingPercentage", recruitingPercentage)
        writer.member("positivePosts", positivePosts)
        writer.member("positivePercentage", positivePercentage)
        writer.member("analyzedPosts", analyzedPosts)
        writer.member("activeSchools", activeSchools)
    }
}

extension PlatformCounts {
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("twitter", twitter)
        writer.member("instagram", instagram)
    }
}

extension SentimentShare {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", type.rawValue)
            writer.member("label", label)
            writer.member("count", count)
            writer.member("percentage", percentage)
        }
    }
}

extension DayActivity {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("date", date)
            writer.member("label", label)
            writer.member("count", count)
            writer.member("height", height)
        }
    }
}

extension SchoolActivity {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("name", name)
            writer.member("postCount", postCount)
        }
    }
}

extension RecruitingPost {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("platform", platform.rawValue)
            writer.member("authorHandle", authorHandle)
            writer.member("authorName", authorName)
            writer.member("postDate", postDate)
            writer.member("postContent", postContent)
            writer.member("schoolId", schoolId)
        }
    }
}

extension HeatMap {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.array("counts", counts) { $0.numbers($1) }
        }
    }
}
