/// Prints the rows of `social_media_posts`, newest first.
struct PostRows: RowSource {
    let rowCount: Int
    let population: Population
    let composer: TextComposer
    let asOfMicros: Int64
    let wholeSeconds: Bool
    let urlSeed: UInt64
    private var schedule: PostSchedule

    init(_ options: SynthesisOptions, population: Population, composer: TextComposer) {
        rowCount = options.posts
        self.population = population
        self.composer = composer
        asOfMicros = options.asOfMicros
        wholeSeconds = options.wholeSeconds
        urlSeed = SplitMix64.mixed(options.seed)
        schedule = PostSchedule(options, schoolCount: population.schools.count)
    }

    @inline(__always)
    mutating func appendRow(_ index: Int, to writer: inout RowWriter) {
        let slot = schedule.next()
        var random = SplitMix64(seed: slot.contentSeed)
        let author = drawAuthor(slot, &random)
        let isRecruiting = random.below(1000)
        writer.append("{\"id\":\"")
        writer.append(slot.id)
        writer.append("\",\"coach_id\":")
        writer.append(quoted: author.coachIndex.map { index in population.coaches[index].id })
        writer.append(",\"school_id\":")
        writer.append(quoted: author.schoolIndex.map { index in population.schools[index].id })
        appendPlatformAndURL(slot, handle: author.handle, to: &writer, &random)
        appendContent(isRecruiting: isRecruiting < 300, to: &writer, &random)
        writer.append(",\"post_date\":")
        writer.append(instant: slot.timestampMicros)
        writer.append(",\"author_handle\":")
        writer.append(quoted: random.chance(5, outOf: 1000) ? nil : author.handle, of: population.texts)
        writer.append(",\"author_name\":")
        writer.append(quoted: random.chance(15, outOf: 1000) ? nil : author.name, of: population.texts)
        writer.append(",\"is_recruiting_related\":")
        appendBoolean(isRecruiting < 300, isNull: isRecruiting >= 992, to: &writer)
        let flagged = random.below(1000)
        writer.append(",\"flagged_for_review\":")
        appendBoolean(flagged < 22, isNull: flagged >= 995, to: &writer)
        appendSentiment(to: &writer, &random)
        appendNotes(to: &writer, &random)
        appendStorageTimes(postedAt: slot.exactMicros, to: &writer, &random)
        writer.append(byte: 0x7D)
    }

    private struct Author {
        var coachIndex: Int?
        var schoolIndex: Int?
        var handle: Piece
        var name: Piece?
    }

    /// 1% of the posts have no school; a tenth of the others come from the program's own account.
    @inline(__always)
    private func drawAuthor(_ slot: PostSchedule.Slot, _ random: inout SplitMix64) -> Author {
        let kind = random.below(1000)
        var schoolIndex = population.drawSchool(&random)
        if let rank = slot.burstSchoolRank, random.chance(1, outOf: 2) {
            schoolIndex = population.schoolsByRank[rank]
        }
        if kind < 100 {
            let school = population.schools[schoolIndex]
            return Author(coachIndex: nil, schoolIndex: schoolIndex, handle: school.handle, name: school.name)
        }
        let hasSchool = kind >= 110
        let coachIndex =
            hasSchool
            ? population.drawCoach(ofSchool: schoolIndex, &random) : population.drawFreeCoach(&random)
        let coach = population.coaches[coachIndex]
        return Author(
            coachIndex: hasSchool || kind.isMultiple(of: 2) ? coachIndex : nil,
            schoolIndex: hasSchool ? schoolIndex : nil, handle: coach.handle, name: coach.displayName)
    }
}
