import CompassSupabase
import Foundation

/// A conversation as text, one message a line: `> ` sent, `< ` received, `= 25 s` the time until the first heartbeat.
///
/// It was recorded from the stand-in for the Realtime service, not from Supabase's own.
///
/// `Tests/SupabaseServerTests` compares the file with what the stand-in says today, and `Tests/CompassSupabaseTests`
/// replays it without any server.
public enum RecordedConversation {
    /// The committed file.
    public static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("RecordedConversation.txt").path

    /// Returns the lines of the committed file.
    public static func lines() throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Returns lines with instants that depend neither on the day nor on the machine: the first one of the
    /// conversation is the first second of March 2026, and so on. Those of February stay as they are.
    ///
    /// - Parameters:
    ///   - lines: the lines.
    ///   - secrets: texts, and what stands in place of them.
    public static func normalized(_ lines: [String], replacing secrets: [String: String]) throws -> [String] {
        var text = lines.joined(separator: "\n")
        for (secret, name) in secrets { text = text.replacingOccurrences(of: secret, with: name) }
        let pattern = try Regex(#"(\d{4}-\d\d-\d\d)([T ])\d\d:\d\d:\d\d(\.\d+)?(Z|\+00)"#, as: Instant.self)
        var known: [Substring: Int] = [:]
        return text.replacing(pattern) { match -> String in
            if match.output.1.hasPrefix("2026-02-") { return String(match.output.0) }
            let number = known[match.output.0, default: known.count]
            known[match.output.0] = number
            let second = number < 10 ? "0\(number)" : "\(number)"
            return "2026-03-01\(match.output.2)12:00:\(second)\(match.output.4)"
        }.split(separator: "\n").map(String.init)
    }

    private typealias Instant = (Substring, Substring, Substring, Substring?, Substring)
}

/// Keeps the messages of connections that another transport opens.
public final class RecordingTransport: WebSocketTransport, @unchecked Sendable {
    // Sendable: the lines are read and written only with the lock held.
    private let base: any WebSocketTransport
    private let lock = NSLock()
    private var recorded: [String] = []

    /// Creates a transport that opens the connections of another one.
    public init(_ base: any WebSocketTransport) { self.base = base }

    /// The lines so far.
    public var lines: [String] { lock.withLock { recorded } }

    /// Adds a line.
    public func note(_ line: String) { lock.withLock { recorded.append(line) } }

    /// Opens a connection whose messages are kept.
    public func connect(to url: String) async throws(WebSocketError) -> any WebSocketConnection {
        let connection = try await base.connect(to: url)
        return RecordedConnection(base: connection, transport: self)
    }
}

private struct RecordedConnection: WebSocketConnection {
    let base: any WebSocketConnection
    let transport: RecordingTransport

    func send(_ text: String) async throws(WebSocketError) {
        transport.note("> " + text)
        try await base.send(text)
    }

    func receive() async throws(WebSocketError) -> [UInt8]? {
        let message = try await base.receive()
        if let message { transport.note("< " + String(decoding: message, as: UTF8.self)) }
        return message
    }

    func close() { base.close() }
}
