/// The tone that the app's analysis assigned to a post. Pages list the cases in this order.
public enum Sentiment: String, CaseIterable, Codable, Sendable {
    /// Enthusiastic, `very_positive` in documents.
    case veryPositive = "very_positive"
    /// Favourable, `positive` in documents.
    case positive
    /// Neither favourable nor unfavourable, `neutral` in documents.
    case neutral
    /// Unfavourable, `negative` in documents.
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
