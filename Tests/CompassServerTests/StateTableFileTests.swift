import CompassFiles
import CompassKernel
import CompassProgram
import CompassServer
import CompassSynthesis
import CompassTestSupport
import Foundation
import XCTest

extension TestDirectory {
    /// A table file beside the tables.
    var file: String { path + "/season.compass" }
    var fileLogPath: String { file + ".changes.ndjson" }
    var fileLog: [UInt8] { FileManager.default.contents(atPath: fileLogPath).map(Array.init) ?? [] }
    var fileLogLines: [String] {
        String(decoding: fileLog, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns all tables.
    func tables() throws -> TableFile {
        var tables = try PartialTables(path, threads: 1)
        return TableFile(
            posts: try tables.loadPosts(), schools: try tables.loadSchools(isRequired: true),
            coaches: try tables.load(CoachTable.self, .coaches),
            interactions: try tables.load(InteractionTable.self, .interactions),
            offers: try tables.load(OfferTable.self, .offers),
            events: try tables.load(EventTable.self, .events),
            documents: try tables.load(DocumentTable.self, .documents),
            metrics: try tables.load(MetricTable.self, .performanceMetrics),
            statusChanges: try tables.load(StatusChangeTable.self, .schoolStatusHistory),
            reports: tables.loadings.map(\.report))
    }

    /// Saves the tables as a table file.
    func saveFile(generation: UInt64 = 0) throws {
        var tables = try tables()
        tables.generation = generation
        try tables.save(to: file)
    }

    /// Saves the table file onto itself.
    @discardableResult
    func foldChanges(_ reports: ReportedLines = ReportedLines()) throws -> TableFileSaving.Outcome {
        let file = file
        return try TableFileSaving.save(to: file, report: { reports.append($0) }) { () throws(Failure) in
            do throws(TableFileError) { return try TableFile.open(file) } catch { throw Failure(error) }
        }
    }
}

extension ServerState {
    /// Creates a state of the directory's table file, and reads its tables.
    static func ofFile(
        _ directory: TestDirectory, log: (any ChangeLogFile)? = nil,
        reports: ReportedLines = ReportedLines(), _ adjust: (inout Options) -> Void = { _ in }
    ) async throws -> ServerState {
        let state = try changing(directory.file, log: log, reports: reports, adjust)
        await state.load()
        return state
    }
}

final class StateTableFileTests: XCTestCase {
    func testATableFileIsServedAsItsDirectory() async throws {
        let directory = try TestDirectory(posts: 50)
        try directory.saveFile()
        let (file, tables) = (
            try await ServerState.ofFile(directory), try await ServerState.loaded(directory)
        )
        XCTAssertEqual(file.allPosts, tables.allPosts)
        XCTAssertEqual(file.snapshot.tables, tables.snapshot.tables)
        XCTAssertNil(file.snapshot.loadingTable)
        XCTAssertNotNil(file.snapshot.timeline.value)
        XCTAssertNotNil(file.snapshot.reports.value)
        XCTAssertEqual(file.snapshot.schools.value?.count, tables.snapshot.schools.value?.count)
    }

    func testChangesAreKeptBesideTheFile() async throws {
        let directory = try TestDirectory(posts: 20)
        try directory.saveFile(generation: 3)
        let before = FileManager.default.contents(atPath: directory.file)
        var state: ServerState? = try await ServerState.ofFile(directory)
        XCTAssertEqual(directory.fileLogLines, ["{\"generation\":3}"])
        let ids = try XCTUnwrap(state).allPosts.map(\.id)
        _ = try await state!.change(
            post: ids[0], to: PostFieldsChange(flaggedForReview: true, notes: .some("a\n\"b\"")))
        let deletion = try await state!.delete(post: ids[1])
        _ = try await state!.delete(post: ids[2])
        _ = try await state!.undo(deletion.undo!)
        XCTAssertEqual(directory.fileLogLines.count, 5)
        XCTAssertEqual(directory.log, [], "the directory has a log of its own")
        let shown = state!.allPosts
        XCTAssertEqual(shown.count, 19)

        // A server that accepts no changes, and the commands.
        let reader = try await ServerState.ofFile(directory) { $0.allowsChanges = false }
        XCTAssertEqual(reader.allPosts, shown)
        state = nil
        let next = try await ServerState.ofFile(directory)
        XCTAssertEqual(next.allPosts, shown)
        XCTAssertEqual(FileManager.default.contents(atPath: directory.file), before)
    }

    func testALinkHasTheLogOfItsFile() async throws {
        let directory = try TestDirectory(posts: 5)
        try directory.saveFile()
        let link = directory.path + "/link.compass"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.file)
        let state = try ServerState.changing(link)
        XCTAssertThrowsError(try ServerState.changing(directory.file)) { error in
            XCTAssertEqual((error as? Failure)?.status, .cannotCreate)
            XCTAssertTrue((error as? Failure)?.message.contains("another server writes it") ?? false)
        }
        XCTAssertTrue(FileManager.default.fileExists(atPath: directory.fileLogPath))
        XCTAssertFalse(FileManager.default.fileExists(atPath: link + ".changes.ndjson"))
        withExtendedLifetime(state) {}
    }

    func testSavingPutsTheChangesInside() async throws {
        let directory = try TestDirectory(posts: 20)
        try directory.saveFile()
        var state: ServerState? = try await ServerState.ofFile(directory)
        let ids = try XCTUnwrap(state).allPosts.map(\.id)
        _ = try await state!.change(post: ids[0], to: PostFieldsChange(notes: .some("kept")))
        _ = try await state!.delete(post: ids[1])
        let shown = state!.allPosts
        XCTAssertThrowsError(try directory.foldChanges(), "a server writes the log") { error in
            XCTAssertEqual((error as? Failure)?.status, .cannotCreate)
            XCTAssertTrue((error as? Failure)?.message.contains("a server writes it") ?? false)
        }
        state = nil
        XCTAssertEqual(
            try directory.foldChanges(), TableFileSaving.Outcome(generation: 1, changeCount: 2))
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory.fileLogPath))
        let file = try TableFile.open(directory.file, verify: .all)
        XCTAssertEqual(file.generation, 1)
        XCTAssertEqual(file.posts.map { Array($0) }, shown)
        XCTAssertEqual(file.reports.count, 9)
        XCTAssertEqual(
            try directory.foldChanges(), TableFileSaving.Outcome(generation: 2, changeCount: 0))
        let next = try await ServerState.ofFile(directory)
        XCTAssertEqual(next.allPosts, shown)
        XCTAssertEqual(directory.fileLogLines, ["{\"generation\":2}"])
    }

    func testANewFileIsTheFirstGeneration() throws {
        let directory = try TestDirectory(posts: 5)
        let tables = try directory.tables()
        let outcome = try TableFileSaving.save(to: directory.file) { () throws(Failure) in tables }
        XCTAssertEqual(outcome, TableFileSaving.Outcome(generation: 0, changeCount: 0))
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory.fileLogPath))
        let saved = FileManager.default.contents(atPath: directory.file)
        try directory.saveFile()
        XCTAssertEqual(FileManager.default.contents(atPath: directory.file), saved)
    }

    func testAFailedSaveLeavesFileAndLog() async throws {
        let directory = try TestDirectory(posts: 5)
        try directory.saveFile()
        let failing = { () throws(Failure) -> TableFile in throw Failure(.noInput, "no tables") }
        XCTAssertThrowsError(try TableFileSaving.save(to: directory.file, failing))
        XCTAssertFalse(
            FileManager.default.fileExists(atPath: directory.fileLogPath), "it was created for its lock")
        var state: ServerState? = try await ServerState.ofFile(directory)
        _ = try await state!.delete(post: state!.allPosts[0].id)
        state = nil
        let (file, log) = (FileManager.default.contents(atPath: directory.file), directory.fileLog)
        XCTAssertThrowsError(try TableFileSaving.save(to: directory.file, failing))
        // Changes of posts need posts.
        XCTAssertThrowsError(
            try TableFileSaving.save(to: directory.file) { () throws(Failure) in TableFile() })
        XCTAssertEqual(FileManager.default.contents(atPath: directory.file), file)
        XCTAssertEqual(directory.fileLog, log)
    }

    func testTheLogOfAnEarlierGenerationIsIgnored() async throws {
        let directory = try TestDirectory(posts: 5)
        try directory.saveFile(generation: 2)
        let all = try XCTUnwrap(directory.tables().posts)
        let log = "{\"generation\":1}\n{\"type\":\"DELETE\",\"old_record\":{\"id\":\"\(all[0].id)\"}}\n"
        try directory.write(log, toFile: "season.compass.changes.ndjson")
        let reports = ReportedLines()
        let message =
            "season.compass.changes.ndjson: its changes are of generation 1, and are ignored: the table file is "
            + "of generation 2, and has them inside"
        let reader = try await ServerState.ofFile(directory, reports: reports) { $0.allowsChanges = false }
        XCTAssertEqual(reader.posts.count, 5)
        XCTAssertEqual(reports.all, [message])
        XCTAssertEqual(directory.fileLog, Array(log.utf8))
        XCTAssertEqual(try directory.foldChanges(reports).changeCount, 0)
        XCTAssertEqual(reports.all, [message, message])
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory.fileLogPath))
        try directory.write(log, toFile: "season.compass.changes.ndjson")
        let writer = try await ServerState.ofFile(directory)
        XCTAssertEqual(writer.posts.count, 5)
        XCTAssertEqual(directory.fileLogLines, ["{\"generation\":3}"])
    }

    func testTheLogOfALaterGenerationIsRefused() async throws {
        let directory = try TestDirectory(posts: 5)
        try directory.saveFile(generation: 2)
        for (heading, message) in [
            ("{\"generation\":3}", "has the changes of generation 3, but the table file is of generation 2"),
            ("{\"type\":\"DELETE\"}", "does not begin with the generation"),
            ("{\"generation\":\"x\"}", "does not begin with the generation"),
            ("{\"generation\":9007199254740993}", "does not begin with the generation"), ("\0", "does not"),
        ] {
            let log = Array("\(heading)\n".utf8)
            try directory.write(log, toFile: "season.compass.changes.ndjson")
            for allowsChanges in [false, true] {
                XCTAssertThrowsError(
                    try ServerState.changing(directory.file) { $0.allowsChanges = allowsChanges }
                ) { error in
                    XCTAssertEqual((error as? Failure)?.status, .malformedData)
                    XCTAssertTrue((error as? Failure)?.message.contains(message) ?? false, "\(error)")
                }
            }
            XCTAssertThrowsError(try directory.foldChanges())
            XCTAssertThrowsError(try DataSource.opening(directory.file))
            XCTAssertEqual(directory.fileLog, log)
        }
    }

    func testTornEndsAreCutByTheWriterAlone() async throws {
        let directory = try TestDirectory(posts: 5)
        try directory.saveFile()
        let ids = try XCTUnwrap(directory.tables().posts).map(\.id)
        let whole = "{\"generation\":0}\n{\"type\":\"DELETE\",\"old_record\":{\"id\":\"\(ids[0])\"}}\n"
        try directory.write(whole + "{\"type\":\"DEL", toFile: "season.compass.changes.ndjson")
        let name = "season.compass.changes.ndjson: the last line was not written to its end, and was"
        let reports = ReportedLines()
        let reader = try await ServerState.ofFile(directory, reports: reports) { $0.allowsChanges = false }
        XCTAssertEqual(reader.posts.count, 4)
        XCTAssertEqual(reports.all, ["\(name) ignored (12 bytes)"])
        XCTAssertEqual(directory.fileLog.count, whole.utf8.count + 12)
        let writer = try await ServerState.ofFile(directory, reports: reports)
        XCTAssertEqual(writer.posts.count, 4)
        XCTAssertEqual(reports.all.last, "\(name) removed (12 bytes)")
        XCTAssertEqual(directory.fileLog, Array(whole.utf8))
        // An unfinished first line is no change of anybody.
        for torn in ["{", "{\"generation\":0}", "\0\0\0\0"] {
            try directory.write(torn, toFile: "other.compass.changes.ndjson")
            let file = directory.path + "/other.compass"
            try FileManager.default.copyItem(atPath: directory.file, toPath: file)
            let state = try ServerState.changing(file)
            let log = FileManager.default.contents(atPath: file + ".changes.ndjson")
            XCTAssertEqual(log, Data("{\"generation\":0}\n".utf8), torn)
            withExtendedLifetime(state) {}
            try FileManager.default.removeItem(atPath: file)
        }
    }

    func testAFileThatWasReplacedIsNotReadByTheServerThatWrites() async throws {
        let directory = try TestDirectory(posts: 5)
        try directory.saveFile()
        let reports = ReportedLines()
        let state = try await ServerState.ofFile(directory, reports: reports)
        let reader = try await ServerState.ofFile(directory) { $0.allowsChanges = false }
        _ = try await state.delete(post: state.allPosts[0].id)
        let shown = state.allPosts
        // Not by this program, which would see the lock.
        try directory.saveFile(generation: 1)
        await state.reload()
        XCTAssertEqual(state.allPosts, shown)
        XCTAssertTrue(reports.all.contains { $0.contains("was replaced by another one") }, "\(reports.all)")
        let receipt = try await state.sync()
        XCTAssertFalse(receipt.success)
        XCTAssertFalse(receipt.message.contains(directory.path), receipt.message)
        _ = try await state.delete(post: state.allPosts[0].id)
        XCTAssertEqual(directory.fileLogLines.count, 3)
        await reader.reload()
        XCTAssertEqual(reader.posts.count, 5)
    }

    func testASyncReadsTheFileAgain() async throws {
        let directory = try TestDirectory(posts: 10)
        try directory.saveFile()
        var writer: ServerState? = try await ServerState.ofFile(directory)
        let clock = ManualClock()
        let reader = try await ServerState.ofFile(directory) {
            $0.allowsChanges = false
            $0.clock = clock
        }
        let generation = reader.snapshot.generation
        _ = try await reader.sync()
        XCTAssertEqual(reader.snapshot.generation, generation, "nothing has changed")
        _ = try await writer!.delete(post: reader.allPosts[0].id)
        let receipt = try await writer!.sync()
        XCTAssertEqual(receipt.newPostCount, 0)
        clock.advance(by: .seconds(10))
        _ = try await reader.sync()
        XCTAssertEqual(reader.allPosts, writer!.allPosts)
        XCTAssertEqual(reader.snapshot.generation, generation + 1)
        writer = nil
        let more = try TestDirectory(posts: 12)
        let tables = try more.tables()
        try TableFileSaving.save(to: directory.file) { () throws(Failure) in tables }
        clock.advance(by: .seconds(10))
        let saved = try XCTUnwrap(TableFile.open(directory.file).posts)
        let newCount = Set(saved.map(\.id)).subtracting(reader.allPosts.map(\.id)).count
        let again = try await reader.sync()
        XCTAssertEqual(again.newPostCount, newCount)
        XCTAssertEqual(reader.allPosts, Array(saved))
    }

    func testThereMustBeAFile() throws {
        let directory = try TestDirectory(posts: 5)
        for allowsChanges in [false, true] {
            XCTAssertThrowsError(
                try ServerState.changing(directory.file) { $0.allowsChanges = allowsChanges }
            ) { XCTAssertEqual(($0 as? Failure)?.status, .noInput) }
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory.fileLogPath))
        try directory.write("no tables", toFile: "season.compass")
        XCTAssertThrowsError(try ServerState.changing(directory.file)) {
            XCTAssertEqual(($0 as? Failure)?.status, .malformedData)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory.fileLogPath))
    }
}
