import CompassKernel
import CompassProgram

/// A hint for a page whose range contains no rows although its tables do: how many rows there are, when the
/// newest is, and which options show rows.
struct EmptyRangeHint {
    /// The names of rows.
    struct Noun {
        let singular: String
        let plural: String
        /// The plural after "no".
        let none: String

        static let post = Noun(singular: "post", plural: "posts", none: "posts")
        static let item = Noun(singular: "item", plural: "items", none: "items")
        static let activity = Noun(singular: "activity", plural: "activities", none: "activities")
        static let interactionOrMetric = Noun(
            singular: "interaction or metric", plural: "interactions and metrics",
            none: "interactions or metrics")
    }

    /// The names of the time that a page shows.
    struct Place {
        let inside: String
        let outside: String

        static let range = Place(inside: "in this range", outside: "outside of it")
        static let period = Place(inside: "in this period", outside: "outside of it")
        static let days = Place(inside: "on these days", outside: "on others")
    }

    /// The maximum number of options in a hint.
    private static let optionLimit = 2

    let noun: Noun
    let place: Place
    let rowCount: Int
    let newest: CivilDate
    /// Options that show rows, the most helpful first.
    var options: [String]

    /// Options, and whether the page shows rows with them.
    typealias Candidate = (option: String, showsRows: () -> Bool)

    /// Creates a hint.
    ///
    /// - Parameters:
    ///   - candidates: options, the most helpful first.
    ///   - combined: several options together, used when none of the candidates shows rows.
    init(
        _ noun: Noun, _ place: Place = .range, rowCount: Int, newest: CivilDate, candidates: [Candidate],
        combined: [Candidate] = []
    ) {
        self.noun = noun
        self.place = place
        self.rowCount = rowCount
        self.newest = newest
        // Years before 0 cannot be written as options.
        let isReadable = (try? CivilDate(parsing: "\(newest)")) == newest
        func showing(_ candidates: [Candidate]) -> [String] {
            let usable = candidates.filter { isReadable || !$0.option.contains("\(newest)") }
            return Array(usable.lazy.filter { $0.showsRows() }.map(\.option).prefix(Self.optionLimit))
        }
        let simple = showing(candidates)
        options = simple.isEmpty ? showing(combined) : simple
    }

    /// The hint for people.
    var sentence: String {
        let rows =
            rowCount == 1
            ? "There is 1 \(noun.singular) \(place.outside), from \(newest.labelWithYear)."
            : "There are \(DisplayText.grouped(rowCount)) \(noun.plural) \(place.outside), the newest from "
                + "\(newest.labelWithYear)."
        let advice = options.isEmpty ? "" : " Try \(options.joined(separator: " or "))."
        return "No \(noun.none) \(place.inside). \(rows)\(advice)"
    }

    /// Prints the hint to standard error.
    ///
    /// - Parameter page: the page of the hint, for a command that shows several.
    func print(about page: String? = nil) {
        StandardError.writeLine("Hint: " + (page.map { $0 + ": " } ?? "") + sentence)
    }
}

extension EmptyRangeHint {
    /// Creates the hint for a page of posts; nil when a post is in the range, or there are no posts.
    ///
    /// - Parameters:
    ///   - range: the range of the page; ``AnalyticsRange/all`` when it has none.
    ///   - from: the first day of the filter by dates.
    ///   - to: the last day of that filter.
    init?(
        of social: SocialPosts, range: AnalyticsRange, from: CivilDate?, to: CivilDate?, asOf now: Timestamp,
        in zone: ZoneOffsets
    ) {
        self.init(
            ofPosts: social.posts.count, range: range, from: from, to: to, asOf: now, in: zone,
            newest: {
                social.feedPage(asOf: now, in: zone, pageSize: 1).posts.first?.postDate.timestamp
            },
            hasPosts: { range, from, to, now in
                social.analyticsPage(
                    range, where: .dates(from: from, to: to), asOf: now, in: zone, topSchools: 0,
                    topCoaches: 0, recentPosts: 0, days: .last(0)
                ).summary.totalPosts > 0
            })
    }

    /// Creates the hint for a page of posts that are not in one table.
    ///
    /// - Parameters:
    ///   - postCount: the number of posts.
    ///   - newest: returns the time of the newest post.
    ///   - hasPosts: returns whether a page with these parameters shows a post.
    init?(
        ofPosts postCount: Int, range: AnalyticsRange, from: CivilDate?, to: CivilDate?,
        asOf now: Timestamp, in zone: ZoneOffsets, newest: () -> Timestamp?,
        hasPosts: (_ range: AnalyticsRange, _ from: CivilDate?, _ to: CivilDate?, _ now: Timestamp) -> Bool
    ) {
        guard !hasPosts(range, from, to, now), let newest = newest().map({ zone.civilDate(at: $0) })
        else { return nil }
        self = withoutActuallyEscaping(hasPosts) { hasPosts in
            var candidates: [Candidate] = []
            if range != .all {
                candidates.append(
                    ("--now \(newest)", { hasPosts(range, from, to, zone.endOfDay(newest)) }))
                candidates.append(("--range all", { hasPosts(.all, from, to, now) }))
            }
            let moved: [(option: String, from: CivilDate?, to: CivilDate?)] =
                (from == nil ? [] : [("--from \(newest)", newest, to)])
                + (to == nil ? [] : [("--to \(newest)", from, newest)])
            var combined: [Candidate] = []
            for (option, from, to) in moved {
                candidates.append((option, { hasPosts(range, from, to, now) }))
                combined.append(("--range all \(option)", { hasPosts(.all, from, to, now) }))
            }
            return EmptyRangeHint(
                .post, range == .all ? .days : .range, rowCount: postCount, newest: newest,
                candidates: candidates, combined: combined)
        }
    }

    /// Creates the hint for a timeline; nil when an item is in the range, or there are no items.
    init?(of timeline: RecruitingTimeline, range: TimelineRange, asOf now: Timestamp, in zone: ZoneOffsets) {
        func hasItems(_ range: TimelineRange, asOf now: Timestamp) -> Bool {
            timeline.layout(range, asOf: now, in: zone).state == .items
        }
        let items = timeline.items(in: zone)
        guard !items.isEmpty, !hasItems(range, asOf: now),
            let newest = items.indices.map({ items.start($0) }).max().map({ zone.civilDate(at: $0) })
        else { return nil }
        var candidates: [Candidate] = [
            ("--now \(newest)", { hasItems(range, asOf: zone.endOfDay(newest)) })
        ]
        if range != .allTime { candidates.append(("--range all", { hasItems(.allTime, asOf: now) })) }
        self.init(.item, rowCount: items.count, newest: newest, candidates: candidates)
    }

    /// Creates the hint for an activity feed; nil when an activity is in the range, or there are no
    /// activities.
    init?(of feed: ActivityFeed, range: ActivityRange, asOf now: Timestamp, in zone: ZoneOffsets) {
        func hasActivities(_ range: ActivityRange, asOf now: Timestamp) -> Bool {
            feed.page(size: 1, where: ActivityFilter(range: range), asOf: now, in: zone).total > 0
        }
        guard !hasActivities(range, asOf: now),
            let event = feed.page(size: 1, asOf: now, in: zone).events.first
        else { return nil }
        let newest = zone.civilDate(at: event.timestamp.timestamp)
        self.init(
            .activity, rowCount: feed.count, newest: newest,
            candidates: [
                ("--now \(newest)", { hasActivities(range, asOf: zone.endOfDay(newest)) }),
                ("--range all", { hasActivities(.all, asOf: now) }),
            ])
    }

    /// Creates the hint for a report; nil when an interaction or metric is in the period, or there are none.
    ///
    /// - Parameters:
    ///   - preset: the preset of the period; nil for a period of two dates.
    ///   - isPresetChosen: whether `--preset` was given, which does not allow dates.
    init?(
        of sources: ReportSources, period: ReportPeriod, preset: ReportPreset?, isPresetChosen: Bool = false,
        asOf now: Timestamp, in zone: ZoneOffsets
    ) {
        func hasRows(_ period: ReportPeriod?) -> Bool {
            period.map { sources.report.page($0, in: zone).state == .report } ?? false
        }
        // Checked first: the pass over all rows is made only for an empty period.
        guard !hasRows(period) else { return nil }
        let days = sources.days(in: zone)
        guard let newest = days.newest else { return nil }
        var candidates: [Candidate] = []
        if let preset {
            candidates.append(
                ("--now \(newest)", { hasRows(preset.period(asOf: zone.endOfDay(newest), in: zone)) }))
            for wider in ReportPreset.allCases {
                candidates.append(
                    ("--preset \(wider.rawValue)", { hasRows(wider.period(asOf: now, in: zone)) }))
            }
        }
        if !isPresetChosen {
            let start = newest.adding(days: -30)
            candidates.append(
                ("--from \(start) --to \(newest)", { hasRows(try? ReportPeriod(from: start, to: newest)) }))
        }
        self.init(
            .interactionOrMetric, .period, rowCount: days.count, newest: newest,
            candidates: candidates)
    }
}

extension ReportSources {
    /// Returns how many rows have a day that decides whether a period counts them, and the newest of these
    /// days.
    func days(in zone: ZoneOffsets) -> (count: Int, newest: CivilDate?) {
        var newest: CivilDate?
        func add(_ day: CivilDate) { newest = max(newest ?? day, day) }
        let (interactions, metrics) = (interactions ?? .empty, metrics ?? .empty)
        for row in 0..<interactions.count { add(zone.civilDate(at: interactions[row].time)) }
        for row in 0..<metrics.count { add(TimelineDate(metrics[row].time, in: zone).day) }
        return (interactions.count + metrics.count, newest)
    }
}
