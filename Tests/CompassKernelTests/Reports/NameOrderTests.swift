import XCTest

@testable import CompassKernel

final class NameOrderTests: XCTestCase {
    /// Compares pairs of names with the sort of whole lists.
    func testTwoNamesStandAsInASortedList() {
        let names = [
            "", "a", "A", "aa", "Aa", "aA", "b", "B", "Z", "[", "é", "É", "e\u{301}", "İ", "i\u{307}", "ß",
            "ẞ",
            "aß", "aẞ", "aSS", "Σας", "ΣΑΣ", "σας", "a\u{301}", "á", "zz", "😀", "a😀", "A😀", "ab", "K",
            "\u{212a}",
            "k", "a\u{0}", "a ", "N/A",
        ]
        for left in names {
            for right in names {
                let isFirst = NameOrder.sorted(names: [right, left], ids: ["", ""]) == [1, 0]
                XCTAssertEqual(NameOrder.precedes(left, right), isFirst, "\(left) \(right)")
            }
        }
    }
}
