/// A reader of a zone's offsets from TZif data, RFC 8536, versions 1 to 4.
///
/// Layout: a header of 44 bytes and a block with 32-bit times; from version 2 on also a second header, a
/// block with 64-bit times, which replaces the first, and a rule for all later years between two line feeds.
/// Numbers are big-endian.
///
///     header  "TZif" version(1) unused(15) isutcnt(4) isstdcnt(4) leapcnt(4) timecnt(4) typecnt(4)
///             charcnt(4)
///     block   timecnt × time, timecnt × type index(1), typecnt × (offset(4), isdst(1), name index(1)),
///             charcnt × name, leapcnt × (time, correction(4)), isstdcnt × 1, isutcnt × 1
///
/// Every count is checked against the data's length before it is used, which bounds the memory allocated for
/// damaged data: some bytes for each byte of data, and the changes that a rule adds for 400 years.
struct TZifReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The reason why data are not valid TZif data.
    struct Malformation: Error { var reason: String }

    private static let headerLength = 44
    /// The number of years of a rule's changes in a table; later seconds are looked up in an earlier period.
    private static let periodYears: Int64 = 400

    /// Returns the zone's table under the given name.
    func table(identifier: String) throws(Malformation) -> ZoneTable {
        var header = try header(at: 0)
        var timeLength = 4
        var blockStart = Self.headerLength
        if header.version >= 2 {
            let secondHeader = blockStart + header.blockLength(timeLength: 4)
            header = try self.header(at: secondHeader)
            blockStart = secondHeader + Self.headerLength
            timeLength = 8
        }
        let blockEnd = blockStart + header.blockLength(timeLength: timeLength)
        guard blockEnd <= bytes.count else { throw Malformation(reason: "the data end within a block") }

        let offsets = try offsets(header, blockStart: blockStart, timeLength: timeLength)
        let changes = try changes(header, offsets, blockStart: blockStart, timeLength: timeLength)
        let rule = header.version >= 2 ? try rule(at: blockEnd) : nil
        return table(identifier: identifier, initialOffset: offsets[0], changes: changes, rule: rule)
    }

    private struct Header {
        var version: Int
        var utcIndicatorCount: Int
        var standardIndicatorCount: Int
        var leapSecondCount: Int
        var changeCount: Int
        var typeCount: Int
        var nameLength: Int

        func blockLength(timeLength: Int) -> Int {
            changeCount * (timeLength + 1) + typeCount * 6 + nameLength
                + leapSecondCount * (timeLength + 4) + standardIndicatorCount + utcIndicatorCount
        }
    }

    private func header(at start: Int) throws(Malformation) -> Header {
        guard start + Self.headerLength <= bytes.count else {
            throw Malformation(reason: "the data end within a header")
        }
        guard bytes[start..<start + 4].elementsEqual("TZif".utf8) else {
            throw Malformation(reason: "a header does not begin with TZif")
        }
        let version: Int
        switch bytes[start + 4] {
        case 0: version = 1
        // RFC 8536: a reader treats unknown versions like the newest version that it knows.
        case UInt8(ascii: "2")...UInt8(ascii: "9"): version = Int(bytes[start + 4] & 15)
        default: throw Malformation(reason: "unknown version")
        }
        var counts: [Int] = []
        for index in 0..<6 {
            let count = bigEndian(at: start + 20 + index * 4, length: 4) & 0xffff_ffff
            guard count <= bytes.count else {
                throw Malformation(reason: "a count exceeds the length of the data")
            }
            counts.append(Int(count))
        }
        let header = Header(
            version: version, utcIndicatorCount: counts[0], standardIndicatorCount: counts[1],
            leapSecondCount: counts[2], changeCount: counts[3], typeCount: counts[4],
            nameLength: counts[5])
        guard header.typeCount > 0 else { throw Malformation(reason: "there is no offset") }
        return header
    }

    /// Returns the offsets of the block's types.
    private func offsets(_ header: Header, blockStart: Int, timeLength: Int) throws(Malformation) -> [Int64] {
        guard header.leapSecondCount == 0 else {
            throw Malformation(reason: "its times count leap seconds")
        }
        let typesStart = blockStart + header.changeCount * (timeLength + 1)
        var offsets: [Int64] = []
        for index in 0..<header.typeCount {
            let offset = bigEndian(at: typesStart + index * 6, length: 4)
            guard abs(offset) < ZoneTable.offsetLimitSeconds else {
                throw Malformation(reason: "an offset of \(offset) seconds")
            }
            offsets.append(offset)
        }
        return offsets
    }

    private func changes(
        _ header: Header, _ offsets: [Int64], blockStart: Int, timeLength: Int
    ) throws(Malformation) -> [OffsetSegment] {
        let typesStart = blockStart + header.changeCount * timeLength
        var changes: [OffsetSegment] = []
        changes.reserveCapacity(header.changeCount)
        for index in 0..<header.changeCount {
            let second = bigEndian(at: blockStart + index * timeLength, length: timeLength)
            if let last = changes.last, last.startSecond >= second {
                throw Malformation(reason: "times are not in ascending order")
            }
            let type = Int(bytes[typesStart + index])
            guard type < offsets.count else {
                throw Malformation(reason: "a time refers to a type that does not exist")
            }
            changes.append(OffsetSegment(startSecond: second, offsetSeconds: offsets[type]))
        }
        return changes
    }

    /// Returns the rule between two line feeds; nil if it is empty.
    private func rule(at start: Int) throws(Malformation) -> ZoneRule? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\n"),
            let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\n"))
        else { throw Malformation(reason: "the rule for later years is not between line feeds") }
        let text = bytes[(start + 1)..<end]
        if text.isEmpty { return nil }
        guard let rule = ZoneRule(parsing: text) else {
            let shown = String(decoding: text.prefix(64), as: UTF8.self)
            throw Malformation(reason: "the rule for later years is unreadable: \(shown)")
        }
        return rule
    }

    /// Joins the listed changes with those that the rule adds after the last of them.
    private func table(
        identifier: String, initialOffset: Int64, changes: [OffsetSegment], rule: ZoneRule?
    ) -> ZoneTable {
        guard let rule else {
            return ZoneTable(
                identifier: identifier, initialOffsetSeconds: initialOffset, changes: changes, tzif: bytes)
        }
        guard let last = changes.last, last.startSecond >= -ZoneTable.reachableSecond else {
            // If every change is before any timestamp, the rule holds for all time. (Some files begin with a
            // change at the supposed beginning of the universe.)
            let firstYear: Int64 = 1968
            let period = ZoneTable.RepeatingPeriod(
                startSecond: CivilArithmetic.newYearSecond(firstYear + 2), includesPast: true)
            return ZoneTable(
                identifier: identifier, initialOffsetSeconds: rule.standardOffsetSeconds,
                changes: rule.changes(inYears: firstYear...firstYear + Self.periodYears + 3, after: .min),
                periods: rule.daylight == nil ? nil : period, tzif: bytes)
        }
        guard rule.daylight != nil, last.startSecond < ZoneTable.reachableSecond else {
            return ZoneTable(
                identifier: identifier, initialOffsetSeconds: initialOffset, changes: changes, tzif: bytes)
        }
        let lastDay = last.startSecond.flooredQuotient(by: TimeUnits.secondsPerDay)
        let lastYear = CivilArithmetic.parts(days: lastDay).year
        // A change of the previous year may come after the last listed one because of its time of day.
        let added = rule.changes(
            inYears: lastYear - 1...lastYear + Self.periodYears + 3, after: last.startSecond)
        let period = ZoneTable.RepeatingPeriod(
            startSecond: CivilArithmetic.newYearSecond(lastYear + 2), includesPast: false)
        return ZoneTable(
            identifier: identifier, initialOffsetSeconds: initialOffset, changes: changes + added,
            periods: period, tzif: bytes)
    }

    /// Returns a signed big-endian number of four or eight bytes.
    private func bigEndian(at start: Int, length: Int) -> Int64 {
        var value: UInt64 = 0
        for byte in bytes[start..<start + length] { value = value << 8 | UInt64(byte) }
        return length == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}
