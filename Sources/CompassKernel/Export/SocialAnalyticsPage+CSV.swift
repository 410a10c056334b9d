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
    ///   - heatMap: posts by weekday and hour, for a block of their own.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(d + k) for d days of the chart and k listed rows.
    public func csv(
        byteOrderMark: Bool = false, section: CSVSection? = nil, escapesFormulas: Bool = true,
        heatMap: HeatMap? = nil
    ) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        for each in section.map({ [$0] }) ?? CSVSection.allCases {
            switch each {
            case .range: writeRange(to: &writer)
            case .summary: AnalyticsSummary.write(summary, to: &writer) { $0 }
            case .sentiment: writeSentiment(to: &writer)
            case .platforms: writePlatforms(to: &writer)
            case .activityByDay: writeActivity(to: &writer)
            case .topSchools: writeTopSchools(to: &writer)
            case .recentRecruitingPosts: writeRecentPosts(to: &writer)
            case .previous where previous == nil && section == nil: break
            case .previous:
                // Blocks are told apart by their headers, so the two summaries need different ones.
                AnalyticsSummary.write(previous, to: &writer) {
                    "previous" + $0.prefix(1).uppercased() + $0.dropFirst()
                }
            case .heatMap where heatMap == nil && section == nil: break
            case .heatMap: HeatMap.write(heatMap, to: &writer)
            }
        }
        return writer.bytes
    }

    private func writeRange(to writer: inout CSVWriter) {
        writer.block(header: ["kind", "from", "days"])
        writer.cell(range.kind)
        writer.cell(range.from)
        writer.cell(range.days)
        writer.endRow()
    }

    private func writeSentiment(to writer: inout CSVWriter) {
        writer.block(header: ["type", "label", "count", "percentage"])
        for share in sentiment {
            writer.cell(share.type.rawValue)
            writer.cell(share.label)
            writer.cell(share.count)
            writer.cell(share.percentage)
            writer.endRow()
        }
    }

    private func writePlatforms(to writer: inout CSVWriter) {
        writer.block(header: ["platform", "count"])
        for (platform, count) in [(Platform.twitter, platforms.twitter), (.instagram, platforms.instagram)] {
            writer.cell(platform.rawValue)
            writer.cell(count)
            writer.endRow()
        }
    }

    private func writeActivity(to writer: inout CSVWriter) {
        writer.block(header: ["date", "label", "count", "height"])
        for day in activityByDay {
            writer.cell(day.date)
            writer.cell(day.label)
            writer.cell(day.count)
            writer.cell(day.height)
            writer.endRow()
        }
    }

    private func writeTopSchools(to writer: inout CSVWriter) {
        writer.block(header: ["id", "name", "postCount"])
        for school in topSchools {
            writer.cell(school.id)
            writer.cell(school.name)
            writer.cell(school.postCount)
            writer.endRow()
        }
    }

    private func writeRecentPosts(to writer: inout CSVWriter) {
        writer.block(header: [
            "id", "platform", "authorHandle", "authorName", "postDate", "postContent", "schoolId",
        ])
        for post in recentRecruitingPosts {
            writer.cell(post.id)
            writer.cell(post.platform.rawValue)
            writer.cell(post.authorHandle)
            writer.cell(post.authorName)
            writer.cell(post.postDate)
            writer.cell(post.postContent)
            writer.cell(post.schoolId)
            writer.endRow()
        }
    }
}

extension AnalyticsSummary {
    /// Writes a block of one row, or of none where there is no summary.
    fileprivate static func write(
        _ summary: AnalyticsSummary?, to writer: inout CSVWriter, naming columnName: (String) -> String
    ) {
        let columns: [(name: String, value: (AnalyticsSummary) -> Int)] = [
            ("totalPosts", { $0.totalPosts }), ("recruitingPosts", { $0.recruitingPosts }),
            ("recruitingPercentage", { $0.recruitingPercentage }), ("positivePosts", { $0.positivePosts }),
            ("positivePercentage", { $0.positivePercentage }), ("analyzedPosts", { $0.analyzedPosts }),
            ("activeSchools", { $0.activeSchools }),
        ]
        writer.block(header: columns.map { columnName($0.name) })
        guard let summary else { return }
        for column in columns { writer.cell(column.value(summary)) }
        writer.endRow()
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
