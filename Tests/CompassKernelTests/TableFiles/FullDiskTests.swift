import Foundation
import XCTest

@testable import CompassKernel

/// Saving where the system refuses to write more, as on a full disk.
final class FullDiskTests: XCTestCase {
    func testTheOldFileStaysAndNothingIsLeftOver() throws {
        let folder = try TableFileFolder()
        let path = folder.file("some.compass")
        let posts = try PostTable(
            (0..<20).map { row in
                Post(
                    id: "\(row)", platform: .twitter, postDate: Timestamp(micros: Int64(row)),
                    postContent: "Camp day \(row)")
            })
        try TableFile(posts: posts).save(to: path)
        let old = bytes(ofFile: path)
        let changed = TableFile(posts: PostTable.empty, coaches: CoachTable([Coach(id: "c")]))
        for byteCount in stride(from: 0, to: 2000, by: 97) {
            try withLargestFile(byteCount) {
                XCTAssertThrowsError(try changed.save(to: path)) { error in
                    XCTAssertEqual((error as? TableFileError)?.kind, .unwritableFile, "\(error)")
                }
            }
            XCTAssertEqual(folder.names, ["some.compass"])
            XCTAssertEqual(bytes(ofFile: path), old)
        }
        try changed.save(to: path)
        XCTAssertEqual(try TableFile.open(path, verify: .all).coaches?.count, 1)
    }
}
