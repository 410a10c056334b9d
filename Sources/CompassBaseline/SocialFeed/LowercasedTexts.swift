import Foundation

/// The searchable texts of a post, lower-cased once.
///
/// A text contains a sequence of scalars exactly when it contains their UTF-8 bytes.
struct LowercasedTexts: Sendable {
    private let fields: [[UInt8]]

    init(_ post: BaselinePost) {
        fields = post.searchedFields.compactMap { field in field.map { Array($0.string.lowercased().utf8) } }
    }

    /// Returns the test of several searches, all of which must match.
    static func predicate(of searches: [BaselineSearch]) -> (LowercasedTexts) -> Bool {
        func patterns(ignoringAccents: Bool) -> [[UInt8]] {
            searches.filter { $0.ignoresAccents == ignoringAccents }.flatMap(\.patterns).map { pattern in
                pattern.flatMap { Array(String($0).utf8) }
            }
        }
        let plainPatterns = patterns(ignoringAccents: false)
        let accentlessPatterns = patterns(ignoringAccents: true)
        return { texts in
            if !occur(plainPatterns, in: texts.fields) { return false }
            if accentlessPatterns.isEmpty { return true }
            return occur(accentlessPatterns, in: texts.fields.map(withoutAccents))
        }
    }

    private static func withoutAccents(_ lowercased: [UInt8]) -> [UInt8] {
        let text = String(decoding: lowercased, as: UTF8.self).decomposedStringWithCanonicalMapping
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .nonspacingMark {
            bytes += Array(String(scalar).utf8)
        }
        return bytes
    }

    private static func occur(_ patterns: [[UInt8]], in fields: [[UInt8]]) -> Bool {
        patterns.allSatisfy { pattern in fields.contains { contains(pattern, in: $0) } }
    }

    static func contains(_ pattern: [UInt8], in text: [UInt8]) -> Bool {
        guard pattern.count <= text.count else { return false }
        return text.withUnsafeBufferPointer { text in
            pattern.withUnsafeBufferPointer { pattern in
                for start in 0...(text.count - pattern.count) where text[start] == pattern[0] {
                    var length = 1
                    while length < pattern.count, text[start + length] == pattern[length] { length += 1 }
                    if length == pattern.count { return true }
                }
                return false
            }
        }
    }
}
