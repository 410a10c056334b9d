extension SocialAnalyticsPage {
    /// The sections of the page's CSV, in their order; the raw value is the key of the JSON form.
    public enum CSVSection: String, CaseIterable, Hashable, Sendable {
        /// The range that was asked for.
        case range
        /// The four cards.
        case summary
        /// A row for each sentiment.
        case sentiment
        /// A row for each platform.
        case platforms
        /// A row for each day of the chart.
        case activityByDay
        /// The schools with most posts.
        case topSchools
        /// The newest recruiting posts.
        case recentRecruitingPosts
        /// The summary of the period before; without a comparison it has no row.
        case previous
        /// Posts by weekday and hour; without a heat map it has no row.
        case heatMap
    }

    /// The page as CSV: one block for each section, each with a header row, separated by empty lines.
    ///
    /// The blocks are range, summary, sentiment, platforms, activity by day, top schools, recent recruiting
    /// posts, and, where they exist, the previous period and the heat map. Columns are named after the keys of
    /// the JSON form; a value that does not exist is an empty cell.
    ///
    /// - Parameters:
    ///   - byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    ///   - section: the only section to write, as a table of its own; nil for all of them.
    ///   - escapesFormulas: whether texts that begin like a formula get an apostrophe in front, so that
    ///     spreadsheets do not run them.
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
            case .platforms: platforms.write(to: &writer)
            case .activityByDay: writer.block(activityByDay)
            case .topSchools: writer.block(topSchools)
            case .recentRecruitingPosts: writer.block(recentRecruitingPosts)
            case .previous where previous == nil && section == nil: break
            // Blocks are told apart by their headers, so the two summaries need different ones.
            case .previous: writer.block(previous, named: "previous")
            case .heatMap where heatMap == nil && section == nil: break
            case .heatMap: HeatMap.write(heatMap, to: &writer)
            }
        }
        return writer.bytes
    }
}

extension PlatformCounts {
    fileprivate func write(to writer: inout CSVWriter) {
        writer.block(header: ["platform", "count"])
        for (platform, count) in [(Platform.twitter, twitter), (.instagram, instagram)] {
            writer.cell(platform.rawValue)
            writer.cell(count)
            writer.endRow()
        }
    }
}

extension HeatMap {
    /// Writes a block with a row for each weekday, or with none where there is no heat map.
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
