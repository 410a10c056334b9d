/// Conversion of texts to cells of CSV.
enum CSVText {
    private typealias Block = SIMD16<UInt8>

    /// Returns the maximum size of a cell of `textByteCount` bytes of text: only quotes, in quotes, guarded.
    @inline(__always)
    static func maximumByteCount(of textByteCount: Int) -> Int { 2 * textByteCount + 3 }

    /// Writes a text as a cell.
    ///
    /// - Parameters:
    ///   - target: memory for at least ``maximumByteCount(of:)`` bytes.
    ///   - escapesFormulas: whether to prefix a text that begins like a formula with an apostrophe.
    /// - Returns: the number of bytes written.
    @inline(__always)
    static func write(
        _ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, escapesFormulas: Bool
    ) -> Int {
        guard let source = text.baseAddress, text.count > 0 else { return 0 }
        let isEscaped = escapesFormulas && beginsFormula(source[0])
        if !isEscaped, copyUnquoted(source, text.count, to: target) { return text.count }
        return writeGuarded(source, text.count, isEscaped: isEscaped, to: target)
    }

    /// Copies a text if no byte of it requires quotes; otherwise returns false, and some of it may be copied.
    ///
    /// Method: 16 bytes per step; the last step overlaps the previous one, so that none exceeds the end.
    @inline(__always)
    private static func copyUnquoted(
        _ source: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let width = Block.scalarCount
        guard count >= width else { return copyShort(source, count, to: target) }
        // SAFETY: each step begins at the text's last 16 bytes or before, and the target has space for these.
        var place = 0
        while true {
            let block = UnsafeRawPointer(source + place).loadUnaligned(as: Block.self)
            if needsQuotes(block) { return false }
            UnsafeMutableRawPointer(target + place).storeBytes(of: block, as: Block.self)
            if place == count - width { return true }
            place = min(place + width, count - width)
        }
    }

    /// Copies a text of 1 to 15 bytes like ``copyUnquoted(_:_:to:)``, as two words that may overlap.
    @inline(__always)
    private static func copyShort(
        _ source: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let (text, copy) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
        // SAFETY: all accesses are to the first or last bytes of the text, for which the target has space.
        if count >= 8 {
            let first = text.loadUnaligned(as: UInt64.self)
            let last = text.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
            copy.storeBytes(of: first, as: UInt64.self)
            copy.storeBytes(of: last, toByteOffset: count - 8, as: UInt64.self)
            return !needsQuotes(first, last)
        }
        if count >= 4 {
            let first = text.loadUnaligned(as: UInt32.self)
            let last = text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            copy.storeBytes(of: first, as: UInt32.self)
            copy.storeBytes(of: last, toByteOffset: count - 4, as: UInt32.self)
            return !needsQuotes(UInt64(first), UInt64(last))
        }
        let (first, middle, last) = (source[0], source[count / 2], source[count - 1])
        target[0] = first
        target[count / 2] = middle
        target[count - 1] = last
        return !needsQuotes(UInt64(first) | UInt64(middle) << 8, UInt64(last))
    }

    /// Returns whether a byte of two words requires quotes.
    @inline(__always)
    private static func needsQuotes(_ first: UInt64, _ second: UInt64) -> Bool {
        needsQuotes(unsafeBitCast(SIMD2<UInt64>(first, second), to: Block.self))
    }

    @inline(__always)
    private static func needsQuotes(_ block: Block) -> Bool {
        let hits =
            (block .== repeating(",")) .| (block .== repeating("\""))
            .| (block .== repeating("\n")) .| (block .== repeating("\r"))
        return unsafeBitCast(hits, to: SIMD16<UInt8>.self).hasHighestBit
    }

    /// Returns a block filled with a character, built from words, as the standard library fills byte by byte.
    @inline(__always)
    private static func repeating(_ character: Unicode.Scalar) -> Block {
        let word = UInt64(character.value) &* 0x0101_0101_0101_0101
        return unsafeBitCast(SIMD2<UInt64>(word, word), to: Block.self)
    }

    /// Writes a text that requires, or may require, quotes or a guard.
    @inline(never)
    private static func writeGuarded(
        _ source: UnsafePointer<UInt8>, _ count: Int, isEscaped: Bool, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        // SAFETY: at most two bytes are written for each byte of the text, plus three more.
        let quote = UInt8(ascii: "\"")
        let text = UnsafeBufferPointer(start: source, count: count)
        let isQuoted = text.contains(where: needsQuotes)
        var end = target
        func append(_ byte: UInt8) {
            end.pointee = byte
            end += 1
        }
        if isQuoted { append(quote) }
        if isEscaped { append(UInt8(ascii: "'")) }
        var rest = text[...]
        while let place = rest.firstIndex(of: quote) {
            // The quote itself is copied as well, and then written once more.
            let run = UnsafeBufferPointer(rebasing: rest[...place])
            end.update(from: run.baseAddress!, count: run.count)
            end += run.count
            append(quote)
            rest = rest[(place + 1)...]
        }
        if let start = UnsafeBufferPointer(rebasing: rest).baseAddress {
            end.update(from: start, count: rest.count)
            end += rest.count
        }
        if isQuoted { append(quote) }
        return end - target
    }

    @inline(__always)
    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }

    @inline(__always)
    private static func beginsFormula(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"),
            UInt8(ascii: "\r"):
            true
        default: false
        }
    }
}
