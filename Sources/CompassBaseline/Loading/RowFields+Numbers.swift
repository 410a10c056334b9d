extension RowFields {
    /// A number, or the text of one; a warning for any other value, and for a number that no double holds.
    mutating func number(_ field: String) -> Double? {
        switch node(field)?.value {
        case nil, .null: return nil
        case .number(let text):
            if let number = Self.finite(text) { return number }
            warn(field, .badNumber)
        case .string(let text, _):
            // JSON's grammar, which knows no `NaN`, no `Infinity` and no `+1`.
            let isNumber = text.string.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
            if isNumber, let number = Self.finite(text) { return number }
            warn(field, .badNumber)
        default: warn(field, .wrongType)
        }
        return nil
    }

    private static func finite(_ text: BaselineText) -> Double? {
        Double(text.string).flatMap { $0.isFinite ? $0 : nil }
    }
}
