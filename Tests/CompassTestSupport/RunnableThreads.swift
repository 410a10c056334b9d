import Foundation

/// Returns whether another thread of the process runs, or waits for a processor.
///
/// On a loaded machine a thread of the pool can be without a processor for many milliseconds, in the midst of a
/// task. Only the kernel knows. On systems without `/proc` the answer is no.
public func otherThreadsAreRunnable() -> Bool {
    let folder = "/proc/self/task"
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"),
        let threads = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return false }
    return threads.contains { thread in
        if own.hasSuffix("/" + thread) { return false }
        // A thread that has ended meanwhile has no file.
        guard let status = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8),
            let end = status.lastIndex(of: ")")
        else { return false }
        // The name in parentheses, a space, the state: running or runnable, or in an uninterruptible wait.
        return "RD".contains(status[end...].dropFirst(2).first ?? "S")
    }
}
