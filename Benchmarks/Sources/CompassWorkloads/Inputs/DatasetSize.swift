/// The sizes at which workloads are measured.
public enum DatasetSize: String, CaseIterable, Comparable, Sendable {
    /// 10,000 posts.
    case tenThousand = "10k"
    /// 100,000 posts.
    case hundredThousand = "100k"
    /// 1,000,000 posts.
    case million = "1m"

    /// The number of posts in a dataset.
    public var rows: Int {
        switch self {
        case .tenThousand: 10_000
        case .hundredThousand: 100_000
        case .million: 1_000_000
        }
    }

    /// Smaller sizes come first.
    public static func < (left: DatasetSize, right: DatasetSize) -> Bool { left.rows < right.rows }

    /// All names, for help texts.
    public static let allNames = allCases.map(\.rawValue).joined(separator: ", ")
}
