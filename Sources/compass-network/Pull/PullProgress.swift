import CompassPages
import CompassProgram

/// The progress of one table on a terminal: rows so far, and how many a second.
struct PullProgress {
    private let table: TableName
    private let start = OperatingSystem.monotonicNanos()
    private var bar: ProgressBar?

    init(_ table: TableName) { self.table = table }

    /// Shows the number of rows received so far.
    ///
    /// - Parameter total: the number of all rows, if it is known.
    mutating func show(_ rowCount: Int, of total: Int?) {
        if bar == nil { bar = ProgressBar(total: total ?? 0) }
        let seconds = Double(max(1, OperatingSystem.monotonicNanos() - start)) / 1e9
        let rate = DisplayText.grouped(Int(Double(rowCount) / seconds))
        bar?.show(rowCount, label: "\(table.rawValue) \(DisplayText.grouped(rowCount)), \(rate) rows/s")
    }

    /// Removes what is shown.
    func clear() { bar?.clear() }
}
