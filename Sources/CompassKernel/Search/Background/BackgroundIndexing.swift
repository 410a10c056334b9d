/// A thread that builds the search indexes of segments, one after the other, for all copies of a table.
///
/// It runs only while there is something to build. It keeps no segment alive: once nobody else has the
/// segment whose index is being built, that build ends with its present step.
final class BackgroundIndexing: @unchecked Sendable {
    // Sendable: all variables are read and written only with the lock held.
    private let monitor = Monitor()
    private var waiting: [WeakRecords] = []
    private var hasThread = false
    private let beforeStep: @Sendable () -> Void

    /// - Parameter beforeStep: called on the thread before each step; tests wait in it.
    init(beforeStep: @escaping @Sendable () -> Void = {}) { self.beforeStep = beforeStep }

    /// A segment that is kept by tables only.
    private struct WeakRecords: Sendable {
        weak let records: PostRecords?
    }

    /// Waits until the thread has nothing more to build, and ends.
    func waitUntilDone() { monitor.withLock { while hasThread { monitor.wait() } } }

    /// Makes sure that the index of `segment` is built, or is going to be.
    func build(_ segment: PostRecords) {
        if segment.search.isBegun { return }
        let isToStart = monitor.withLock {
            if !waiting.contains(where: { $0.records === segment }) {
                waiting.append(WeakRecords(records: segment))
            }
            defer { hasThread = true }
            return !hasThread
        }
        guard isToStart, !WorkerThreads.detach({ self.run() }) else { return }
        // No thread can be started at present: searches go on without the index, and the next one tries
        // again.
        monitor.withLock {
            hasThread = false
            waiting = []
            monitor.wakeAll()
        }
    }

    private func run() { while let next = next() { build(next) } }

    /// Returns the next segment; nil if there is none, which ends the thread.
    private func next() -> WeakRecords? {
        monitor.withLock {
            if waiting.isEmpty {
                hasThread = false
                monitor.wakeAll()
                return nil
            }
            return waiting.removeFirst()
        }
    }

    private func build(_ segment: WeakRecords) {
        // The segment is referenced only between two steps, so that it ends with its tables.
        guard let texts = Self.begin(segment.records) else { return }
        var builder = SearchIndexBuilder(fields: texts)
        repeat {
            beforeStep()
            guard let records = segment.records else { return }
            records.search.progress = builder.progress
        } while builder.step()
        if segment.records == nil { return }
        let index = builder.finish()
        segment.records?.search.finish(index)
    }

    /// Begins a build; returns the texts, or nil if there is no segment, or a build has begun already.
    private static func begin(_ segment: PostRecords?) -> [TextColumn]? {
        guard let segment, segment.search.begin() else { return nil }
        return segment.searchedTexts
    }
}
