/// A change to a table of posts, for example one that undoes another.
///
/// Applying a change returns its inverse, so that a front end can show a change at once and revert it if the
/// server rejects it:
/// ```swift
/// let undo = try posts.apply(.flag("42", true))
/// // … the server rejects it:
/// try posts.apply(undo)
/// ```
public struct PostChange: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case flag(ByteText, Bool)
        case notes(ByteText, NotesEdit)
        case remove(ByteText)
        case put(Post)
        /// Restores a post that was deleted after the given number of realtime documents had been applied.
        case restore(Post, since: Int)
        /// Restores the former values of posts.
        case revert([Reversal])
        /// Deletes a post if it exists.
        case withdraw(ByteText)
    }

    /// A change of a post to be reverted.
    struct Reversal: Hashable, Sendable {
        let before: Post
        let after: Post

        /// Returns `current` with the former values of what the change has changed, except later changes.
        func reverting(_ current: Post) -> Post {
            var post = current
            func revert<Value>(_ field: WritableKeyPath<Post, Value>, _ areEqual: (Value, Value) -> Bool) {
                let (old, new) = (before[keyPath: field], after[keyPath: field])
                if !areEqual(old, new), areEqual(current[keyPath: field], new) { post[keyPath: field] = old }
            }
            func sameText(_ a: String?, _ b: String?) -> Bool { a.map(ByteText.init) == b.map(ByteText.init) }
            for field in [
                \Post.coachID, \.schoolID, \.postURL, \.postContent, \.authorHandle, \.authorName, \.notes,
            ] {
                revert(field, sameText)
            }
            revert(\.platform, ==)
            revert(\.postDate, ==)
            revert(\.isRecruitingRelated, ==)
            revert(\.flaggedForReview, ==)
            revert(\.sentiment, ==)
            revert(\.createdAt, ==)
            revert(\.updatedAt, ==)
            return post
        }
    }

    let steps: [Step]

    init(_ steps: [Step]) { self.steps = steps }

    /// Flags a post for review, or removes the flag.
    public static func flag(_ id: String, _ isFlagged: Bool) -> PostChange {
        PostChange([.flag(ByteText(id), isFlagged)])
    }

    /// Sets a post's notes; nil removes them.
    public static func notes(_ id: String, _ notes: String?) -> PostChange {
        PostChange([.notes(ByteText(id), NotesEdit(notes))])
    }

    /// Deletes a post.
    public static func remove(_ id: String) -> PostChange { PostChange([.remove(ByteText(id))]) }

    /// Inserts a post, or replaces the whole post with the same id, and any other with the same URL.
    public static func put(_ post: Post) -> PostChange { PostChange([.put(post)]) }

    /// Combines several changes, applied in order: all of them, or none if one of them fails.
    public static func all(_ changes: [PostChange]) -> PostChange { PostChange(changes.flatMap(\.steps)) }
}

/// The reason why a table was not changed.
public enum PostChangeError: Error, Hashable, Sendable {
    /// No post has the id.
    case unknownPost(id: String)
    /// A deleted post cannot be restored, because a newer post with its id or its URL has been added since.
    case placeTaken(id: String)
    /// A post must have an id.
    case emptyID
    /// A deleted post cannot be restored, because a newer realtime payload has changed it since.
    case deletedMeanwhile(id: String)
    /// A text is larger than a column can hold.
    case textTooLarge(field: String, maximumByteCount: Int)
    /// The table has reached its maximum number of posts.
    case tooManyPosts(maximum: Int)
    /// A document of rows or of realtime payloads could not be read.
    case unreadable(LoadError)
    /// A realtime payload is malformed. `payload` counts from 1.
    case malformedPayload(payload: Int, field: String?, reason: String)
}

extension PostChangeError: CustomStringConvertible {
    /// A description of the error, and how to resolve it.
    public var description: String {
        switch self {
        case .unknownPost(let id):
            "there is no post \"\(id)\": nothing was changed; it may have been deleted"
        case .placeTaken(let id):
            "post \"\(id)\" cannot be restored: a newer one has its id or URL; nothing was changed"
        case .deletedMeanwhile(let id):
            "post \"\(id)\" cannot be restored: a newer realtime payload has changed it; nothing was changed"
        case .emptyID: "the post has an empty id: nothing was changed; give it the id of its row"
        case .textTooLarge(let field, let maximum):
            "\(field) is larger than \(maximum) bytes: nothing was changed; shorten it"
        case .tooManyPosts(let maximum):
            "more than \(maximum) posts: nothing was changed; use several tables"
        case .unreadable(let error): "\(error.description); nothing was changed"
        case .malformedPayload(let payload, let field, let reason):
            "payload \(payload): \(field.map { $0 + ": " } ?? "")\(reason); nothing was changed"
        }
    }
}
