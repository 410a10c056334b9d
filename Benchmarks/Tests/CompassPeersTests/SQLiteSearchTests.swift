import Foundation
import XCTest

@testable import CompassPeers

final class SQLiteSearchTests: XCTestCase {
    func testTextsAreCountedThatContainOneAsItIs() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("texts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let texts = ["summer camp\u{1F}ann", "it's 50% a_b", "", "ü camp", "camp"]
        try Data(texts.map { $0 + "\0" }.joined().utf8).write(to: url)
        let search = try SQLiteSearch(path: url.path)
        XCTAssertEqual(search.rowCount, 5)
        for (text, count) in [("camp", 3), ("%", 1), ("_", 1), ("it's", 1), ("ü", 1), ("zz", 0)] {
            XCTAssertEqual(try search.count(text), count, text)
        }
    }
}
