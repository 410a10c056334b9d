import ArgumentParser

/// The sizes at which workloads are measured.
enum DatasetSize: String, CaseIterable, Comparable {
    case tenThousand = "10k"
    case hundredThousand = "100k"
    case million = "1m"

    var rows: Int {
        switch self {
        case .tenThousand: 10_000
        case .hundredThousand: 100_000
        case .million: 1_000_000
        }
    }

    static func < (left: DatasetSize, right: DatasetSize) -> Bool { left.rows < right.rows }

    static let allNames = allCases.map(\.rawValue).joined(separator: ", ")

    /// The sizes that a list such as `10k,1m` names.
    static func list(_ text: String) throws -> [DatasetSize] {
        try Set(
            text.split(separator: ",").map { name in
                guard let size = DatasetSize(rawValue: name.lowercased()) else {
                    throw ValidationError("unknown size '\(name)'; known are \(allNames)")
                }
                return size
            }
        ).sorted()
    }
}
