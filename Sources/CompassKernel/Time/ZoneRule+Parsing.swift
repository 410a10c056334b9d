extension ZoneRule {
    /// Parses a rule such as `EST5EDT,M3.2.0,M11.1.0/2`.
    ///
    /// - Parameter text: the whole text; must not be empty.
    /// - Returns: nil if the text is invalid; TZif requires the days of a daylight-saving name.
    init?(parsing text: ArraySlice<UInt8>) {
        var cursor = RuleCursor(text)
        guard cursor.skipName(), let standardWest = cursor.takeTime(maximumHours: 25) else { return nil }
        standardOffsetSeconds = -standardWest
        guard !cursor.isAtEnd else { return }

        guard cursor.skipName() else { return nil }
        var daylightOffset = standardOffsetSeconds + 3_600
        if cursor.next != UInt8(ascii: ",") {
            guard let daylightWest = cursor.takeTime(maximumHours: 25) else { return nil }
            daylightOffset = -daylightWest
        }
        guard abs(daylightOffset) < ZoneTable.offsetLimitSeconds, let start = cursor.takeChange(),
            let end = cursor.takeChange(), cursor.isAtEnd
        else { return nil }
        daylight = Daylight(offsetSeconds: daylightOffset, start: start, end: end)
    }
}

/// A cursor over a rule's text; each method consumes the element in its name or makes the rule invalid.
private struct RuleCursor {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }
    var next: UInt8? { rest.first }

    private mutating func take(_ expected: UInt8) -> Bool {
        guard rest.first == expected else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips `EST`, or any text in angle brackets.
    mutating func skipName() -> Bool {
        if take(UInt8(ascii: "<")) {
            guard let close = rest.firstIndex(of: UInt8(ascii: ">")), close > rest.startIndex else {
                return false
            }
            rest = rest[(close + 1)...]
            return true
        }
        let name = rest.prefix { byte in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        rest = rest[name.endIndex...]
        return name.count >= 3
    }

    /// Parses up to three digits.
    private mutating func takeNumber(in range: ClosedRange<Int64>) -> Int64? {
        var value: Int64 = 0
        var digitCount = 0
        while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            digitCount += 1
            guard digitCount <= 3 else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            rest.removeFirst()
        }
        return digitCount > 0 && range.contains(value) ? value : nil
    }

    /// Parses `[+|-]hh[:mm[:ss]]`, in seconds.
    mutating func takeTime(maximumHours: Int64) -> Int64? {
        let isNegative = take(UInt8(ascii: "-"))
        if !isNegative { _ = take(UInt8(ascii: "+")) }
        guard let hours = takeNumber(in: 0...maximumHours) else { return nil }
        var seconds = hours * 3_600
        if take(UInt8(ascii: ":")) {
            guard let minutes = takeNumber(in: 0...59) else { return nil }
            seconds += minutes * 60
            if take(UInt8(ascii: ":")) {
                guard let extraSeconds = takeNumber(in: 0...59) else { return nil }
                seconds += extraSeconds
            }
        }
        return isNegative ? -seconds : seconds
    }

    /// Parses `,day[/time]`.
    mutating func takeChange() -> ZoneRule.Change? {
        guard take(UInt8(ascii: ",")), let day = takeDay() else { return nil }
        guard take(UInt8(ascii: "/")) else { return ZoneRule.Change(day: day) }
        guard let time = takeTime(maximumHours: 167) else { return nil }
        return ZoneRule.Change(day: day, secondOfDay: time)
    }

    /// Parses `Mm.w.d`, `Jn` or `n`.
    private mutating func takeDay() -> ZoneRule.Day? {
        if take(UInt8(ascii: "M")) {
            guard let month = takeNumber(in: 1...12), take(UInt8(ascii: ".")),
                let week = takeNumber(in: 1...5), take(UInt8(ascii: ".")),
                let weekday = takeNumber(in: 0...6)
            else { return nil }
            return .weekday(month: Int(month), week: week, weekday: weekday)
        }
        if take(UInt8(ascii: "J")) { return takeNumber(in: 1...365).map { .julian($0) } }
        return takeNumber(in: 0...365).map { .zeroBased($0) }
    }
}
