extension FeedPage {
    /// The sections of the page's CSV, in their order; the raw value is the key path in the JSON form, except
    /// for `page`, which combines the members that are neither lists nor objects.
    public enum CSVSection: String, CaseIterable, Hashable, Sendable {
        /// The cards at the top.
        case statistics
        /// The number of matching posts, and the cursor of the next page.
        case page
        /// The posts.
        case posts
        /// Posts on each platform. This and the following sections have no rows without linked counts.
        case linkedPlatforms = "linked.platforms"
        /// Posts with each sentiment, and without one.
        case linkedSentiments = "linked.sentiments"
        /// Posts of each school, and without a school.
        case linkedSchools = "linked.schools"
        /// Posts of each coach, and without a coach.
        case linkedCoaches = "linked.coaches"
        /// Posts that are flagged, and those that are not.
        case linkedFlagged = "linked.flagged"
        /// Posts that are related to recruiting, and those that are not.
        case linkedRecruiting = "linked.recruiting"
        /// A row for each day of the chart.
        case linkedActivityByDay = "linked.activityByDay"

        /// Whether the section has rows only with linked counts.
        public var isLinked: Bool { rawValue.utf8.starts(with: "linked.".utf8) }
    }

    /// Returns the page as CSV: one block for each section, each with a header row, separated by empty lines.
    ///
    /// The blocks are statistics, the list (the number of matching posts, and the cursor of the next page),
    /// the posts of this page and, if present, the linked counts: platforms, sentiments, schools, coaches,
    /// flags, recruiting and days. Columns are named after the keys of the JSON form; a missing value is an empty
    /// cell, and so is the value for posts without a sentiment, school or coach.
    /// ``SocialPosts/writeFeedCSV(where:asOf:in:linked:byteOrderMark:section:escapesFormulas:to:)``
    /// writes the posts of all pages.
    ///
    /// - Parameters:
    ///   - byteOrderMark: whether to begin with U+FEFF, which helps some spreadsheets detect UTF-8.
    ///   - section: the only section to write, as a table of its own; nil for all of them.
    ///   - escapesFormulas: whether to prefix texts that begin like formulas with an apostrophe.
    ///   - linked: the counts of every chart, written as separate blocks.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(b + s + d) for posts of b bytes, s schools and coaches, and d days of the chart.
    public func csv(
        byteOrderMark: Bool = false, section: CSVSection? = nil, escapesFormulas: Bool = true,
        linked: LinkedCounts? = nil
    ) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        for each in CSVSection.written(section, withLinked: linked != nil) {
            write(each, linked: linked, to: &writer)
            guard each == .posts else { continue }
            for post in posts { writer.row { FeedPost.writeColumns(of: post, to: &$0) } }
        }
        return writer.bytes
    }

    /// Writes a section except for the posts themselves.
    func write(_ section: CSVSection, linked: LinkedCounts?, to writer: inout CSVWriter) {
        switch section {
        case .statistics: writer.block(statistics)
        case .page: writer.block(self)
        case .posts: writer.header { FeedPost.writeColumns(of: nil, to: &$0) }
        case .linkedPlatforms:
            writer.block(header: ["platform", "count"], counts: linked?.platforms.rows ?? [])
        case .linkedSentiments:
            let counts: [(String?, Int)]? = linked.map { linked in
                linked.sentiments.map { ($0.type.rawValue, $0.count) } + [(nil, linked.withoutSentiment)]
            }
            writer.block(header: ["sentiment", "count"], counts: counts ?? [])
        case .linkedSchools:
            writer.block(
                header: ["schoolId", "schoolName", "count"],
                linked?.schools.map { ($0.id, $0.name, $0.postCount) }, without: linked?.withoutSchool)
        case .linkedCoaches:
            writer.block(
                header: ["coachId", "coachName", "count"],
                linked?.coaches.map { ($0.id, $0.name, $0.postCount) }, without: linked?.withoutCoach)
        case .linkedFlagged:
            writer.block(header: ["flaggedForReview", "count"], counts: linked?.flagged.rows ?? [])
        case .linkedRecruiting:
            writer.block(header: ["isRecruitingRelated", "count"], counts: linked?.recruiting.rows ?? [])
        case .linkedActivityByDay: writer.block(linked?.activityByDay ?? [])
        }
    }
}

extension FeedPage.CSVSection {
    /// Returns the requested section, or all sections with content.
    static func written(_ section: Self?, withLinked: Bool) -> [Self] {
        section.map { [$0] } ?? allCases.filter { withLinked || !$0.isLinked }
    }
}

extension ChoiceCounts {
    /// Both choices with their counts.
    fileprivate var rows: [(String?, Int)] { [("true", yes), ("false", no)] }
}

extension CSVWriter {
    /// Writes a block of ids, names and counts, and a row for the posts without one; no rows if it is nil.
    fileprivate mutating func block(
        header: [String], _ rows: [(id: String, name: String, count: Int)]?, without: Int?
    ) {
        block(header: header)
        guard let rows, let without else { return }
        for row in rows {
            cell(row.id)
            cell(row.name)
            cell(row.count)
            endRow()
        }
        for _ in 0..<2 { cell(String?.none) }
        cell(without)
        endRow()
    }
}
