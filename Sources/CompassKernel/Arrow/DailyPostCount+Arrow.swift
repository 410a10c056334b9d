extension ArrowBatch {
    /// Creates a batch of a daily chart's bars: the day and its number of posts.
    ///
    /// - Complexity: O(d) for d days.
    package init(dayCounts days: [DailyPostCount]) {
        let counts = ColumnBuffer(days.map { Int64($0.count) })
        self.init(
            rowCount: days.count,
            columns: [
                ArrowColumn("date", days: days.map(\.date)),
                ArrowColumn(
                    name: "count", format: ArrowFormat.int64, isNullable: false, rowCount: days.count,
                    nullCount: 0, buffers: [ArrowBuffer(address: nil), ArrowBuffer(counts)]),
            ])
        columns[0].isNullable = false
    }
}

extension ArrowColumn {
    /// Creates a column of calendar days.
    init(_ name: String, days: [CivilDate?]) {
        let validity = BitColumn(days.map { $0 != nil })
        let nullCount = validity.count - validity.total
        self.init(
            name: name, format: ArrowFormat.date, isNullable: true, rowCount: days.count,
            nullCount: nullCount,
            buffers: [
                ArrowBuffer(validity: nullCount == 0 ? nil : validity),
                ArrowBuffer(ColumnBuffer(days.map { $0?.daysSinceEpoch ?? 0 })),
            ])
    }
}
