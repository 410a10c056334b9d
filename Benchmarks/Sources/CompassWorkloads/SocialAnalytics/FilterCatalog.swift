import CompassBaseline
import CompassKernel
import CompassTestSupport

/// A filter for the kernel and for the baseline.
package struct NamedFilter {
    package let name: String
    package let kernel: PostFilter
    package let baseline: BaselineFilter
    package var everyDay = false

    package func kernelPage(_ inputs: PageInputs, _ now: Int64) -> SocialAnalyticsPage {
        inputs.social.analyticsPage(
            .all, where: kernel, asOf: Timestamp(micros: now), in: inputs.zone,
            days: everyDay ? .every : .sameAsRange)
    }

    func carefulPage(_ inputs: PageInputs, _ now: Int64) throws -> BaselineSocialPage {
        let tables = try inputs.careful()
        return BaselineAnalytics.page(
            posts: tables.posts, schools: tables.schools, range: .all, filter: baseline, now: now,
            zone: inputs.timeZone, activity: everyDay ? .every : .sameAsRange)
    }
}

/// The measured filters: each condition alone, sets of every size, and typical combinations.
package enum FilterCatalog {
    package static func filters(_ inputs: PageInputs) throws -> [NamedFilter] {
        let schoolIDs = try BaselineTables.schools(path: inputs.dataset.schoolsPath).rows.map(\.id)
        let newest = inputs.zone.civilDate(at: Timestamp(micros: inputs.instants[0]))
        return flags + sentiments + schools(schoolIDs) + dates(newest) + combinations(schoolIDs, newest)
            + fewRecruiting(inputs) + coaches(inputs)
    }

    private static let flags = [
        NamedFilter(
            name: "twitter", kernel: .platform(.twitter), baseline: BaselineFilter(platforms: [.twitter])),
        NamedFilter(
            name: "instagram", kernel: .platform(.instagram),
            baseline: BaselineFilter(platforms: [.instagram])),
        NamedFilter(name: "recruiting", kernel: .recruiting, baseline: BaselineFilter(recruiting: true)),
        NamedFilter(
            name: "not recruiting", kernel: .recruiting(false), baseline: BaselineFilter(recruiting: false)),
        NamedFilter(name: "flagged", kernel: .flagged, baseline: BaselineFilter(flagged: true)),
        NamedFilter(name: "not flagged", kernel: .flagged(false), baseline: BaselineFilter(flagged: false)),
    ]

    private static let sentiments: [NamedFilter] =
        ([[.veryPositive], [.positive], [.neutral], [.negative], [.positive, .negative], Sentiment.allCases]
        as [[Sentiment]]).map { sentiments in
            NamedFilter(
                name: sentiments == Sentiment.allCases
                    ? "any sentiment" : sentiments.map(\.rawValue).joined(separator: " or "),
                kernel: .sentiment(Set(sentiments)),
                baseline: BaselineFilter(sentiments: Set(sentiments.map { BaselineSentiment($0) })))
        }

    /// `count` schools, spread over the directory.
    private static func ids(_ count: Int, of ids: [BaselineText]) -> [BaselineText] {
        (0..<min(count, ids.count)).map { ids[$0 * ids.count / min(count, ids.count)] }
    }

    private static func schools(_ all: [BaselineText]) -> [NamedFilter] {
        [1, 8, 200, all.count].map { count in
            let chosen = ids(count, of: all)
            return NamedFilter(
                name: count == all.count ? "all schools" : count == 1 ? "1 school" : "\(count) schools",
                kernel: .schools(chosen.map(\.string)), baseline: BaselineFilter(schoolIDs: Set(chosen)))
        }
    }

    /// Days before `newest`; no index has a block boundary there.
    private static func dateRange(_ newest: CivilDate, from: Int?, to: Int?) -> NamedFilter {
        let first = from.map { newest.adding(days: -$0) }
        let last = to.map { newest.adding(days: -$0) }
        let name = [from.map { "from day -\($0)" }, to.map { "to day -\($0)" }].compactMap { $0 }
        return NamedFilter(
            name: name.joined(separator: " "), kernel: .dates(from: first, to: last),
            baseline: BaselineFilter(
                from: first.map { BaselineDay(daysSinceEpoch: Int($0.daysSinceEpoch)) },
                to: last.map { BaselineDay(daysSinceEpoch: Int($0.daysSinceEpoch)) }))
    }

    private static func dates(_ newest: CivilDate) -> [NamedFilter] {
        [
            dateRange(newest, from: 17, to: nil), dateRange(newest, from: nil, to: 43),
            dateRange(newest, from: 101, to: 11), dateRange(newest, from: 333, to: 171),
        ]
    }

    /// Schools whose recruiting posts are so rare that the newest ones are far apart.
    private static func fewRecruiting(_ inputs: PageInputs) -> [NamedFilter] {
        let page = inputs.social.analyticsPage(
            .all, where: .recruiting, asOf: Timestamp(micros: inputs.instants[0]), in: inputs.zone,
            topSchools: .max)
        guard let last = page.topSchools.last else { return [] }
        let rarest = BaselineText(last.id)
        let school = PostFilter.school(rarest.string)
        let baseline = BaselineFilter(schoolIDs: [rarest])
        return [
            NamedFilter(name: "school of few recruiting posts", kernel: school, baseline: baseline),
            NamedFilter(
                name: "school of few recruiting posts, every day", kernel: school, baseline: baseline,
                everyDay: true),
            NamedFilter(
                name: "school of few recruiting posts, recruiting, negative",
                kernel: school && .recruiting && .sentiment([.negative]),
                baseline: BaselineFilter(schoolIDs: [rarest], sentiments: [.negative], recruiting: true)),
            NamedFilter(
                name: "school of few recruiting posts, flagged", kernel: school && .flagged,
                baseline: BaselineFilter(schoolIDs: [rarest], flagged: true)),
        ]
    }

    /// Coaches from the most to the least active one.
    private static func coaches(_ inputs: PageInputs) -> [NamedFilter] {
        let ids = inputs.social.analyticsPage(
            .all, asOf: Timestamp(micros: inputs.instants[0]), in: inputs.zone, topCoaches: .max
        ).topCoaches.map { BaselineText($0.id) }
        let (middle, eight) = (ids[ids.count / 2], self.ids(8, of: ids))
        return [
            NamedFilter(
                name: "1 coach", kernel: .coach(middle.string), baseline: BaselineFilter(coachIDs: [middle])),
            NamedFilter(
                name: "8 coaches", kernel: .coaches(eight.map(\.string)),
                baseline: BaselineFilter(coachIDs: Set(eight))),
            NamedFilter(
                name: "8 coaches, twitter, every day",
                kernel: .coaches(eight.map(\.string)) && .platform(.twitter),
                baseline: BaselineFilter(platforms: [.twitter], coachIDs: Set(eight)), everyDay: true),
        ]
    }

    private static func combinations(_ schoolIDs: [BaselineText], _ newest: CivilDate) -> [NamedFilter] {
        let eight = ids(8, of: schoolIDs)
        let half = ids(200, of: schoolIDs)
        let dates = dateRange(newest, from: 101, to: 11)
        return [
            NamedFilter(
                name: "twitter, negative", kernel: .platform(.twitter) && .sentiment([.negative]),
                baseline: BaselineFilter(platforms: [.twitter], sentiments: [.negative])),
            NamedFilter(
                name: "instagram, recruiting, not flagged, two sentiments",
                kernel: .platform(.instagram) && .recruiting && .flagged(false)
                    && .sentiment([.veryPositive, .positive]),
                baseline: BaselineFilter(
                    platforms: [.instagram], sentiments: [.veryPositive, .positive], recruiting: true,
                    flagged: false)),
            NamedFilter(
                name: "8 schools, twitter, dates",
                kernel: .schools(eight.map(\.string)) && .platform(.twitter) && dates.kernel,
                baseline: BaselineFilter(
                    platforms: [.twitter], schoolIDs: Set(eight), from: dates.baseline.from,
                    to: dates.baseline.to)),
            NamedFilter(
                name: "200 schools, recruiting, negative",
                kernel: .schools(half.map(\.string)) && .recruiting && .sentiment([.negative]),
                baseline: BaselineFilter(
                    schoolIDs: Set(half), sentiments: [.negative], recruiting: true)),
            NamedFilter(
                name: "nothing matches", kernel: .school("no such school") && .recruiting,
                baseline: BaselineFilter(schoolIDs: ["no such school"], recruiting: true)),
            NamedFilter(
                name: "twitter, every day", kernel: .platform(.twitter),
                baseline: BaselineFilter(platforms: [.twitter]), everyDay: true),
            NamedFilter(
                name: "200 schools, flagged, every day", kernel: .schools(half.map(\.string)) && .flagged,
                baseline: BaselineFilter(schoolIDs: Set(half), flagged: true), everyDay: true),
            NamedFilter(
                name: "200 schools, every day", kernel: .schools(half.map(\.string)),
                baseline: BaselineFilter(schoolIDs: Set(half)), everyDay: true),
            NamedFilter(
                name: "no filter, every day", kernel: .all, baseline: BaselineFilter(), everyDay: true),
        ]
    }
}
