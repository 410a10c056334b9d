import CompassBaseline
import CompassKernel
import Foundation

// The kernel's results in the baseline's form, texts byte for byte.

extension BaselineLinkedCounts: BaselineResult {
    /// Converts a value of the kernel, without the names of schools and percentages.
    public init(_ counts: LinkedCounts) {
        self.init(posts: BaselinePosts([]), filter: BaselineFilter(), now: 0, zone: .gmt, activity: .days(0))
        matchCount = counts.matchCount
        platforms = .init(twitter: counts.platforms.twitter, instagram: counts.platforms.instagram)
        sentiments = Dictionary(
            uniqueKeysWithValues: counts.sentiments.filter { $0.count > 0 }.map {
                (BaselineSentiment($0.type), $0.count)
            })
        withoutSentiment = counts.withoutSentiment
        schools = Dictionary(
            uniqueKeysWithValues: counts.schools.filter { $0.postCount > 0 }.map {
                (BaselineText($0.id), $0.postCount)
            })
        withoutSchool = counts.withoutSchool
        coaches = Dictionary(
            uniqueKeysWithValues: counts.coaches.filter { $0.postCount > 0 }.map {
                (BaselineText($0.id), $0.postCount)
            })
        withoutCoach = counts.withoutCoach
        flagged = counts.flagged.yes
        notFlagged = counts.flagged.no
        recruiting = counts.recruiting.yes
        notRecruiting = counts.recruiting.no
        days = counts.activityByDay.map { day in
            .init(date: day.date.description, label: day.label, count: day.count, height: day.height)
        }
    }

    /// Returns the names and values of the parts that differ from those of `wanted`.
    public func differences(from wanted: BaselineLinkedCounts) -> [String] {
        if self == wanted { return [] }
        var differences = Differences(self, wanted)
        differences.compare("match count", \.matchCount)
        differences.compare("platforms", \.platforms)
        differences.compare("sentiments", \.sentiments)
        differences.compare("without sentiment", \.withoutSentiment)
        differences.compare("schools", \.schools)
        differences.compare("without school", \.withoutSchool)
        differences.compare("coaches", \.coaches)
        differences.compare("without coach", \.withoutCoach)
        differences.compare("flagged", \.flagged)
        differences.compare("not flagged", \.notFlagged)
        differences.compare("recruiting", \.recruiting)
        differences.compare("not recruiting", \.notRecruiting)
        differences.compareRows("days", \.days)
        return differences.texts
    }
}
