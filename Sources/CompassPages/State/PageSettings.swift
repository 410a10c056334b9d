import CompassKernel

/// Texts that the pages keep between launches, by key, such as `UserDefaults` stores them.
public protocol PageSettings: Sendable {
    /// Returns the text of a key; nil if there is none.
    func text(forKey key: String) -> String?
    /// Keeps a text; nil removes it. Called on the main actor: it must not wait for a disk.
    func setText(_ text: String?, forKey key: String)
}

/// Settings that are forgotten when the program ends.
public final class MemorySettings: PageSettings, @unchecked Sendable {
    // Sendable: the texts are read and written only with the lock held.
    private let monitor = Monitor()
    private var texts: [String: String]

    /// Creates settings with the given texts.
    ///
    /// - Parameter texts: the texts by key.
    public init(_ texts: [String: String] = [:]) { self.texts = texts }

    /// Returns the text of a key; nil if there is none.
    public func text(forKey key: String) -> String? { monitor.withLock { texts[key] } }

    /// Keeps a text; nil removes it.
    public func setText(_ text: String?, forKey key: String) { monitor.withLock { texts[key] = text } }
}
