/// Prints the rows of `school_status_history`, newest first.
struct StatusHistoryRows: RowSource {
    let rowCount: Int
    let context: TableContext
    let population: Population
    let composer: TextComposer

    func appendRow(_ index: Int, to writer: inout RowWriter) {
        var random = context.random(row: index)
        let statuses = SchoolRows.statuses
        writer.append("{\"id\":\"")
        writer.append(UUIDBits(&random))
        writer.append("\",\"school_id\":")
        let schoolIndex = population.drawSchool(&random)
        writer.append(quoted: random.chance(2, outOf: 100) ? nil : population.schools[schoolIndex].id)
        writer.append(",\"previous_status\":")
        let previousTurn = index < statuses.count ? (index + 1) % statuses.count : index
        writer.append(oneOf: statuses, row: previousTurn, nullPercent: 20, &random)
        writer.append(",\"new_status\":")
        writer.append(oneOf: statuses, row: index, &random)
        writer.append(",\"notes\":")
        writer.append(
            phraseOf: 3 + random.below(18), nullPercent: 50, emptyPercent: 1, by: composer, &random)
        writer.append(",\"changed_at\":")
        writer.append(instant: context.printed(context.instant(row: index, of: rowCount, &random)))
        writer.append(byte: 0x7D)
    }
}
