import XCTest

@testable import CompassKernel

final class JSONUnescapingTests: XCTestCase {
    private func unescaped(_ text: String) -> (bytes: [UInt8], hasLoneSurrogate: Bool) {
        var arena = GrowableColumn<UInt8>()
        arena.append(0x7e)
        let escaped = Array(text.utf8)
        let hasLoneSurrogate = escaped.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map {
                JSONUnescaping.append(from: $0, to: $0 + buffer.count, to: &arena)
            } ?? false
        }
        return (Array(arena.finish().elements.dropFirst()), hasLoneSurrogate)
    }

    private func escape(_ codeUnit: UInt32, upperCase: Bool = false) -> String {
        let digits = String(codeUnit, radix: 16, uppercase: upperCase)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    func testSimpleEscapes() {
        XCTAssertEqual(unescaped(#"\"\\\/\b\f\n\r\t"#).bytes, Array("\"\\/\u{8}\u{c}\n\r\t".utf8))
        XCTAssertEqual(unescaped(#"a\nb\\nc"#).bytes, Array("a\nb\\nc".utf8))
        XCTAssertEqual(unescaped("").bytes, [])
        XCTAssertEqual(unescaped("plain é").bytes, Array("plain é".utf8))
        XCTAssertFalse(unescaped(#"\""#).hasLoneSurrogate)
    }

    func testEveryCodeUnit() {
        for codeUnit in UInt32(0)...0xffff {
            let (bytes, isLone) = unescaped(escape(codeUnit, upperCase: codeUnit & 1 == 0))
            let scalar = Unicode.Scalar(codeUnit)
            let expected = Array(String(scalar ?? "\u{fffd}").utf8)
            if bytes != expected || isLone != (scalar == nil) { XCTFail("U+\(String(codeUnit, radix: 16))") }
        }
    }

    func testSurrogatePairsAtTheEdges() {
        for high in [0xd800, 0xd801, 0xd83d, 0xdbfe, 0xdbff] as [UInt32] {
            for low in [0xdc00, 0xdc01, 0xdf4a, 0xdffe, 0xdfff] as [UInt32] {
                let value = 0x10000 + (high - 0xd800) * 0x400 + (low - 0xdc00)
                let expected = Unicode.Scalar(value).map { Array(String($0).utf8) }
                let (bytes, isLone) = unescaped("x" + escape(high) + escape(low, upperCase: true) + "y")
                XCTAssertEqual(bytes, expected.map { [0x78] + $0 + [0x79] })
                XCTAssertFalse(isLone)
            }
        }
    }

    func testLoneSurrogatesBecomeReplacementCharacters() {
        for (text, expected) in [
            (#"\ud83d"#, "\u{fffd}"), (#"\ude00"#, "\u{fffd}"), (#"\ud83dx"#, "\u{fffd}x"),
            (#"\ude00\ud83d"#, "\u{fffd}\u{fffd}"), (#"\ud83d\ud83d\ude00"#, "\u{fffd}😀"),
            (#"\ud83d\u0041"#, "\u{fffd}A"), (#"\ud83d\n"#, "\u{fffd}\n"),
            (#"\ud83d\\ude00"#, "\u{fffd}\\ude00"),
            (#"\ud83d\ude00\ude00"#, "😀\u{fffd}"), (#"\ud83dude00"#, "\u{fffd}ude00"),
        ] {
            let (bytes, isLone) = unescaped(text)
            XCTAssertEqual(bytes, Array(expected.utf8), text)
            XCTAssertTrue(isLone, text)
        }
    }

    func testEveryLengthOfPlainTextAroundAnEscape() {
        for before in 0...20 {
            for after in 0...20 {
                let text = String(repeating: "b", count: before) + "@" + String(repeating: "a", count: after)
                XCTAssertEqual(
                    unescaped(text.replacingOccurrences(of: "@", with: #"\u00e9"#)).bytes,
                    Array(text.replacingOccurrences(of: "@", with: "é").utf8))
            }
        }
    }

    func testHexValuesOfEveryByte() {
        for byte in UInt8.min...UInt8.max {
            let text = String(UnicodeScalar(byte))
            let isDigit = byte < 0x80 && byte > 0x2f && text != "+" && text != "-"
            XCTAssertEqual(JSONUnescaping.hexValue(byte), isDigit ? UInt32(text, radix: 16) : nil)
        }
    }
}
