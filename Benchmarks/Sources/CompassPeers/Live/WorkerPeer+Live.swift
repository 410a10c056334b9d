extension WorkerPeer: LivePeer {
    func prepareLive(_ files: PeerFiles) throws -> Int {
        try ask(LiveRequest(action: "prepareLive", posts: files.posts), LiveRows.self).rows
    }

    func insert(_ documents: [[UInt8]]) throws -> [Double] {
        let documents = documents.map { String(decoding: $0, as: UTF8.self) }
        return try ask(LiveRequest(action: "insert", documents: documents), LiveTimes.self).nanoseconds
    }

    func livePage(_ text: String?, limit: Int) throws -> LivePageAnswer {
        try ask(LiveRequest(action: "liveAnswer", text: text, limit: limit), LivePageAnswer.self)
    }

    func sampleLive(_ text: String?, limit: Int, calls: Int) throws -> [Double] {
        let request = LiveRequest(action: "sampleLive", text: text, limit: limit, calls: calls)
        return try ask(request, LiveTimes.self).nanoseconds
    }
}

private struct LiveRequest: Encodable {
    var action: String
    var posts: String?
    var documents: [String]?
    var text: String?
    var limit: Int?
    var calls: Int?

    enum CodingKeys: String, CodingKey {
        case action = "do"
        case posts, documents, text, limit, calls
    }
}

private struct LiveRows: Decodable { var rows: Int }

private struct LiveTimes: Decodable { var nanoseconds: [Double] }
