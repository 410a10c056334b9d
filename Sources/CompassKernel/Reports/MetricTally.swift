/// A tally of the metrics in each of a report's periods, by type.
struct MetricTally: ~Copyable {
    private let table: MetricTable
    private let rows: CodeTally
    private let values: ValueTally
    /// Sums of scaled-down values, if some of ``values`` overflowed; otherwise without rows.
    private let scaledValues: ValueTally

    /// - Complexity: O(n · p) for n rows and p periods.
    init(_ table: MetricTable, in periods: [PeriodBounds]) {
        let rows = CodeTally(table.types, periodCount: periods.count)
        let values = ValueTally(table, periodCount: periods.count, scale: 1)
        table.times.forEachRow(in: periods) { period, row in
            rows.count(row, in: period)
            values.add(row, in: period)
        }
        let scaledPeriods = values.areFinite ? [] : periods
        let scaledValues = ValueTally(table, periodCount: scaledPeriods.count, scale: ValueSum.safeScale)
        if !scaledPeriods.isEmpty {
            table.times.forEachRow(in: scaledPeriods) { period, row in scaledValues.add(row, in: period) }
        }
        self.scaledValues = scaledValues
        self.table = table
        self.rows = rows
        self.values = values
    }

    /// Returns the section of a period.
    func report(_ period: Int) -> MetricReport {
        MetricReport(
            total: rows.rowCount(in: period), byType: rows.categories(in: period),
            summaries: summaries(period))
    }

    private func summaries(_ period: Int) -> [MetricSummary] {
        var summaries: [MetricSummary] = []
        for code in 0..<table.types.dictionary.count {
            let sum = values.sum(ofCode: code, in: period)
            let mean =
                sum.isFinite
                ? sum.mean(scale: 1)
                : scaledValues.sum(ofCode: code, in: period).mean(scale: ValueSum.safeScale)
            guard let mean else { continue }
            summaries.append(
                MetricSummary(
                    type: table.types.dictionary.string(code), count: sum.count, mean: mean,
                    max: sum.maximum, min: sum.minimum))
        }
        return summaries.sorted { NameOrder.precedesByFrequency(($0.type, $0.count), ($1.type, $1.count)) }
    }
}

/// The sums of the values of each type of metric, in each of a report's periods.
///
/// Layout: a sum for each type, one period after the other.
private struct ValueTally: ~Copyable {
    private let types: ColumnBuffer<UInt32>
    private let values: ColumnBuffer<Double>
    /// The sums; nil if there are none.
    private let sums: UnsafeMutablePointer<ValueSum>?
    private let sumCount: Int
    private let typeCount: Int
    private let scale: Double

    init(_ table: MetricTable, periodCount: Int, scale: Double) {
        types = table.types.codes
        values = table.values.values
        typeCount = table.types.dictionary.count
        sumCount = typeCount * periodCount
        sums = sumCount == 0 ? nil : .allocate(capacity: sumCount)
        sums?.initialize(repeating: ValueSum(), count: sumCount)
        self.scale = scale
    }

    deinit { sums?.deallocate() }

    @inline(__always)
    func add(_ row: Int, in period: Int) {
        // SAFETY: each row of the table has a type, and each type has a sum for each period, here and below.
        sums.unsafelyUnwrapped[period * typeCount + Int(types[row])].add(values[row], scale: scale)
    }

    func sum(ofCode code: Int, in period: Int) -> ValueSum {
        sums.unsafelyUnwrapped[period * typeCount + code]
    }

    /// Whether no sum overflowed.
    var areFinite: Bool { (0..<sumCount).allSatisfy { sums.unsafelyUnwrapped[$0].isFinite } }
}
