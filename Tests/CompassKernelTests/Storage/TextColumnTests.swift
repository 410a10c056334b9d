import XCTest

@testable import CompassKernel

final class TextColumnTests: XCTestCase {
    private func column(_ texts: [String?]) -> TextColumn {
        var bytes: [UInt8] = []
        var offsets: [UInt32] = [0]
        for text in texts {
            bytes += Array((text ?? "").utf8)
            offsets.append(UInt32(bytes.count))
        }
        return TextColumn(
            bytes: ColumnBuffer(bytes), offsets: ColumnBuffer(offsets),
            validity: BitColumn(texts.map { $0 != nil }))
    }

    private func expectTexts(_ column: TextColumn, _ texts: [String?], _ label: String) {
        XCTAssertEqual(column.checkInvariants(), [], label)
        XCTAssertEqual(column.count, texts.count, label)
        for (row, text) in texts.enumerated() {
            XCTAssertEqual(column.string(row).map { Array($0.utf8) }, text.map { Array($0.utf8) }, label)
            XCTAssertEqual(column.withUTF8(row) { $0?.count }, text?.utf8.count, label)
            XCTAssertEqual(column.byteCount(row), text?.utf8.count ?? 0, label)
        }
        XCTAssertEqual(column.textByteCount, texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }, label)
    }

    private let values: [String?] = [nil, "", "x", "né", "🏈"]

    func testEverySmallColumn() {
        for first in values {
            expectTexts(column([first]), [first], "\([first])")
            for second in values {
                for third in values {
                    let texts = [first, second, third]
                    expectTexts(column(texts), texts, "\(texts)")
                }
            }
        }
        expectTexts(column([]), [], "no rows")
        expectTexts(TextColumn(nullCount: 3), [nil, nil, nil], "only nulls")
    }

    func testEveryGatheringOfThreeRows() {
        for nullRow in 0...3 {
            let texts = ["ab", "", "ç"].enumerated().map { $0 == nullRow ? nil : $1 }
            for permutation in [[], [0], [2, 0], [0, 1, 2], [2, 1, 0], [1, 2, 0]] as [[UInt32]] {
                let gathered = permutation.withUnsafeBufferPointer { column(texts).gathered($0) }
                expectTexts(gathered, permutation.map { texts[Int($0)] }, "\(permutation) of \(texts)")
            }
        }
        let nulls = [UInt32(1), 0].withUnsafeBufferPointer { TextColumn(nullCount: 2).gathered($0) }
        expectTexts(nulls, [nil, nil], "gathered nulls")
    }

    func testColumnWithoutValuesKeepsNoMemory() {
        XCTAssertEqual(column([nil, nil]).byteCount, 0)
        XCTAssertEqual(TextColumn(nullCount: 1000).byteCount, 0)
        XCTAssertEqual(column(["ab"]).byteCount, 2 + 2 * 4)
    }

    func testStringsAreThoseOfTheStandardLibrary() {
        func expectEqual(_ bytes: [UInt8]) {
            let text = bytes.withUnsafeBufferPointer { String(utf8: $0) }
            let expected = String(decoding: bytes, as: UTF8.self)
            XCTAssertEqual(Array(text.utf8), Array(expected.utf8), "\(bytes)")
            XCTAssertEqual(Array(text.utf16), Array(expected.utf16), "\(bytes)")
            XCTAssertTrue(text.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(bytes)")
        }
        // Others than ASCII at each place of each length: whole, cut, overlong, and surrogates.
        let parts =
            ["é", "漢", "🏈"].map { Array($0.utf8) } + [[0x80], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x8f]]
            + [[0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff]]
        for count in 0...50 {
            let ascii = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
            expectEqual(ascii)
            for part in parts {
                for place in 0...count { expectEqual(Array(ascii[..<place]) + part + Array(ascii[place...])) }
            }
        }
        expectEqual(Array(String(repeating: "漢字 and é🏈", count: 40).utf8))
    }

    func testCopiesAreAsWellFormedAsTheirSources() {
        let bytes = ColumnBuffer([97, 0xff] as [UInt8])
        let unknown = TextColumn(bytes: bytes, offsets: ColumnBuffer([0, 1, 2]))
        var builder = TextColumnBuilder()
        XCTAssertTrue(builder.areWellFormed)
        builder.append(unknown, 1)
        let copy = builder.finish()
        XCTAssertFalse(copy.areWellFormed)
        XCTAssertEqual(copy.string(0), "\u{fffd}")
        XCTAssertFalse([UInt32(0)].withUnsafeBufferPointer { copy.gathered($0) }.areWellFormed)
        for isUnknownLater in [false, true] {
            var joined = TextColumnBuilder()
            var later = TextColumnBuilder()
            if isUnknownLater { later.append(unknown, 0) } else { joined.append(unknown, 0) }
            for step in [JoiningStep.checkRoom, .makeRoom] { _ = joined.join(&later, step) }
            let both = joined.finish()
            XCTAssertFalse(both.areWellFormed)
        }
        var ids = IdentifierColumnBuilder()
        ids.append(.text(unknown), 1)
        let id = ids.finish()
        guard case .text(let texts) = id else { return XCTFail("packed") }
        XCTAssertFalse(texts.areWellFormed)
        let wrong = TextColumn(bytes: bytes, offsets: ColumnBuffer([0, 1, 2]), areWellFormed: true)
        XCTAssertEqual(wrong.checkInvariants(), ["texts are not UTF-8"])
        let halves = TextColumn(
            bytes: ColumnBuffer([0xc3, 0xa9] as [UInt8]), offsets: ColumnBuffer([0, 1, 2]),
            areWellFormed: true)
        XCTAssertEqual(halves.checkInvariants(), ["texts are not UTF-8"])
    }

    func testInvariantsFindDamagedOffsets() {
        func violations(_ offsets: [UInt32]) -> [String] {
            TextColumn(bytes: ColumnBuffer([97, 98, 99]), offsets: ColumnBuffer(offsets))
                .checkInvariants()
        }
        XCTAssertEqual(violations([0, 1, 3]), [])
        XCTAssertEqual(violations([0, 2, 1, 3]), ["offsets decrease at row 1"])
        XCTAssertEqual(violations([1, 3]), ["offsets do not span the arena"])
        XCTAssertEqual(violations([0, 2]), ["offsets do not span the arena"])
        XCTAssertEqual(violations([0, 4]), ["offsets do not span the arena"])
    }

    func testInvariantsFindAMissingOffsetAndDamagedValidity() {
        let short = TextColumn(
            bytes: ColumnBuffer([97]), offsets: ColumnBuffer([0, 1]), validity: BitColumn([true, false]))
        XCTAssertEqual(short.checkInvariants(), ["2 offsets for 2 rows"])
        let damaged = TextColumn(
            bytes: ColumnBuffer([97]), offsets: ColumnBuffer([0, 1, 1, 1]),
            validity: BitColumn(words: ColumnBuffer([UInt64(0b1001)]), count: 3))
        XCTAssertEqual(damaged.checkInvariants(), ["bits are set after the last row"])
    }
}
