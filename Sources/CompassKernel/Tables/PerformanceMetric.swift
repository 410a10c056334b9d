/// A row of `performance_metrics`: something that was measured.
public struct PerformanceMetric: TableRecord {
    /// The row's id, never empty.
    public var id: String
    /// What was measured, such as `exit_velo`.
    public var type: String
    /// The day or the instant of the measurement; when its row was made, where nothing says when it was.
    public var time: DayOrInstant
    /// What was measured, in ``unit``; nil when there is no value, which is not a zero.
    public var value: Double?
    /// The unit of the value, such as `mph`.
    public var unit: String?

    /// A metric with the given values.
    ///
    /// - Parameters:
    ///   - id: the row's id; a table leaves out rows whose id is empty.
    ///   - type: what was measured, such as `exit_velo`.
    ///   - time: the day or the instant of the measurement.
    ///   - value: a finite number, in `unit`; a table reads any other as none.
    ///   - unit: the unit of the value, such as `mph`.
    public init(
        id: String, type: String, time: DayOrInstant, value: Double? = nil, unit: String? = nil
    ) {
        self.id = id
        self.type = type
        self.time = time
        self.value = value
        self.unit = unit
    }

    /// How rows of `performance_metrics` are read: without a type or a readable time they are skipped.
    public static let schema = RecordSchema<PerformanceMetric>(
        table: "performance_metrics",
        columns: [
            .neededCode("metric_type"), .neededDayOrInstant("recorded_date", elseInstant: "created_at"),
            .number("value"), .code("unit"),
        ],
        cells: { [.text($0.type), .time($0.time), .number($0.value), .text($0.unit)] },
        record: { table, row in
            PerformanceMetric(
                id: table.ids.string(row), type: table.types.needed(row), time: table.times.needed(row),
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
