import CompassKernel
import CompassPages
import CompassProgram
import Dispatch
import Observation

/// The run of `compass browse`: the program, the terminal, and the two connected.
package enum Browsing {
    /// What is browsed, and what becomes of changes.
    package struct Place: Sendable {
        /// What becomes of changes, such as "Changes stay in memory".
        package var changes: String
        /// A path or an address.
        package var name: String

        package init(changes: String, name: String) {
            self.changes = changes
            self.name = name
        }

        /// Returns both, what becomes of changes first: it is seen on the narrowest terminal, too.
        func text(_ style: TerminalStyle) -> String {
            changes + style.separator + DisplayText.harmless(name, style)
        }
    }

    /// What is browsed, and how.
    package struct Options: Sendable {
        /// What is browsed, for the status line.
        package var place: Place
        package var color: ColorChoice
        /// A fixed time of the pages; nil for the clock.
        package var now: Timestamp?
        package var zone: ZoneOffsets

        package init(place: Place, color: ColorChoice, now: Timestamp?, zone: ZoneOffsets) {
            self.place = place
            self.color = color
            self.now = now
            self.zone = zone
        }
    }

    /// Checks that there is a terminal to draw on.
    ///
    /// - Throws: ``Failure`` that tells which other commands show pages without one.
    package static func requireTerminal() throws(Failure) {
        let isTerminal =
            OperatingSystem.isTerminal(OperatingSystem.standardInput)
            && OperatingSystem.isTerminal(OperatingSystem.standardOutput)
        guard isTerminal else {
            throw Failure(
                .usage,
                "compass browse requires a terminal, and standard input or output is none; 'compass overview' and the "
                    + "commands of the pages print into files and pipes")
        }
        if ["", "dumb"].contains(OperatingSystem.environment("TERM") ?? "") {
            throw Failure(
                .usage,
                "compass browse requires a terminal that moves its cursor, and TERM names none; 'compass overview' and the "
                    + "commands of the pages print line by line")
        }
    }

    /// Shows the pages until the user quits, then ends the process.
    package static func run(_ source: any CompassDataSource, _ options: Options) throws(Failure) -> Never {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else {
            throw Failure(.unavailable, "compass browse requires macOS 14 or later")
        }
        try requireTerminal()
        let input = try TerminalInput()
        try TerminalSession.begin(wakingDescriptor: input.wakingDescriptor)
        let now = options.now
        let source = TrackedSource(source)
        let environment = PageEnvironment(
            source: source, now: { now ?? Timestamp(micros: OperatingSystem.clockMicros()) },
            zone: options.zone)
        Task { @MainActor in
            let program = BrowseProgram(
                environment, place: options.place,
                style: TerminalStyle.current(color: options.color), size: TerminalSession.size)
            await TerminalLoop(program).run(input.events())
            TerminalSession.end()
            // A deletion that could be undone until now, or a flag that was set in the last moment.
            await source.finishChanges(within: .seconds(10))
            OperatingSystem.exitProcess(0)
        }
        dispatchMain()
    }
}

/// Draws the program whenever something it shows has changed.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
private final class TerminalLoop {
    private let program: BrowseProgram
    private var shown: ScreenBuffer?
    /// Whether a drawing is under way to the end of this turn.
    private var willDraw = false

    init(_ program: BrowseProgram) { self.program = program }

    func run(_ events: AsyncStream<TerminalEvent>) async {
        program.changed = { [weak self] in self?.drawSoon() }
        program.start()
        draw()
        // Dates that are relative to now are renewed by the models; the others here.
        let renewal = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(60))) != nil { self?.drawSoon() }
        }
        defer { renewal.cancel() }
        for await event in events {
            switch program.handle(event) {
            case .draw: break
            case .drawAnew: drawAnew()
            case .suspend:
                TerminalSession.suspend()
                continue
            case .quit:
                program.end()
                return
            }
            drawSoon()
        }
    }

    private func drawAnew() {
        TerminalSession.resume()
        shown = nil
    }

    /// Draws once at the end of this turn, however many changes there are.
    private func drawSoon() {
        if willDraw { return }
        willDraw = true
        Task { @MainActor [weak self] in self?.draw() }
    }

    private func draw() {
        willDraw = false
        program.size = TerminalSession.size
        let screen = withObservationTracking {
            program.draw()
        } onChange: {
            Task { @MainActor [weak self] in self?.drawSoon() }
        }
        let update = screen.update(from: shown, hasColors: program.style.hasColors)
        if !update.isEmpty { TerminalSession.write(update) }
        shown = screen
        program.noteVisibleBlocks()
        if program.followDestination() { drawSoon() }
    }
}
