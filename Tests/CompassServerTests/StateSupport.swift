import CompassFiles
import CompassKernel
import CompassProgram
import CompassServer
import CompassSynthesis
import CompassTestSupport
import Foundation
import Synchronization
import XCTest

/// A data directory of one test.
final class TestDirectory {
    let path: String

    /// Creates a directory with all nine tables.
    init(posts: Int, without missing: Set<SynthesisTable> = []) throws {
        path = NSTemporaryDirectory() + "compass-state-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let generator = try DatasetGenerator(SynthesisOptions(posts: posts))
        for table in SynthesisTable.allCases where !missing.contains(table) {
            var bytes: [UInt8] = []
            generator.write(table) { chunk in bytes.append(contentsOf: chunk) }
            try write(bytes, to: table)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var logPath: String { path + "/changes.ndjson" }
    var log: [UInt8] { FileManager.default.contents(atPath: logPath).map(Array.init) ?? [] }
    var logLines: [Substring] { String(decoding: log, as: UTF8.self).split(separator: "\n") }

    func write(_ bytes: [UInt8], to table: SynthesisTable) throws {
        try write(bytes, toFile: table.fileName(lineDelimited: false))
    }

    func write(_ text: String, to table: SynthesisTable) throws { try write(Array(text.utf8), to: table) }

    func write(_ bytes: [UInt8], toFile name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    func content(of table: SynthesisTable) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + table.fileName(lineDelimited: false))))
    }
}

/// Texts that a state reports to the user of the program.
final class ReportedLines: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }
    func append(_ text: String) { texts.withLock { $0.append(text) } }
}

/// A change log in memory that counts its calls and fails as a test wants.
final class MemoryLogFile: ChangeLogFile {
    struct State {
        var bytes: [UInt8] = []
        var appendCount = 0
        var syncCount = 0
        /// How many of the next appended bytes there is space for; nil for all.
        var space: Int?
        var failsToSync = false
        var failsToTruncate = false
        /// Whether syncs wait until a test lets them go on.
        var isHeld = false
    }

    private let state: Mutex<State>

    init(_ bytes: [UInt8] = []) { state = Mutex(State(bytes: bytes)) }

    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var syncCount: Int { state.withLock { $0.syncCount } }
    var appendCount: Int { state.withLock { $0.appendCount } }
    func change(_ body: (inout sending State) -> Void) { state.withLock { body(&$0) } }

    func byteCount() -> Int { bytes.count }
    func readAll() -> [UInt8] { bytes }

    func append(_ bytes: [UInt8]) throws(OperatingSystem.CallFailure) {
        try state.withLock { state throws(OperatingSystem.CallFailure) in
            state.appendCount += 1
            if let space = state.space, space < bytes.count {
                state.bytes += bytes.prefix(space)
                throw OperatingSystem.CallFailure(code: ENOSPC)
            }
            state.bytes += bytes
        }
    }

    func synchronize() throws(OperatingSystem.CallFailure) {
        while state.withLock({ $0.isHeld }) { sched_yield() }
        try state.withLock { state throws(OperatingSystem.CallFailure) in
            state.syncCount += 1
            if state.failsToSync { throw OperatingSystem.CallFailure(code: EIO) }
        }
    }

    func truncate(to byteCount: Int) throws(OperatingSystem.CallFailure) {
        try state.withLock { state throws(OperatingSystem.CallFailure) in
            if state.failsToTruncate { throw OperatingSystem.CallFailure(code: EIO) }
            state.bytes = Array(state.bytes.prefix(byteCount))
        }
    }
}

/// A time that a test sets.
final class TestTime: Sendable {
    private let micros = Mutex<Int64>(1_772_366_400_000_000)

    var now: Timestamp { Timestamp(micros: micros.withLock { $0 }) }
    func set(_ time: Timestamp) { micros.withLock { $0 = time.micros } }
}

extension ServerState {
    /// Creates a state that allows changes, with a clock of the test.
    static func changing(
        _ directory: TestDirectory, log: (any ChangeLogFile)? = nil, clock: ManualClock = ManualClock(),
        reports: ReportedLines = ReportedLines(), _ adjust: (inout Options) -> Void = { _ in }
    ) throws -> ServerState {
        try changing(directory.path, log: log, clock: clock, reports: reports, adjust)
    }

    /// Creates a state of a directory or a table file that allows changes, with a clock of the test.
    static func changing(
        _ path: String, log: (any ChangeLogFile)? = nil, clock: ManualClock = ManualClock(),
        reports: ReportedLines = ReportedLines(), _ adjust: (inout Options) -> Void = { _ in }
    ) throws -> ServerState {
        var options = Options()
        options.allowsChanges = true
        options.generation = 0
        options.searchIndexing = .never
        options.clock = clock
        options.report = { reports.append($0) }
        adjust(&options)
        return try ServerState(of: path, options: options, log: log)
    }

    /// Creates a state that allows changes, and reads its tables.
    static func loaded(
        _ directory: TestDirectory, log: (any ChangeLogFile)? = nil, clock: ManualClock = ManualClock(),
        reports: ReportedLines = ReportedLines(), _ adjust: (inout Options) -> Void = { _ in }
    ) async throws -> ServerState {
        let state = try changing(directory, log: log, clock: clock, reports: reports, adjust)
        await state.load()
        return state
    }

    var posts: PostTable { snapshot.posts.value?.posts ?? .empty }
    var allPosts: [Post] { Array(posts) }
}

/// Checks that a call fails with a status; returns the error.
@discardableResult
func assertRefused<Result>(
    _ status: Int, file: StaticString = #filePath, line: UInt = #line,
    _ body: () async throws(APIError) -> Result
) async -> APIError? {
    do throws(APIError) {
        _ = try await body()
        XCTFail("it was not refused", file: file, line: line)
        return nil
    } catch {
        XCTAssertEqual(error.status, status, error.message, file: file, line: line)
        return error
    }
}
