/// A question that is measured, by name.
///
/// Whoever measures, be it the report, the regression gate, an instruction counter or another benchmark
/// tool, asks the same calls.
public struct Workload<Inputs, Size>: Sendable {
    /// `<page>.<question>`.
    public let name: String
    /// What is asked, in a line.
    public let purpose: String
    /// Under which name the cost of many rows is set against that of few; nil where it should grow with the
    /// rows.
    public let scalingName: String?
    /// Loads what the question needs.
    public let prepare: @Sendable (Inputs, Size) throws -> PreparedQuestion

    /// A workload.
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
