/// The common parts of the small tables: streams per row, times, and values drawn from lists.
struct TableContext: Sendable {
    let asOfMicros: Int64
    let spanMicros: Int64
    private let wholeSeconds: Bool
    private let seed: UInt64

    init(_ options: SynthesisOptions, table: SynthesisTable) {
        asOfMicros = options.asOfMicros
        spanMicros = Int64(PostSchedule.spanDays(posts: options.posts)) * Civil.microsPerDay
        wholeSeconds = options.wholeSeconds
        var hash = SplitMix64.mixed(options.seed)
        for byte in table.rawValue.utf8 { hash = SplitMix64.mixed(hash ^ UInt64(byte)) }
        seed = hash
    }

    /// Returns the stream of a row.
    func random(row: Int) -> SplitMix64 {
        SplitMix64(seed: seed, stream: UInt64(row))
    }

    /// Draws an instant within the posts' span; each row has its own interval, later rows the older ones.
    func instant(row: Int, of rowCount: Int, _ random: inout SplitMix64) -> Int64 {
        let stepSeconds = max(1, Int(spanMicros / Civil.microsPerSecond) / rowCount)
        let secondsBefore = Int64(row * stepSeconds + random.below(stepSeconds) + 1)
        let fraction = FractionDigits.draw(&random)
        return Civil.wholeSeconds(asOfMicros) - secondsBefore * Civil.microsPerSecond + fraction
    }

    /// Draws an instant up to `days` days after another, never after the as-of instant.
    func instant(after start: Int64, days: Int, _ random: inout SplitMix64) -> Int64 {
        let delay = random.below(Int64(days) * Civil.microsPerDay)
        return min(start + delay, asOfMicros)
    }

    /// Returns the instant as printed: without its fraction when only whole seconds are requested.
    func printed(_ micros: Int64) -> Int64 {
        wholeSeconds ? Civil.wholeSeconds(micros) : micros
    }
}

extension RowWriter {
    /// Appends one of the values in quotes: the first rows use them in turn, so that each occurs; later rows
    /// draw, the first values more often.
    mutating func append(
        oneOf values: [StaticString], row: Int, nullPercent: Int = 0, _ random: inout SplitMix64
    ) {
        let first = random.below(values.count)
        let second = random.below(values.count)
        let isNull = random.chance(nullPercent, outOf: 100)
        guard row < values.count || !isNull else { return append("null") }
        append(byte: 0x22)
        append(values[row < values.count ? row : min(first, second)])
        append(byte: 0x22)
    }

    /// Appends a phrase in quotes, `null` or an empty text.
    mutating func append(
        phraseOf wordCount: Int, nullPercent: Int = 0, emptyPercent: Int = 0, by composer: TextComposer,
        _ random: inout SplitMix64
    ) {
        let kind = random.below(100)
        if kind < nullPercent { return append("null") }
        append(byte: 0x22)
        if kind >= nullPercent + emptyPercent {
            composer.appendPhrase(wordCount: wordCount, to: &self, &random)
        }
        append(byte: 0x22)
    }
}
