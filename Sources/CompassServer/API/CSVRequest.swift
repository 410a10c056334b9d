/// The parameters of an export in a query.
struct CSVRequest<Section: CaseIterable & RawRepresentable & Sendable>: Sendable
where Section.RawValue == String {
    let byteOrderMark: Bool
    let escapesFormulas: Bool
    /// The only section; nil for all.
    let section: Section?

    init(_ query: QueryParameters, _ type: Section.Type) throws(APIError) {
        byteOrderMark = try query.flag("byte-order-mark")
        escapesFormulas = try !query.flag("raw")
        section = try query.word("section", type)
    }

    /// - Throws: 400 for a section that another parameter must ask for.
    func requires(_ flag: String, isGiven: Bool, for isSection: (Section) -> Bool) throws(APIError) {
        guard let section, isSection(section), !isGiven else { return }
        throw APIError(400, "'section=\(section.rawValue)' is accepted only with '\(flag)'.")
    }
}

/// The rows of an export that is made in chunks.
enum CSVRows {
    /// Returns the bytes without their first line, the header of a table.
    static func withoutHeader(_ csv: [UInt8]) -> [UInt8] {
        // Names of columns have no line feed.
        guard let end = csv.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
        return Array(csv[(end + 1)...])
    }
}
