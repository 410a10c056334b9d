/// Reads the objects of one table: records the location of each requested field's value and skips all others.
struct RowScanner: ~Copyable {
    typealias Position = UnsafePointer<UInt8>

    private(set) var scanner: JSONScanner
    private let fieldNames: [StaticString]
    private var layout = RowLayout()
    private let slots: UnsafeMutablePointer<FieldSlot>
    /// The size of the row that was read last.
    private var rowByteCount = 0
    /// The nesting depth of a row's fields: the row and any array and object that enclose it.
    var depth: Int

    /// - Parameters:
    ///   - fieldNames: the requested fields; ``RowFields`` numbers them in this order.
    ///   - byteCount: the size of the document that ends at `end`, or of the part of it that is read.
    ///   - isLine: whether rows are lines of NDJSON rather than elements of an array.
    init(fieldNames: [StaticString], end: Position, byteCount: Int, isLine: Bool) {
        self.fieldNames = fieldNames
        depth = isLine ? 1 : 2
        // One additional slot receives the values of unknown fields. The marks of strings follow, in the same block.
        let slotByteCount = (fieldNames.count + 1) * MemoryLayout<FieldSlot>.stride
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: slotByteCount + StringMarks.memoryByteCount(byteCount),
            alignment: MemoryLayout<FieldSlot>.alignment)
        slots = memory.bindMemory(to: FieldSlot.self, capacity: fieldNames.count + 1)
        scanner = JSONScanner(
            end: end, lineFeedIsSpace: !isLine, marksIn: memory + slotByteCount, byteCount: byteCount)
        let nothing = FieldSlot(start: end, count: 0, kind: .missing, hasEscapes: false)
        slots.initialize(repeating: nothing, count: fieldNames.count + 1)
    }

    deinit { UnsafeMutableRawPointer(slots).deallocate() }

    /// The fields of the row that was read last.
    var fields: RowFields { RowFields(slots: slots, byteCount: rowByteCount, before: scanner.end) }

    /// Lets the scanner read something that is not a row.
    @inline(__always)
    mutating func withScanner<Result>(_ body: (inout JSONScanner) -> Result) -> Result { body(&scanner) }

    /// Reads the object whose opening brace is at `start`; returns the position after it, or nil on a fault.
    /// If a key occurs twice, the last value is kept.
    @inline(__always)
    mutating func scanRow(_ start: Position) -> Position? {
        for field in 0..<fieldNames.count { slots[field].kind = .missing }
        var position = start + 1
        var member = 0
        while true {
            layout.readMembers(&member, at: &position, with: &scanner, into: slots)
            let field: Int
            if scanner.end - position >= RowLayout.patternByteCount,
                let predicted = layout.match(member, at: position)
            {
                position += predicted.byteCount
                field = predicted.field
            } else {
                switch scanKey(position, member: member) {
                case .value(let valuePosition, let keyField):
                    position = valuePosition
                    field = keyField
                case .end(let next):
                    rowByteCount = next - start
                    return next
                case .fault: return nil
                }
            }
            guard let value = scanner.scanValue(position, depth: depth) else { return nil }
            // SAFETY: `field` comes from the look-up of names, at most `fieldNames.count`.
            slots[field] = FieldSlot(
                start: value.start, count: value.end - value.start, kind: value.kind,
                hasEscapes: value.hasEscapes)
            position = value.next
            member &+= 1
        }
    }

    private enum Key {
        case value(Position, field: Int)
        case end(Position)
        case fault
    }

    /// Reads what precedes the value of `member`: a comma, the key, the colon and white space.
    @inline(never)
    private mutating func scanKey(_ start: Position, member: Int) -> Key {
        var position = scanner.skipSpace(start)
        if position < scanner.end, position.pointee == 0x7d { return .end(position + 1) }
        if member > 0 {
            guard position < scanner.end, position.pointee == 0x2c else {
                _ = scanner.failUnexpected(at: position, expected: "',' or '}'")
                return .fault
            }
            position = scanner.skipSpace(position + 1)
        }
        guard position < scanner.end, position.pointee == 0x22 else {
            _ = scanner.failUnexpected(
                at: position, expected: member > 0 ? "a string key" : "a string key or '}'")
            return .fault
        }
        guard let key = scanner.scanString(position + 1), let value = scanner.scanColon(key.end + 1) else {
            return .fault
        }
        let field = fieldIndex(of: key)
        layout.remember(member, from: start, to: value, field: field)
        return .value(value, field: field)
    }

    /// Returns the index of the field with this name, or that of the slot for unknown fields.
    private func fieldIndex(of key: ScannedString) -> Int {
        key.slot.withUnescapedUTF8 { start, count, _ in
            let index = fieldNames.firstIndex { name in
                name.utf8CodeUnitCount == count
                    && ByteComparison.areEqual(name.utf8Start, start, count: count)
            }
            return index ?? fieldNames.count
        }
    }
}
