import CompassSynthesis
import Foundation
import XCTest

final class WholeSecondsTests: XCTestCase {
    private static let instants = [
        "post_date", "created_at", "updated_at", "occurred_at", "changed_at", "start_date", "end_date",
    ]

    private static let exact = Result { try DatasetGenerator(SynthesisOptions(posts: 200)) }
    private static let whole = Result {
        try DatasetGenerator(SynthesisOptions(posts: 200, wholeSeconds: true))
    }

    func testNoInstantHasAFraction() throws {
        for table in SynthesisTable.allCases {
            for row in try Self.whole.get().rows(of: table) {
                for column in Self.instants {
                    guard let text = row[column] as? String else { continue }
                    XCTAssertFalse(text.contains("."), text)
                }
            }
        }
    }

    func testRowsAreTheSameButForTheFractions() throws {
        for table in SynthesisTable.allCases {
            func byID(_ rows: [JSONRow]) -> [String: NSDictionary] {
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
            let whole = byID(try Self.whole.get().rows(of: table))
            let shortened = byID(try Self.exact.get().rows(of: table))
            XCTAssertEqual(whole.count, shortened.count)
            for (id, row) in whole {
                guard row != shortened[id] else { continue }
                return XCTFail("\(table.rawValue): \(row) from \(String(describing: shortened[id]))")
            }
        }
    }

    func testPostsWhoseInstantsBecomeEqualAreOrderedByID() throws {
        let options = SynthesisOptions(posts: 5000, wholeSeconds: true)
        let posts = try DatasetGenerator(options).rows(of: .socialMediaPosts)
        let keys = zip(posts.texts("post_date"), posts.texts("id")).map { ($0, $1) }
        XCTAssertEqual(keys.count, posts.count)
        for (newer, older) in zip(keys, keys.dropFirst()) {
            XCTAssertTrue(newer.0 > older.0 || (newer.0 == older.0 && newer.1 < older.1))
        }
    }
}
