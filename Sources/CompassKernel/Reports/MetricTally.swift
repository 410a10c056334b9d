/// A tally of the metrics in each of a report's periods, by type.
struct MetricTally: ~Copyable {
    /// More types are summed one after the other, as the sums of all take more memory than their values.
    /// Derived: 1,024 sums are half a mebibyte, which the caches of one core hold.
    static let maximumSimultaneousSums = 1024

    private let table: MetricTable
    private let rows: CodeTally
    /// For each type a summary of its values, one period after the other.
    private let summaries: [ValueSummary]

    /// - Parameter blocks: the counts and sums of blocks of the table; nil to read all rows.
    /// - Complexity: O((b + r) · p) for b blocks, r rows of blocks that are partly in a period, and p periods.
    init(
        _ table: MetricTable, in periods: [PeriodBounds], blocks: MetricBlocks? = nil,
        maximumSimultaneousSums: Int = MetricTally.maximumSimultaneousSums
    ) {
        let rows = CodeTally(table.types, periodCount: periods.count)
        let typeCount = table.types.dictionary.count
        if typeCount * periods.count <= maximumSimultaneousSums {
            let sums = ValueSums(count: typeCount * periods.count)
            let (types, values) = (table.types.codes, table.values.values)
            table.times.forEachRow(in: periods, blocks: blocks?.times) { period, whole in
                blocks?.add(
                    whole, in: period, rows: rows, values: sums, firstSeries: period &* typeCount)
            } row: { period, row in
                rows.count(row, in: period)
                // SAFETY: a metric without a type is not in the table, so that the code is less than
                // `typeCount`, and there is a series for each type in each period.
                sums.add(values[row], to: period &* typeCount &+ Int(types[row]))
            }
            summaries = (0..<typeCount * periods.count).map { sums.summary($0) }
        } else {
            table.times.forEachRow(in: periods) { period, row in rows.count(row, in: period) }
            summaries = periods.indices.flatMap { period in
                MetricTally.summaries(
                    of: table, in: periods[period],
                    rowCounts: (0..<typeCount).map {
                        rows.count(ofCode: $0, in: period)
                    })
            }
        }
        self.table = table
        self.rows = rows
    }

    /// Returns a summary for each type, from the values of a period sorted by type.
    private static func summaries(
        of table: MetricTable, in period: PeriodBounds, rowCounts: [Int]
    ) -> [ValueSummary] {
        var ends: [Int] = []
        ends.reserveCapacity(rowCounts.count)
        var total = 0
        for count in rowCounts {
            ends.append(total)
            total += count
        }
        var sorted = [Double](repeating: 0, count: total)
        let (types, values) = (table.types.codes, table.values.values)
        table.times.forEachRow(in: [period]) { _, row in
            let type = Int(types[row])
            sorted[ends[type]] = values[row]
            ends[type] += 1
        }
        let sums = ValueSums(count: 1)
        return rowCounts.indices.map { type in
            sums.clear(0)
            for place in ends[type] - rowCounts[type]..<ends[type] { sums.add(sorted[place], to: 0) }
            return sums.summary(0)
        }
    }

    /// Returns the section of a period.
    func report(_ period: Int) -> MetricReport {
        MetricReport(
            total: rows.rowCount(in: period), byType: rows.categories(in: period),
            summaries: MetricSummary.sorted(namedSummaries(period)))
    }

    /// Adds the counts of a period to those of a partial answer.
    func put(_ period: Int, into partial: inout PartialReport.Period) {
        partial.metricTypes = rows.partialCategories(in: period)
        partial.values = namedSummaries(period).map {
            PartialReport.Values(type: PartialText($0.type), summary: $0.values)
        }.sorted { $0.type < $1.type }
    }

    /// Returns the summaries of the types that have values.
    private func namedSummaries(_ period: Int) -> [(type: String, values: ValueSummary)] {
        let types = table.types.dictionary
        var named: [(type: String, values: ValueSummary)] = []
        for (code, values) in summaries.dropFirst(period * types.count).prefix(types.count).enumerated() {
            if values.count > 0 { named.append((types.string(code), values)) }
        }
        return named
    }
}

extension MetricSummary {
    /// Returns the summaries of types, most values first, then in name order; those without values are left
    /// out.
    static func sorted(_ types: [(type: String, values: ValueSummary)]) -> [MetricSummary] {
        types.compactMap { type, values in
            values.mean.map {
                MetricSummary(
                    type: type, count: values.count, mean: $0, max: values.maximum, min: values.minimum)
            }
        }.sorted { NameOrder.precedesByFrequency(($0.type, $0.count), ($1.type, $1.count)) }
    }
}
