/// A dictionary-encoded column of texts with few distinct values.
///
/// Layout: one 32-bit code per row, ``CodeDictionary/null`` where null, and a dictionary of the texts. Codes
/// number the texts in order of first appearance. For `"camp"`, null, `"game"`, `"camp"`:
/// ```
/// codes        0 – 1 0
/// dictionary   camp game
/// ```
/// The dictionary may contain texts of replaced rows.
struct CodeColumn: Sendable {
    let codes: ColumnBuffer<UInt32>
    let dictionary: CodeDictionary

    /// Returns the text of `row`; nil if null.
    func string(_ row: Int) -> String? {
        let code = codes[row]
        return code == CodeDictionary.null ? nil : dictionary.string(Int(code))
    }

    /// Returns the text of `row` in a column without nulls.
    func required(_ row: Int) -> String { string(row) ?? "" }

    /// Calls `body` with the bytes of the text of `row`; with nil if null.
    @inline(__always)
    func withUTF8<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
        let code = codes[row]
        return code == CodeDictionary.null ? body(nil) : dictionary.withUTF8(Int(code)) { body($0) }
    }

    var byteCount: Int { codes.byteCount + dictionary.byteCount }

    func checkInvariants() -> [String] {
        codes.withBuffer { $0.filter { $0 != CodeDictionary.null && $0 >= dictionary.count } }
            .map { "code \($0) is in no dictionary" }
    }
}
