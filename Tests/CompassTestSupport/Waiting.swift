/// Waits until a condition holds. After a minute the process ends with a message, because a test that waits forever
/// tells nobody which one it is. The condition is checked where the caller runs, such as on the main actor.
nonisolated(nonsending) public func waitUntil(
    file: StaticString = #fileID, line: UInt = #line, _ condition: () -> Bool
) async {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition(), !Task.isCancelled {
        if ContinuousClock.now > deadline {
            fatalError("this has not happened in a minute", file: file, line: line)
        }
        await Task.yield()
    }
}
