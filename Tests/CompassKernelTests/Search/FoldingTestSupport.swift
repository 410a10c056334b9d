import Foundation

@testable import CompassKernel

/// The kernel's folded forms of a text.
enum Folded {
    static func lowercased(_ text: String) -> [UInt8] {
        appended(text) { TextFolding.appendLowercased($0, to: &$1) }
    }

    static func withoutAccents(_ text: String) -> [UInt8] {
        appended(text) { _ = TextFolding.appendWithoutAccents($0, to: &$1) }
    }

    static func differsWithoutAccents(_ text: String) -> Bool {
        var differs = false
        _ = appended(text) { differs = TextFolding.appendWithoutAccents($0, to: &$1) }
        return differs
    }

    /// Returns what `append` adds to a non-empty column when it reads exactly the bytes of `text`.
    private static func appended(
        _ text: String, _ append: (UnsafeBufferPointer<UInt8>, inout GrowableColumn<UInt8>) -> Void
    ) -> [UInt8] {
        let utf8 = Array(text.utf8)
        var column = GrowableColumn<UInt8>([0xff])
        utf8.withUnsafeBufferPointer { append($0, &column) }
        let elements = column.finish().elements
        precondition(elements.first == 0xff, "what was there before was overwritten")
        return Array(elements.dropFirst())
    }
}

/// Every Unicode scalar (surrogates are not scalars).
let allScalars = (UInt32(0)...0x10ffff).compactMap(Unicode.Scalar.init)

/// Texts of a few scalars each that together contain every Unicode scalar, separated by runs of ASCII of all
/// lengths up to two 16-byte steps.
let textsOfAllScalars: [String] = stride(from: 0, to: allScalars.count, by: 33).map { start in
    var text = String.UnicodeScalarView()
    for (index, scalar) in allScalars[start..<min(start + 33, allScalars.count)].enumerated() {
        text.append(scalar)
        text.append(
            contentsOf: "THE QUICK BROWN FOX JUMPS OVER IT".unicodeScalars.prefix(start / 33 % 2 * index))
    }
    return String(text)
}

extension String {
    /// The scalars' hexadecimal values, for failure messages.
    var scalarNumbers: String { unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ") }
}

extension SeededRandom {
    /// Returns a text of scalars that folding treats in different ways, mixed with random ones.
    mutating func foldingText(maximumScalarCount: Int) -> String {
        var text = String.UnicodeScalarView()
        let pieces: [String] = [
            "a", "B", "Z", " ", "0", "é", "É", "e\u{301}", "İ", "ß", "ẞ", "Σ", "σ", "ς", "K", "👍🏽", "\u{301}",
            "\u{34f}", "한", "각", "字", "豈", "ﬁ", "Ⱥ", "𐐀", "\u{1d15e}", "\u{1d16d}", "\u{1d165}", "\u{302e}",
            "\u{16ff0}", "\u{345}", "\u{fe0f}", "\u{2126}", "\u{ccb}", "ASCII text LONGER than sixteen bytes",
        ]
        for _ in 0..<Int.random(in: 0...maximumScalarCount, using: &self) {
            if Bool.random(using: &self) {
                text.append(contentsOf: pieces.randomElement(using: &self)!.unicodeScalars)
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2ffff, using: &self)),
                scalar.isKnownToPlatform
            {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// Whether every supported platform decomposes the scalar as the standard requires, also among others.
    ///
    /// Foundation's tables may be some versions older than the standard library's, and Swift 6.3 treats the
    /// three Tibetan vowel signs as scalars across which no mark is reordered.
    var isKnownToPlatform: Bool {
        guard let age = properties.age, age.major < 15 else { return false }
        return ![0xf73, 0xf75, 0xf81].contains(value)
    }
}
