import CompassKernel

extension ZoneOffsets {
    /// An instant as the zone's clocks show it: `Feb 3, 2026 09:30`.
    func clockText(at timestamp: Timestamp) -> String {
        let minutes = Int(microsOfDay(at: timestamp) / 60_000_000)
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
        return "\(civilDate(at: timestamp).labelWithYear) \(time)"
    }
}
