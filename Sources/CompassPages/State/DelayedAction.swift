/// Something that happens later, unless it is put off or dropped.
@MainActor
final class DelayedAction {
    private var task: Task<Void, Never>?

    deinit { task?.cancel() }

    /// Calls `body` after a while, in place of what was to happen before.
    func schedule(
        after delay: Duration, in environment: PageEnvironment, _ body: @escaping @MainActor () -> Void
    ) {
        task?.cancel()
        task = Task {
            if await environment.wait(delay) { body() }
        }
    }

    /// Calls `body` again and again.
    func `repeat`(
        every interval: Duration, in environment: PageEnvironment, _ body: @escaping @MainActor () -> Void
    ) {
        task?.cancel()
        task = Task {
            while await environment.wait(interval) { body() }
        }
    }

    /// Drops what was to happen.
    func cancel() {
        task?.cancel()
        task = nil
    }
}
