/// A row that a later row of the same table has replaced.
struct ReplacedRow {
    /// What both rows have in common.
    enum Rule: String, CaseIterable {
        case id
        case postURL = "post_url"
    }

    /// The row's number in the document, from 1.
    let row: Int
    /// The position of its first byte, from 0.
    let byteOffset: Int
    let id: String
    let rule: Rule
    /// The number of the row that has replaced it.
    let byRow: Int
}

extension ReplacedRow: CustomStringConvertible {
    /// One line for people.
    var description: String {
        "row \(row) (byte \(byteOffset)): id \(id), by row \(byRow) with the same \(rule.rawValue)"
    }
}
