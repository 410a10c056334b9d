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
                ArrowColumn("count", ArrowFormat.int64, rowCount: days.count, ArrowBuffer(counts)),
            ])
        columns[0].isNullable = false
    }
}

extension ArrowColumn {
    /// Creates a column of calendar days.
    init(_ name: String, days: [CivilDate?]) {
        self.init(
            name, ArrowFormat.date, isNullable: true, rowCount: days.count,
            validity: BitColumn(days.map { $0 != nil }),
            ArrowBuffer(ColumnBuffer(days.map { $0?.daysSinceEpoch ?? 0 })))
    }
}
