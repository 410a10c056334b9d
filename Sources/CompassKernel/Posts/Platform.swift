/// The network that a post was published on.
public enum Platform: String, CaseIterable, Codable, Sendable {
    /// Twitter, `twitter` in documents.
    case twitter
    /// Instagram, `instagram` in documents.
    case instagram
}
