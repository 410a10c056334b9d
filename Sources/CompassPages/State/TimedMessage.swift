import Observation

/// A message that vanishes by itself, unless it is held.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
final class TimedMessage: ObservedState {
    /// The message; nil if there is none.
    private(set) var notice: PageNotice?

    @ObservationIgnored private let environment: PageEnvironment
    @ObservationIgnored private let removal = DelayedAction()
    /// The time that is left, and since when it runs; nil while the message is held.
    @ObservationIgnored private var remaining = Duration.zero
    @ObservationIgnored private var elapsed: (@Sendable () -> Duration)?
    @ObservationIgnored private var isHeldNow = false

    init(_ environment: PageEnvironment) { self.environment = environment }

    /// Whether the message stays, as it must while someone points at it or has it read.
    var isHeld: Bool {
        get { isHeldNow }
        set {
            guard newValue != isHeldNow else { return }
            isHeldNow = newValue
            if newValue { pause() } else { run() }
        }
    }

    /// Shows a message in place of the one before.
    func show(_ notice: PageNotice) {
        set(\.notice, to: notice)
        remaining = environment.timings.messageDuration
        elapsed = nil
        run()
    }

    /// Removes the message.
    func clear() {
        removal.cancel()
        isHeldNow = false
        set(\.notice, to: nil)
    }

    private func pause() {
        removal.cancel()
        if let elapsed { remaining -= elapsed() }
        elapsed = nil
    }

    private func run() {
        guard !isHeldNow, notice != nil else { return }
        elapsed = environment.stopwatch()
        removal.schedule(after: remaining, in: environment) { [weak self] in self?.clear() }
    }
}
