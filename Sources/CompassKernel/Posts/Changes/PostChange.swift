/// Something to change in a table of posts, such as what undoes another change.
///
/// Each change of a table answers its inverse, so that a front end can show a change at once and take it back
/// when the server refuses it:
/// ```swift
/// let undo = try posts.apply(.flag("42", true))
/// // … the server says no:
/// try posts.apply(undo)
/// ```
public struct PostChange: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case flag(ByteText, Bool)
        case notes(ByteText, NotesEdit)
        case delete(ByteText)
        case put(Post)
        case restore(Post)
    }

    let steps: [Step]

    init(_ steps: [Step]) { self.steps = steps }

    /// Flags a post for review, or takes the flag away.
    public static func flag(_ id: String, _ isFlagged: Bool) -> PostChange {
        PostChange([.flag(ByteText(id), isFlagged)])
    }

    /// Gives a post notes; nil removes them.
    public static func notes(_ id: String, _ notes: String?) -> PostChange {
        PostChange([.notes(ByteText(id), NotesEdit(notes))])
    }

    /// Deletes a post.
    public static func delete(_ id: String) -> PostChange { PostChange([.delete(ByteText(id))]) }

    /// Inserts a post, or replaces as a whole the one with the same id, and any other with the same URL.
    public static func put(_ post: Post) -> PostChange { PostChange([.put(post)]) }

    /// Several changes, one after the other: all of them, or none when one cannot be made.
    public static func all(_ changes: [PostChange]) -> PostChange { PostChange(changes.flatMap(\.steps)) }
}

/// Why a table was not changed.
public enum PostChangeError: Error, Hashable, Sendable {
    /// No post has the id.
    case unknownPost(id: String)
    /// A deleted post cannot come back, since a post with its id or its URL has come meanwhile, which is newer.
    case placeTaken(id: String)
    /// A post without an id cannot be kept.
    case emptyId
    /// A text is larger than a column can hold.
    case textTooLarge(field: String, maximumByteCount: Int)
    /// A table cannot number any more posts.
    case tooManyPosts(maximum: Int)
}

extension PostChangeError: CustomStringConvertible {
    /// What happened, and what to do.
    public var description: String {
        switch self {
        case .unknownPost(let id):
            "there is no post \"\(id)\": nothing was changed; it may have been deleted meanwhile"
        case .placeTaken(let id):
            "post \"\(id)\" cannot be brought back: a newer one with its id or URL is there; nothing was changed"
        case .emptyId: "the post has an empty id: nothing was changed; give it the id of its row"
        case .textTooLarge(let field, let maximum):
            "\(field) is larger than \(maximum) bytes: nothing was changed; shorten it"
        case .tooManyPosts(let maximum):
            "more than \(maximum) posts: nothing was changed; keep them in several tables"
        }
    }
}
