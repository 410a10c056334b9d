import CompassFiles
import CompassKernel
import CompassProgram
import CompassServer
import CompassSynthesis
import Foundation
import Synchronization
import XCTest

/// Operations on files, as they were made.
private final class RecordedOperations: Sendable {
    private let operations = Mutex<[FileOperation]>([])

    var all: [FileOperation] { operations.withLock { $0 } }
    func append(_ operation: FileOperation) { operations.withLock { $0.append(operation) } }
}

/// A folder as a loss of power could leave it: what was synchronized is there, and of the rest any part.
private struct LostFolder {
    /// A file by its number: its bytes, and whether they are on the disk.
    private struct Content {
        var bytes: [UInt8] = []
        var isDurable = false
    }

    private var contents: [Content] = []
    private var names: [String: Int] = [:]
    private var durableNames: [String: Int] = [:]
    /// The names that each operation since then has set, or removed.
    private var pending: [[String: Int?]] = []

    init(_ files: [String: [UInt8]]) {
        for (name, bytes) in files {
            names[name] = contents.count
            contents.append(Content(bytes: bytes, isDurable: true))
        }
        durableNames = names
    }

    mutating func apply(_ operation: FileOperation) {
        switch operation {
        case .create(let path):
            set([name(path): contents.count])
            contents.append(Content())
        case .append(let bytes, let path): change(path) { $0.bytes += bytes }
        case .truncate(let count, let path): change(path) { $0.bytes = Array($0.bytes.prefix(count)) }
        case .synchronize(let path):
            if let number = names[name(path)] { contents[number].isDurable = true }
        case .rename(let path, let newPath):
            set([name(path): Int?.none, name(newPath): names[name(path)]])
        case .remove(let path): set([name(path): Int?.none])
        case .synchronizeFolder:
            durableNames = names
            pending = []
        }
    }

    private func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

    private mutating func set(_ change: [String: Int?]) {
        for (name, number) in change { names[name] = number }
        pending.append(change)
    }

    private mutating func change(_ path: String, _ body: (inout Content) -> Void) {
        guard let number = names[name(path)] else { return XCTFail("no file \(path)") }
        contents[number].isDurable = false
        body(&contents[number])
    }

    /// Returns the files that may be there, by name: each combination of names, and files that were not
    /// synchronized cut at some bytes.
    func remains() -> [[String: [UInt8]]] {
        (0..<(1 << pending.count)).flatMap { subset -> [[String: [UInt8]]] in
            var names = durableNames
            for index in pending.indices where subset >> index & 1 == 1 {
                for (name, number) in pending[index] { names[name] = number }
            }
            var cuts = [1.0]
            if names.values.contains(where: { !contents[$0].isDurable }) {
                cuts = [0, 0.01, 0.3, 0.7, 0.999, 1]
            }
            return cuts.map { cut in
                names.mapValues { number in
                    let content = contents[number]
                    let count = Int(Double(content.bytes.count) * cut)
                    return content.isDurable ? content.bytes : Array(content.bytes.prefix(count))
                }
            }
        }
    }
}

final class TableFileSavingTests: XCTestCase {
    /// The posts that a command shows.
    private func shown(_ path: String) throws -> [Post] {
        var (source, changes) = try DataSource.opening(path) { _ in }
        var (posts, _) = try source.loadRequired(PostTable.self, .socialMediaPosts, LoadOptions())
        changes.apply(to: &posts)
        return Array(posts)
    }

    func testALossOfPowerWhileSavingLosesNoChange() async throws {
        let directory = try TestDirectory(posts: 12)
        try directory.saveFile(generation: 4)
        var state: ServerState? = try await ServerState.ofFile(directory)
        let ids = try XCTUnwrap(state).allPosts.map(\.id)
        _ = try await state!.change(
            post: ids[0], to: PostFieldsChange(flaggedForReview: true, notes: .some("kept")))
        _ = try await state!.delete(post: ids[1])
        let expected = state!.allPosts
        state = nil
        let (name, logName) = ("season.compass", "season.compass.changes.ndjson")
        let file = Array(try XCTUnwrap(FileManager.default.contents(atPath: directory.file)))
        let before = [name: file, logName: directory.fileLog]

        let recorded = RecordedOperations()
        try FileOperation.$recorder.withValue({ recorded.append($0) }) {
            _ = try directory.foldChanges()
        }
        let operations = recorded.all
        XCTAssertTrue(operations.contains(.remove(path: directory.path + "/" + logName)))
        let scratch = try TestDirectory(posts: 1, without: Set(SynthesisTable.allCases))
        var folder = LostFolder(before)
        var (seen, generations) = (Set<[String: [UInt8]]>(), Set<UInt64>())
        for count in 0...operations.count {
            if count > 0 {
                folder.apply(operations[count - 1])
                // Most operations append a section to the new file, which has no name yet that matters.
                if case .append = operations[count - 1], count % 50 != 0 { continue }
            }
            for files in folder.remains() where seen.insert(files).inserted {
                for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path) {
                    try FileManager.default.removeItem(atPath: scratch.path + "/" + name)
                }
                for (name, bytes) in files { try scratch.write(bytes, toFile: name) }
                XCTAssertEqual(try shown(scratch.file), expected, "after \(count) operations")
                generations.insert(try TableFile.open(scratch.file, verify: .all).generation)
                // Saving again completes it, and removes what is left.
                let outcome = try scratch.foldChanges()
                XCTAssertGreaterThan(outcome.generation, 4)
                XCTAssertEqual(try shown(scratch.file), expected)
                let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
                XCTAssertEqual(names, [name])
            }
        }
        XCTAssertEqual(generations, [4, 5])
        XCTAssertGreaterThan(seen.count, 10)
        print("\(seen.count) folders after \(operations.count) operations")
    }

    func testTheOrderOfOperations() throws {
        let directory = try TestDirectory(posts: 3)
        try directory.saveFile()
        let recorded = RecordedOperations()
        try FileOperation.$recorder.withValue({ recorded.append($0) }) {
            _ = try directory.foldChanges()
        }
        let names = recorded.all.compactMap { operation -> String? in
            switch operation {
            case .create: "create"
            case .append, .truncate: nil
            case .synchronize: "synchronize"
            case .rename: "rename"
            case .remove: "remove"
            case .synchronizeFolder: "folder"
            }
        }
        XCTAssertEqual(
            names, ["folder", "create", "synchronize", "rename", "folder", "remove", "folder"])
    }

    func testALogThatWasRemovedMeanwhileIsLockedAnew() throws {
        let directory = try TestDirectory(posts: 3)
        let place = ChangeLogPlace(tableFile: directory.file)
        let first = try LockedLogFile(place, for: .saving)
        XCTAssertThrowsError(try LockedLogFile(place, for: .saving))
        try first.remove()
        // Nobody can have the name while its former file is locked by another one.
        let second = try LockedLogFile(place, for: .serving)
        try second.append(Array("x".utf8))
        XCTAssertEqual(directory.fileLog, Array("x".utf8))
        withExtendedLifetime((first, second)) {}
    }

    func testPlacesOfLogs() {
        XCTAssertEqual(ChangeLogPlace(directory: "data").path, "data/changes.ndjson")
        XCTAssertEqual(ChangeLogPlace(directory: "data/").path, "data/changes.ndjson")
        XCTAssertEqual(ChangeLogPlace(tableFile: "no.compass").path, "./no.compass.changes.ndjson")
        XCTAssertEqual(ChangeLogPlace(tableFile: "/no/a.b").path, "/no/a.b.changes.ndjson")
        XCTAssertEqual(ChangeLogPlace(tableFile: "/no.compass").path, "/no.compass.changes.ndjson")
    }
}
