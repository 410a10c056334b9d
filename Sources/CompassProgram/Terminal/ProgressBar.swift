/// A bar on standard error that grows with the progress of work; nothing when that is not a terminal.
package struct ProgressBar {
    private static let width = 30

    private let total: Int
    private let isShown: Bool
    private var lastPercentage = -1

    /// - Parameter total: the number of steps of the work.
    package init(total: Int) {
        self.total = total
        isShown = OperatingSystem.isTerminal(OperatingSystem.standardError)
    }

    /// Redraws the bar when it has grown by a hundredth.
    package mutating func show(_ done: Int, label: String) {
        guard isShown else { return }
        let percentage = total == 0 ? 100 : min(100, done * 100 / total)
        guard percentage != lastPercentage else { return }
        lastPercentage = percentage
        let filled = percentage * Self.width / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        StandardError.write("\r\u{1b}[K[\(bar)] \(percentage)% \(label)")
    }

    /// Removes the bar.
    package func clear() {
        if isShown { StandardError.write("\r\u{1b}[K") }
    }
}
