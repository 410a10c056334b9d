/// A column of interned ids under construction.
struct CodeColumnBuilder: ~Copyable {
    private(set) var codes = GrowableColumn<UInt32>()
    private(set) var interner = Interner()
    /// The codes that the target column assigned to this column's codes, as far as they are known.
    private var codesOfTaker = GrowableColumn<UInt32>()

    @inline(__always)
    mutating func appendNull() { codes.append(CodeDictionary.null) }

    /// Appends the text of a string or number slot; returns whether a lone surrogate was replaced in it.
    @inline(__always)
    mutating func append(_ slot: FieldSlot, before documentEnd: UnsafePointer<UInt8>? = nil) -> Bool {
        slot.withUnescapedUTF8 { start, count, hasLoneSurrogate in
            codes.append(interner.intern(start, count: count))
            return hasLoneSurrogate
        }
    }

    /// Appends a text; nil for null.
    mutating func append(_ text: String?) {
        guard var text else { return appendNull() }
        // An empty text may have no address and requires none.
        let code = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { empty in
            text.withUTF8 { bytes in
                interner.intern(bytes.baseAddress ?? UnsafePointer(empty.baseAddress!), count: bytes.count)
            }
        }
        codes.append(code)
    }

    consuming func finish() -> (codes: ColumnBuffer<UInt32>, dictionary: CodeDictionary) {
        let codes = self.codes.finish()
        let dictionary = self.interner.finish()
        return (codes, dictionary)
    }
}

extension CodeColumnBuilder: ColumnBuilder {
    /// Claiming room also interns the texts that are new in `later`, which keeps them for its next chunk.
    /// They keep their order of first appearance, so a table read in chunks equals one read at once.
    mutating func join(_ later: inout CodeColumnBuilder, _ step: JoiningStep) -> Bool {
        if step == .reserveRoom {
            for code in later.codesOfTaker.count..<later.interner.count {
                later.codesOfTaker.append(
                    later.interner.withBytes(of: code) { interner.intern($0.baseAddress!, count: $0.count) })
            }
        }
        return codes.join(&later.codes, step)
    }

    mutating func perform(_ step: ColumnStep) {
        guard case .moveToReservedRoom = step else { return codes.perform(step) }
        if let target = codes.reservedRoom {
            // SAFETY: memory was reserved for every code.
            for row in 0..<codes.count {
                let code = codes[row]
                target[row] = code == CodeDictionary.null ? code : codesOfTaker[Int(code)]
            }
        }
        codes.reservedRoom = nil
        codes.removeAll()
    }
}
