import Foundation

/// One line on standard error that shows the progress and the current step; only if standard error is a
/// terminal.
public final class ProgressLine {
    private let isShown: Bool
    private let write: (String) -> Void
    private var stepsDone = 0
    private var steps = 0

    /// Creates a progress line.
    public convenience init() {
        self.init(isShown: isatty(2) == 1) { FileHandle.standardError.write(Data($0.utf8)) }
    }

    init(isShown: Bool, write: @escaping (String) -> Void) {
        self.isShown = isShown
        self.write = write
    }

    /// Starts a bar that shows how many of a number of steps are done.
    public func begin(steps: Int) {
        (stepsDone, self.steps) = (0, steps)
    }

    /// Advances the bar by one step.
    public func advance() { stepsDone = min(stepsDone + 1, steps) }

    /// Replaces the line.
    public func show(_ text: String) {
        if isShown { write("\r\u{1B}[K\(bar)\(text)") }
    }

    /// Removes the line.
    public func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private var bar: String {
        if steps == 0 { return "" }
        let width = 20
        let filled = width * stepsDone / steps
        return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
            + " \(stepsDone)/\(steps)  "
    }
}
