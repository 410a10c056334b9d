import CompassKernel
import CompassPages

/// A source that knows which changes are under way, so that the program does not end before they are sent.
struct TrackedSource: WholeTableSource {
    /// The number of changes that are under way.
    actor Changes {
        private(set) var count = 0

        func begin() { count += 1 }
        func end() { count -= 1 }
    }

    let base: any CompassDataSource
    let changes = Changes()

    init(_ base: any CompassDataSource) { self.base = base }

    func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> { base.rows(of: request) }

    func table<Table: LoadableTable>(
        _ type: Table.Type, of request: RowRequest
    ) async throws(SourceError) -> (table: Table, report: IngestReport)? {
        guard let base = base as? any WholeTableSource else { return nil }
        return try await base.table(type, of: request)
    }

    func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        await changes.begin()
        do throws(SourceError) {
            let row = try await base.change(post: id, to: fields)
            await changes.end()
            return row
        } catch {
            await changes.end()
            throw error
        }
    }

    func delete(post id: String) async throws(SourceError) {
        await changes.begin()
        do throws(SourceError) {
            try await base.delete(post: id)
            await changes.end()
        } catch {
            await changes.end()
            throw error
        }
    }

    func sync() async throws(SourceError) -> SyncResult { try await base.sync() }

    func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> { base.changes(channel) }

    /// Waits until no change is under way, at most for a time.
    func finishChanges(within limit: Duration) async {
        // What was decided in this turn begins in the next ones.
        for _ in 0..<20 { await Task.yield() }
        let deadline = ContinuousClock.now + limit
        while await changes.count > 0, ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(10))
        }
    }
}
