/// A column of a table other than its id: its name, its kind of values, and whether rows require it.
struct TableColumn: Sendable {
    /// The kind of a column's values.
    enum Kind: Sendable {
        /// Text that is stored for every row.
        case text
        /// Text with few distinct values, interned.
        case code
        /// The id of another table's row, interned; an empty id is null.
        case foreignID
        /// One of the texts of ``Sentiment``, interned; other texts are null, with a warning.
        case sentiment
        /// A time.
        case instant
        /// A calendar day, or a time.
        case dayOrInstant
        /// A number or a numeric string; other values are null, with a warning.
        case number

        var isTime: Bool { self == .instant || self == .dayOrInstant }
    }

    let name: StaticString
    let kind: Kind
    /// Whether rows without a value are skipped.
    var isRequired = false
    /// The column of instants that is read if this one is missing, null or an empty string.
    var substitute: StaticString?

    static func text(_ name: StaticString) -> Self { Self(name: name, kind: .text) }
    static func requiredText(_ name: StaticString) -> Self { Self(name: name, kind: .text, isRequired: true) }
    static func code(_ name: StaticString) -> Self { Self(name: name, kind: .code) }
    static func requiredCode(_ name: StaticString) -> Self { Self(name: name, kind: .code, isRequired: true) }
    static func foreignID(_ name: StaticString) -> Self { Self(name: name, kind: .foreignID) }
    static func number(_ name: StaticString) -> Self { Self(name: name, kind: .number) }
    static func sentiment(_ name: StaticString) -> Self { Self(name: name, kind: .sentiment) }

    static func requiredInstant(_ name: StaticString, else substitute: StaticString? = nil) -> Self {
        Self(name: name, kind: .instant, isRequired: true, substitute: substitute)
    }

    static func requiredDayOrInstant(_ name: StaticString, elseInstant substitute: StaticString? = nil)
        -> Self
    {
        Self(name: name, kind: .dayOrInstant, isRequired: true, substitute: substitute)
    }

    /// Creates a column of days or instants that may be missing or null, but not unreadable.
    static func readableDayOrInstant(_ name: StaticString) -> Self { Self(name: name, kind: .dayOrInstant) }
}

/// The columns of a table, and where ``RecordColumns`` stores each of them.
///
/// Columns of one kind of storage are numbered in the order of the schema. `events` has the required text
/// `name`, the times `start_date` and `end_date`, and the codes `type` and `school_id`:
/// ```
/// field        0 id    1 name     2 start_date    3 end_date           4 type     5 school_id
/// kept in      ids     texts[0]   times[0]        times[1]             codes[0]   codes[1]
/// flags                           bit 0: a day    1: not null, 2: a day
/// ```
struct TableSchema: Sendable {
    /// A column and where it is stored.
    struct Placed: BitwiseCopyable, Sendable {
        let kind: TableColumn.Kind
        let isRequired: Bool
        /// The indices of its field and of the field that is read if it is absent.
        let field: Int
        let substitute: Int?
        /// Its index among the columns with the same storage.
        let place: Int
        /// The bits of a row's flags for whether it has a value and whether that is a day; nil if it cannot
        /// be null or cannot be a day, respectively.
        let validBit: UInt8?
        let dayBit: UInt8?
    }

    /// The field of the row's own id, in every table.
    static let idField = 0

    /// The table's name in the database.
    let tableName: String
    /// The names of all fields, in the order in which ``RowFields`` numbers them.
    let fieldNames: [StaticString]
    /// The columns, in the order in which their problems are reported.
    let columns: [Placed]
    /// The columns that may cause a row to be skipped.
    let decisiveColumns: [Placed]
    let codeCount: Int
    let textCount: Int
    let timeCount: Int
    let numberCount: Int
    /// The number of bits used in a row's flags.
    let bitCount: Int

    init(table: String, _ columns: [TableColumn]) {
        var names: [StaticString] = ["id"]
        var (codeCount, textCount, timeCount, numberCount) = (0, 0, 0, 0)
        var bitCount: UInt8 = 0
        func next(_ count: inout Int) -> Int {
            count += 1
            return count - 1
        }
        func nextBit() -> UInt8 {
            bitCount += 1
            return bitCount - 1
        }
        self.columns = columns.map { column in
            let field = names.count
            names.append(column.name)
            let substitute = column.substitute.map { name in
                names.append(name)
                return field + 1
            }
            let place =
                switch column.kind {
                case .text: next(&textCount)
                case .code, .foreignID, .sentiment: next(&codeCount)
                case .instant, .dayOrInstant: next(&timeCount)
                case .number: next(&numberCount)
                }
            let hasValidBit = !column.isRequired && (column.kind == .text || column.kind.isTime)
            return Placed(
                kind: column.kind, isRequired: column.isRequired, field: field, substitute: substitute,
                place: place, validBit: hasValidBit ? nextBit() : nil,
                dayBit: column.kind == .dayOrInstant ? nextBit() : nil)
        }
        precondition(bitCount <= 8, "a row has 8 flags")
        self.bitCount = Int(bitCount)
        decisiveColumns = self.columns.filter { $0.isRequired || $0.kind.isTime }
        tableName = table
        fieldNames = names
        (self.codeCount, self.textCount) = (codeCount, textCount)
        (self.timeCount, self.numberCount) = (timeCount, numberCount)
    }
}
