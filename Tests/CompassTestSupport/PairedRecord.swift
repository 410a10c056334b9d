import CompassBaseline
import CompassKernel

/// A row type of the kernel that the baseline also has.
public protocol PairedRecord: TableRecord {
    associatedtype Baseline: Hashable & Sendable

    typealias BaselineLoad = (
        [UInt8], BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<Baseline>, report: BaselineIngestReport)

    /// The baseline's form of the row.
    var baseline: Baseline { get }

    /// The baseline's function that loads such rows.
    static var baselineLoad: BaselineLoad { get }
}

extension Event: PairedRecord {
    /// The baseline's form of the row.
    public var baseline: BaselineEvent { BaselineEvent(self) }
    /// The baseline's function that loads such rows.
    public static var baselineLoad: BaselineLoad { BaselineLoader.events }
}

extension Interaction: PairedRecord {
    /// The baseline's form of the row.
    public var baseline: BaselineInteraction { BaselineInteraction(self) }
    /// The baseline's function that loads such rows.
    public static var baselineLoad: BaselineLoad { BaselineLoader.interactions }
}

extension Offer: PairedRecord {
    /// The baseline's form of the row.
    public var baseline: BaselineOffer { BaselineOffer(self) }
    /// The baseline's function that loads such rows.
    public static var baselineLoad: BaselineLoad { BaselineLoader.offers }
}

extension StatusChange: PairedRecord {
    /// The baseline's form of the row.
    public var baseline: BaselineStatusChange { BaselineStatusChange(self) }
    /// The baseline's function that loads such rows.
    public static var baselineLoad: BaselineLoad { BaselineLoader.statusChanges }
}

extension Coach: PairedRecord {
    /// The baseline's form of the row.
    public var baseline: BaselineCoach { BaselineCoach(self) }
    /// The baseline's function that loads such rows.
    public static var baselineLoad: BaselineLoad { BaselineLoader.coaches }
}

extension Document: PairedRecord {
    /// The baseline's form of the row.
    public var baseline: BaselineDocument { BaselineDocument(self) }
    /// The baseline's function that loads such rows.
    public static var baselineLoad: BaselineLoad { BaselineLoader.documents }
}

extension PerformanceMetric: PairedRecord {
    /// The baseline's form of the row.
    public var baseline: BaselineMetric { BaselineMetric(self) }
    /// The baseline's function that loads such rows.
    public static var baselineLoad: BaselineLoad { BaselineLoader.metrics }
}
