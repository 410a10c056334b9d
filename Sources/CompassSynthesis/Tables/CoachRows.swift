/// Prints the rows of `coaches`.
struct CoachRows: RowSource {
    private static let roles: [StaticString] = ["head", "assistant", "recruiting"]

    let rowCount: Int
    let context: TableContext
    let population: Population

    func appendRow(_ index: Int, to writer: inout RowWriter) {
        var random = context.random(row: index)
        let coach = population.coaches[index]
        writer.append("{\"id\":\"")
        writer.append(coach.id)
        writer.append("\",\"school_id\":")
        writer.append(quoted: coach.schoolIndex.map { index in population.schools[index].id })
        writer.append(",\"first_name\":")
        writer.append(quoted: random.chance(1, outOf: 100) ? nil : coach.firstName, of: population.texts)
        writer.append(",\"last_name\":")
        writer.append(quoted: coach.lastName, of: population.texts)
        writer.append(",\"role\":\"")
        writer.append(Self.roles[index % Self.roles.count])
        writer.append("\",\"email\":\"")
        writer.append(coach.handle.droppingFirst(), of: population.texts)
        writer.append("@example.edu\",\"responsiveness_score\":")
        if random.chance(1, outOf: 5) {
            writer.append("null")
        } else {
            writer.append(hundredths: random.below(10_001))
        }
        writer.append(",\"created_at\":")
        writer.append(instant: context.printed(context.instant(row: index, of: rowCount, &random)))
        writer.append(byte: 0x7D)
    }
}
