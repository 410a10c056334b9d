extension RecordColumnsBuilder {
    /// Appends a row that does not come from a document.
    ///
    /// - Parameters:
    ///   - id: the row's id, not empty.
    ///   - cells: its other values, in the order of the schema.
    mutating func append(id: String, _ cells: [RecordCell], log: inout ProblemLog) {
        var texts: [String?] = [id]
        var times: [DayOrInstant?] = []
        var numbers: [Double?] = []
        for (column, cell) in zip(schema.columns, cells) {
            switch cell {
            case .bytes(let text): texts.append(text?.string)
            case .time(let time):
                texts += [String?](repeating: nil, count: column.substitute == nil ? 1 : 2)
                times.append(time)
            case .number(let number):
                texts.append(nil)
                numbers.append(number)
            }
        }
        Self.withFields(texts) { append($0, times: times, numbers: numbers, log: &log) }
    }

    /// Calls `body` with fields that contain the given texts.
    private static func withFields(_ texts: [String?], _ body: (RowFields) -> Void) {
        var bytes = GrowableColumn<UInt8>()
        var ends: [Int] = []
        for var text in texts {
            text?.withUTF8 { if let start = $0.baseAddress { bytes.append(start, count: $0.count) } }
            ends.append(bytes.count)
        }
        bytes.withBuffer { bytes in
            withUnsafeTemporaryAllocation(of: FieldSlot.self, capacity: texts.count) { slots in
                guard let first = slots.baseAddress else { return }
                // SAFETY: the ends are within the bytes.
                for (field, text) in texts.enumerated() {
                    let start = field == 0 ? 0 : ends[field - 1]
                    let slot = FieldSlot(
                        start: bytes.baseAddress! + start, count: ends[field] - start,
                        kind: text == nil ? .null : .string, hasEscapes: false)
                    (first + field).initialize(to: slot)
                }
                body(RowFields(slots: first))
            }
        }
    }
}
