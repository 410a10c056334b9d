import CompassKernel

extension IngestReplacement {
    /// One line for people.
    var description: String {
        "row \(row) (byte \(byteOffset)): id \(id), by row \(byRow) with the same \(rule.rawValue)"
    }
}
