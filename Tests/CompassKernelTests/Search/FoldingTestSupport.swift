import Foundation

@testable import CompassKernel

/// The folded forms of a text, from the kernel.
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

    /// What `append` puts behind what a column holds already, from bytes with nothing readable around them.
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

/// Every scalar of Unicode, surrogates being none.
let allScalars = (UInt32(0)...0x10ffff).compactMap(Unicode.Scalar.init)

/// Texts of some scalars each that together hold every scalar of Unicode, between runs of ASCII of all lengths
/// up to two steps of sixteen bytes.
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
    /// The numbers of the scalars, for the message of a failure.
    var scalarNumbers: String { unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ") }
}

extension SeededRandom {
    /// A text of scalars that folding treats in different ways, and others.
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
    /// Whether every supported platform decomposes the scalar as the standard says: Foundation's tables may be
    /// some versions behind the standard library's.
    var isKnownToPlatform: Bool { properties.age.map { $0.major < 15 } ?? false }
}
