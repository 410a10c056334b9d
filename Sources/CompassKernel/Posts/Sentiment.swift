/// The tone that the app's analysis assigned to a post. Pages list the cases in this order.
public enum Sentiment: String, CaseIterable, Codable, Sendable {
    /// Enthusiastic, `very_positive` in documents.
    case veryPositive = "very_positive"
    /// Favorable, `positive` in documents.
    case positive
    /// Neither favorable nor unfavorable, `neutral` in documents.
    case neutral
    /// Unfavorable, `negative` in documents.
    case negative

    /// The label shown on a page, in English and without an emoji.
    public var label: String {
        switch self {
        case .veryPositive: "Very Positive"
        case .positive: "Positive"
        case .neutral: "Neutral"
        case .negative: "Negative"
        }
    }
}
