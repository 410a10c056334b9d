import XCTest

@testable import CompassKernel

final class SearchIgnoringAccentsTests: XCTestCase {
    private static func fold(_ text: String) -> [UInt8] {
        var target = GrowableColumn<UInt8>()
        var text = text
        text.withUTF8 { _ = TextFolding.appendWithoutAccents($0, to: &target) }
        return target.withBuffer { Array($0) }
    }

    func testAccentsOfTextsAreIgnored() {
        let rows = SearchedRows([["José won", "jose", "Jos", nil], [nil, "Ñandú", "", "naïve é"]])
        for (name, configuration) in SearchIndexConfiguration.all {
            let index = rows.index(configuration)
            XCTAssertEqual(index.searchIgnoringAccents(Array("jose".utf8), rowCount: 4), [0, 1], name)
            XCTAssertEqual(index.searchIgnoringAccents(Array("e w".utf8), rowCount: 4), [0], name)
            XCTAssertEqual(index.searchIgnoringAccents(Array("andu".utf8), rowCount: 4), [1], name)
            XCTAssertEqual(index.searchIgnoringAccents(Array("e e".utf8), rowCount: 4), [3], name)
            XCTAssertEqual(index.search(Array("jose".utf8), rowCount: 4).rows, [1], name)
            // A pattern with an accent matches no text whose accents are removed.
            XCTAssertEqual(index.searchIgnoringAccents(Array("é".utf8), rowCount: 4), [], name)
        }
    }

    func testRandomTexts() {
        let alphabet = ["a", "e", "é", "Ü", "ñ", " ", "/", "e\u{301}", "🔥", "한"]
        for round in 0..<SeededRandom.rounds(4) {
            var random = SeededRandom(round: round)
            let texts = (0..<2).map { _ in
                (0..<130).map { _ -> String? in
                    (0..<random.below(9)).map { _ in alphabet[random.below(alphabet.count)] }.joined()
                }
            }
            let rows = SearchedRows(texts, fold: SearchIgnoringAccentsTests.fold)
            for (name, configuration) in SearchIndexConfiguration.all {
                let index = rows.index(configuration)
                for _ in 0..<40 {
                    let text = (0...random.below(3)).map { _ in alphabet[random.below(alphabet.count)] }
                        .joined()
                    let pattern = SearchIgnoringAccentsTests.fold(text)
                    XCTAssertEqual(
                        index.searchIgnoringAccents(pattern, rowCount: 130), rows.rows(containing: pattern),
                        "\(text.debugDescription), \(name), \(random.label)")
                }
            }
        }
    }
}
