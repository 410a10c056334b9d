import CompassBaseline
import CompassKernel
import CompassTestSupport
import Foundation

/// Posts and schools for the kernel and for the careful baseline, made once per process.
struct PerformancePosts: Sendable {
    /// The posts as a JSON array.
    let json: [UInt8]
    /// The same posts, one object a line.
    let ndjson: [UInt8]
    let table: PostTable
    let directory: SchoolDirectory
    let social: SocialPosts
    let baselinePosts: BaselinePosts
    let baselineSchools: BaselineSchools

    private static let made = Result { try PerformancePosts(PerformanceData.shared()) }

    static func shared() throws -> PerformancePosts { try made.get() }

    private init(_ data: PerformanceData) throws {
        json = try data.document(.socialMediaPosts)
        ndjson = try data.document(.socialMediaPosts, lineDelimited: true)
        let schools = try data.document(.schools)
        table = try PostTable.load(json: json).table
        directory = try SchoolDirectory.load(json: schools).table
        social = table.bound(to: directory)
        baselinePosts = try Self.baselinePosts(ndjson)
        baselineSchools = try BaselineLoader.schools(schools).schools
    }

    /// Compares a page with the careful baseline's; a wrong page is not measured.
    ///
    /// - Throws: `WrongAnswer`, which ends the test.
    func check(_ page: SocialAnalyticsPage, answers query: PageQuery) throws {
        let careful = query.baselinePage(baselinePosts, baselineSchools)
        let differences = BaselineSocialPage(page).differences(from: careful)
        if !differences.isEmpty { throw WrongAnswer(question: "\(query)", differences: differences) }
    }

    /// `count` schools, spread over the directory.
    func spreadSchools(_ count: Int) -> [BaselineText] {
        let schools = baselineSchools.rows
        let count = min(count, schools.count)
        return (0..<count).map { schools[$0 * schools.count / count].id }
    }

    /// Reads some thousand lines at a time: the baseline's loader builds a tree of the whole document, which
    /// would take gigabytes for a million rows. No row of one chunk may replace one of another.
    private static func baselinePosts(_ lines: [UInt8]) throws -> BaselinePosts {
        var rows: [BaselinePost] = []
        var start = lines.startIndex
        while start < lines.endIndex {
            let atLeast = min(start + (1 << 21), lines.endIndex)
            let end = lines[atLeast...].firstIndex(of: 0x0A).map { $0 + 1 } ?? lines.endIndex
            rows += try BaselineLoader.posts(Array(lines[start..<end]), format: .ndjson).posts.rows
            start = end
        }
        return BaselinePosts(rows)
    }
}

/// A kernel result that differs from the careful baseline's.
struct WrongAnswer: Error, CustomStringConvertible {
    let question: String
    let differences: [String]

    var description: String { "\(question): \(differences.joined(separator: "\n"))" }
}
