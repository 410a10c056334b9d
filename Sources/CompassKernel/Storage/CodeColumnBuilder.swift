/// A column of interned ids under construction.
struct CodeColumnBuilder: ~Copyable {
    private(set) var codes = GrowableColumn<UInt32>()
    private(set) var interner = Interner()
    /// The codes that the target column assigned to this column's codes, as far as they are known.
    private var codesOfTaker = GrowableColumn<UInt32>()
    private var unescaped = GrowableColumn<UInt8>()

    mutating func appendNull() { codes.append(CodeDictionary.null) }

    /// Appends the text of a string or number slot; returns whether a lone surrogate was replaced in it.
    @inline(__always)
    mutating func append(_ slot: FieldSlot) -> Bool {
        if slot.hasEscapes { return appendUnescaped(slot) }
        codes.append(interner.intern(slot.start, count: slot.count))
        return false
    }

    @inline(never)
    private mutating func appendUnescaped(_ slot: FieldSlot) -> Bool {
        unescaped.removeAll()
        let hasLoneSurrogate = JSONUnescaping.append(from: slot.start, to: slot.end, to: &unescaped)
        codes.append(unescaped.withBuffer { interner.intern($0.baseAddress!, count: $0.count) })
        return hasLoneSurrogate
    }

    func hasRoom(for later: borrowing CodeColumnBuilder) -> Bool { codes.hasRoom(for: later.codes) }

    mutating func makeRoom(for later: borrowing CodeColumnBuilder) { codes.makeRoom(for: later.codes) }

    /// Interns the texts that are new in `later`, which keeps them for subsequent chunks, and reserves memory
    /// for its codes.
    mutating func reserveRoom(for later: inout CodeColumnBuilder) {
        while later.codesOfTaker.count < later.interner.count {
            let code = later.codesOfTaker.count
            later.codesOfTaker.append(
                later.interner.withBytes(of: code) { interner.intern($0.baseAddress!, count: $0.count) })
        }
        codes.reserveRoom(for: &later.codes)
    }

    mutating func moveToReservedRoom() {
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

    mutating func reserve(factor: Double) {
        codes.reserve(total: ReserveEstimate.capacity(codes.count, factor: factor))
    }

    consuming func finish() -> (codes: ColumnBuffer<UInt32>, dictionary: CodeDictionary) {
        let codes = self.codes.finish()
        let dictionary = self.interner.finish()
        return (codes, dictionary)
    }
}
