/// Prints the rows of `offers`, newest first.
struct OfferRows: RowSource {
    private static let types: [StaticString] = [
        "partial", "scholarship", "full_ride", "preferred_walk_on", "recruited_walk_on",
    ]
    private static let statuses: [StaticString] = ["pending", "accepted", "declined", "expired"]

    let rowCount: Int
    let context: TableContext
    let population: Population

    func appendRow(_ index: Int, to writer: inout RowWriter) {
        var random = context.random(row: index)
        let offeredAt = context.instant(row: index, of: rowCount, &random)
        let offerDay = Civil.daysAndRemainder(offeredAt, per: Civil.microsPerDay).quotient
        writer.append("{\"id\":\"")
        writer.append(UUIDBits(&random))
        writer.append("\",\"school_id\":")
        let schoolIndex = population.drawSchool(&random)
        writer.append(quoted: random.chance(2, outOf: 100) ? nil : population.schools[schoolIndex].id)
        writer.append(",\"offer_type\":")
        writer.append(oneOf: Self.types, row: index, &random)
        writer.append(",\"status\":")
        writer.append(oneOf: Self.statuses, row: index, nullPercent: 5, &random)
        writer.append(",\"offer_date\":")
        if random.chance(8, outOf: 100) { writer.append("null") } else { writer.append(quotedDate: offerDay) }
        writer.append(",\"created_at\":")
        writer.append(instant: context.printed(context.instant(after: offeredAt, days: 5, &random)))
        writer.append(byte: 0x7D)
    }
}
