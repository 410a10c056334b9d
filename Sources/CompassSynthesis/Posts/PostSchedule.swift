/// The times of posts, newest first: a daily and a weekly rhythm, noisy hours and bursts.
///
/// Time is divided into hours that end at the as-of instant. Every hour has a weight; the posts are
/// distributed over the hours in proportion, and randomly within an hour. Only one hour's posts are in memory
/// at a time.
struct PostSchedule {
    /// The properties of a post that are decided before its row is printed.
    struct Slot {
        /// The instant of the post with its fraction of a second.
        let exactMicros: Int64
        /// The instant that is printed.
        let timestampMicros: Int64
        let id: UUIDBits
        /// The seed of the stream that draws the rest of the row.
        let contentSeed: UInt64
        /// The number of the post in drawing order, unique in the dataset.
        let ordinal: Int
        /// The school that a burst is about.
        let burstSchoolRank: Int?

        static func isNewer(_ left: Slot, _ right: Slot) -> Bool {
            left.timestampMicros != right.timestampMicros
                ? left.timestampMicros > right.timestampMicros : left.id < right.id
        }
    }

    private let posts: Int
    private let endMicros: Int64
    private let wholeSeconds: Bool
    private let hours: [PostHour]
    private let totalWeight: UInt64
    private var random: SplitMix64
    private var hourIndex = 0
    private var weightSoFar: UInt64 = 0
    private var drawnCount = 0
    private var slots: [Slot] = []
    private var nextSlot = 0

    init(_ options: SynthesisOptions, schoolCount: Int) {
        posts = options.posts
        wholeSeconds = options.wholeSeconds
        // Hours end at whole seconds: dropping a fraction never moves a post into the hour before.
        endMicros = Civil.wholeSeconds(options.asOfMicros)
        hours = PostHour.all(
            count: Self.spanDays(posts: options.posts) * 24, endMicros: endMicros, schoolCount: schoolCount,
            seed: options.seed)
        totalWeight = hours.reduce(0) { sum, hour in sum + UInt64(hour.weight) }
        random = SplitMix64(seed: options.seed, stream: 0x706F_7374_7469_6D65)
    }

    /// Returns the number of days that posts cover: 120 up to 200 posts, 365 at 10,000, 730 at 100,000, 1,095
    /// from 1,000,000, linear in between, so that every range of the page has posts and the densest is a busy
    /// feed.
    static func spanDays(posts: Int) -> Int {
        let knots = [(200, 120), (10_000, 365), (100_000, 730), (1_000_000, 1095)]
        guard posts > knots[0].0 else { return knots[0].1 }
        for (low, high) in zip(knots, knots.dropFirst()) where posts <= high.0 {
            return low.1 + (high.1 - low.1) * (posts - low.0) / (high.0 - low.0)
        }
        return knots[knots.count - 1].1
    }

    /// Returns the next older post; must be called at most once per post.
    @inline(__always)
    mutating func next() -> Slot {
        while nextSlot == slots.count { drawHour() }
        nextSlot += 1
        return slots[nextSlot - 1]
    }

    private mutating func drawHour() {
        let hour = hours[hourIndex]
        let startMicros = endMicros - Int64(hourIndex + 1) * Civil.microsPerHour
        hourIndex += 1
        weightSoFar += UInt64(hour.weight)
        let share = UInt64(posts).multipliedFullWidth(by: weightSoFar)
        let drawnAfterwards = Int(totalWeight.dividingFullWidth(share).quotient)
        slots.removeAll(keepingCapacity: true)
        nextSlot = 0
        var exactMicros = startMicros
        while drawnCount < drawnAfterwards {
            let drawn = startMicros + drawMicrosOfHour()
            // Some posts appear on both platforms at once.
            if slots.isEmpty || !random.chance(1, outOf: 200) { exactMicros = drawn }
            slots.append(
                Slot(
                    exactMicros: exactMicros,
                    timestampMicros: wholeSeconds ? Civil.wholeSeconds(exactMicros) : exactMicros,
                    id: UUIDBits(&random), contentSeed: random.next(),
                    ordinal: drawnCount, burstSchoolRank: hour.burstSchoolRank))
            drawnCount += 1
        }
        slots.sort(by: Slot.isNewer)
    }

    /// Draws a second of the hour, and a fraction of 0 to 6 digits of which the last is not 0.
    private mutating func drawMicrosOfHour() -> Int64 {
        let second = Int64(random.below(3600)) * Civil.microsPerSecond
        let fraction = FractionDigits.draw(&random)
        return second + fraction
    }
}

/// Fractions of a second with the precision of different sources.
enum FractionDigits {
    private static let units: [Int64] = [1_000_000, 100_000, 10_000, 1000, 100, 10, 1]
    /// The number of digits of 32 fractions: 6 have no digit, 10 three, 8 six, 2 each other length.
    private static let shares: [UInt8] = [
        0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6,
    ]

    /// Draws microseconds below one second, printed with 0 to 6 digits.
    @inline(__always)
    static func draw(_ random: inout SplitMix64) -> Int64 {
        let unit = units[Int(shares[random.below(shares.count)])]
        let value = Int64(random.below(Int(1_000_000 / unit)))
        return (value % 10 == 0 && unit < 1_000_000 ? value + 1 : value) * unit
    }
}
