/// "Now" and the zone of a query.
struct PartialMoment: Hashable, Sendable {
    let now: Timestamp
    /// A hash of the zone's offsets, because machines may have different data of the same zone.
    let zoneHash: UInt64
    /// The day of "now".
    let today: CivilDate

    init(asOf now: Timestamp, in zone: ZoneOffsets) {
        self.now = now
        zoneHash = zone.table.contentHash
        today = zone.civilDate(at: now)
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        now = Timestamp(micros: try reader.signed())
        zoneHash = try reader.word()
        today = try reader.day()
    }

    func write(to writer: inout PartialWriter) {
        writer.signed(now.micros)
        writer.word(zoneHash)
        writer.day(today)
    }

    func difference(from other: PartialMoment) -> PartialAnswerDifference? {
        if zoneHash != other.zoneHash { return .zone }
        return self == other ? nil : .now
    }
}

extension PartialWriter {
    mutating func day(_ day: CivilDate) { signed(Int64(day.daysSinceEpoch)) }

    mutating func instant(_ instant: ZonedTimestamp) {
        signed(instant.timestamp.micros)
        signed(Int64(instant.offsetSeconds))
    }

    mutating func chartDays(_ days: ChartDays) {
        switch days {
        case .sameAsRange: byte(0)
        case .every: byte(1)
        case .last(let days):
            byte(2)
            count(days)
        }
    }

    mutating func filter(_ filter: PostFilter) {
        func sorted(_ ids: Set<ForeignID>) -> [PartialText] {
            ids.map { PartialText($0.description) }.sorted()
        }
        optional(filter.platforms) { writer, platforms in
            writer.byte((platforms.contains(.twitter) ? 1 : 0) | (platforms.contains(.instagram) ? 2 : 0))
        }
        optional(filter.schools) { $0.keys(sorted($1)) }
        optional(filter.coaches) { $0.keys(sorted($1)) }
        optional(filter.sentimentBits) { $0.byte($1) }
        optional(filter.recruiting) { $0.flag($1) }
        optional(filter.flagged) { $0.flag($1) }
        flag(filter.excludesAllRecruiting)
        flag(filter.excludesAllFlagged)
        optional(filter.from) { $0.day($1) }
        optional(filter.to) { $0.day($1) }
        let searches = filter.searches.map { (text: PartialText($0.text), options: $0.options.rawValue) }
        list(searches.sorted { $0.text == $1.text ? $0.options < $1.options : $0.text < $1.text }) {
            writer, search in
            writer.text(search.text)
            writer.signed(Int64(search.options))
        }
    }
}

extension PartialReader {
    mutating func day() throws(PartialAnswerError) -> CivilDate { CivilDate(daysSinceEpoch: try signed32()) }

    mutating func instant() throws(PartialAnswerError) -> ZonedTimestamp {
        let timestamp = Timestamp(micros: try signed())
        let offset = try signed()
        guard abs(Int64(Int32(truncatingIfNeeded: offset))) <= ZoneTable.offsetLimitSeconds,
            Int64(Int32(truncatingIfNeeded: offset)) == offset
        else { throw damaged("an offset that no zone has") }
        return ZonedTimestamp(timestamp, offsetSeconds: Int(offset))
    }

    mutating func chartDays() throws(PartialAnswerError) -> ChartDays {
        switch try byte(below: 3) {
        case 0: .sameAsRange
        case 1: .every
        default: .last(min(try count(), AnalyticsRange.maximumDays))
        }
    }

    mutating func filter() throws(PartialAnswerError) -> PostFilter {
        typealias Reader = PartialReader
        let platforms = try optional { (reader: inout Reader) throws(PartialAnswerError) in
            try reader.byte(below: 4)
        }
        let schools = try optional { (reader: inout Reader) throws(PartialAnswerError) in try reader.keys() }
        let coaches = try optional { (reader: inout Reader) throws(PartialAnswerError) in try reader.keys() }
        let sentiments = try optional { (reader: inout Reader) throws(PartialAnswerError) in
            try reader.byte(below: 16)
        }
        let recruiting = try optional { (reader: inout Reader) throws(PartialAnswerError) in try reader.flag()
        }
        let flagged = try optional { (reader: inout Reader) throws(PartialAnswerError) in try reader.flag() }
        let (excludesAllRecruiting, excludesAllFlagged) = (try flag(), try flag())
        let from = try optional { (reader: inout Reader) throws(PartialAnswerError) in try reader.day() }
        let to = try optional { (reader: inout Reader) throws(PartialAnswerError) in try reader.day() }
        let searches = try list { (reader: inout Reader) throws(PartialAnswerError) in
            SearchQuery(try reader.string(), options: .init(rawValue: Int(try reader.signed())))
        }
        var filter = PostFilter.dates(from: from, to: to)
        if let platforms {
            filter =
                filter
                && .platforms(Set(zip(Platform.allCases, [1, 2]).filter { platforms & $1 != 0 }.map(\.0)))
        }
        if let schools { filter = filter && .schools(schools.map(\.string)) }
        if let coaches { filter = filter && .coaches(coaches.map(\.string)) }
        if let sentiments {
            let chosen = Sentiment.allCases.enumerated().filter { sentiments >> $0.offset & 1 != 0 }
            filter = filter && .sentiment(Set(chosen.map(\.element)))
        }
        if let recruiting {
            filter = filter && .recruiting(recruiting)
            if excludesAllRecruiting { filter = filter && .recruiting(!recruiting) }
        }
        if let flagged {
            filter = filter && .flagged(flagged)
            if excludesAllFlagged { filter = filter && .flagged(!flagged) }
        }
        return searches.reduce(filter) { $0 && .search($1) }
    }
}
