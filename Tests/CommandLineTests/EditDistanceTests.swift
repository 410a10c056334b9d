import CompassProgram
import XCTest

@testable import compass

final class EditDistanceTests: XCTestCase {
    func testDistancesOfWholeTexts() {
        for (left, right, distance) in [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("kitten", "sitting", 3),
            ("socail", "social", 1), ("ca", "abc", 3), ("report", "repot", 1), ("ab", "ba", 1),
            ("abcd", "badc", 2), ("é", "e", 1), ("feed", "fed", 1),
        ] {
            XCTAssertEqual(EditDistance.between(left, right), distance, "\(left), \(right)")
            XCTAssertEqual(EditDistance.between(right, left), distance, "\(right), \(left)")
        }
    }

    func testDistancesToTheNearestPart() {
        for (pattern, text, distance) in [
            ("", "abc", 0), ("abc", "", 3), ("rice", "rice university", 0), ("univ", "rice university", 0),
            ("stanfrod", "stanford university", 1), ("baylr", "the baylor bears", 1), ("xyz", "abc", 3),
        ] {
            XCTAssertEqual(EditDistance.between(pattern, andAnyPartOf: text), distance, "\(pattern), \(text)")
        }
    }

    /// Checks all pairs of texts of up to four of two letters against the definition. A breadth-first search
    /// would count transposed letters twice, so the definition's recursion is written out.
    func testEveryPairOfShortTexts() {
        func slow(_ left: ArraySlice<Character>, _ right: ArraySlice<Character>) -> Int {
            guard let a = left.last else { return right.count }
            guard let b = right.last else { return left.count }
            var best = slow(left.dropLast(), right.dropLast()) + (a == b ? 0 : 1)
            best = min(best, slow(left.dropLast(), right) + 1, slow(left, right.dropLast()) + 1)
            if left.count > 1, right.count > 1, a == right.dropLast().last, left.dropLast().last == b {
                best = min(best, slow(left.dropLast(2), right.dropLast(2)) + 1)
            }
            return best
        }
        var texts = [""]
        for length in 1...4 {
            texts += (0..<1 << length).map { bits in
                String((0..<length).map { bits >> $0 & 1 == 0 ? "a" : "b" })
            }
        }
        for left in texts {
            for right in texts {
                let whole = slow(Array(left)[...], Array(right)[...])
                XCTAssertEqual(EditDistance.between(left, right), whole, "\(left), \(right)")
                let parts = right.indices.flatMap { start in
                    right.indices[start...].map { Array(right[start...$0])[...] }
                }
                let nearest = (parts + [[]]).map { slow(Array(left)[...], $0) }.min()
                XCTAssertEqual(
                    EditDistance.between(left, andAnyPartOf: right), nearest, "\(left) in \(right)")
            }
        }
    }

    func testNearestNamesBeginWithThoseThatHaveThePart() {
        let names = ["Rice University", "Baylor University", "Stanford University", "Price College"]
        XCTAssertEqual(
            NearestNames.nearest(to: "RICE", among: names, limit: 2), ["Price College", "Rice University"])
        XCTAssertEqual(NearestNames.nearest(to: "stanfrod", among: names, limit: 1), ["Stanford University"])
        XCTAssertEqual(NearestNames.nearest(to: "x", among: [], limit: 5), [])
        let long = String(repeating: "x", count: 100_000)
        XCTAssertEqual(NearestNames.nearest(to: long, among: [long, "a"], limit: 1), [long])
    }

    func testTheNearestWordBeginsWithTheTextOrHasFewestEdits() {
        let words = ["social", "feed", "timeline", "report"]
        for (text, word) in [
            ("socia", "social"), ("s", "social"), ("time", "timeline"), ("fede", "feed"),
            ("REPROT", "report"),
            ("tmeline", "timeline"),
        ] { XCTAssertEqual(NearestNames.nearestWord(to: text, among: words), word, text) }
        XCTAssertNil(NearestNames.nearestWord(to: "x", among: []))
    }
}
