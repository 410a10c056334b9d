/// Prints the rows of `performance_metrics`, newest first.
struct MetricRows: RowSource {
    private struct Metric {
        let type: StaticString
        let unit: StaticString?
        /// The limits of the values in hundredths of the unit.
        let hundredths: ClosedRange<Int>
    }

    private static let metrics = [
        Metric(type: "velocity", unit: "mph", hundredths: 6800...9850),
        Metric(type: "exit_velo", unit: "mph", hundredths: 7000...10_500),
        Metric(type: "sixty_time", unit: "seconds", hundredths: 640...810),
        Metric(type: "pop_time", unit: "seconds", hundredths: 185...240),
        Metric(type: "batting_avg", unit: nil, hundredths: 18...52),
        Metric(type: "era", unit: nil, hundredths: 60...790),
        Metric(type: "strikeouts", unit: "count", hundredths: 0...1900),
        Metric(type: "grip_strength", unit: "lbs", hundredths: 6000...14_000),
    ]

    let rowCount: Int
    let context: TableContext

    func appendRow(_ index: Int, to writer: inout RowWriter) {
        var random = context.random(row: index)
        let metric = Self.metrics[
            index < Self.metrics.count
                ? index : min(random.below(Self.metrics.count), random.below(Self.metrics.count))]
        let recordedAt = context.instant(row: index, of: rowCount, &random)
        let recordedDay = Civil.daysAndRemainder(recordedAt, per: Civil.microsPerDay).quotient
        writer.append("{\"id\":\"")
        writer.append(UUIDBits(&random))
        writer.append("\",\"metric_type\":\"")
        writer.append(metric.type)
        writer.append("\",\"value\":")
        if random.chance(3, outOf: 100) {
            writer.append("null")
        } else {
            let limits = metric.hundredths
            writer.append(hundredths: limits.lowerBound + random.below(limits.count))
        }
        writer.append(",\"unit\":")
        if let unit = metric.unit, !random.chance(4, outOf: 100) {
            writer.append(byte: 0x22)
            writer.append(unit)
            writer.append(byte: 0x22)
        } else {
            writer.append("null")
        }
        writer.append(",\"recorded_date\":")
        if random.chance(5, outOf: 100) {
            writer.append("null")
        } else {
            writer.append(quotedDate: recordedDay)
        }
        writer.append(",\"created_at\":")
        writer.append(instant: context.printed(context.instant(after: recordedAt, days: 3, &random)))
        writer.append(byte: 0x7D)
    }
}
