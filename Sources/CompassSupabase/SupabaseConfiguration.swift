import CompassPages

/// Where a Supabase project, or a PostgREST service alone, is found, and what is asked of it.
public struct SupabaseConfiguration: Hashable, Sendable {
    /// A condition that PostgREST applies to a column, such as `logged_by` and `eq.5`.
    public struct RowFilter: Hashable, Sendable {
        /// The column.
        public var column: String
        /// The operator with its value.
        public var condition: String

        /// Creates a filter.
        public init(_ column: String, _ condition: String) {
            self.column = column
            self.condition = condition
        }
    }

    /// The address of the PostgREST service, such as `https://project.supabase.co/rest/v1`, without a slash at
    /// its end.
    public var restURL: String
    /// The address of the Realtime service, such as `wss://project.supabase.co/realtime/v1`; nil if there is none.
    public var realtimeURL: String?
    /// The address of the app's own server, such as `https://app.example`, which ``SupabaseSource/sync()`` calls; nil
    /// if there is none.
    public var appURL: String?
    /// The project's public key; nil for a service without one.
    public var apiKey: String?
    /// The database schema; nil for the service's own.
    public var schema: String?
    /// Conditions on the rows of a table; none by default, because row-level security already limits rows.
    public var filters: [TableName: [RowFilter]] = [:]
    /// The number of rows of a page.
    public var pageSize = 1_000
    /// The maximum size of a page in bytes, decompressed.
    public var maximumPageByteCount = 64 << 20
    /// The time without a byte after which a request is given up.
    public var timeout: Duration = .seconds(15)
    /// The time that ``SupabaseSource/sync()`` may take.
    public var syncTimeout: Duration = .seconds(60)

    /// Creates the configuration of a project.
    ///
    /// - Parameters:
    ///   - url: the address of the project, such as `https://project.supabase.co`.
    ///   - apiKey: its public key.
    ///   - appURL: the address of the app's own server.
    public init(project url: String, apiKey: String, appURL: String? = nil) {
        let base = url.withoutSlashAtEnd
        restURL = base + "/rest/v1"
        if base.hasPrefix("https:") {
            realtimeURL = "wss:" + base.dropFirst("https:".count) + "/realtime/v1"
        } else if base.hasPrefix("http:") {
            realtimeURL = "ws:" + base.dropFirst("http:".count) + "/realtime/v1"
        }
        self.apiKey = apiKey
        self.appURL = appURL?.withoutSlashAtEnd
    }

    /// Creates the configuration of a PostgREST service alone.
    ///
    /// - Parameters:
    ///   - url: the address of the service.
    ///   - apiKey: its key; nil if it requires none.
    public init(rest url: String, apiKey: String? = nil) {
        restURL = url.withoutSlashAtEnd
        self.apiKey = apiKey
    }
}

extension String {
    /// The text without slashes at its end.
    fileprivate var withoutSlashAtEnd: String {
        var text = Substring(self)
        while text.hasSuffix("/") { text.removeLast() }
        return String(text)
    }
}
