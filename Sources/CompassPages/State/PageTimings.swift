/// The times that the pages wait, in one place.
public struct PageTimings: Hashable, Sendable {
    /// How long a first load shows nothing, before it shows a placeholder: 300 ms.
    public var placeholderDelay: Duration
    /// The age at which a table counts as stale: 5 minutes.
    public var cacheAge: Duration
    /// How long a message about an action is shown: 5 seconds.
    public var messageDuration: Duration
    /// How long a deletion can be undone before it is sent: 5 seconds.
    public var undoDuration: Duration
    /// How long typing must pause before a search begins: 150 ms.
    public var searchDelay: Duration
    /// How long live updates may be absent before a page tells so: 30 seconds.
    public var pausedDelay: Duration
    /// How often relative dates are renewed: each minute.
    public var relativeDateInterval: Duration
    /// How long a view fades in; none with reduced motion: 0.5 seconds.
    public var fadeDuration: Duration
    /// The time between the appearances of two cards; none with reduced motion: 50 ms.
    public var cardInterval: Duration

    /// Creates the times of the specifications, some of them changed.
    ///
    /// - Parameters:
    ///   - placeholderDelay: how long a first load shows nothing.
    ///   - cacheAge: the age at which a table counts as stale.
    ///   - messageDuration: how long a message about an action is shown.
    ///   - undoDuration: how long a deletion can be undone.
    ///   - searchDelay: how long typing must pause before a search begins.
    ///   - pausedDelay: how long live updates may be absent before a page tells so.
    ///   - relativeDateInterval: how often relative dates are renewed.
    ///   - fadeDuration: how long a view fades in.
    ///   - cardInterval: the time between the appearances of two cards.
    public init(
        placeholderDelay: Duration = .milliseconds(300), cacheAge: Duration = .seconds(300),
        messageDuration: Duration = .seconds(5), undoDuration: Duration = .seconds(5),
        searchDelay: Duration = .milliseconds(150), pausedDelay: Duration = .seconds(30),
        relativeDateInterval: Duration = .seconds(60), fadeDuration: Duration = .milliseconds(500),
        cardInterval: Duration = .milliseconds(50)
    ) {
        self.placeholderDelay = placeholderDelay
        self.cacheAge = cacheAge
        self.messageDuration = messageDuration
        self.undoDuration = undoDuration
        self.searchDelay = searchDelay
        self.pausedDelay = pausedDelay
        self.relativeDateInterval = relativeDateInterval
        self.fadeDuration = fadeDuration
        self.cardInterval = cardInterval
    }
}
