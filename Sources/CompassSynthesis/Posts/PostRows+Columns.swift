/// The columns of a post that do not depend on its author.
extension PostRows {
    /// The number in the URL is a bijection of the post's ordinal, so no two posts of a platform share one.
    @inline(__always)
    func appendPlatformAndURL(
        _ slot: PostSchedule.Slot, handle: Piece, to writer: inout RowWriter, _ random: inout SplitMix64
    ) {
        let number = Self.permuted((UInt64(slot.ordinal) &+ urlSeed) & Self.urlNumberMask)
        if random.below(5) < 3 {
            writer.append(",\"platform\":\"twitter\",\"post_url\":\"https://twitter.com/")
            writer.append(handle.droppingFirst(), of: population.texts)
            writer.append("/status/")
            writer.append(decimal: 1_000_000_000_000_000_000 + Int64(number))
        } else {
            writer.append(",\"platform\":\"instagram\",\"post_url\":\"https://www.instagram.com/p/")
            appendCode(number, to: &writer)
            writer.append(byte: 0x2F)
        }
        writer.append(byte: 0x22)
    }

    /// Appends `C` and a number of 60 bits in ten characters. One that spells an offensive word is permuted
    /// again until it does not (cycle walking: Black and Rogaway, "Ciphers with Arbitrary Finite Domains",
    /// 2002).
    @inline(__always)
    private func appendCode(_ first: UInt64, to writer: inout RowWriter) {
        var number = first
        while true {
            writer.append(byte: 0x43)
            for place in 0..<UInt64(10) {
                let digit = UInt8(truncatingIfNeeded: number >> (6 * place) & 63)
                writer.append(byte: digit < 62 ? ShortLink.alphanumeric(digit) : digit == 62 ? 0x2D : 0x5F)
            }
            if !writer.lastIsOffensive(11) { return }
            writer.removeLast(11)
            number = Self.permuted(number)
        }
    }

    private static let urlNumberMask: UInt64 = 1 << 60 - 1

    /// A bijection of 60-bit numbers: each step, a multiplication by an odd number or an exclusive or with
    /// the number's own upper half, is invertible.
    @inline(__always)
    private static func permuted(_ value: UInt64) -> UInt64 {
        var number = value
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9 & urlNumberMask
        number = (number ^ number >> 30) &* 0x94D0_49BB_1331_11EB & urlNumberMask
        return number ^ number >> 30
    }

    @inline(__always)
    func appendContent(isRecruiting: Bool, to writer: inout RowWriter, _ random: inout SplitMix64) {
        guard !random.chance(3, outOf: 1000) else { return writer.append(",\"post_content\":null") }
        writer.append(",\"post_content\":\"")
        composer.appendPost(isRecruiting: isRecruiting, to: &writer, &random)
        writer.append(byte: 0x22)
    }

    @inline(__always)
    func appendBoolean(_ value: Bool, isNull: Bool, to writer: inout RowWriter) {
        if isNull {
            writer.append("null")
        } else if value {
            writer.append("true")
        } else {
            writer.append("false")
        }
    }

    @inline(__always)
    func appendSentiment(to writer: inout RowWriter, _ random: inout SplitMix64) {
        switch random.below(100) {
        case ..<12: writer.append(",\"sentiment\":null")
        case ..<32: writer.append(",\"sentiment\":\"very_positive\"")
        case ..<66: writer.append(",\"sentiment\":\"positive\"")
        case ..<93: writer.append(",\"sentiment\":\"neutral\"")
        default: writer.append(",\"sentiment\":\"negative\"")
        }
    }

    @inline(__always)
    func appendNotes(to writer: inout RowWriter, _ random: inout SplitMix64) {
        guard random.chance(15, outOf: 1000) else { return writer.append(",\"notes\":null") }
        writer.append(",\"notes\":\"")
        composer.appendPhrase(wordCount: 2 + random.below(10), to: &writer, &random)
        writer.append(byte: 0x22)
    }

    /// A sync stores a post within six hours, and some rows are changed within three days, but nothing
    /// happens after the as-of instant.
    @inline(__always)
    func appendStorageTimes(postedAt: Int64, to writer: inout RowWriter, _ random: inout SplitMix64) {
        let delay = random.below(6 * Civil.microsPerHour)
        let isChanged = random.chance(3, outOf: 10)
        let changeDelay = random.below(3 * Civil.microsPerDay)
        let kind = random.below(1000)
        let createdAt = min(postedAt + delay, asOfMicros)
        let updatedAt = isChanged ? min(createdAt + changeDelay, asOfMicros) : createdAt
        writer.append(",\"created_at\":")
        writer.append(instant: kind == 0 ? nil : printed(createdAt))
        writer.append(",\"updated_at\":")
        writer.append(instant: kind < 10 ? nil : printed(updatedAt))
    }

    @inline(__always)
    private func printed(_ micros: Int64) -> Int64 {
        wholeSeconds ? Civil.wholeSeconds(micros) : micros
    }
}
