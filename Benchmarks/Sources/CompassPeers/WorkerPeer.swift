import Foundation

/// An engine in its own Python process, which reads requests and writes replies, one JSON object a line.
final class WorkerPeer: Peer {
    let engine: String
    let version: String
    let threads: Int
    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()
    private var unread = Data()

    /// Starts a worker.
    ///
    /// - Parameters:
    ///   - engine: the engine's name.
    ///   - threads: threads that it may use; 0 for its default.
    ///   - python: the interpreter with the engine's packages.
    ///   - script: the worker's program.
    /// - Throws: ``PeerUnsupported`` if the engine is not installed.
    convenience init(engine: String, threads: Int, python: String, script: String) throws {
        try self.init(
            engine: engine, threads: threads, python: python, script: script,
            arguments: ["--threads", String(threads)])
    }

    /// Starts a worker whose program has other arguments after the engine.
    init(engine: String, threads: Int, python: String, script: String, arguments: [String]) throws {
        // A worker that has ended is an error of the request and must not end this process.
        signal(SIGPIPE, SIG_IGN)
        // Like in a shell, a name without a folder is looked up on the search path.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python, script, engine] + arguments
        process.standardInput = requests
        process.standardOutput = answers
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch {
            throw PeerUnsupported(description: "\(python) cannot be run: \(error.localizedDescription)")
        }
        self.engine = engine
        guard let line = try? Self.line(from: answers, &unread) else {
            throw PeerUnsupported(description: "\(python) \(script) does not start")
        }
        let ready = try JSONDecoder().decode(Ready.self, from: line)
        guard ready.ready, let version = ready.version else {
            process.waitUntilExit()
            throw PeerUnsupported(description: ready.reason ?? "not installed")
        }
        self.version = version
        self.threads = ready.threads ?? threads
    }

    deinit {
        try? requests.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func ingest(_ files: PeerFiles, calls: Int) throws -> [Double] {
        let answer = try ask(
            Request(action: "ingest", posts: files.posts, ndjson: files.lines, calls: calls), Times.self)
        return try answer.get()
    }

    func prepare(_ files: PeerFiles, zone: String) throws -> (rows: Int, memoryBytes: Int?) {
        let answer = try ask(
            Request(
                action: "prepare", posts: files.posts, ndjson: files.lines, schools: files.schools, zone: zone
            ),
            Prepared.self)
        return (answer.rows, answer.memoryBytes)
    }

    func setQuestions(_ questions: [PageQuestion]) throws {
        let words = questions.map { question in
            QuestionWords(name: question.name, variants: question.variants.map(\.window))
        }
        _ = try ask(Request(action: "questions", questions: words), Done.self)
    }

    func answer(question: Int, variant: Int) throws -> PageAnswer {
        try ask(Request(action: "answer", question: question, variant: variant), Answer.self).answer
    }

    func sample(question: Int, calls: Int, first: Int) throws -> [Double] {
        try ask(Request(action: "sample", question: question, calls: calls, first: first), Times.self).get()
    }

    func prepareSearch(path: String) throws -> Int {
        try ask(Request(action: "prepareSearch", texts: path), Prepared.self).rows
    }

    func searchCount(_ text: String) throws -> Int {
        try ask(Request(action: "searchCount", text: text), Count.self).count
    }

    func sampleSearches(_ texts: [String]) throws -> [Double] {
        try ask(Request(action: "sampleSearch", searches: texts), Times.self).get()
    }

    /// Sends a request and waits for its reply.
    func ask<Reply: Decodable>(_ request: some Encodable, _ reply: Reply.Type) throws -> Reply {
        try requests.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(request) + [0x0A])
        let line = try Self.line(from: answers, &unread)
        let refusal = try JSONDecoder().decode(Refusal.self, from: line)
        if let error = refusal.error { throw PeerFailure(description: "\(engine): \(error)") }
        if refusal.unsupported == true {
            throw PeerUnsupported(description: refusal.reason ?? "the engine cannot do this")
        }
        return try JSONDecoder().decode(Reply.self, from: line)
    }

    private static func line(from pipe: Pipe, _ unread: inout Data) throws -> Data {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                let line = Data(unread[unread.startIndex..<end])
                unread = Data(unread[(end + 1)...])
                return line
            }
            let bytes = pipe.fileHandleForReading.availableData
            if bytes.isEmpty { throw PeerFailure(description: "the worker ended before it answered") }
            unread.append(bytes)
        }
    }
}

private struct Request: Encodable {
    var action: String
    var posts: String?
    var ndjson: String?
    var schools: String?
    var zone: String?
    var questions: [QuestionWords]?
    var question: Int?
    var variant: Int?
    var calls: Int?
    var first: Int?
    var texts: String?
    var text: String?
    var searches: [String]?

    enum CodingKeys: String, CodingKey {
        case action = "do"
        case posts, ndjson, schools, zone, questions, question, variant, calls, first, texts, text, searches
    }
}

private struct QuestionWords: Encodable {
    var name: String
    var variants: [PageWindow]
}

private struct Ready: Decodable {
    var ready: Bool
    var version: String?
    var threads: Int?
    var reason: String?
}

private struct Refusal: Decodable {
    var error: String?
    var unsupported: Bool?
    var reason: String?
}

private struct Done: Decodable {}

private struct Times: Decodable {
    var nanoseconds: [Double]

    func get() throws -> [Double] {
        if nanoseconds.isEmpty { throw PeerFailure(description: "the worker measured nothing") }
        return nanoseconds
    }
}

private struct Prepared: Decodable {
    var rows: Int
    var memoryBytes: Int?
}

private struct Answer: Decodable { var answer: PageAnswer }

private struct Count: Decodable { var count: Int }
