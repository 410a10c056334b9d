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
        /// Brings a post back that was deleted when so many documents of realtime payloads had been applied.
        case restore(Post, since: Int)
        /// Gives posts their former values back.
        case revert([Reversal])
        /// Deletes a post if it is there.
        case withdraw(ByteText)
    }

    /// A change of a post to be taken back.
    struct Reversal: Hashable, Sendable {
        let before: Post
        let after: Post

        /// `current` with the former values of what the change had changed and nobody has changed since.
        func reverting(_ current: Post) -> Post {
            var post = current
            func revert<Value>(_ field: WritableKeyPath<Post, Value>, _ areEqual: (Value, Value) -> Bool) {
                let (old, new) = (before[keyPath: field], after[keyPath: field])
                if !areEqual(old, new), areEqual(current[keyPath: field], new) { post[keyPath: field] = old }
            }
            func sameText(_ a: String?, _ b: String?) -> Bool { a.map(ByteText.init) == b.map(ByteText.init) }
            for field in [
                \Post.coachId, \.schoolId, \.postUrl, \.postContent, \.authorHandle, \.authorName, \.notes,
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

    /// Whether the change touches one post where it is, so that a table of any size makes it at once.
    package var isShort: Bool {
        guard steps.count == 1, let step = steps.first else { return steps.isEmpty }
        return switch step {
        case .flag, .notes, .delete: true
        case .put, .restore, .revert, .withdraw: false
        }
    }

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
    /// A deleted post cannot come back, since a realtime payload has spoken of it since: the server's word is newer.
    case deletedMeanwhile(id: String)
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
        case .deletedMeanwhile(let id):
            "post \"\(id)\" cannot be brought back: the server has spoken of it since; nothing was changed"
        case .emptyId: "the post has an empty id: nothing was changed; give it the id of its row"
        case .textTooLarge(let field, let maximum):
            "\(field) is larger than \(maximum) bytes: nothing was changed; shorten it"
        case .tooManyPosts(let maximum):
            "more than \(maximum) posts: nothing was changed; keep them in several tables"
        }
    }
}
