enum NumberField {
    /// Appends a nullable number or numeric string; NaN for null and, with a warning, for anything else.
    static func append(
        _ fields: RowFields, _ field: Int, to column: inout GrowableColumn<Double>, log: inout ProblemLog
    ) {
        let slot = fields[field]
        guard slot.kind == .number || slot.kind == .string else {
            if !slot.isAbsent {
                log.warn(field: field, ProblemReason.wrongType(slot, expected: "a number"))
            }
            return column.append(.nan)
        }
        guard let number = parse(slot) else {
            log.warn(field: field, ProblemReason.unreadableNumber(slot))
            return column.append(.nan)
        }
        if number.isInfinite { log.warn(field: field, ProblemReason.tooLargeNumber(slot)) }
        column.append(NumberColumn.stored(number))
    }

    private static func parse(_ slot: FieldSlot) -> Double? {
        guard slot.hasEscapes else { return NumberLiteral.parse(slot.start, count: slot.count) }
        var text = GrowableColumn<UInt8>()
        _ = JSONUnescaping.append(from: slot.start, to: slot.end, to: &text)
        return text.withBuffer { NumberLiteral.parse($0.baseAddress!, count: $0.count) }
    }
}
