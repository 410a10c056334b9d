enum NumberField {
    /// Appends a nullable number or numeric string; NaN for null and, with a warning, for anything else.
    static func append(
        _ fields: RowFields, _ field: Int, to column: inout GrowableColumn<Double>, log: inout ProblemLog
    ) {
        let slot = fields[field]
        guard slot.kind == .number || slot.kind == .string else {
            if !slot.isAbsent { log.warn(field: field, ProblemReason.wrongType(slot, expected: "a number")) }
            return column.append(.nan)
        }
        let parsed = slot.withUnescapedUTF8 { start, count, _ in NumberLiteral.parse(start, count: count) }
        guard let number = parsed else {
            log.warn(field: field, ProblemReason.unreadableNumber(slot))
            return column.append(.nan)
        }
        if number.isInfinite { log.warn(field: field, ProblemReason.tooLargeNumber(slot)) }
        column.append(NumberColumn.stored(number))
    }
}
