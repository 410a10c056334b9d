extension RowFields {
    /// Reads a number, or the text of one; warns about any other value, and about a number that does not fit
    /// in a double.
    mutating func number(_ field: String) -> Double? {
        switch node(field)?.value {
        case nil, .null: return nil
        case .number(let text):
            if let number = Self.finite(text) { return number }
            warn(field, .badNumber)
        case .string(let text, _):
            // The JSON grammar, which has no `NaN`, no `Infinity` and no `+1`.
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
