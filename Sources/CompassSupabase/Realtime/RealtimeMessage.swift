import CompassKernel
import CompassPages

/// A message of Supabase's Realtime, in the form of Phoenix channels, version 1.0.0.
struct RealtimeMessage: Sendable {
    let topic: String
    let event: String
    /// The payload, as JSON.
    let payload: [UInt8]
    let ref: String?

    /// Reads a message; nil if it is none.
    init?(_ json: [UInt8]) {
        guard let members = JSONMembers(["topic", "event", "payload", "ref"], of: json),
            let topic = members[0]?.text, let event = members[1]?.text
        else { return nil }
        self.topic = topic
        self.event = event
        payload = members[2]?.json ?? Array("{}".utf8)
        ref = members[3]?.text
    }

    /// Returns the text of a message to the server.
    ///
    /// - Parameter payload: an object, as JSON.
    static func text(topic: String, event: String, payload: String, ref: Int, joinRef: Int?) -> String {
        let join = joinRef.map { ",\"join_ref\":\"\($0)\"" } ?? ""
        return "{\"topic\":\(topic.jsonQuoted),\"event\":\(event.jsonQuoted),\"payload\":\(payload),"
            + "\"ref\":\"\(ref)\"\(join)}"
    }
}

/// The change in a message `postgres_changes`.
struct RealtimeChange: Sendable {
    let table: String
    /// What `PostTable.apply(realtime:)` reads, as JSON.
    let payload: [UInt8]
    /// The row's id, if the payload names it.
    let id: String?
    /// Whether the server left something out, such as a row above its limit of 1 MiB.
    let isIncomplete: Bool

    /// Reads the payload of a message; nil if it is not a change to a table.
    init?(_ payload: [UInt8]) {
        guard let data = JSONMembers(["data"], of: payload)?[0]?.json,
            let members = JSONMembers(["table", "record", "old_record", "errors"], of: data),
            let table = members[0]?.text
        else { return nil }
        self.table = table
        self.payload = data
        let ids = [members[1], members[2]].map { row in
            row.flatMap { JSONMembers(["id"], of: $0.json) }?[0]?.text
        }
        id = ids[0] ?? ids[1]
        isIncomplete = members[3].map { $0.json != Array("[]".utf8) } ?? false
    }
}

extension SupabaseClient {
    /// The address of the Realtime service, with the public key; nil if there is none.
    var realtimeURL: String? {
        configuration.realtimeURL.map { base in
            let key = configuration.apiKey.map { "apikey=\($0.queryEncoded)&" } ?? ""
            return "\(base)/websocket?\(key)vsn=1.0.0"
        }
    }
}
