import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport
import Dispatch
import Foundation
import Synchronization

/// Loads posts from a mapped file into a table that can be queried: scanning, validation, columns,
/// duplicates, indexes.
package enum IngestPosts {
    package static let array = CompassWorkload(
        name: "ingest.json", purpose: "JSON array to queryable table, with one thread and with two"
    ) { inputs, size in
        let dataset = try inputs.datasets.dataset(size, wholeSeconds: false)
        var question = try prepare(
            "ingest.json", dataset, path: dataset.postsPath, byteCount: dataset.postsByteCount, .json, size)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: dataset.postsPath), options: .alwaysMapped)
        // The platform's decoder into structs; dates stay texts.
        question.cases[0].specified = Call { _ in try SpecifiedLoader.decodePosts(bytes) }
        question.cases[0].checkSpecified = {
            let decoded = try SpecifiedLoader.decodePosts(bytes)
            let posts = try BaselineTables.posts(path: dataset.postsPath).rows
            try CheckFailure.unless(
                Set(decoded.map { BaselineText($0.id) }) == Set(posts.map(\.id)),
                "ingest.json: JSONDecoder reads other posts than the baseline")
        }
        return question
    }

    package static let lines = CompassWorkload(
        name: "ingest.ndjson",
        purpose: "one JSON object a line to queryable table, with one thread and with two"
    ) { inputs, size in
        let dataset = try inputs.datasets.dataset(size, wholeSeconds: false)
        let lines = try inputs.datasets.lineDelimitedPosts(dataset)
        var question = try prepare(
            "ingest.ndjson", dataset, path: lines.path, byteCount: lines.byteCount, .ndjson, size)
        question.notes.append("as specified not measured: JSONDecoder reads whole documents")
        return question
    }

    package static let twoThreads = "two threads"
    /// The key of the time of one thread where the allocator has kept the memory of an equal table.
    package static let usedMemory = "one thread, memory used before"
    /// The key of the time in which the file is read, and as many of its bytes are copied into new memory as a
    /// loaded table has, at most all.
    package static let copy = "copying as much as stays"
    /// The key of the time of two loads with one thread each. Where it is longer than that of one, they slow each
    /// other down, and the threads of one load may do so, too.
    package static let twoLoads = "two loads at once"

    private static func prepare(
        _ name: String, _ dataset: DatasetFolder.Dataset, path: String, byteCount: Int,
        _ format: DocumentFormat,
        _ size: DatasetSize
    ) throws -> PreparedQuestion {
        @Sendable func load(threads: Int) throws -> PostTable {
            try PostTable.load(contentsOf: path, format: format, options: LoadOptions(threads: threads)).table
        }
        let kernel = Call(before: { FreedMemory.keep(false) }) { _ in try load(threads: 1) }
        let question = QuestionCase(kernel: kernel) {
            let expected = try widestPage(dataset)
            for threads in [1, 2] {
                let page = try widestPage(of: try load(threads: threads), dataset)
                try page.check(equals: expected, "\(name), \(threads) threads")
            }
        }
        var prepared = PreparedQuestion(rows: size.rows, cases: [question], bytesRead: byteCount)
        prepared.variants = [.init(name: twoThreads, call: Call { _ in try load(threads: 2) })]
        if FreedMemory.keep(false) {
            @Sendable func leaveMemory() throws {
                FreedMemory.keep(true)
                blackHole(try load(threads: 1))
            }
            let again = Call(before: leaveMemory) { _ in try load(threads: 1) }
            // First, so that the kernel's samples that follow give the memory back.
            prepared.variants.insert(.init(name: usedMemory, call: again), at: 0)
        }
        let keptBytes = min(try load(threads: 1).byteCount, byteCount)
        prepared.references = [
            .init(name: copy, call: Call { _ in try WholeFile.sum(path, afterCopying: keptBytes) }),
            .init(name: twoLoads, call: Call { _ in try twoAtOnce { try load(threads: 1) } }),
        ]
        prepared.notes = [
            "careful not measured: its loader is the tests' oracle, built to be right and not to be fast"
        ]
        return prepared
    }

    /// Loads two tables at once, each of which is destroyed by the thread that loaded it, and returns their numbers of
    /// posts.
    private static func twoAtOnce(_ load: @Sendable () throws -> PostTable) throws -> [Int] {
        let results = Mutex<[Result<Int, any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            let result = Result { try load().count }
            results.withLock { $0.append(result) }
        }
        return try results.withLock { $0 }.map { try $0.get() }
    }

    /// Every day, every school, every recruiting post with all its texts, by the baseline.
    private static func widestPage(_ dataset: DatasetFolder.Dataset) throws -> BaselineSocialPage {
        let tables = try CarefulTables(dataset)
        guard let zone = TimeZone(identifier: PageInputs.zoneIdentifier) else {
            throw CheckFailure("the platform does not know \(PageInputs.zoneIdentifier)")
        }
        return BaselineAnalytics.page(
            posts: tables.posts, schools: tables.schools, range: .all, now: dataset.asOfMicros, zone: zone,
            topSchools: .max, recentPosts: .max, activity: .every)
    }

    private static func widestPage(
        of table: PostTable, _ dataset: DatasetFolder.Dataset
    ) throws -> BaselineSocialPage {
        let directory = try SchoolDirectory.load(contentsOf: dataset.schoolsPath).table
        return BaselineSocialPage(
            table.bound(to: directory).analyticsPage(
                .all, asOf: Timestamp(micros: dataset.asOfMicros),
                in: try ZoneOffsets(identifier: PageInputs.zoneIdentifier), topSchools: .max,
                recentPosts: .max, days: .every))
    }
}
