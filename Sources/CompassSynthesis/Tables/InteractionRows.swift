/// Prints the rows of `interactions`, newest first.
struct InteractionRows: RowSource {
    /// The types, from the most frequent to the rarest.
    private static let types: [StaticString] = [
        "email", "text", "phone_call", "dm", "tweet", "virtual_meeting", "camp", "in_person_visit",
        "showcase",
        "game", "unofficial_visit", "official_visit", "other",
    ]
    private static let directions: [StaticString] = ["outbound", "inbound"]
    private static let sentiments: [StaticString] = ["positive", "neutral", "very_positive", "negative"]

    let rowCount: Int
    let context: TableContext
    let population: Population
    let composer: TextComposer

    func appendRow(_ index: Int, to writer: inout RowWriter) {
        var random = context.random(row: index)
        let occurredAt = context.instant(row: index, of: rowCount, &random)
        let schoolIndex = population.drawSchool(&random)
        let coach = population.coaches[population.drawCoach(ofSchool: schoolIndex, &random)]
        writer.append("{\"id\":\"")
        writer.append(UUIDBits(&random))
        writer.append("\",\"school_id\":")
        writer.append(quoted: random.chance(2, outOf: 100) ? nil : population.schools[schoolIndex].id)
        writer.append(",\"coach_id\":")
        writer.append(quoted: random.chance(15, outOf: 100) ? nil : coach.id)
        writer.append(",\"type\":")
        writer.append(oneOf: Self.types, row: index, &random)
        writer.append(",\"direction\":")
        writer.append(oneOf: Self.directions, row: index, nullPercent: 2, &random)
        writer.append(",\"subject\":")
        writer.append(
            phraseOf: 2 + random.below(6), nullPercent: 25, emptyPercent: 1, by: composer, &random)
        writer.append(",\"content\":")
        if random.chance(30, outOf: 100) {
            writer.append("null")
        } else {
            writer.append(byte: 0x22)
            composer.appendPost(isRecruiting: true, to: &writer, &random)
            writer.append(byte: 0x22)
        }
        writer.append(",\"sentiment\":")
        writer.append(oneOf: Self.sentiments, row: index, nullPercent: 35, &random)
        writer.append(",\"occurred_at\":")
        writer.append(instant: random.chance(3, outOf: 100) ? nil : context.printed(occurredAt))
        writer.append(",\"created_at\":")
        writer.append(instant: context.printed(context.instant(after: occurredAt, days: 2, &random)))
        writer.append(byte: 0x7D)
    }
}
