import CompassPages
import Dispatch

/// The pages of a request, for a thread that waits for each.
///
/// All files are written by the main thread, which alone receives signals: whatever an interruption removes, nothing
/// creates it again meanwhile. Only requests run elsewhere.
final class WaitingPages {
    private let pages: Iterator

    init(_ source: any CompassDataSource, _ request: RowRequest) {
        pages = Iterator(source.rows(of: request).makeAsyncIterator())
    }

    /// Returns the next page; nil after the last one.
    func next() throws(SourceError) -> RowPage? {
        try Waiting.result { [pages] in try await pages.next() }
    }

    /// An iterator that one task at a time uses.
    private final class Iterator: @unchecked Sendable {
        // Sendable: the thread that waits starts the next task only when the one before has ended.
        private var iterator: AsyncThrowingStream<RowPage, any Error>.Iterator

        init(_ iterator: AsyncThrowingStream<RowPage, any Error>.Iterator) { self.iterator = iterator }

        func next() async throws -> RowPage? {
            var iterator = iterator
            let page = try await iterator.next()
            self.iterator = iterator
            return page
        }
    }
}

/// Lets a thread wait for work that is done elsewhere.
enum Waiting {
    /// Returns what `body` returns, once it has.
    static func result<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) throws(SourceError) -> Value {
        let outcome = Outcome<Value>()
        Task.detached {
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.set(result)
        }
        do {
            return try outcome.wait().get()
        } catch let error as SourceError {
            throw error
        } catch {
            throw .connection(reason: "\(error)")
        }
    }

    private final class Outcome<Value: Sendable>: @unchecked Sendable {
        // Sendable: the semaphore orders the write before the read.
        private var result: Result<Value, any Error>?
        private let isSet = DispatchSemaphore(value: 0)

        func set(_ result: Result<Value, any Error>) {
            self.result = result
            isSet.signal()
        }

        func wait() -> Result<Value, any Error> {
            isSet.wait()
            return result ?? .failure(SourceError.cancelled)
        }
    }
}
