/// The displayable form of texts from untrusted sources, and the width of their characters.
package enum VisibleText {
    /// The replacement of a scalar.
    package enum Form {
        case space
        case scalar(Unicode.Scalar)
        case nothing
    }

    /// Calls `body` with each scalar of a text and its displayable form.
    ///
    /// White space becomes a space, other control characters (escape sequences begin with one) become U+FFFD;
    /// characters that change the direction of the following text, and invisible ones, are omitted.
    package static func forEachScalar(of text: String, _ body: (Unicode.Scalar, Form) -> Void) {
        var isInFlag = false
        for scalar in text.unicodeScalars {
            // Flags of regions (Scotland) are a black flag followed by tags, which are invisible elsewhere.
            isInFlag = scalar.value == 0x1f3f4 || isInFlag && tags.contains(scalar.value)
            switch scalar.value {
            case 0x09...0x0d, 0x20, 0x85, 0xa0, 0x2028, 0x2029: body(scalar, .space)
            case 0x00...0x1f, 0x7f...0x9f: body(scalar, .scalar("\u{fffd}"))
            case tags where isInFlag: body(scalar, .scalar(scalar))
            default:
                let isInvisible = invisible.contains { $0.contains(scalar.value) }
                body(scalar, isInvisible ? .nothing : .scalar(scalar))
            }
        }
    }

    private static let tags: ClosedRange<UInt32> = 0xe0020...0xe007f

    /// Characters without a column of their own, any number of which could be in a text: soft hyphens and
    /// zero-width spaces, directional marks, notation controls, tags. Joiners are not included.
    private static let invisible: [ClosedRange<UInt32>] = [
        0xad...0xad, 0x061c...0x061c, 0x200b...0x200b, 0x200e...0x200f, 0x202a...0x202e, 0x2060...0x206f,
        0xfeff...0xfeff, 0xfff9...0xfffb, 0x1bca0...0x1bca3, 0x1d173...0x1d17a, 0xe0000...0xe007f,
    ]

    /// Returns whether a text is empty or consists of white space.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    /// Returns the character, or only its first scalar if it has so many accents that they would cover its
    /// neighbors.
    package static func withoutHeap(_ character: Character) -> Character {
        // No character of any script and no emoji is longer.
        let longest = 16
        guard character.unicodeScalars.count > longest else { return character }
        return Character(character.unicodeScalars.first ?? "?")
    }

    /// Returns the columns that a character takes in a fixed-width font; wide characters take two.
    ///
    /// An emoji of several parts (a skin tone, a family) counts as its parts.
    package static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.isASCII, scalars.count == 1 { return 1 }
        // U+FE0F selects the colored form, which is wide.
        if first.properties.isEmoji, scalars.count == 2, scalars.contains("\u{fe0f}") { return 2 }
        return scalars.reduce(0) { $0 + columns(of: $1) }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        case .format:
            // Some are visible: the signs that Arabic and Syriac put under or around numbers.
            switch scalar.value {
            case 0x0600...0x0605, 0x06dd, 0x070f, 0x0890...0x0891, 0x08e2: return 1
            default: return 0
            }
        default: break
        }
        switch scalar.value {
        // Hangul vowels and final consonants join the preceding consonant.
        case 0x1160...0x11ff: return 0
        // Two of these letters form one flag.
        case 0x1f1e6...0x1f1ff: return 1
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wideBlocks.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The blocks of Unicode whose characters are wide (East Asian Width W and F), except emoji.
    private static let wideBlocks: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff,
        0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cff, 0x1b000...0x1b2ff,
        0x1f200...0x1f265, 0x20000...0x3fffd,
    ]
}
