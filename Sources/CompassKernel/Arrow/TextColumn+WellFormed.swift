/// Texts for readers that rely on well-formed UTF-8, which those of a table file, and copies of them, need not be.
///
/// Texts that were read from a document are well-formed, so that only other columns are examined.
extension TextColumn {
    /// The column itself if all texts are well-formed; otherwise a copy in which ill-formed bytes are
    /// replaced by U+FFFD, as when a text is shown.
    ///
    /// - Complexity: O(1) if they are known to be well-formed; otherwise O(b) for b bytes.
    var wellFormed: TextColumn {
        if areWellFormed || isWellFormed { return self }
        var repaired = TextColumnBuilder()
        for row in 0..<count {
            let text = bytes.withBuffer(of: Int(offsets[row])..<Int(offsets[row + 1])) {
                String(decoding: $0, as: UTF8.self)
            }
            repaired.append(text, maximumByteCount: TextColumn.maximumByteCount)
        }
        return repaired.finish(validity: validity.bitmap(count: count))
    }

    /// Whether all bytes are well-formed, and every text begins with a scalar.
    ///
    /// - Complexity: O(b) for b bytes.
    var isWellFormed: Bool {
        bytes.areWellFormed && (0..<offsets.count).allSatisfy { bytes.isScalarBoundary(Int(offsets[$0])) }
    }
}

extension CodeDictionary {
    /// The texts as ``TextColumn/wellFormed``.
    ///
    /// - Complexity: O(b) for b bytes.
    var wellFormed: CodeDictionary {
        if bytes.areWellFormed, (0..<offsets.count).allSatisfy({ bytes.isScalarBoundary(offsets[$0]) }) {
            return self
        }
        var repaired = GrowableColumn<UInt8>()
        var ends = [0]
        for code in 0..<count {
            let text = bytes.withBuffer(of: offsets[code]..<offsets[code + 1]) {
                String(decoding: $0, as: UTF8.self)
            }
            for byte in text.utf8 { repaired.append(byte) }
            ends.append(repaired.count)
        }
        return CodeDictionary(bytes: repaired.finish(), offsets: ColumnBuffer(ends))
    }
}

extension TextColumnBuilder {
    /// Appends a text, or an empty one if the column would become too large.
    fileprivate mutating func append(_ text: String, maximumByteCount: Int) {
        var text = text
        text.withUTF8 { utf8 in
            guard let base = utf8.baseAddress, byteCount + utf8.count <= maximumByteCount else {
                return appendNull()
            }
            append(base, count: utf8.count)
        }
    }
}

extension ColumnBuffer<UInt8> {
    /// Whether the bytes are well-formed UTF-8.
    fileprivate var areWellFormed: Bool {
        withBuffer { bytes in
            guard let base = bytes.baseAddress else { return true }
            return UTF8Validation.firstIllFormed(from: base, to: base + bytes.count) == nil
        }
    }

    /// Whether no scalar of well-formed bytes has bytes on both sides of a place.
    fileprivate func isScalarBoundary(_ place: Int) -> Bool {
        place >= count || self[place] & 0xc0 != 0x80
    }
}
