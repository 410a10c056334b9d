extension FeedPage {
    /// The page as CSV: one block for each section, each with a header row, separated by empty lines.
    ///
    /// The blocks are statistics, the list (how many posts match, and the cursor of the next page), the posts of
    /// this page and, where they are given, the linked counts: platforms, sentiments, schools, flags, recruiting
    /// and days. Columns are named after the keys of the JSON form; a value that does not exist is an empty cell,
    /// and so is the value of posts without a sentiment or a school.
    /// ``SocialPosts/writeFeedPageCSV(where:asOf:in:linked:byteOrderMark:to:)`` writes the posts of all pages.
    ///
    /// - Parameters:
    ///   - byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    ///   - linked: counts of every chart, for blocks of their own.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(b + s + d) for posts of b bytes, s schools and d days of the chart.
    public func csv(byteOrderMark: Bool = false, linked: LinkedCounts? = nil) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark)
        writeHead(to: &writer)
        writer.block(header: FeedPost.csvHeader(withRelativeDate: true))
        for post in posts { post.write(to: &writer) }
        linked?.write(to: &writer)
        return writer.bytes
    }

    /// Writes the blocks of the statistics and of the list.
    func writeHead(to writer: inout CSVWriter) {
        writer.block(header: [
            "totalPosts", "twitterPosts", "instagramPosts", "flaggedPosts", "flaggedBadge",
        ])
        writer.cell(statistics.totalPosts)
        writer.cell(statistics.twitterPosts)
        writer.cell(statistics.instagramPosts)
        writer.cell(statistics.flaggedPosts)
        writer.cell(statistics.flaggedBadge)
        writer.endRow()
        writer.block(header: ["matchCount", "nextCursor", "state"])
        writer.cell(matchCount)
        writer.cell(nextCursor?.description)
        writer.cell(state.rawValue)
        writer.endRow()
    }
}

extension LinkedCounts {
    /// Writes a block for each chart.
    func write(to writer: inout CSVWriter) {
        func block(_ name: String, _ rows: [(value: String?, count: Int)]) {
            writer.block(header: [name, "count"])
            for row in rows {
                writer.cell(row.value)
                writer.cell(row.count)
                writer.endRow()
            }
        }
        block(
            "platform",
            [
                (Platform.twitter.rawValue, platforms.twitter),
                (Platform.instagram.rawValue, platforms.instagram),
            ])
        block(
            "sentiment", sentiments.map { ($0.type.rawValue, $0.count) } + [(nil, withoutSentiment)])
        writer.block(header: ["schoolId", "schoolName", "count"])
        for school in schools {
            writer.cell(school.id)
            writer.cell(school.name)
            writer.cell(school.postCount)
            writer.endRow()
        }
        for _ in 0..<2 { writer.cell(String?.none) }
        writer.cell(withoutSchool)
        writer.endRow()
        block("flaggedForReview", [("true", flagged.yes), ("false", flagged.no)])
        block("isRecruitingRelated", [("true", recruiting.yes), ("false", recruiting.no)])
        writer.block(header: ["date", "label", "count", "height"])
        for day in activityByDay {
            writer.cell(day.date)
            writer.cell(day.label)
            writer.cell(day.count)
            writer.cell(day.height)
            writer.endRow()
        }
    }
}
