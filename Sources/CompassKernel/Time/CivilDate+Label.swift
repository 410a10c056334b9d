extension CivilDate {
    /// The day as shown on a chart's axis, in English: `Feb 3`.
    ///
    /// The text is short enough to be stored inside the `String` value, without an allocation.
    ///
    /// - Complexity: O(1), a look-up.
    public var label: String {
        labelsFromMarch[dayFromMarch]
    }

    /// The number of days since the last 1 March.
    fileprivate var dayFromMarch: Int {
        Int(CivilArithmetic.yearAndDayFromMarch(days: Int64(daysSinceEpoch)).day)
    }
}

/// Consecutive days with their labels, most of which follow from the one before without calendar arithmetic.
struct LabeledDays {
    private var date: CivilDate
    /// The position of the label.
    private var day: Int

    init(from first: CivilDate) {
        date = first
        day = first.dayFromMarch
    }

    /// Returns the first day, then each time the day after the one before.
    mutating func next() -> (date: CivilDate, label: String) {
        let next = (date, labelsFromMarch[day])
        date = date.adding(days: 1)
        // The year ends on 28 or 29 February.
        day = day < 364 ? day + 1 : date.dayFromMarch
        return next
    }
}

/// The labels of a year's 366 days from 1 March to 29 February, the order of calendar arithmetic.
private let labelsFromMarch: [String] = {
    let months = [
        ("Mar", 31), ("Apr", 30), ("May", 31), ("Jun", 30), ("Jul", 31), ("Aug", 31),
        ("Sep", 30), ("Oct", 31), ("Nov", 30), ("Dec", 31), ("Jan", 31), ("Feb", 29),
    ]
    return months.flatMap { name, length in (1...length).map { day in "\(name) \(day)" } }
}()
