import CompassBaseline
import CompassKernel
import CompassTestSupport
import XCTest

/// A page as JSON, queried through the C interface and in Swift.
final class CInterfacePerformanceTests: PerformanceTestCase {
    private static let sampleCount = 1_001
    private static let mostMicrosAdded = 100.0

    func testPageOf30DaysThroughC() throws {
        let posts = try CPosts.shared()
        let questions = try questions()
        measure(callsPerBlock: 64, of: questions, answers: questions.map(\.answer)) {
            posts.page(nowMicros: $0.query.now)
        }
    }

    func testPageOf30DaysInSwift() throws {
        let posts = try PerformancePosts.shared()
        let questions = try questions()
        measure(callsPerBlock: 64, of: questions, answers: questions.map(\.answer)) {
            $0.query.kernelPage(posts.social).json()
        }
    }

    /// Prints the time that the interface adds to a page: both are called in turn, so load affects both;
    /// the result is the median of the pairs' differences.
    ///
    /// This is the only time that a test requires, and only as promised: optimized, with a million posts.
    func testWhatTheInterfaceAddsToAPage() throws {
        let posts = try CPosts.shared()
        let social = try PerformancePosts.shared().social
        let questions = try questions()
        var throughC: [Double] = []
        var inSwift: [Double] = []
        for sample in 0..<Self.sampleCount {
            let question = questions[sample % questions.count]
            var answer: [UInt8] = []
            throughC.append(Self.micros { answer = posts.page(nowMicros: question.query.now) })
            XCTAssertEqual(answer, question.answer)
            inSwift.append(Self.micros { answer = question.query.kernelPage(social).json() })
            XCTAssertEqual(answer, question.answer)
        }
        let (c, swift) = (Self.median(throughC), Self.median(inSwift))
        let added = Self.median(zip(throughC, inSwift).map { $0 - $1 })
        print(
            "Test Case '\(name)', \(social.posts.count) posts: median \(c) us through C, \(swift) us in Swift, "
                + "ratio \(c / swift), median of the differences \(added) us")
        #if !DEBUG
            if social.posts.count >= 1_000_000 { XCTAssertLessThanOrEqual(added, Self.mostMicrosAdded) }
        #endif
    }

    /// A page query and the page's JSON.
    private struct Question {
        let query: PageQuery
        let answer: [UInt8]
    }

    private func questions() throws -> [Question] {
        let data = try PerformanceData.shared()
        let posts = try PerformancePosts.shared()
        return try data.instants.map { now in
            let query = PageQuery(range: .days(30), now: now, zone: data.zone)
            let page = query.kernelPage(posts.social)
            try posts.check(page, answers: query)
            return Question(query: query, answer: page.json())
        }
    }

    private static func micros(_ body: () -> Void) -> Double {
        let (seconds, attoseconds) = ContinuousClock().measure(body).components
        return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    }

    private static func median(_ samples: [Double]) -> Double { samples.sorted()[samples.count / 2] }
}
