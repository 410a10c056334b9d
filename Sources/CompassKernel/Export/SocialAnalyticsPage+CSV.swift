extension SocialAnalyticsPage {
    /// The page as CSV: one block for each section, each with a header row, separated by empty lines.
    ///
    /// The blocks are range, summary, sentiment, platforms, activity by day, top schools, recent recruiting
    /// posts, and, where they exist, the previous period and the heat map. Columns are named after the keys of
    /// the JSON form; a value that does not exist is an empty cell.
    ///
    /// - Parameters:
    ///   - byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    ///   - heatMap: posts by weekday and hour, for a block of their own.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(d + k) for d days of the chart and k listed rows.
    public func csv(byteOrderMark: Bool = false, heatMap: HeatMap? = nil) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark)
        writeRange(to: &writer)
        summary.write(to: &writer) { $0 }
        writeSentiment(to: &writer)
        writePlatforms(to: &writer)
        writeActivity(to: &writer)
        writeTopSchools(to: &writer)
        writeRecentPosts(to: &writer)
        // Blocks are told apart by their headers, so the two summaries need different ones.
        previous?.write(to: &writer) { "previous" + $0.prefix(1).uppercased() + $0.dropFirst() }
        heatMap?.write(to: &writer)
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
    fileprivate func write(to writer: inout CSVWriter, naming columnName: (String) -> String) {
        let columns = [
            ("totalPosts", totalPosts), ("recruitingPosts", recruitingPosts),
            ("recruitingPercentage", recruitingPercentage), ("positivePosts", positivePosts),
            ("positivePercentage", positivePercentage), ("analyzedPosts", analyzedPosts),
            ("activeSchools", activeSchools),
        ]
        writer.block(header: columns.map { columnName($0.0) })
        for (_, value) in columns { writer.cell(value) }
        writer.endRow()
    }
}

extension HeatMap {
    fileprivate func write(to writer: inout CSVWriter) {
        writer.block(header: ["weekday"] + (0..<24).map { $0 < 10 ? "hour0\($0)" : "hour\($0)" })
        let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        for (weekday, hours) in zip(weekdays, counts) {
            writer.cell(weekday)
            for count in hours { writer.cell(count) }
            writer.endRow()
        }
    }
}
