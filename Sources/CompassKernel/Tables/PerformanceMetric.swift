/// A row of `performance_metrics`: a measurement.
public struct PerformanceMetric: TableRecord {
    /// The row's id, never empty.
    public var id: String
    /// The measured quantity, such as `exit_velo`.
    public var type: String
    /// The day or the instant of the measurement or, if unknown, the instant at which its row was created.
    public var time: DayOrInstant
    /// The measured value, in ``unit``; nil if there is none, which differs from zero.
    public var value: Double?
    /// The unit of the value, such as `mph`.
    public var unit: String?

    /// Creates a metric with the given values; a table omits rows with an empty id and reads a value that is
    /// not finite as none.
    public init(id: String, type: String, time: DayOrInstant, value: Double? = nil, unit: String? = nil) {
        self.id = id
        self.type = type
        self.time = time
        self.value = value
        self.unit = unit
    }

    /// The schema of `performance_metrics`: rows without a type or a readable time are skipped.
    ///
    /// `created_at` is read if `recorded_date` is missing, null or an empty string. The report then names
    /// `created_at` if neither field holds a time. A value may be a number or a numeric string; anything else
    /// causes a warning and reads as nil.
    public static let schema = RecordSchema<PerformanceMetric>(
        table: "performance_metrics",
        columns: [
            .requiredCode("metric_type"), .requiredDayOrInstant("recorded_date", elseInstant: "created_at"),
            .number("value"), .code("unit"),
        ],
        cells: { [.text($0.type), .time($0.time), .number($0.value), .text($0.unit)] },
        record: { table, row in
            PerformanceMetric(
                id: table.ids.string(row), type: table.types.required(row), time: table.times.required(row),
                value: table.values[row], unit: table.units.string(row))
        })
}

/// The rows of `performance_metrics`.
public typealias MetricTable = RecordTable<PerformanceMetric>

extension MetricTable {
    var times: DayOrInstantColumn { columns.times[0] }
    var types: CodeColumn { columns.codes[0] }
    var units: CodeColumn { columns.codes[1] }
    var values: NumberColumn { columns.numbers[0] }
}
