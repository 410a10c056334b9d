/// Prints the rows of `schools`.
struct SchoolRows: RowSource {
    static let statuses: [StaticString] = [
        "researching", "interested", "contacted", "camp_invite", "recruited", "official_visit_invited",
        "official_visit_scheduled", "offer_received", "committed", "declined", "not_pursuing",
    ]
    private static let divisions: [StaticString] = ["D1", "D2", "D3", "NAIA", "JUCO"]

    let rowCount: Int
    let context: TableContext
    let population: Population

    func appendRow(_ index: Int, to writer: inout RowWriter) {
        var random = context.random(row: index)
        let school = population.schools[index]
        writer.append("{\"id\":\"")
        writer.append(school.id)
        writer.append("\",\"name\":")
        writer.append(quoted: school.name, of: population.texts)
        writer.append(",\"status\":")
        writer.append(oneOf: Self.statuses, row: index, nullPercent: 3, &random)
        writer.append(",\"division\":")
        writer.append(oneOf: Self.divisions, row: index, nullPercent: 4, &random)
        // A column that no page reads, as real databases have them.
        writer.append(",\"location\":{\"city\": ")
        writer.append(quoted: school.place, of: population.texts)
        writer.append(", \"capacity\": ")
        writer.append(decimal: Int64(500 + random.below(60_000)))
        writer.append("},\"created_at\":")
        writer.append(instant: context.printed(context.instant(row: index, of: rowCount, &random)))
        writer.append(byte: 0x7D)
    }
}
