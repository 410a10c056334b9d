/// The fields of a post that the app can change, of which one or more are set.
public struct PostFields: Hashable, Sendable {
    /// The new flag; nil leaves it as it is.
    public var isFlagged: Bool?
    /// The new notes; nil leaves them as they are.
    public var notes: Notes?

    /// New notes of a post.
    public enum Notes: Hashable, Sendable {
        /// The post has no notes any more.
        case removed
        /// The post has this text.
        case text(String)
    }

    /// Creates a change of some fields.
    public init(isFlagged: Bool? = nil, notes: Notes? = nil) {
        self.isFlagged = isFlagged
        self.notes = notes
    }

    /// Returns a change of the flag alone.
    public static func flag(_ isFlagged: Bool) -> PostFields { PostFields(isFlagged: isFlagged) }

    /// Returns a change of the notes alone; nil removes them.
    public static func notes(_ text: String?) -> PostFields {
        PostFields(notes: text.map { .text($0) } ?? .removed)
    }
}
