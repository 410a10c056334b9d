import CompassKernel
import CompassProgram

extension RouteTable {
    private static let parameters: [RouteParameter] =
        [
            RouteParameter.pageSize,
            RouteParameter(
                "after", .text(maximumByteCount: nil),
                "Continue after this cursor, the nextCursor of the previous page."),
            RouteParameter("linked", .flag, "Also count posts for each filter, under all other filters."),
            RouteParameter.days(
                "Days of the linked chart, or all since the first post; requires `linked`. Without it 30."),
        ] + RouteParameter.postFilters + RouteParameter.moment

    /// Social Media Monitoring.
    static let feedRoutes: [Route] = [
        Route(
            "GET", "/api/feed",
            "The Social Media Monitoring page; `linked` only when asked for. `page-size` is 50 by default.",
            parameters, response: .json(LinkedFeedPage.self),
            lengthenedBy: ["search", "linked", "page-size"]
        ) { call throws(APIError) in
            let request = try FeedRequest(call)
            let (page, counts) = try request.page(of: call)
            return counts.map { call.response(LinkedFeedPage(page: page, counts: $0)) } ?? call.response(page)
        },
        Route(
            "GET", "/api/feed.html", "Social Media Monitoring without scripts, to read or print.",
            parameters, response: .html
        ) { call throws(APIError) in
            let (page, counts) = try FeedRequest(call).page(of: call)
            return RouteCall.response(
                html: counts.map { LinkedFeedPage(page: page, counts: $0).html() } ?? page.html())
        },
        Route(
            "GET", "/api/feed.csv",
            "Social Media Monitoring as CSV: all posts that match, unless `page-size` or `after` is given.",
            parameters + RouteParameter.csv + [.section(FeedPage.CSVSection.self)], response: .csv
        ) { call throws(APIError) in
            let request = try FeedRequest(call)
            let csv = try CSVRequest(call.query, FeedPage.CSVSection.self)
            try csv.requires("linked", isGiven: request.isLinked) { $0.isLinked }
            if request.pageSize == nil, request.cursor == nil {
                return ServerResponse(
                    headers: RouteCall.csvHeaders("feed.csv"), body: try request.export(csv, of: call))
            }
            let (page, counts) = try request.page(of: call)
            return RouteCall.response(
                csv: page.csv(
                    byteOrderMark: csv.byteOrderMark, section: csv.section,
                    escapesFormulas: csv.escapesFormulas,
                    linked: counts), named: "feed.csv")
        },
    ]
}

/// The parameters of Social Media Monitoring in a query.
private struct FeedRequest {
    let posts: PostRequest
    let pageSize: Int?
    let cursor: FeedCursor?
    let isLinked: Bool
    let days: ChartDays

    init(_ call: RouteCall) throws(APIError) {
        let query = call.query
        posts = try PostRequest(call)
        pageSize = try query.number("page-size", in: 1...APILimits.pageSize)
        cursor = try query.value("after") { try FeedCursor($0) }
        isLinked = try query.flag("linked")
        let days = try query.chartDays()
        if days != nil, !isLinked { throw APIError(400, "'days' is accepted only with 'linked'.") }
        self.days = days ?? .last(30)
    }

    func page(of call: RouteCall) throws(APIError) -> (page: FeedPage, counts: LinkedCounts?) {
        let social = try call.ready(call.snapshot.posts)
        let filter = try posts.filter(for: social)
        let size = pageSize ?? FeedPage.defaultPageSize
        guard isLinked else {
            let page = social.feedPage(
                where: filter, asOf: posts.now, in: posts.zone, pageSize: size, after: cursor)
            return (page, nil)
        }
        try posts.checkChart(days, range: .all, of: social)
        let feed = social.linkedFeedPage(
            where: filter, asOf: posts.now, in: posts.zone, pageSize: size, after: cursor, days: days)
        return (feed.page, feed.counts)
    }

    /// The posts of a chunk: half a megabyte, with the memory of which a slow reader is served.
    private static let chunkPostCount = 1_000

    /// Returns all posts that match, as `SocialPosts.writeFeedCSV` writes them. That method pushes its
    /// chunks, which would hold a thread for as long as a slow reader takes; here each chunk is a page of the
    /// feed, made when the reader is ready.
    func export(
        _ csv: CSVRequest<FeedPage.CSVSection>, of call: RouteCall
    ) throws(APIError) -> ServerResponse.Body {
        let social = try call.ready(call.snapshot.posts)
        let filter = try posts.filter(for: social)
        let (now, zone) = (posts.now, posts.zone)
        var counts: LinkedCounts?
        if isLinked {
            try posts.checkChart(days, range: .all, of: social)
            counts = social.linkedCounts(where: filter, asOf: now, in: zone, days: days)
        }
        if let section = csv.section, section != .posts {
            var page = social.feedPage(where: filter, asOf: now, in: zone, pageSize: 1)
            page.nextCursor = nil
            return .bytes(
                page.csv(
                    byteOrderMark: csv.byteOrderMark, section: section, escapesFormulas: csv.escapesFormulas,
                    linked: counts))
        }
        let export = FeedExport(
            social: social, filter: filter, now: now, zone: zone, csv: csv,
            counts: csv.section == nil ? counts : nil)
        return .chunks { write in
            var page = social.feedPage(
                where: filter, asOf: now, in: zone, pageSize: FeedRequest.chunkPostCount)
            var next = page.nextCursor
            page.nextCursor = nil
            try await write(export.first(page))
            while let cursor = next {
                let more = social.nextFeedPage(
                    after: cursor, where: filter, asOf: now, in: zone, pageSize: FeedRequest.chunkPostCount)
                next = more.nextCursor
                try await write(export.following(page, more.posts))
            }
            let last = export.last(page)
            if !last.isEmpty { try await write(last) }
        }
    }
}

/// The chunks of an export of posts.
private struct FeedExport: Sendable {
    let social: SocialPosts
    let filter: PostFilter
    let now: Timestamp
    let zone: ZoneOffsets
    let csv: CSVRequest<FeedPage.CSVSection>
    /// The counts to write after the posts; nil for none.
    let counts: LinkedCounts?

    /// Returns what comes before the posts, and the first of them.
    func first(_ page: FeedPage) -> [UInt8] {
        page.csv(byteOrderMark: csv.byteOrderMark, section: csv.section, escapesFormulas: csv.escapesFormulas)
    }

    /// Returns the rows of further posts.
    func following(_ page: FeedPage, _ posts: [FeedPost]) -> [UInt8] {
        let rows = FeedPage(statistics: page.statistics, matchCount: page.matchCount, posts: posts)
        return CSVRows.withoutHeader(
            rows.csv(section: .posts, escapesFormulas: csv.escapesFormulas))
    }

    /// Returns the sections after the posts, each after an empty line.
    func last(_ page: FeedPage) -> [UInt8] {
        guard let counts else { return [] }
        var bytes: [UInt8] = []
        for section in FeedPage.CSVSection.allCases where section.isLinked {
            bytes += Array("\r\n".utf8)
            bytes += page.csv(section: section, escapesFormulas: csv.escapesFormulas, linked: counts)
        }
        return bytes
    }
}
