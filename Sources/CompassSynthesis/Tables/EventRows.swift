/// Prints the rows of `events`: from 60 days after the as-of instant back through the span of the posts.
struct EventRows: RowSource {
    private static let types: [StaticString] = [
        "game", "camp", "showcase", "unofficial_visit", "official_visit",
    ]
    private static let daysAhead = 60

    let rowCount: Int
    let context: TableContext
    let population: Population
    let composer: TextComposer

    func appendRow(_ index: Int, to writer: inout RowWriter) {
        var random = context.random(row: index)
        let start = start(row: index, &random)
        let startDay = Civil.daysAndRemainder(start, per: Civil.microsPerDay).quotient
        // Games begin at a time of day; other events are whole days.
        let hasTime = random.chance(1, outOf: 4)
        let length = random.below(10)
        writer.append("{\"id\":\"")
        writer.append(UUIDBits(&random))
        writer.append("\",\"school_id\":")
        let schoolIndex = population.drawSchool(&random)
        writer.append(quoted: random.chance(10, outOf: 100) ? nil : population.schools[schoolIndex].id)
        writer.append(",\"type\":")
        writer.append(oneOf: Self.types, row: index, nullPercent: 3, &random)
        writer.append(",\"name\":")
        writer.append(phraseOf: 2 + random.below(3), by: composer, &random)
        writer.append(",\"start_date\":")
        if hasTime { writer.append(instant: start) } else { writer.append(quotedDate: startDay) }
        writer.append(",\"end_date\":")
        switch length {
        case ..<4: writer.append("null")
        case ..<6: writer.append(dateOrInstant: hasTime, start, startDay)
        default:
            let days = Int64(1 + random.below(length == 9 ? 30 : 4))
            writer.append(dateOrInstant: hasTime, start + days * Civil.microsPerDay / 8, startDay + days)
        }
        writer.append(",\"created_at\":")
        let storedAt = min(start, context.asOfMicros) - random.below(40 * Civil.microsPerDay)
        writer.append(instant: context.printed(storedAt))
        writer.append(byte: 0x7D)
    }

    private func start(row: Int, _ random: inout SplitMix64) -> Int64 {
        let ahead = Int64(Self.daysAhead) * Civil.microsPerDay
        let step = (context.spanMicros + ahead) / Int64(rowCount)
        let micros = context.asOfMicros + ahead - Int64(row) * step - random.below(step)
        let quarterHour = Civil.microsPerHour / 4
        return Civil.daysAndRemainder(micros, per: quarterHour).quotient * quarterHour
    }
}

extension RowWriter {
    /// Appends the instant in quotes, or the civil date.
    fileprivate mutating func append(dateOrInstant hasTime: Bool, _ micros: Int64, _ days: Int64) {
        if hasTime { append(instant: micros) } else { append(quotedDate: days) }
    }
}
