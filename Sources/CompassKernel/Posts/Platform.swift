/// The network that a post was published on.
public enum Platform: String, CaseIterable, Codable, Sendable {
    case twitter
    case instagram
}
