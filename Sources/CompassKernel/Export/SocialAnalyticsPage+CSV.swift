extension SocialAnalyticsPage {
    /// The sections of the page's CSV, in their order; the raw value is the key of the JSON form.
    public enum CSVSection: String, CaseIterable, Hashable, Sendable {
        /// The requested range.
        case range
        /// The four cards.
        case summary
        /// A row for each sentiment.
        case sentiment
        /// A row for each platform.
        case platforms
        /// A row for each day of the chart.
        case activityByDay
        /// The schools with the most posts.
        case topSchools
        /// The newest recruiting posts.
        case recentRecruitingPosts
        /// The summary of the previous period; without a comparison it has no row.
        case previous
        /// Posts by weekday and hour; without a heat map it has no row.
        case heatMap
        /// The coaches with the most posts.
        case topCoaches
    }

    /// Returns the page as CSV: one block for each section, each with a header row, separated by empty lines.
    ///
    /// The blocks are range, summary, sentiment, platforms, activity by day, top schools, recent recruiting
    /// posts, if present the previous period and the heat map, and top coaches. Columns are named after the keys
    /// of the JSON form; a missing value is an empty cell.
    ///
    /// - Parameters:
    ///   - byteOrderMark: whether to begin with U+FEFF, which helps some spreadsheets detect UTF-8.
    ///   - section: the only section to write, as a table of its own; nil for all of them.
    ///   - escapesFormulas: whether to prefix texts that begin like formulas with an apostrophe, so that
    ///     spreadsheets do not evaluate them.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(d + k) for d days of the chart and k listed rows.
    public func csv(
        byteOrderMark: Bool = false, section: CSVSection? = nil, escapesFormulas: Bool = true
    ) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        for each in section.map({ [$0] }) ?? CSVSection.allCases {
            switch each {
            case .range: writer.block(range)
            case .summary: writer.block(summary)
            case .sentiment: writer.block(sentiment)
            case .platforms: writer.block(header: ["platform", "count"], counts: platforms.rows)
            case .activityByDay: writer.block(activityByDay)
            case .topSchools: writer.block(topSchools)
            case .recentRecruitingPosts: writer.block(recentRecruitingPosts)
            case .previous where previous == nil && section == nil: break
            // Headers distinguish the blocks, so that two of one kind require different ones.
            case .previous: writer.block(previous, named: "previous")
            case .heatMap where heatMap == nil && section == nil: break
            case .heatMap: HeatMap.write(heatMap, to: &writer)
            case .topCoaches: writer.block(topCoaches, named: "coach")
            }
        }
        return writer.bytes
    }
}

extension PlatformCounts {
    /// The platforms with their counts.
    var rows: [(String?, Int)] {
        [(Platform.twitter.rawValue, twitter), (Platform.instagram.rawValue, instagram)]
    }
}

extension HeatMap {
    /// Writes a block with a row for each weekday, or without rows if there is no heat map.
    fileprivate static func write(_ heatMap: HeatMap?, to writer: inout CSVWriter) {
        writer.block(header: ["weekday"] + (0..<24).map { $0 < 10 ? "hour0\($0)" : "hour\($0)" })
        let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        for (weekday, hours) in zip(weekdays, heatMap?.counts ?? []) {
            writer.cell(weekday)
            for count in hours { writer.cell(count) }
            writer.endRow()
        }
    }
}
