import Foundation
import XCTest

@testable import CompassKernel

final class JSONWriterTests: XCTestCase {
    func testEscapesQuoteBackslashAndControlCharactersOnly() {
        XCTAssertEqual(written("a\"b\\c/d"), #""a\"b\\c/d""#)
        XCTAssertEqual(written("\u{8}\t\n\u{c}\r\u{0}\u{1f}"), #""\b\t\n\f\r\u0000\u001f""#)
        XCTAssertEqual(written("é漢🙌\u{7f}\u{2028}\u{2029}"), "\"é漢🙌\u{7f}\u{2028}\u{2029}\"")
    }

    func testEveryScalarBelow300AndSomeAboveReadBack() throws {
        let scalars = (0..<300).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{ffff}", "\u{10ffff}"]
        for scalar in scalars {
            let text = "x\(Character(scalar))y"
            let parsed = try JSONSerialization.jsonObject(with: Data(array { $0.value(text) })) as? [String]
            XCTAssertEqual(parsed?.first.map { Array($0.utf8) }, Array(text.utf8), "U+\(scalar.value)")
        }
    }

    func testWholeNumbersHaveNoFraction() {
        XCTAssertEqual(written(100.0), "100")
        XCTAssertEqual(written(0.0), "0")
        XCTAssertEqual(written(-3.0), "-3")
        XCTAssertEqual(written(Int.min), "-9223372036854775808")
        XCTAssertEqual(written(Int.max), "9223372036854775807")
        XCTAssertEqual(written(0), "0")
    }

    func testWholeNumbersOfEveryNumberOfDigits() {
        for number in 0...20_000 { XCTAssertEqual(written(number), String(number)) }
        var power = 1
        while true {
            for number in [power - 1, power, power + 1, power + power / 3, power / 7 * 9] {
                XCTAssertEqual(written(number), String(number))
                XCTAssertEqual(written(-number), String(-number))
            }
            if power > Int.max / 16 { return }
            power *= 10
        }
    }

    func testWholeNumbersOfAnySizeReadAsTheStandardLibraryDescribesThem() {
        func described(_ number: Double) -> String {
            let text = number.description
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        let limit = Double(1 << 53)
        var numbers = [-0.0, limit - 1, limit, limit + 2, 2 * limit, 4 * limit, 1e15, 1e16, 1e17, 1e22]
        var random = TimeTestRandom()
        for _ in 0..<2_000 {
            numbers.append(Double(Int64(bitPattern: random.next()) >> Int64(random.next() % 64)))
        }
        for number in numbers + numbers.map(-) {
            XCTAssertEqual(written(number), described(number), "seed \(random.seed)")
        }
    }

    func testNumbersAreTheShortestThatReadBack() {
        XCTAssertEqual(written(0.1), "0.1")
        XCTAssertEqual(written(22.54901960784314), "22.54901960784314")
        XCTAssertEqual(written(Double.leastNonzeroMagnitude), "5e-324")
        XCTAssertEqual(written(1e300), "1e+300")
        var random = TimeTestRandom()
        for _ in 0..<2_000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            let text = written(number)
            XCTAssertEqual(Double(text), number, "seed \(random.seed)")
            XCTAssertNoThrow(try JSONSerialization.jsonObject(with: Data("[\(text)]".utf8)), text)
        }
    }

    /// The digits are those of the standard library, which are the shortest and of these the nearest.
    func testFractionsOfEveryKindReadAsTheStandardLibraryDescribesThem() {
        var random = TimeTestRandom()
        func expect(_ number: Double, line: UInt = #line) {
            for number in [number, -number] where number.isFinite {
                let text = number.description
                let wanted = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
                if written(number) != wanted {
                    XCTAssertEqual(written(number), wanted, "seed \(random.seed)", line: line)
                }
            }
        }
        // All numbers with up to three decimal places, and their neighbors.
        for thousandths in 0...30_000 {
            let number = Double(thousandths) / 1_000
            for each in [number, number.nextUp, number.nextDown] { expect(each) }
        }
        // Powers of two and ten, whose neighbors are at different distances, and where the form changes.
        for exponent in -1_074...1_023 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            for each in [power, power.nextUp, power.nextDown, 3 * power, 5 * power] { expect(each) }
        }
        for exponent in -20...20 {
            guard let power = Double("1e\(exponent)") else { return XCTFail("1e\(exponent)") }
            for each in [power, power.nextUp, power.nextDown, power / 2, power * 1.5] { expect(each) }
        }
        // Hundredths of all sizes, and around 2⁴⁰, up to which they have a method of their own.
        for size in 20...53 {
            for _ in 0..<300 {
                let number = Double(random.next() % (1 << UInt64(size))) / 100
                for each in [number, number.nextUp, number.nextDown] { expect(each) }
            }
        }
        for hundredths in -300...300 {
            let number = 0x1p40 + Double(hundredths) / 100
            for each in [number, number.nextUp, number.nextDown] { expect(each) }
        }
        // Of all lengths: quotients, decimal fractions, halves of the last unit, and any bits.
        for _ in 0..<60_000 {
            let bits = random.next()
            let magnitude = Int(random.next() % 60) - 12
            expect(Double(sign: .plus, exponent: magnitude, significand: 1 + Double(bits >> 12) * 0x1p-52))
            expect(Double(bits % 1_000_000_007) / Double(random.next() % 1_000 + 1))
            expect(Double(bits % 10_000_000) / 1_000)
            expect((Double(bits >> 13) + 0.5) * 0x1p-1)
            expect((Double(bits % (1 << 50)) + 0.25))
        }
    }

    func testNumbersThatJSONDoesNotKnowAreNull() {
        for number in [Double.nan, .infinity, -.infinity] { XCTAssertEqual(written(number), "null") }
    }

    func testIndentedLayoutPutsEachMemberOnALine() {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.member("a", 1)
            writer.array("b", [1, 2]) { $0.numbers([$1, 0]) }
            writer.array("c", [Int]()) { $0.value($1) }
            writer.key("d")
            writer.object { _ in }
            writer.member("e", nil as String?)
        }
        let expected = """
            {
              "a": 1,
              "b": [
                [1,0],
                [2,0]
              ],
              "c": [],
              "d": {},
              "e": null
            }
            """
        XCTAssertEqual(String(decoding: writer.bytes, as: UTF8.self), expected)
    }

    func testNestedValuesAreIndentedByTheirDepth() {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.key("first")
            writer.object { $0.member("a", 1) }
            writer.key("deeper")
            writer.object { writer in
                writer.array("elements", [0, 1]) { writer, _ in writer.object { $0.member("a", 1) } }
                writer.array("rows", [1, 2]) { $0.numbers([$1, 0]) }
                writer.array("none", [Int]()) { $0.value($1) }
                writer.key("empty")
                writer.object { _ in }
                writer.member("last", "two\nlines")
            }
        }
        let expected = """
            {
              "first": {
                "a": 1
              },
              "deeper": {
                "elements": [
                  {
                    "a": 1
                  },
                  {
                    "a": 1
                  }
                ],
                "rows": [
                  [1,0],
                  [2,0]
                ],
                "none": [],
                "empty": {},
                "last": "two\\nlines"
              }
            }
            """
        XCTAssertEqual(String(decoding: writer.bytes, as: UTF8.self), expected)
    }

    private func array(_ element: @escaping (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in writer.array("v", [0]) { writer, _ in element(&writer) } }
        return Array(writer.bytes.dropFirst(5).dropLast())
    }

    private func written(_ value: String) -> String { text { $0.value(value) } }
    private func written(_ value: Double) -> String { text { $0.value(value) } }
    private func written(_ value: Int) -> String { text { $0.value(value) } }

    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
