/// The folded forms of text that search compares.
///
/// All work scalar by scalar, so the chunks of a text can be folded separately: the context of a scalar only
/// affects canonical ordering, which ``appendWithoutAccents(_:to:)`` performs. The result is well-formed
/// UTF-8 for any bytes, each of which is replaced by U+FFFD if it belongs to no scalar.
enum TextFolding {
    /// Appends the lower-cased form of a text: each scalar's `lowercaseMapping`, as in `String.lowercased()`.
    ///
    /// Lower-casing is idempotent.
    ///
    /// - Complexity: O(n); runs of ASCII take sixteen bytes a step.
    static func appendLowercased(_ utf8: UnsafeBufferPointer<UInt8>, to target: inout GrowableColumn<UInt8>) {
        guard var position = utf8.baseAddress else { return }
        let end = position + utf8.count
        position = appendLowercasedASCII(from: position, to: end, &target)
        if position == end { return }
        let table = FoldTable.lowercase
        while position < end {
            let scalar = UTF8Scalars.first(position, before: end)
            let entry = table[scalar.value]
            if entry.isUnchanged {
                target.appendFew(position, count: scalar.byteCount)
            } else {
                table.withReplacement(entry) { target.appendFew($0) }
            }
            position += scalar.byteCount
            if position < end, position.pointee < 0x80 {
                position = appendLowercasedASCII(from: position, to: end, &target)
            }
        }
    }

    /// The bytes after a text that ``appendLowercased(padded:to:)`` may read.
    static let readAhead = 16

    /// Like ``appendLowercased(_:to:)``, for a text that is followed by ``readAhead`` readable bytes: its
    /// last bytes and those between other scalars are not read one by one.
    static func appendLowercased(
        padded utf8: UnsafeBufferPointer<UInt8>, to target: inout GrowableColumn<UInt8>
    ) {
        guard var position = utf8.baseAddress else { return }
        let end = position + utf8.count
        let table = FoldTable.lowercase
        while position < end {
            target.append(upTo: end - position + readAhead) { destination in
                // SAFETY: sixteen bytes are read and written at each position before the end.
                let start = position
                var asciiCount = readAhead
                while asciiCount == readAhead, position < end {
                    let bytes = UnsafeRawPointer(position).loadUnaligned(as: SIMD16<UInt8>.self)
                    UnsafeMutableRawPointer(destination + (position - start)).storeBytes(
                        of: lowercasedASCII(bytes), as: SIMD16<UInt8>.self)
                    asciiCount = bytes.highestBitIndex
                    position += min(asciiCount, end - position)
                }
                return position - start
            }
            while position < end, position.pointee >= 0x80 {
                let scalar = UTF8Scalars.first(position, before: end)
                let entry = table[scalar.value]
                if entry.isUnchanged {
                    target.appendFew(position, count: scalar.byteCount)
                } else {
                    table.withReplacement(entry) { target.appendFew($0) }
                }
                position += scalar.byteCount
            }
        }
    }

    /// Appends the lower-cased form of a text, canonically decomposed and without nonspacing marks (Mn).
    ///
    /// The lower-cased form of the text gives the same result.
    ///
    /// - Returns: whether it differs from the lower-cased form; it is appended in any case.
    /// - Complexity: O(n); runs of ASCII take sixteen bytes a step.
    static func appendWithoutAccents(
        _ utf8: UnsafeBufferPointer<UInt8>, to target: inout GrowableColumn<UInt8>
    ) -> Bool {
        guard var position = utf8.baseAddress else { return false }
        let end = position + utf8.count
        position = appendLowercasedASCII(from: position, to: end, &target)
        if position == end { return false }
        let table = FoldTable.withoutAccents
        var differs = false
        while position < end {
            let scalar = UTF8Scalars.first(position, before: end)
            let entry = table[scalar.value]
            if entry.marks.contains(.isOrdered) {
                let run = OrderedRun(from: position, to: end)
                for part in run.parts { target.appendFew(part.utf8) }
                differs = differs || run.differs
                position = run.end
            } else {
                if !entry.isUnchanged {
                    table.withReplacement(entry) { target.appendFew($0) }
                    differs = differs || entry.marks.contains(.ignoresAccent)
                } else if let syllable = HangulSyllable(scalar.value) {
                    syllable.appendDecomposition(to: &target)
                    differs = true
                } else {
                    target.appendFew(position, count: scalar.byteCount)
                }
                position += scalar.byteCount
            }
            if position < end, position.pointee < 0x80 {
                position = appendLowercasedASCII(from: position, to: end, &target)
            }
        }
        return differs
    }

    /// Returns the form of a text that is compared with or without accents.
    static func folded(_ utf8: [UInt8], ignoringAccents: Bool) -> [UInt8] {
        var folded = GrowableColumn<UInt8>(capacity: utf8.count)
        utf8.withUnsafeBufferPointer { append($0, ignoringAccents: ignoringAccents, to: &folded) }
        return folded.withBuffer { Array($0) }
    }

    /// Appends the form of a text that is compared with or without accents.
    static func append(
        _ utf8: UnsafeBufferPointer<UInt8>, ignoringAccents: Bool,
        to target: inout GrowableColumn<UInt8>
    ) {
        if ignoringAccents {
            _ = appendWithoutAccents(utf8, to: &target)
        } else {
            appendLowercased(utf8, to: &target)
        }
    }

    /// Appends the lower-cased ASCII bytes from `start` up to `end` or to the first non-ASCII byte; returns
    /// the end of the bytes read.
    @inline(__always)
    private static func appendLowercasedASCII(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>,
        _ target: inout GrowableColumn<UInt8>
    ) -> UnsafePointer<UInt8> {
        var position = start
        target.append(upTo: end - start) { destination in
            var destination = destination
            // SAFETY: reads stay before `end`; memory is reserved for as many bytes as can be read.
            while end - position >= 16 {
                let bytes = UnsafeRawPointer(position).loadUnaligned(as: SIMD16<UInt8>.self)
                UnsafeMutableRawPointer(destination).storeBytes(
                    of: lowercasedASCII(bytes), as: SIMD16<UInt8>.self)
                let asciiCount = bytes.highestBitIndex
                position += asciiCount
                if asciiCount < 16 { return position - start }
                destination += 16
            }
            while position < end, position.pointee < 0x80 {
                let byte = position.pointee
                destination.pointee = byte &- 0x41 < 26 ? byte | 0x20 : byte
                position += 1
                destination += 1
            }
            return position - start
        }
        return position
    }

    @inline(__always)
    static func lowercasedASCII(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let isUppercase = (bytes &- SIMD16<UInt8>(repeating: 0x41)) .< SIMD16<UInt8>(repeating: 26)
        return bytes
            | SIMD16<UInt8>(repeating: 0).replacing(with: SIMD16<UInt8>(repeating: 0x20), where: isUppercase)
    }
}

extension GrowableColumn<UInt8> {
    /// Appends a few bytes; for these a loop is faster than a call.
    @inline(__always)
    fileprivate mutating func appendFew(_ source: UnsafePointer<UInt8>, count additional: Int) {
        append(upTo: additional) { destination in
            // SAFETY: memory was reserved for as many bytes as the source has.
            for index in 0..<additional { destination[index] = source[index] }
            return additional
        }
    }

    @inline(__always)
    fileprivate mutating func appendFew(_ source: some RandomAccessCollection<UInt8>) {
        for byte in source { append(byte) }
    }
}
