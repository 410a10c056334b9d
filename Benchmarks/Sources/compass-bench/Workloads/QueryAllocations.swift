import BenchmarkHarness
import CompassKernel

/// Holds queries to their promise: no heap allocation but those of the result value.
enum QueryAllocations {
    /// Counts the allocations of a call at each instant, and throws where they are not exactly the result's.
    ///
    /// - Returns: the counts of the first instant; nil where the platform cannot count.
    static func check(
        _ question: String, instants: [Int64], in context: BenchmarkContext,
        _ call: (Int64) -> SocialAnalyticsPage
    ) throws -> AllocationCount? {
        guard AllocationCount.isAvailable else { return nil }
        var first: AllocationCount?
        // What is built once, such as a cache, is built now.
        blackHole(call(instants[0]))
        for instant in [instants[0], instants[instants.count / 2], instants[instants.count - 1]] {
            let (page, count) = AllocationCount.during { call(instant) }
            guard let count else { return nil }
            let owned = page.ownedAllocations
            try CheckFailure.unless(
                count.allocations == owned,
                "\(question): \(count.allocations) allocations, but the result owns \(owned)")
            context.report.queriesWithoutExtraAllocations += 1
            if first == nil { first = count }
        }
        return first
    }
}

extension SocialAnalyticsPage {
    /// The heap blocks that a page owns: one for each array that is not empty, and one for each text of more
    /// than 15 UTF-8 bytes (shorter ones are stored within the `String`), except labels, which are constants,
    /// and the ids and names of schools, which the page shares with the table that it was asked of.
    var ownedAllocations: Int {
        let arrays = [
            sentiment.isEmpty, activityByDay.isEmpty, topSchools.isEmpty, recentRecruitingPosts.isEmpty,
        ].count { !$0 }
        let texts = recentRecruitingPosts.flatMap { [$0.id, $0.authorHandle, $0.authorName, $0.postContent] }
        return arrays + texts.count { ($0?.utf8.count ?? 0) > 15 }
    }
}
