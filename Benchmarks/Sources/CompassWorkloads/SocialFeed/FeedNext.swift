import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The page of the feed after a cursor, as in endless scrolling: nothing is counted again.
enum FeedNext {
    static let workload = CompassWorkload(
        name: "feed.next", purpose: "the feed's next page behind a cursor, under some filters"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        let places = inputs.spreadPosts(days: 32).map(Place.init)
        return PreparedQuestion(
            rows: inputs.rows,
            cases: (try FeedFilter.filters(inputs).filter { names.contains($0.name) }
                + fewPosts(inputs)).map { prepare($0, places, inputs) },
            notes: ["calls go through \(places.count) cursors, spread over all posts"])
    }

    private static let names: Set = [
        "no filter", "twitter", "flagged", "8 schools", "twitter, negative", "8 schools, twitter, dates",
        "200 schools, recruiting, negative", "school of few recruiting posts, recruiting, negative",
    ]

    /// Filters that few posts of several schools pass, so that a page is far from its cursor or the list ends
    /// before.
    private static func fewPosts(_ inputs: PageInputs) -> [NamedFilter] {
        let schools = inputs.social.analyticsPage(
            .all, asOf: Timestamp(micros: inputs.instants[0]), in: inputs.zone, topSchools: .max
        ).topSchools.map(\.id)
        let middle = schools.dropFirst(max(schools.count / 2 - 8, 0)).prefix(16)
        var filters = [
            ("8 rarest schools", schools.suffix(8)), ("9 rarest schools", schools.suffix(9)),
            ("16 middle schools", middle),
        ].map { name, ids in
            NamedFilter(
                name: "\(name), flagged", kernel: .schools(Array(ids)) && .flagged,
                baseline: BaselineFilter(schoolIDs: Set(ids.map { BaselineText($0) }), flagged: true))
        }
        let rarest = schools.suffix(16)
        filters.append(
            NamedFilter(
                name: "16 rarest schools, instagram, negative, flagged, recruiting",
                kernel: .schools(Array(rarest)) && .platform(.instagram) && .sentiment([.negative])
                    && .flagged && .recruiting,
                baseline: BaselineFilter(
                    platforms: [.instagram], schoolIDs: Set(rarest.map { BaselineText($0) }),
                    sentiments: [.negative], recruiting: true, flagged: true)))
        return filters
    }

    /// A cursor, and its position for the baseline.
    private struct Place {
        let cursor: FeedCursor
        let baseline: BaselineFeedCursor

        init(after post: FeedPost) {
            cursor = FeedCursor(after: post)
            baseline = BaselineFeedCursor(
                postDate: post.postDate.timestamp.micros, id: BaselineText(post.id))
        }
    }

    private static func prepare(
        _ filter: NamedFilter, _ places: [Place], _ inputs: PageInputs
    ) -> QuestionCase {
        func kernel(_ index: Int) -> FeedContinuation {
            inputs.social.nextFeedPage(
                after: places[index % places.count].cursor, where: filter.kernel,
                asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
        }
        func careful(_ index: Int) throws -> BaselineFeedPage {
            try inputs.carefulFeed().page(
                filter: filter.baseline, now: inputs.instant(index), zone: inputs.timeZone,
                after: places[index % places.count].baseline)
        }
        return QuestionCase(
            name: filter.name, kernel: Call(kernel),
            careful: filter.name == "twitter, negative" ? Call(careful) : nil
        ) {
            for index in [0, places.count / 2] {
                let (page, expected) = (kernel(index), try careful(index))
                try CheckFailure.unless(
                    page.posts.map { BaselineFeedPost($0) } == expected.posts
                        && page.nextCursor.map { BaselineFeedCursor($0) } == expected.nextCursor,
                    "feed.next, \(filter.name): the page behind cursor \(index) differs")
            }
        }
    }
}
