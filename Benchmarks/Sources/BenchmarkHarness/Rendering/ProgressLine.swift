import Foundation

/// One line on standard error that says what is being done; only where that is a terminal.
public struct ProgressLine: Sendable {
    private let isShown = isatty(2) == 1

    /// A progress line.
    public init() {}

    /// Replaces the line.
    public func show(_ text: String) {
        if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }
    }

    /// Removes the line.
    public func clear() { show("") }
}
