import Foundation
import XCTest

@testable import CompassKernel

final class FileReplacementTests: XCTestCase {
    func testADroppedReplacementLeavesTheOldFile() throws {
        let folder = try TableFileFolder()
        let path = folder.file("some.compass")
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        do {
            let replacement = try FileReplacement(of: path)
            try replacement.write(Array("new".utf8))
            XCTAssertEqual(folder.names.count, 2)
        }
        XCTAssertEqual(folder.names, ["some.compass"])
        XCTAssertEqual(bytes(ofFile: path), Array("old".utf8))
        let replacement = try FileReplacement(of: path)
        try replacement.write(Array("new".utf8))
        try replacement.commit()
        XCTAssertEqual(folder.names, ["some.compass"])
        XCTAssertEqual(bytes(ofFile: path), Array("new".utf8))
    }

    /// An interruption at any time can then remove it.
    func testThePathIsKnownBeforeTheFileExists() throws {
        let folder = try TableFileFolder()
        var announced: [String] = []
        let replacement = try FileReplacement(of: folder.file("some.compass")) {
            announced.append($0)
            XCTAssertEqual(folder.names, [])
        }
        XCTAssertEqual(announced, [replacement.temporary])
        XCTAssertEqual(folder.names.count, 1)
    }

    func testAbandonedFilesGoAndThoseInUseStay() throws {
        let folder = try TableFileFolder()
        let path = folder.file("some.compass")
        for name in [".some.compass.abc.partial", ".other.compass.abc.partial", ".some.compass.partial"] {
            try Data("left".utf8).write(to: URL(fileURLWithPath: folder.file(name)))
        }
        let first = try FileReplacement(of: path)
        let second = try FileReplacement(of: path)
        XCTAssertEqual(folder.names.count, 4)
        try first.commit()
        try second.commit()
        XCTAssertEqual(
            folder.names, [".other.compass.abc.partial", ".some.compass.partial", "some.compass"])
    }

    func testThreadsThatReplaceOneFileLeaveEachOthersFiles() throws {
        let folder = try TableFileFolder()
        let path = folder.file("some.compass")
        let lock = NSLock()
        // Guarded by the lock.
        nonisolated(unsafe) var failures: [String] = []
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<500 {
                do {
                    let replacement = try FileReplacement(of: path)
                    try replacement.write([UInt8(thread)])
                    try replacement.commit()
                } catch {
                    lock.withLock { failures.append("\(error)") }
                }
            }
        }
        XCTAssertEqual(failures, [])
        XCTAssertEqual(folder.names, ["some.compass"])
        XCTAssertEqual(bytes(ofFile: path).count, 1)
    }

    func testLinksAndModesStay() throws {
        let folder = try TableFileFolder()
        let (path, link) = (folder.file("some.compass"), folder.file("link"))
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o620], ofItemAtPath: path)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let replacement = try FileReplacement(of: link)
        try replacement.write(Array("new".utf8))
        try replacement.commit()
        XCTAssertEqual(bytes(ofFile: path), Array("new".utf8))
        XCTAssertEqual(try FileManager.default.destinationOfSymbolicLink(atPath: link), path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
    }

    func testFailuresAreReported() throws {
        let folder = try TableFileFolder()
        for path in [folder.path, folder.file("no/some.compass"), folder.path + "/"] {
            XCTAssertThrowsError(try FileReplacement(of: path)) {
                XCTAssertEqual(($0 as? TableFileError)?.kind, .unwritableFile, path)
            }
        }
        #if os(Linux)
            // Every write to this device fails as on a full disk; it is no regular file that could be
            // replaced.
            XCTAssertThrowsError(try FileReplacement(of: "/dev/full"))
        #endif
    }
}
