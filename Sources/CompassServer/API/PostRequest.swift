import CompassKernel
import CompassProgram

/// The parameters of the pages of posts in a query.
struct PostRequest {
    let query: PostQuery
    let now: Timestamp
    let zone: ZoneOffsets

    init(_ call: RouteCall) throws(APIError) {
        let parameters = call.query
        (now, zone) = try call.moment()
        var query = PostQuery()
        query.platform = try parameters.word("platform", Platform.self)
        query.schools = parameters.texts("school")
        query.coaches = parameters.texts("coach")
        query.sentiments = try parameters.words("sentiment", Sentiment.self)
        query.kind = try parameters.word("type", PostQuery.Kind.self)
        query.from = try parameters.value("from", ArgumentReading.date)
        query.to = try parameters.value("to", ArgumentReading.date)
        query.search = try parameters.searchText()
        query.ignoresAccents = try parameters.flag("ignore-accents")
        query.searchesAllWords = try parameters.flag("all-words")
        try accepted { try query.validate(.query) }
        self.query = query
    }

    /// Returns the filter, for the schools and coaches of the tables.
    func filter(for posts: SocialPosts) throws(APIError) -> PostFilter {
        try accepted { try query.resolved(for: posts, .query).filter }
    }

    /// - Throws: 400 for a chart with too many days.
    func checkChart(_ days: ChartDays, range: AnalyticsRange, of posts: SocialPosts) throws(APIError) {
        let today = zone.civilDate(at: now)
        let limit = APILimits.chartDays
        // The days of the chart, as far as they are known without counting.
        var first: CivilDate?
        var last = today
        switch (days, range) {
        case (.last(let count), _): first = today.adding(days: 1 - count)
        case (.sameAsRange, .last(let count)): first = today.adding(days: 1 - count)
        case (.sameAsRange, .all):
            // Without a first day, the oldest post's; the chosen days are shown even where there are no
            // posts.
            if query.hasDates {
                (first, last) = (query.from, query.to ?? today)
            } else {
                first = today.adding(days: -29)
            }
        default: break
        }
        let begins = max(first ?? .earliest, query.from ?? .earliest)
        let ends = min(last, query.to ?? last)
        guard Int(ends.daysSinceEpoch) - Int(begins.daysSinceEpoch) + 1 > limit else { return }
        if first == nil {
            // The chart begins with the oldest post that matches, which is not older than the oldest of all.
            guard let oldest = posts.posts.last else { return }
            let start = max(zone.civilDate(at: oldest.postDate), query.from ?? .earliest)
            if Int(ends.daysSinceEpoch) - Int(start.daysSinceEpoch) + 1 <= limit { return }
        }
        throw APIError(
            400,
            "the chart would have more than \(limit) days; 'days' up to that, or a later 'from', is accepted."
        )
    }
}

/// Returns the result of code that is shared with the command line.
///
/// - Throws: 400 with the message of its error.
func accepted<Result>(_ body: () throws -> Result) throws(APIError) -> Result {
    do {
        return try body()
    } catch let failure as Failure {
        throw APIError(400, DisplayText.harmlessMessage(failure.message))
    } catch {
        throw APIError(400, DisplayText.harmlessMessage("\(error)"))
    }
}

extension CivilDate {
    /// A day before all others that can be asked for.
    fileprivate static let earliest =
        CivilDate(year: 1, month: 1, day: 1) ?? CivilDate(daysSinceEpoch: -719_162)
}

extension QueryParameters {
    func searchText() throws(APIError) -> String? {
        guard let text = text("search") else { return nil }
        guard text.utf8.count <= APILimits.searchByteCount else {
            throw APIError(
                400, "'search' has \(text.utf8.count) bytes: up to \(APILimits.searchByteCount) are accepted."
            )
        }
        return text
    }

    /// Returns a whole number within limits.
    func number(_ name: String, in limits: ClosedRange<Int>) throws(APIError) -> Int? {
        try value(name) { try ArgumentReading.number($0, in: limits) }
    }

    /// Returns the days of a chart.
    func chartDays() throws(APIError) -> ChartDays? {
        guard let days = try value("days", ArgumentReading.activityDays) else { return nil }
        if case .last(let count) = days, count > APILimits.chartDays {
            throw QueryParameters.error(
                "days", text("days") ?? "",
                "a number of days from 1 to \(APILimits.chartDays), or all, is accepted.")
        }
        return days
    }
}
