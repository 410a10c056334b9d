/// The activity of one hour.
struct PostHour: Sendable {
    let weight: UInt32
    let burstSchoolRank: Int?

    /// The weights by the hour of the day at UTC−6, the middle of the colleges' country: quiet nights, busy
    /// evenings.
    private static let hourWeights = [
        4, 2, 1, 1, 1, 3, 8, 14, 20, 24, 26, 28, 32, 30, 30, 34, 40, 46, 52, 56, 54, 44, 28, 12,
    ]
    /// The weights from Sunday: games are at the weekend, recruiting news on Fridays.
    private static let weekdayWeights = [80, 90, 100, 105, 110, 130, 150]

    /// Returns the hours before an instant, the latest first.
    static func all(count: Int, endMicros: Int64, schoolCount: Int, seed: UInt64) -> [PostHour] {
        var random = SplitMix64(seed: seed, stream: 0x686F_7572_7321_2121)
        var hours: [PostHour] = []
        hours.reserveCapacity(count)
        // Built from the oldest hour on, because a burst rises at once and then fades.
        var burst = 0
        var burstSchoolRank = 0
        for index in stride(from: count - 1, through: 0, by: -1) {
            if random.chance(1, outOf: 120) {
                burst = 300 + random.below(1200)
                burstSchoolRank = random.below(min(schoolCount, 60))
            }
            let noise = 50 + random.below(101)
            let middle = endMicros - Int64(index) * Civil.microsPerHour - Civil.microsPerHour / 2
            let weight = rhythm(at: middle) * noise * (100 + burst) / 100
            hours.append(
                PostHour(weight: UInt32(weight), burstSchoolRank: burst > 0 ? burstSchoolRank : nil))
            burst = burst < 100 ? 0 : burst / 2
        }
        hours.reverse()
        return hours
    }

    private static func rhythm(at micros: Int64) -> Int {
        let local = micros - 6 * Civil.microsPerHour
        let (days, microsOfDay) = Civil.daysAndRemainder(local, per: Civil.microsPerDay)
        return hourWeights[Int(microsOfDay / Civil.microsPerHour)]
            * weekdayWeights[Civil.weekday(daysSinceEpoch: days)]
    }
}
