import CompassKernel
import CompassPages

/// The conversation about one channel over one connection, without any input or output of its own.
///
/// 1. The channel is joined. The reply `ok` means only that it exists; changes are reported from the message `system`
///    of the extension `postgres_changes` on.
/// 2. A heartbeat goes out at intervals. If the one before is still unanswered, the connection is dead.
/// 3. Whatever tells that the channel has ended ends the conversation.
struct ChannelProtocol {
    /// What is to be done.
    enum Action: Hashable {
        case send(String)
        /// Changes are reported from here on.
        case live
        case change(TableName, [UInt8])
        case refetch(TableName, String)
        /// Changes are missing although they are reported from here on.
        case lost
        /// The conversation is over.
        case end
    }

    private static let heartbeatTopic = "phoenix"
    private static let extensionName = "postgres_changes"

    private let channel: ChangeChannel
    private let schema: String
    private let topic: String
    private var lastRef = 0
    private var joinRef = 0
    private var unansweredHeartbeat: String?
    private var sentToken: String?
    private(set) var isLive = false

    init(_ channel: ChangeChannel, schema: String) {
        self.channel = channel
        self.schema = schema
        topic = "realtime:" + channel.name
    }

    /// Returns the message that joins the channel, which is the first one.
    mutating func join(token: String?) -> [Action] {
        joinRef = lastRef + 1
        sentToken = token
        let changes = channel.subscriptions.map { subscription in
            "{\"event\":\"\(subscription.event.rawValue)\",\"schema\":\(schema.jsonQuoted),"
                + "\"table\":\"\(subscription.table.rawValue)\""
                + (subscription.filter.map { ",\"filter\":\($0.jsonQuoted)" } ?? "") + "}"
        }
        let access = token.map { ",\"access_token\":\($0.jsonQuoted)" } ?? ""
        let payload =
            "{\"config\":{\"broadcast\":{\"ack\":false,\"self\":false},\"presence\":{\"key\":\"\"},"
            + "\"postgres_changes\":[\(changes.joined(separator: ","))],\"private\":false}\(access)}"
        return [send("phx_join", payload)]
    }

    /// Returns a heartbeat, before it a new token; ends if the heartbeat before is unanswered.
    mutating func beat(token: String?) -> [Action] {
        if unansweredHeartbeat != nil { return [.end] }
        var actions: [Action] = []
        if let token, token != sentToken {
            sentToken = token
            actions.append(send("access_token", "{\"access_token\":\(token.jsonQuoted)}"))
        }
        lastRef += 1
        unansweredHeartbeat = "\(lastRef)"
        actions.append(
            .send(
                RealtimeMessage.text(
                    topic: Self.heartbeatTopic, event: "heartbeat", payload: "{}", ref: lastRef, joinRef: nil)
            ))
        return actions
    }

    /// Returns what follows from a message of the server.
    mutating func receive(_ message: RealtimeMessage) -> [Action] {
        if message.topic == Self.heartbeatTopic {
            if message.event == "phx_reply", message.ref == unansweredHeartbeat { unansweredHeartbeat = nil }
            return []
        }
        guard message.topic == topic else { return [] }
        switch message.event {
        case "phx_reply":
            let isJoin = message.ref == "\(joinRef)"
            return isJoin && status(of: message) != "ok" ? leave() : []
        case "system":
            let members = JSONMembers(["extension"], of: message.payload)
            guard members?[0]?.text == Self.extensionName else { return [] }
            if status(of: message) != "ok" { return leave() }
            // The server has subscribed again, and tells nothing about the time before.
            if isLive { return [.lost] }
            isLive = true
            return [.live]
        case "postgres_changes": return change(RealtimeChange(message.payload))
        case "phx_error", "phx_close": return [.end]
        default: return []
        }
    }

    /// Returns what follows from something that is no message: it may have been a change.
    func receiveUnreadable() -> [Action] { isLive ? [.lost] : [] }

    private func change(_ change: RealtimeChange?) -> [Action] {
        guard let change else { return receiveUnreadable() }
        // Nobody has subscribed to a table that is not known.
        guard let table = TableName(rawValue: change.table) else { return [] }
        if !change.isIncomplete { return [.change(table, change.payload)] }
        return [change.id.map { .refetch(table, $0) } ?? .lost]
    }

    private func status(of message: RealtimeMessage) -> String? {
        JSONMembers(["status"], of: message.payload)?[0]?.text
    }

    /// A channel whose join failed is left, and joined again over a new connection.
    private mutating func leave() -> [Action] { [send("phx_leave", "{}"), .end] }

    private mutating func send(_ event: String, _ payload: String) -> Action {
        lastRef += 1
        return .send(
            RealtimeMessage.text(topic: topic, event: event, payload: payload, ref: lastRef, joinRef: joinRef)
        )
    }
}
