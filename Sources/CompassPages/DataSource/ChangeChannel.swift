import CompassKernel

/// The changes that a subscriber wants to know of.
public struct ChangeChannel: Hashable, Sendable {
    /// A kind of change to a row.
    public enum Event: String, Hashable, Sendable {
        /// Any change.
        case all = "*"
        /// A new row.
        case insert = "INSERT"
        /// A changed row.
        case update = "UPDATE"
        /// A deleted row.
        case delete = "DELETE"
    }

    /// Changes to one table.
    public struct Subscription: Hashable, Sendable {
        /// The kind of change.
        public var event: Event
        /// The table.
        public var table: TableName
        /// A condition on rows, such as `user_id=eq.5`, as Supabase's Realtime writes it; nil for all.
        public var filter: String?

        /// Creates a subscription.
        public init(_ event: Event, of table: TableName, filter: String? = nil) {
            self.event = event
            self.table = table
            self.filter = filter
        }
    }

    /// The channel's name, which is unique within an app.
    public var name: String
    /// The changes, of one or more tables.
    public var subscriptions: [Subscription]

    /// Creates a channel.
    public init(name: String, _ subscriptions: [Subscription]) {
        self.name = name
        self.subscriptions = subscriptions
    }

    /// All changes of posts.
    public static let posts = ChangeChannel(name: "posts", [Subscription(.all, of: .posts)])
    /// New rows of the tables that the activity feed shows.
    public static let activityFeed = ChangeChannel(
        name: "activity-feed",
        [.interactions, .statusChanges, .documents].map { Subscription(.insert, of: $0) })
}

/// Something that a subscriber to a ``ChangeChannel`` is told.
public enum ChangeEvent: Hashable, Sendable {
    /// Changes are reported from here on. Rows that are read after it, and the payloads that follow, miss
    /// nothing.
    case live
    /// A JSON array of payloads, each with `type`, `record` and `old_record`, which
    /// `PostTable.apply(realtime:)` reads.
    case payloads(TableName, [UInt8])
    /// Rows changed whose payload was incomplete: they are to be read by their ids.
    case refetch(TableName, [String])
    /// Changes since this instant of the server may be missing, all if nil. The next ``live`` or ``caughtUp``
    /// tells from when on they can be read again.
    case interrupted(since: Timestamp?)
    /// Changes up to here can be read now, but none will be reported until the next ``interrupted(since:)``:
    /// the source asks the server at intervals.
    case caughtUp
}
