extension CivilDate {
    /// The day as shown on a chart's axis, in English: `Feb 3`.
    ///
    /// The text is short enough to be stored inside the `String` value, without an allocation.
    ///
    /// - Complexity: O(1), a look-up.
    public var label: String {
        let day = CivilArithmetic.yearAndDayFromMarch(days: Int64(daysSinceEpoch)).day
        return labelsFromMarch[Int(day)]
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
