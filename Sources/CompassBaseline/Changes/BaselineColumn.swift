/// What a partial row says about a column.
enum BaselineColumn<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The row lacks the column, which stays as it is.
    case missing
    /// The column's new value, which may be null.
    case value(Value)

    /// The value; where it is missing the one that the column had.
    func value(or old: Value) -> Value {
        switch self {
        case .missing: old
        case .value(let new): new
        }
    }
}
