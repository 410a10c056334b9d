/// A column of texts of which there are few different ones: a small number for each, and their dictionary.
///
/// Layout: one 32-bit code a row, ``CodeDictionary/null`` where null; codes count the texts in the order of
/// their first appearance. For `"camp"`, null, `"game"`, `"camp"`:
/// ```
/// codes        0 – 1 0
/// dictionary   camp game
/// ```
/// A dictionary may hold texts of rows that later ones have replaced.
struct CodeColumn: Sendable {
    let codes: ColumnBuffer<UInt32>
    let dictionary: CodeDictionary

    /// The text of `row`; nil when null.
    func string(_ row: Int) -> String? {
        let code = codes[row]
        return code == CodeDictionary.null ? nil : dictionary.string(Int(code))
    }

    /// The text of `row` in a column without null.
    func needed(_ row: Int) -> String { string(row) ?? "" }

    /// The memory that the column occupies, in bytes.
    var byteCount: Int { codes.byteCount + dictionary.byteCount }

    /// What is wrong with the column; empty when its parts agree with each other.
    func invariantViolations() -> [String] {
        codes.withBuffer { $0.filter { $0 != CodeDictionary.null && $0 >= dictionary.count } }
            .map { "code \($0) is in no dictionary" }
    }
}
