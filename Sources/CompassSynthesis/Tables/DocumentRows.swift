/// Prints the rows of `documents`, newest first.
struct DocumentRows: RowSource {
    private static let types: [StaticString] = [
        "highlight_video", "transcript", "stats_sheet", "resume", "rec_letter", "questionnaire",
    ]

    let rowCount: Int
    let context: TableContext
    let population: Population
    let composer: TextComposer

    func appendRow(_ index: Int, to writer: inout RowWriter) {
        var random = context.random(row: index)
        writer.append("{\"id\":\"")
        writer.append(UUIDBits(&random))
        writer.append("\",\"school_id\":")
        let schoolIndex = population.drawSchool(&random)
        writer.append(quoted: random.chance(40, outOf: 100) ? nil : population.schools[schoolIndex].id)
        writer.append(",\"type\":")
        writer.append(oneOf: Self.types, row: index, &random)
        writer.append(",\"title\":")
        writer.append(
            phraseOf: 1 + random.below(12), nullPercent: 8, emptyPercent: 2, by: composer, &random)
        writer.append(",\"created_at\":")
        writer.append(instant: context.printed(context.instant(row: index, of: rowCount, &random)))
        writer.append(byte: 0x7D)
    }
}
