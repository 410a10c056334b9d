import XCTest

@testable import CompassKernel

/// A scan finds what a comparison at each position finds, however many positions are compared at once.
final class ByteScanTests: XCTestCase {
    /// Without the functions in C, and with the numbers of positions that these compare on this processor.
    private static let widths = [0, 32, 64].filter { $0 <= ByteScan.maximumWidth }

    /// A text of random letters, of which the pattern's own are more or less frequent, with the bytes after it that a
    /// scan may read: the pattern's, so that matches after the end would be found as well.
    private struct Example {
        let text: [UInt8]
        let pattern: [UInt8]
        let range: Range<Int>

        init(_ random: inout SeededRandom) {
            let letters = Array("abcdefghijklmnop".utf8.prefix(1 + random.below(16)))
            let length = Self.element([1, 2, 3, 4, 5, 7, 20, 70], &random)
            let pattern = (0..<length).map { _ in Self.element(letters, &random) }
            var text: [UInt8] = []
            let count = Self.element([0, 1, 31, 32, 63, 64, 65, 200, 700, 2_000], &random)
            while text.count < count {
                if random.chance(1, of: 60) { text += pattern }
                text.append(random.chance(1, of: 6) ? Self.element(letters, &random) : UInt8(ascii: "z"))
            }
            let start = random.below(min(text.count, 70) + 1)
            range = start..<start + random.below(text.count - start + 1)
            while text.count < range.upperBound + ByteScan.padding { text += pattern }
            // Nothing more may be read, which AddressSanitizer checks.
            if random.chance(1, of: 2) { text = Array(text[..<(range.upperBound + ByteScan.padding)]) }
            (self.text, self.pattern) = (text, pattern)
        }

        private static func element<Element>(_ elements: [Element], _ random: inout SeededRandom) -> Element {
            elements[random.below(elements.count)]
        }

        /// The positions in the range at which the pattern begins.
        var places: [Int] {
            guard range.count >= pattern.count else { return [] }
            return (range.lowerBound...range.upperBound - pattern.count).filter {
                text[$0..<$0 + pattern.count] == pattern[...]
            }
        }
    }

    private func withScan(_ example: Example, _ width: Int, _ body: (ByteScan, UnsafePointer<UInt8>) -> Void)
    {
        example.pattern.withUnsafeBufferPointer { pattern in
            example.text.withUnsafeBufferPointer { text in
                let scan = ByteScan(pattern, rarity: ByteRarity(text), width: width)
                body(scan, text.baseAddress!)
            }
        }
    }

    func testEachMatchIsFound() {
        for round in 0..<SeededRandom.rounds(2_000) {
            var random = SeededRandom(round: round)
            let example = Example(&random)
            for width in Self.widths {
                withScan(example, width) { scan, text in
                    // As searches do that go on with the next string or row.
                    for step in [1, 100] {
                        var found: [Int] = []
                        scan.forEachMatch(in: text, example.range) {
                            found.append($0)
                            return $0 + step
                        }
                        let wanted = example.places.reduce(into: [Int]()) {
                            if $1 >= ($0.last ?? 0 - step) + step { $0.append($1) }
                        }
                        XCTAssertEqual(found, wanted, "\(random.label), width \(width), step \(step)")
                    }
                    XCTAssertEqual(
                        scan.occurs(in: text, example.range), !example.places.isEmpty, random.label)
                }
            }
        }
    }

    /// A bit may be set for a match of the rarest bytes in the range, or at the 63 positions after it.
    func testNoTextWithAMatchIsLeftOut() {
        var (left, kept) = (0, 0)
        for round in 0..<SeededRandom.rounds(2_000) {
            var random = SeededRandom(round: round)
            let example = Example(&random)
            let (text, pattern) = (example.text, example.pattern)
            let offsets = pattern.withUnsafeBufferPointer { pattern in
                text.withUnsafeBufferPointer { ByteRarity($0).rarestOffsets(in: pattern) }
            }
            func mayBegin(_ place: Int) -> Bool {
                [offsets.0, offsets.1, offsets.2, offsets.3].allSatisfy { text[place + $0] == pattern[$0] }
            }
            // The ranges begin at each of the first positions, and some are shorter than the pattern.
            let ranges = (0..<min(64, example.range.count + 1)).map {
                example.range.lowerBound + $0..<example.range.upperBound
            }
            for width in Self.widths {
                withScan(example, width) { scan, text in
                    let bits = ranges.map { scan.places(in: $0) }.withUnsafeBufferPointer {
                        scan.mayOccur(in: text, $0)
                    }
                    XCTAssertEqual(scan.mayOccur(in: text, UnsafeBufferPointer(start: nil, count: 0)), 0)
                    if ranges.count < 64 { XCTAssertEqual(bits >> UInt64(ranges.count), 0) }
                    for (number, range) in ranges.enumerated() {
                        let last = range.upperBound - pattern.count
                        let isKept = bits >> UInt64(number) & 1 == 1
                        let matches =
                            range.lowerBound <= last && (range.lowerBound...last).contains(where: mayBegin)
                        let isNear =
                            range.lowerBound <= last
                            && (range.lowerBound...last + 63).contains(where: mayBegin)
                        if matches ? !isKept : isKept && !isNear {
                            XCTFail("\(random.label), width \(width), \(range): \(isKept)")
                        }
                        if isKept { kept += 1 } else { left += 1 }
                    }
                }
            }
        }
        XCTAssertGreaterThan(min(left, kept), SeededRandom.rounds(2_000))
    }
}
