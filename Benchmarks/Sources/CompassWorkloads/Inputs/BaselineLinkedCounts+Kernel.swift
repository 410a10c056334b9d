import BenchmarkHarness
import CompassBaseline
import CompassKernel

extension LinkedCounts {
    /// Throws at the first difference from the baseline's counts, which omit entries without posts.
    func check(equals expected: BaselineLinkedCounts, _ question: String) throws {
        let sentiments = self.sentiments.filter { $0.count > 0 }
            .map { (BaselineSentiment($0.type), $0.count) }
        let schools = self.schools.filter { $0.postCount > 0 }
            .map { (BaselineText($0.id), $0.postCount) }
        let days = activityByDay.map {
            BaselineSocialPage.Day(
                date: $0.date.description, label: $0.label, count: $0.count, height: $0.height)
        }
        let parts: [(name: String, isEqual: Bool)] = [
            ("matchCount", matchCount == expected.matchCount),
            (
                "platforms",
                platforms.twitter == expected.platforms.twitter
                    && platforms.instagram == expected.platforms.instagram
            ),
            (
                "sentiments",
                Dictionary(sentiments, uniquingKeysWith: { $1 }) == expected.sentiments
                    && withoutSentiment == expected.withoutSentiment
            ),
            (
                "schools",
                Dictionary(schools, uniquingKeysWith: { $1 }) == expected.schools
                    && withoutSchool == expected.withoutSchool
            ),
            ("flagged", flagged.yes == expected.flagged && flagged.no == expected.notFlagged),
            (
                "recruiting",
                recruiting.yes == expected.recruiting && recruiting.no == expected.notRecruiting
            ),
            ("days", days == expected.days),
        ]
        let differences = parts.filter { !$0.isEqual }.map(\.name)
        try CheckFailure.unless(
            differences.isEmpty, "\(question): the counts differ in \(differences.joined(separator: ", "))")
    }
}
