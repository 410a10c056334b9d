import XCTest

@testable import CompassKernel

final class NumberLiteralTests: XCTestCase {
    private func parse(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { bytes in
            bytes.baseAddress.flatMap { NumberLiteral.parse($0, count: bytes.count) }
        }
    }

    /// Compares every text of up to five of these bytes with the grammar as a regular expression.
    func testExactlyTheNumbersOfJSONAreRead() throws {
        let grammar = #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/#
        var texts = [""]
        for _ in 0..<5 {
            texts = texts.flatMap { text in ["0", "7", "-", "+", ".", "e"].map { text + $0 } }
            for text in texts {
                let isNumber = try grammar.wholeMatch(in: text) != nil
                XCTAssertEqual(parse(text), isNumber ? Double(text) : nil, text)
            }
        }
    }

    func testDecimalsAreRoundedAsTheStandardLibraryRoundsThem() {
        for round in 0..<SeededRandom.rounds(20_000) {
            var random = SeededRandom(round: round)
            let bound = [10, 1_000, 100_000_000, Int.max][random.below(4)]
            var text = (random.chance(1, of: 2) ? "-" : "") + "\(random.below(bound))"
            if random.chance(1, of: 2) {
                text += "." + (0...random.below(20)).map { _ in "\(random.below(10))" }.joined()
            }
            if random.chance(1, of: 3) { text += "e\(random.below(650) - 330)" }
            XCTAssertEqual(parse(text), Double(text), "\(text), \(random.label)")
        }
    }
}
