import CompassSynthesis
import Foundation
import XCTest

final class WholeSecondsTests: XCTestCase {
    private static let instants = [
        "post_date", "created_at", "updated_at", "occurred_at", "changed_at", "start_date", "end_date",
    ]

    private func rows(_ table: SynthesisTable, posts: Int = 200, wholeSeconds: Bool) throws -> [JSONRow] {
        try DatasetGenerator(SynthesisOptions(posts: posts, wholeSeconds: wholeSeconds)).rows(of: table)
    }

    func testNoInstantHasAFraction() throws {
        for table in SynthesisTable.allCases {
            for row in try rows(table, wholeSeconds: true) {
                for column in Self.instants {
                    guard let text = row[column] as? String else { continue }
                    XCTAssertFalse(text.contains("."), text)
                }
            }
        }
    }

    func testRowsAreTheSameButForTheFractions() throws {
        for table in SynthesisTable.allCases {
            func byId(_ rows: [JSONRow]) -> [String: NSDictionary] {
                var result: [String: NSDictionary] = [:]
                for row in rows {
                    guard let id = row["id"] as? String else { continue }
                    var shortened = row
                    for column in Self.instants {
                        guard let text = row[column] as? String, let dot = text.firstIndex(of: ".") else {
                            continue
                        }
                        shortened[column] = text[..<dot] + "+00:00"
                    }
                    result[id] = shortened as NSDictionary
                }
                return result
            }
            let whole = byId(try rows(table, wholeSeconds: true))
            let shortened = byId(try rows(table, wholeSeconds: false))
            XCTAssertEqual(whole.count, shortened.count)
            for (id, row) in whole {
                guard row != shortened[id] else { continue }
                return XCTFail("\(table.rawValue): \(row) from \(String(describing: shortened[id]))")
            }
        }
    }

    func testPostsWhoseInstantsBecomeEqualAreOrderedById() throws {
        let posts = try rows(.socialMediaPosts, posts: 5000, wholeSeconds: true)
        let keys = zip(posts.texts("post_date"), posts.texts("id")).map { ($0, $1) }
        XCTAssertEqual(keys.count, posts.count)
        for (newer, older) in zip(keys, keys.dropFirst()) {
            XCTAssertTrue(newer.0 > older.0 || (newer.0 == older.0 && newer.1 < older.1))
        }
    }
}
