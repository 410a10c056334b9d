import CompassKernel
import CompassPages

/// Keeps a channel open: it joins, beats, and connects again whenever the connection ends.
struct ChannelDriver: Sendable {
    /// The time between two heartbeats. A channel that is not live at the first one is joined again.
    static let heartbeatInterval: Duration = .seconds(25)
    /// If more time than this is between two heartbeats, the device slept.
    static let maximumBeatMicros: Int64 = 50_000_000
    /// Payloads that arrive within this time become one array.
    static let batchInterval: Duration = .milliseconds(100)

    let client: SupabaseClient
    let transport: any WebSocketTransport
    let channel: ChangeChannel
    let url: String
    let queue: ChangeQueue

    /// Runs until the task is cancelled.
    ///
    /// While no channel can be joined, the subscriber reads what has changed after each attempt: rows that can be
    /// read do not wait for live changes.
    func run() async {
        var failureCount = 0
        while !Task.isCancelled {
            let session = ChannelSession(self)
            await session.run()
            if Task.isCancelled { break }
            let readable = client.now()
            if await session.wasLive {
                failureCount = 1
                await queue.append(.interrupted(since: client.catchUpStart(session.lastHeard)))
            } else {
                failureCount += 1
                queue.append(.caughtUp)
            }
            let delay = Self.delay(beforeAttempt: failureCount, random: client.random())
            do { try await client.clock.sleep(for: delay) } catch { break }
            if await !session.wasLive { queue.append(.interrupted(since: client.catchUpStart(readable))) }
        }
        queue.finish()
    }

    /// Returns the delay before connecting again: 1, 2, 5, 10, then 30 seconds, less up to a quarter at random.
    static func delay(beforeAttempt attempt: Int, random: Double) -> Duration {
        let seconds = [1, 2, 5, 10]
        let longest = attempt <= seconds.count ? seconds[max(attempt, 1) - 1] : 30
        return .seconds(longest) * (1 - random / 4)
    }
}

/// One connection of a channel.
private actor ChannelSession {
    private let driver: ChannelDriver
    private var conversation: ChannelProtocol
    private var connection: (any WebSocketConnection)?
    private var hasBatch = false
    /// The device's time when the server was last heard of.
    private(set) var lastHeard: Timestamp
    /// The device's time when the server last showed that it reports changes: by one, or by saying so.
    private var lastReport: Timestamp

    init(_ driver: ChannelDriver) {
        self.driver = driver
        lastHeard = driver.client.now()
        lastReport = lastHeard
        conversation = ChannelProtocol(
            driver.channel, schema: driver.client.configuration.schema ?? "public")
    }

    /// Whether changes have been reported over this connection.
    var wasLive: Bool { conversation.isLive }

    /// Runs until the connection ends, or the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.converse() }
            group.addTask { await self.beat() }
            await group.next()
            group.cancelAll()
            // A message that the server does not take would be sent forever.
            connection?.close()
        }
        connection?.close()
        driver.queue.closeBatches()
    }

    /// Connects, joins and receives messages to the end.
    private func converse() async {
        guard let connection = try? await driver.transport.connect(to: driver.url) else { return }
        self.connection = connection
        if Task.isCancelled { return }
        let token = await token()
        guard await perform(conversation.join(token: token)) else { return }
        while let json = try? await connection.receive() {
            lastHeard = driver.client.now()
            let message = RealtimeMessage(json)
            guard await perform(message.map { conversation.receive($0) } ?? conversation.receiveUnreadable())
            else { return }
            if message?.event == "system" || message?.event == "postgres_changes" { lastReport = lastHeard }
        }
    }

    /// Sends heartbeats; returns if the channel is not live in time, or a heartbeat is not answered, or the device
    /// slept: the server may have ended the channel meanwhile.
    private func beat() async {
        while true {
            let start = driver.client.now()
            do { try await driver.client.clock.sleep(for: ChannelDriver.heartbeatInterval) } catch { return }
            guard conversation.isLive else { return }
            if driver.client.now().micros &- start.micros > ChannelDriver.maximumBeatMicros {
                lastHeard = min(lastHeard, start)
                return
            }
            let token = await token()
            guard await perform(conversation.beat(token: token)) else { return }
        }
    }

    private func token() async -> String? {
        // Without a login the channel is joined with the public key.
        let token = try? await driver.client.tokens.token()
        return token?.text ?? driver.client.configuration.apiKey
    }

    /// Does what the conversation asks for; returns whether it goes on.
    private func perform(_ actions: [ChannelProtocol.Action]) async -> Bool {
        for action in actions {
            switch action {
            case .send(let text):
                guard let connection, (try? await connection.send(text)) != nil else { return false }
            case .live: driver.queue.append(.live)
            case .change(let table, let payload):
                if let oldest = driver.queue.append(table, payload, at: lastHeard) {
                    interrupt(since: oldest)
                }
                closeBatchLater()
            case .refetch(let table, let id):
                if let oldest = driver.queue.append(table, refetching: id, at: lastHeard) {
                    interrupt(since: oldest)
                }
            case .lost: interrupt(since: lastReport)
            case .end: return false
            }
        }
        return true
    }

    /// Reports that changes are missing although the channel is live.
    ///
    /// - Parameter time: the device's time when none was missing.
    private func interrupt(since time: Timestamp) {
        driver.queue.appendGap(since: driver.client.catchUpStart(time))
    }

    private func closeBatchLater() {
        if hasBatch { return }
        hasBatch = true
        Task {
            try? await driver.client.clock.sleep(for: ChannelDriver.batchInterval)
            hasBatch = false
            driver.queue.closeBatches()
        }
    }
}

extension SupabaseClient {
    /// What the last instant at which all was well is moved back by, for clocks and transactions that overlap.
    static let overlapMicros: Int64 = 60_000_000

    /// Returns the server's time from which on changes are to be read again; nil if its clock is not known.
    ///
    /// - Parameter lastWell: the device's time when nothing was missing.
    func catchUpStart(_ lastWell: Timestamp) -> Timestamp? {
        serverTime(at: lastWell).map { Timestamp(micros: $0.micros &- Self.overlapMicros) }
    }
}
