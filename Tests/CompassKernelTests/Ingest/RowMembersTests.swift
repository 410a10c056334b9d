import CCompassScan
import XCTest

@testable import CompassKernel

/// The members of a row that are read at once are those that were written, up to the first that is not simple.
final class RowMembersTests: XCTestCase {
    private var widths: [Int] { [32, 64].filter { $0 <= compasskernel_string_marks_width() } }

    override func setUpWithError() throws {
        try XCTSkipIf(widths.isEmpty, "this processor has no AVX2")
    }

    func testFieldSlotsHaveTheLayoutOfValues() {
        typealias Value = compasskernel_value
        XCTAssertEqual(MemoryLayout<FieldSlot>.stride, MemoryLayout<Value>.stride)
        XCTAssertEqual(MemoryLayout<FieldSlot>.alignment, MemoryLayout<Value>.alignment)
        let slotOffsets: [Int?] = [
            MemoryLayout<FieldSlot>.offset(of: \.start), MemoryLayout<FieldSlot>.offset(of: \.count),
            MemoryLayout<FieldSlot>.offset(of: \.kind), MemoryLayout<FieldSlot>.offset(of: \.hasEscapes),
        ]
        let valueOffsets: [Int?] = [
            MemoryLayout<Value>.offset(of: \.start), MemoryLayout<Value>.offset(of: \.byte_count),
            MemoryLayout<Value>.offset(of: \.kind), MemoryLayout<Value>.offset(of: \.has_escapes),
        ]
        XCTAssertEqual(slotOffsets, valueOffsets)
        let kinds: [(FieldValueKind, Int)] = [
            (.missing, 0), (.null, compasskernel_null), (.true, compasskernel_true),
            (.false, compasskernel_false), (.string, compasskernel_string),
        ]
        for (kind, value) in kinds { XCTAssertEqual(Int(kind.rawValue), value, "\(kind)") }
    }

    func testStringsOfEveryLengthAtEveryPlaceOfAWord() {
        for before in 0..<66 {
            for length in 0..<200 {
                let row = Row([
                    .string("a", String(repeating: "x", count: before)),
                    .string("b", String(repeating: "y", count: length)),
                    Member(key: "c", value: "null", kind: .null),
                ])
                XCTAssertEqual(row.read(), row.simpleMembers, "\(before), \(length)")
            }
        }
    }

    func testEscapesAreReadOver() {
        let escapes = [
            #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#, #"\u00e9"#, #"\uD83D\uDE00"#,
            #"\u0022"#,
        ]
        for first in escapes {
            for second in escapes {
                for between in ["", "x", "é", String(repeating: "y", count: 61)] {
                    let row = Row([
                        .string("a", first + between + second),
                        .string("b", between + second + first + "z"), .string("c", "plain"),
                    ])
                    XCTAssertEqual(row.read(), row.simpleMembers, first + between + second)
                }
            }
        }
    }

    func testOtherValuesEndReading() {
        let values = [
            "1", "-1.5", "[]", "{}", "nul", "nulL", "True", "falsE", " null", "\t\"a\"", "\"a\u{1}\"",
            "\"a\\x\"", "\"\\u12g4\"", "\"\\u123\"", "\"\\", "",
        ]
        for value in values {
            let row = Row([.string("a", "x"), Member(key: "b", value: value, kind: nil), .string("c", "y")])
            XCTAssertEqual(row.read(), ["string x"], value)
        }
    }

    func testKeysThatAreNotExpectedEndReading() {
        let longKey = String(repeating: "k", count: 28)
        for key in ["b", "bb", "", "B", longKey] {
            let layout: [Member] = [.string("a", "x"), .string("b", "y"), .string(longKey, "z")]
            let row = Row([layout[0], .string(key, "y"), layout[2]], expecting: layout)
            XCTAssertEqual(row.read(), row.simpleMembers, key)
        }
    }

    /// Marks in a key are counted: those of its quotes, of its escapes, and of white space before it.
    func testKeysWithEscapesAndWhiteSpace() {
        for separator in [",", ",\n  ", " ,\r\n\t"] {
            let row = Row(
                [
                    .string(#"a\"\\"#, "x"), .string(#"\u0062"#, "y"),
                    Member(key: "c", value: "true", kind: .true), .string("d", "z"),
                ], separator: separator)
            XCTAssertEqual(row.read(), row.simpleMembers, separator)
        }
    }

    func testReadingEndsWhereTheMarksEnd() {
        let row = Row([
            .string("a", "é⚾"), Member(key: "b", value: "false", kind: .false), .string("c", "text"),
        ])
        for count in 0..<40 {
            // The closing quotes of both strings, at 10 and 31, must be marked.
            XCTAssertEqual(
                row.read(marking: 0..<count).count, count > 31 ? 3 : (count > 10 ? 2 : 0), "\(count)")
        }
        // Literals are not marked. The number of places is nevertheless within the list.
        let literals = Row((0..<20).map { Member(key: "k\($0)", value: "null", kind: .null) })
        XCTAssertEqual(literals.read(marking: 0..<1).count, 20)
    }

    func testReadingNeedsThePart() {
        let row = Row([.string("a", "x"), .string("b", "y"), .string("c", "z")])
        // The first member ends before byte 7, the second one before byte 15.
        XCTAssertEqual(row.read(marking: 1..<row.text.count), [])
        XCTAssertEqual(row.read(from: 1, marking: 7..<row.text.count), ["string y", "string z"])
        XCTAssertEqual(row.read(from: 1, marking: 8..<row.text.count), [])
        XCTAssertEqual(row.read(from: 1, marking: 0..<7), [])
        XCTAssertEqual(row.read(from: 3), [])
    }

    func testEveryMemberAndHintToBeginWith() {
        let row = Row([
            .string("a", #"x\n"#), Member(key: "b", value: "true", kind: .true), .string("c", "y"),
            Member(key: "d", value: "null", kind: .null), .string("e", "z"),
        ])
        // Ten places of keys, six of strings, one of an escape.
        for first in 0...row.members.count {
            for hint in 0...17 {
                XCTAssertEqual(
                    row.read(from: first, hint: hint), Array(row.simpleMembers.dropFirst(first)),
                    "\(first), \(hint)")
            }
        }
    }

    /// Near the end of the document nothing is read beyond it.
    func testMembersNearTheEndAreNotRead() {
        let row = Row(
            (0..<8).map { $0 % 2 == 0 ? .string("k", "x") : Member(key: "l", value: "true", kind: .true) })
        for after in 0...80 {
            let end = row.rowByteCount + after
            let expected = row.starts.prefix { $0 + 64 <= end }.count
            XCTAssertEqual(row.read(before: end).count, min(expected, 8), "\(after)")
        }
    }

    func testRandomRows() {
        let texts = ["", "a", "Coach ⚾", #"\n\"\\"#, "2026-03-01T06:25:31+00:00", "null", "ひら"]
        for round in 0..<SeededRandom.rounds(3_000) {
            var random = SeededRandom(round: round)
            let layout = (0..<1 + random.below(20)).map { index -> Member in
                switch random.below(9) {
                case 0: return Member(key: "k\(index)", value: "null", kind: .null)
                case 1: return Member(key: "k\(index)", value: "true", kind: .true)
                case 2: return Member(key: "k\(index)", value: "false", kind: .false)
                case 3 where random.below(6) == 0: return Member(key: "k\(index)", value: "7", kind: nil)
                default:
                    let text = texts[random.below(texts.count)]
                    return .string("k\(index)", text + String(repeating: "z", count: random.below(150)))
                }
            }
            var members = layout
            if random.below(3) == 0 { members.swapAt(0, random.below(members.count)) }
            if random.below(3) == 0 { members.removeLast(random.below(members.count)) }
            let row = Row(members, expecting: layout)
            XCTAssertEqual(row.read(), row.simpleMembers, random.label)
        }
    }
}

/// A member that is written, and what is to be read of it.
private struct Member {
    let key: String
    let value: String
    /// Nil if the value is not simple.
    let kind: FieldValueKind?

    static func string(_ key: String, _ text: String) -> Member {
        Member(key: key, value: "\"\(text)\"", kind: .string)
    }
}

/// A row with white space after it, and what is expected of it.
private struct Row {
    let members: [Member]
    let layout: [Member]
    let separator: String
    let text: [UInt8]
    /// Where each member begins, and where the last one ends.
    let starts: [Int]
    /// The number of bytes before the white space.
    let rowByteCount: Int

    init(_ members: [Member], expecting layout: [Member]? = nil, separator: String = ",") {
        self.members = members
        self.layout = layout ?? members
        self.separator = separator
        var text: [UInt8] = []
        var starts: [Int] = []
        for (index, member) in members.enumerated() {
            starts.append(text.count)
            text += Self.prefix(index, member, separator) + Array(member.value.utf8)
        }
        starts.append(text.count)
        text.append(UInt8(ascii: "}"))
        rowByteCount = text.count
        self.starts = starts
        self.text = text + [UInt8](repeating: 0x20, count: 128)
    }

    private static func prefix(_ index: Int, _ member: Member, _ separator: String) -> [UInt8] {
        Array(((index > 0 ? separator : "") + "\"\(member.key)\":").utf8)
    }

    /// Fields are numbered backwards, so that they differ from members.
    private var entries: [compasskernel_member_layout] {
        layout.enumerated().map { index, member in
            let bytes = Self.prefix(index, member, separator)
            precondition(bytes.count <= 32, "a key that is too long")
            var entry = compasskernel_member_layout()
            withUnsafeMutableBytes(of: &entry.pattern) { $0.copyBytes(from: bytes) }
            withUnsafeMutableBytes(of: &entry.mask) { $0.copyBytes(from: bytes.map { _ in 0xff }) }
            entry.byte_count = UInt32(bytes.count)
            entry.mark_count = UInt32(bytes.count { StringBytes.isMarked($0) })
            entry.field = layout.count - 1 - index
            return entry
        }
    }

    /// The members up to the first that is not simple or not expected.
    var simpleMembers: [String] {
        zip(members, layout).prefix { $0.key == $1.key && $0.kind != nil }.map { member, _ in
            let kind = member.kind ?? .missing
            let text = kind == .string ? String(member.value.dropFirst().dropLast()) : member.value
            return "\(kind) \(text)"
        }
    }

    /// Returns the members that are read at once, as kinds and texts, after checking that all widths agree.
    ///
    /// - Parameters:
    ///   - first: the member to begin with.
    ///   - part: the bytes that are marked.
    ///   - end: the number of bytes in the document.
    ///   - hint: the number of places that are expected before the first member.
    func read(from first: Int = 0, marking part: Range<Int>? = nil, before end: Int? = nil, hint: Int = 0)
        -> [String]
    {
        let widths = [32, 64].filter { $0 <= compasskernel_string_marks_width() }
        let results = widths.map {
            read(from: first, part ?? 0..<text.count, before: end ?? text.count, hint, $0)
        }
        XCTAssertEqual(results.first, results.last)
        return results[0]
    }

    private func read(from first: Int, _ range: Range<Int>, before end: Int, _ hint: Int, _ width: Int)
        -> [String]
    {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: StringMarks.memoryByteCount(text.count), alignment: 8)
        defer { memory.deallocate() }
        return text.withUnsafeBufferPointer { text in
            let start = text.baseAddress!
            var marks = StringMarks(in: memory, byteCount: text.count, before: start + text.count)
            let nothing = FieldSlot(start: start, count: 0, kind: .missing, hasEscapes: true)
            var slots = [FieldSlot](repeating: nothing, count: layout.count)
            let place = marks.withPart { part in
                part.pointee.start = start + range.lowerBound
                part.pointee.count = range.count
                compasskernel_mark_strings(part, width)
                part.pointee.next = min(hint, part.pointee.place_count)
                let place = slots.withUnsafeMutableBytes {
                    compasskernel_read_members(
                        compasskernel_row_place(position: start + starts[first], member: first), entries,
                        layout.count, part, start + end,
                        $0.bindMemory(to: compasskernel_value.self).baseAddress)
                }
                XCTAssertLessThanOrEqual(part.pointee.next, part.pointee.place_count)
                return place
            }
            XCTAssertEqual(place.position - UnsafePointer(start), starts[place.member])
            return (first..<place.member).map { member in
                let slot = slots[layout.count - 1 - member]
                let text = String(
                    decoding: UnsafeBufferPointer(start: slot.start, count: slot.count), as: UTF8.self)
                XCTAssertEqual(slot.hasEscapes, slot.kind == .string && text.contains("\\"))
                return "\(slot.kind) \(text)"
            }
        }
    }
}
