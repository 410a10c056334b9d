/// A named measurement.
///
/// The report, the regression gate, the instruction counter and other benchmark tools all run the same calls.
public struct Workload<Inputs, Size>: Sendable {
    /// The name: `<page>.<question>`.
    public let name: String
    /// A one-line description.
    public let purpose: String
    /// The name under which the cost of many rows is compared with that of few; nil if the cost should grow
    /// with the rows.
    public let scalingName: String?
    /// Loads what the workload requires.
    public let prepare: @Sendable (Inputs, Size) throws -> PreparedQuestion

    /// Creates a workload.
    public init(
        name: String, purpose: String, scalingName: String? = nil,
        prepare: @escaping @Sendable (Inputs, Size) throws -> PreparedQuestion
    ) {
        self.name = name
        self.purpose = purpose
        self.scalingName = scalingName
        self.prepare = prepare
    }
}
