/// The content of one column in a partial row.
enum BaselineColumn<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The row lacks the column, which remains unchanged.
    case missing
    /// The column's new value, which may be null.
    case value(Value)

    /// Returns the value, or `old` when it is missing.
    func value(or old: Value) -> Value {
        switch self {
        case .missing: old
        case .value(let new): new
        }
    }
}
