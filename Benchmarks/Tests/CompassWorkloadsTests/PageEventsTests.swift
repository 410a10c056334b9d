import BenchmarkHarness
import Foundation
import XCTest

@testable import CompassWorkloads

final class PageEventsTests: XCTestCase {
    /// Each event compares its page with the kernel's answers.
    func testEveryEventLeadsToWhatTheKernelAnswers() throws {
        try XCTSkipUnless(Thread.isMainThread && MainActorTurns.isAvailable, "turns cannot be measured here")
        let datasets = try SmallDatasets()
        let names = Set(PageEvents.descriptions.map(\.name))
        XCTAssertEqual(names.count, PageEvents.descriptions.count, "two events of one name")
        XCTAssertTrue(names.allSatisfy { $0.hasPrefix(PageEvents.prefix) })
        let rows = try PageEvents.measure(names, datasets.inputs, .tenThousand, isQuick: true) { _ in }
        XCTAssertEqual(rows.map(\.name), PageEvents.descriptions.map(\.name))
        for row in rows {
            XCTAssertTrue(row.answerChecked)
            let total = try XCTUnwrap(row.details[PageEvent.total])
            XCTAssertGreaterThanOrEqual(total, row.kernel.nanoseconds.median * 0.99, row.name)
        }
        XCTAssertEqual(try PageEvents.measure(names, datasets.inputs, .million, isQuick: true) { _ in }, [])
    }

    func testATurnIsWhatRunsWithoutAPause() throws {
        try XCTSkipUnless(Thread.isMainThread && MainActorTurns.isAvailable, "turns cannot be measured here")
        let sample = try MainActorTurns.withTurns { turns in
            let end = End()
            return try turns.sample(quietSeconds: 0.01, isDone: { end.isReached }) {
                Task {
                    Self.spend(milliseconds: 5)
                    // The rest is another turn.
                    await Self.leave()
                    Self.spend(milliseconds: 20)
                    await Self.leave()
                    Self.spend(milliseconds: 5)
                    end.isReached = true
                }
            }
        }
        XCTAssertGreaterThanOrEqual(sample.longest, 20e6)
        XCTAssertGreaterThanOrEqual(sample.total, 30e6)
        XCTAssertLessThan(sample.longestProcessor, sample.total)
    }

    @MainActor
    private final class End { var isReached = false }

    private nonisolated static func spend(milliseconds: Double) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while ContinuousClock.now < end {}
    }

    @concurrent
    private static func leave() async {}
}
