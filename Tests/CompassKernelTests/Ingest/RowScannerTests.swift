import XCTest

@testable import CompassKernel

/// Rows of long documents are read alike with marks, which members are read at once by, and without.
final class RowScannerTests: XCTestCase {
    private let fieldNames: [StaticString] = ["id", "text", "flag", "count", "note", "missing"]

    func testRowsAreThoseOfAScannerWithoutMarks() {
        let rounds = SeededRandom.rounds(400)
        var (rows, faults, skipped) = (0, 0, 0)
        for round in 0..<rounds {
            var random = SeededRandom(round: round)
            let isLine = random.below(3) == 0
            let text = document(&random, isLine: isLine)
            text.withUnsafeBufferPointer { text in
                let end = text.baseAddress! + text.count
                var marked = RowScanner(
                    fieldNames: fieldNames, end: end, byteCount: text.count, isLine: isLine)
                var unmarked = RowScanner(fieldNames: fieldNames, end: end, byteCount: 0, isLine: isLine)
                var position = text.baseAddress!
                while position < end {
                    guard position.pointee == 0x7b else {
                        position += 1
                        skipped += 1
                        continue
                    }
                    let (next, expected) = (marked.scanRow(position), unmarked.scanRow(position))
                    XCTAssertEqual(next, expected, random.label)
                    for field in fieldNames.indices {
                        let (slot, other) = (marked.fields[field], unmarked.fields[field])
                        XCTAssertEqual(slot.kind, other.kind, random.label)
                        if slot.kind == .missing || next == nil { continue }
                        XCTAssertEqual(slot.start, other.start, random.label)
                        XCTAssertEqual(slot.count, other.count, random.label)
                        XCTAssertEqual(slot.hasEscapes, other.hasEscapes, random.label)
                    }
                    rows += 1
                    guard let next else {
                        let (fault, other) = (marked.scanner.fault, unmarked.scanner.fault)
                        XCTAssertEqual(fault?.position, other?.position, random.label)
                        XCTAssertEqual(fault?.reason, other?.reason, random.label)
                        faults += 1
                        break
                    }
                    XCTAssertEqual(marked.fields.byteCount, next - position, random.label)
                    position = next
                }
            }
            if let testRun, testRun.failureCount > 0 { return }
        }
        // A document has some 34 rows up to its end or fault; a few rounds may have much fewer.
        if rounds < 50 { return }
        XCTAssertGreaterThan(rows, 25 * rounds)
        XCTAssertGreaterThan(faults, rounds / 8)
        XCTAssertGreaterThan(skipped, rows)
    }

    /// Returns rows of several parts together, most with the same members in the same order.
    private func document(_ random: inout SeededRandom, isLine: Bool) -> [UInt8] {
        let separator = isLine ? [",", ", "][random.below(2)] : [",", ", ", ",\n  "][random.below(3)]
        let hasFaults = random.below(2) == 0
        var text = isLine ? "" : "["
        while text.utf8.count < 20_000 {
            var members = [
                "\"id\":\"row \(random.below(1_000))\"", "\"text\":\(self.text(&random))",
                "\"flag\":\(["true", "false", "null"][random.below(3)])", "\"count\":\(random.below(50))",
                "\"other\":\(self.text(&random))",
                "\"note\":\(random.below(2) == 0 ? "null" : self.text(&random))",
            ]
            if random.below(20) == 0 { members.removeLast(1 + random.below(3)) }
            if random.below(20) == 0 { members.insert("\"flag\":\"again\"", at: random.below(members.count)) }
            if random.below(20) == 0 { members.insert("\"new\":[1,{\"id\":\"in\"}]", at: random.below(2)) }
            if random.below(30) == 0 { members.shuffle(using: &random) }
            var row = "{" + members.joined(separator: separator) + "}"
            if hasFaults, random.below(60) == 0 {
                let place = row.index(row.startIndex, offsetBy: random.below(row.count))
                row.replaceSubrange(
                    place...place, with: ["\"", "\\", "\u{1}", "}", "x", "\n"][random.below(6)])
            }
            text += row + (isLine ? "\n" : ",\n ")
        }
        var bytes = Array(text.utf8)
        if hasFaults, random.below(3) == 0 { bytes[random.below(bytes.count)] = 0xff }
        bytes.removeLast(random.below(40))
        return bytes
    }

    private func text(_ random: inout SeededRandom) -> String {
        let words = ["camp", "⚾", "é", #"\n"#, #"\""#, #"\\"#, #"\u00e9"#, "x", "Recruiting visit "]
        let byteCount = random.below(100) == 0 ? 9_000 : random.below(200)
        var text = ""
        while text.utf8.count < byteCount { text += words[random.below(words.count)] }
        return "\"" + text + "\""
    }
}
