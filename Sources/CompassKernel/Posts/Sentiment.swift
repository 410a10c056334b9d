/// The tone that the app's analysis gave to a post, in the order in which pages list it.
public enum Sentiment: String, CaseIterable, Codable, Sendable {
    case veryPositive = "very_positive"
    case positive
    case neutral
    case negative

    /// The name that a page shows, in English and without an emoji.
    public var label: String {
        switch self {
        case .veryPositive: "Very Positive"
        case .positive: "Positive"
        case .neutral: "Neutral"
        case .negative: "Negative"
        }
    }
}
