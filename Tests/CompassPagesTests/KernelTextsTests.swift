import CompassKernel
import CompassPages
import Foundation
import XCTest

/// The texts that the kernel has as well: in English its own, in a translation not.
final class KernelTextsTests: XCTestCase {
    private let texts = PageTexts.english

    private static let analyticsRanges: [AnalyticsRange] = [
        .last(days: 7), .last(days: 30), .last(days: 90), .all,
    ]

    /// The label of each choice and the name of each type, in one order.
    private static func labels(_ texts: PageTexts) -> [String] {
        Sentiment.allCases.map(texts.common.label) + analyticsRanges.map(texts.socialAnalytics.label)
            + TimelineRange.allCases.map(texts.timeline.label)
            + TimelineItemType.allCases.map(texts.timeline.label)
            + ActivityType.allCases.map(texts.activity.label)
            + ActivityRange.allCases.map(texts.activity.label)
            + ReportPreset.allCases.map(texts.reports.label)
    }

    func testLabelsAreTheKernels() {
        var kernel = Sentiment.allCases.map(\.label) + Self.analyticsRanges.map(\.label)
        kernel += TimelineRange.allCases.map(\.label) + TimelineItemType.allCases.map(\.pluralName)
        kernel += ActivityType.allCases.map(\.label) + ActivityRange.allCases.map(\.label)
        kernel += ReportPreset.allCases.map(\.label)
        XCTAssertEqual(Self.labels(texts), kernel)
        for days in [Int.min, 0, 1, 14, Int.max] {
            let range = AnalyticsRange.last(days: days)
            XCTAssertEqual(texts.socialAnalytics.label(of: range), range.label)
        }
    }

    func testEmptyStatesAreTheKernels() {
        let (feed, timeline) = (texts.socialFeed, texts.timeline)
        XCTAssertEqual(feed.noPostsTitle, FeedState.noPosts.title)
        XCTAssertEqual(feed.noPostsSubtitle, FeedState.noPosts.subtitle)
        XCTAssertEqual(feed.noMatchesTitle, FeedState.noMatches.title)
        XCTAssertEqual(feed.noMatchesSubtitle, FeedState.noMatches.subtitle)
        XCTAssertEqual(timeline.noDataTitle, TimelineState.noData.title)
        XCTAssertEqual(timeline.noDataSubtitle, TimelineState.noData.subtitle)
        XCTAssertEqual(timeline.noMatchesTitle, "No items match your filters.")
        XCTAssertEqual(timeline.noMatchesSubtitle, "Try adjusting filters.")
        XCTAssertEqual(timeline.outOfRangeTitle, TimelineState.outOfRange.title)
        XCTAssertEqual(timeline.outOfRangeSubtitle, TimelineState.outOfRange.subtitle)
        XCTAssertEqual(texts.reports.noData, ReportState.noData.message)
    }

    func testReversedDatesReadLikeTheKernelsError() throws {
        let first = try XCTUnwrap(CivilDate(year: 2010, month: 1, day: 1))
        XCTAssertThrowsError(try ReportPeriod(from: first, to: first.adding(days: -1))) {
            XCTAssertEqual(texts.reports.reversedDates, ($0 as? ReportPeriodError)?.description)
        }
    }

    func testTheNoticeAfterASyncIsTheKernels() {
        for count in [0, 1, 2, 1_000] {
            XCTAssertEqual(
                texts.socialFeed.synced(newCount: count), MergeResult.message(newCount: count))
        }
        XCTAssertEqual(texts.socialFeed.synced.one.placeholders, ["count"])
        XCTAssertEqual(texts.socialFeed.synced.other.placeholders, ["count"])
    }

    /// Buttons and notes that are visible in other states, too, read like the kernel's.
    func testTextsThatTheKernelHasAsWellAreEqual() throws {
        XCTAssertEqual(texts.socialFeed.syncPosts, FeedState.noPosts.action)
        XCTAssertEqual(texts.socialFeed.clearFilters, FeedState.noMatches.action)
        let period = try ReportPeriod(
            from: try XCTUnwrap(CivilDate(year: 2010, month: 1, day: 1)),
            to: try XCTUnwrap(CivilDate(year: 2026, month: 1, day: 1)))
        let page = Reports(schools: nil, coaches: nil, interactions: nil, metrics: nil).page(period, in: .utc)
        XCTAssertTrue(page.warnings.map(\.reason).contains(texts.reports.largeRange))
    }

    func testATranslationHasItsOwnLabels() throws {
        let groups = try JSONSerialization.jsonObject(with: JSONEncoder().encode(texts))
        let marked = try XCTUnwrap(groups as? [String: [String: Any]]).mapValues { keys in
            keys.mapValues { text in (text as? String).map { "§ \($0)" } ?? ["other": "§ {count}"] as Any }
        }
        let translation = try JSONDecoder().decode(
            PageTexts.self, from: JSONSerialization.data(withJSONObject: marked))
        XCTAssertEqual(Self.labels(translation), Self.labels(texts).map { "§ \($0)" })
        XCTAssertEqual(translation.socialFeed.synced(newCount: 0), "§ " + texts.socialFeed.upToDate)
        XCTAssertEqual(translation.socialFeed.synced(newCount: 3), "§ 3")
    }
}
