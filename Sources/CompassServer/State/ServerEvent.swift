/// An event that tells listeners of changed tables.
package enum ServerEvent: Sendable, Hashable {
    /// Single posts were changed, removed or added.
    case posts(PostChanges)
    /// Tables were read.
    case tables
    /// Anything may have changed: whatever was read before is to be read again.
    case reset

    /// The ids of posts that were changed.
    package struct PostChanges: Sendable, Hashable {
        package var changed: [String]
        package var removed: [String]
        package var added: [String]

        package init(changed: [String] = [], removed: [String] = [], added: [String] = []) {
            self.changed = changed
            self.removed = removed
            self.added = added
        }

        package var count: Int { changed.count + removed.count + added.count }
    }

    /// The maximum number of ids in one event; above it, listeners read everything again.
    package static let maximumIDCount = 1_000

    /// Creates the event for changes of posts: ``reset`` for many.
    package init(_ changes: PostChanges) {
        self = changes.count > Self.maximumIDCount ? .reset : .posts(changes)
    }

    /// Returns the event as `text/event-stream` has it, with the empty line at its end.
    package func lines(generation: UInt64) -> [UInt8] {
        var text = JSONLine()
        text.append("id: \(generation)\nevent: ")
        switch self {
        case .posts(let changes):
            text.append("posts\ndata: {\"generation\":\(generation),\"changed\":")
            text.appendList(changes.changed)
            text.append(",\"removed\":")
            text.appendList(changes.removed)
            text.append(",\"added\":")
            text.appendList(changes.added)
            text.append("}\n\n")
        case .tables: text.append("tables\ndata: {\"generation\":\(generation)}\n\n")
        case .reset: text.append("reset\ndata: {\"generation\":\(generation)}\n\n")
        }
        return text.bytes
    }
}
