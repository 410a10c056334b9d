#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

import CompassProgram

/// The terminal while a program has all of it: keys come at once and unseen, and the screen is another one.
///
/// However the program ends, by itself, by a signal or by a fault, the terminal is then as it was before.
enum TerminalSession {
    /// The alternate screen, no wrapping, no cursor, buttons and wheel in the extended form, marked pasting.
    private static let beginning = "\u{1b}[?1049h\u{1b}[?7l\u{1b}[?25l\u{1b}[?1000h\u{1b}[?1006h\u{1b}[?2004h"
    private static let ending =
        "\u{1b}[?2026l\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1000l\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

    private static let terminal = OperatingSystem.standardInput
    /// The signals that end a process and can be handled: requests to end, and faults of the program.
    private static let fatalSignals = [
        SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGXCPU,
        SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
    ]

    /// What the signal handlers read: plain memory that lives as long as the process.
    private struct State {
        var original = termios()
        var raw = termios()
        var isEntered = false
        var wakingDescriptor: Int32 = -1
        var ending: UnsafeMutablePointer<UInt8>
        var endingByteCount: Int
    }

    // SAFETY: it is complete before the handlers are installed. Later only `isEntered` changes, which is one byte.
    nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
        let bytes = Array(TerminalSession.ending.utf8)
        let ending = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        ending.initialize(from: bytes, count: bytes.count)
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(to: State(ending: ending, endingByteCount: bytes.count))
        return state
    }()

    /// Takes the terminal.
    ///
    /// - Parameter wakingDescriptor: a pipe into which a byte is written when the size changes, and when the program
    ///   continues after a stop.
    /// - Throws: ``Failure`` when standard input is not a terminal that can be controlled.
    static func begin(wakingDescriptor: Int32) throws(Failure) {
        guard tcgetattr(terminal, &state.pointee.original) == 0 else {
            throw Failure(
                .inputOutput, "the terminal cannot be controlled: \(String(cString: strerror(errno)))")
        }
        var raw = state.pointee.original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | ISIG | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | BRKINT | ISTRIP)
        raw.c_oflag &= ~tcflag_t(OPOST)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        state.pointee.raw = raw
        state.pointee.wakingDescriptor = wakingDescriptor
        handleSignals()
        enter()
    }

    /// Gives the terminal back.
    static func end() { leave() }

    /// Stops the program, as Ctrl-Z does elsewhere; returns once it continues.
    static func suspend() { kill(0, SIGTSTP) }

    /// Takes the terminal again, after a stop.
    static func resume() { enter() }

    private static func enter() {
        if state.pointee.isEntered { return }
        state.pointee.isEntered = true
        tcsetattr(terminal, TCSADRAIN, &state.pointee.raw)
        write(beginning)
    }

    /// Called by signal handlers, too: it makes system calls alone.
    private static func leave() {
        let state = state
        guard state.pointee.isEntered else { return }
        state.pointee.isEntered = false
        var written = 0
        while written < state.pointee.endingByteCount {
            let count = systemWrite(
                OperatingSystem.standardOutput, state.pointee.ending + written,
                state.pointee.endingByteCount - written)
            if count <= 0 { break }
            written += count
        }
        // Input that nobody has read, such as turns of the wheel, is none for the shell.
        tcsetattr(terminal, TCSAFLUSH, &state.pointee.original)
    }

    /// Writes to the terminal; nothing while the program has not all of it.
    static func write(_ text: String) {
        guard state.pointee.isEntered else { return }
        var text = text
        text.withUTF8 { bytes in
            _ = try? OperatingSystem.writeAll(
                UnsafeRawBufferPointer(bytes), to: OperatingSystem.standardOutput)
        }
    }

    /// The lines and columns of the terminal.
    static var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(OperatingSystem.standardOutput, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
            size.ws_row > 0
        else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    // MARK: Signals

    private static func handleSignals() {
        // A shell that started this in the background ignores some; those stay ignored.
        for number in fatalSignals { handle(number, TerminalSession.endProcess) }
        giveFaultsAStack()
        handle(SIGTSTP, TerminalSession.stopProcess)
        signal(SIGWINCH) { _ in TerminalSession.wake(TerminalWaking.resized) }
        signal(SIGCONT) { _ in TerminalSession.wake(TerminalWaking.resumed) }
    }

    private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        let before = signal(number, handler)
        if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            signal(number, SIG_IGN)
        }
    }

    /// Lets faults of memory be handled on a stack of its own: where that of the main thread has overflowed, it has no
    /// room for a handler.
    private static func giveFaultsAStack() {
        let byteCount = 65_536
        var stack = stack_t()
        // It lives as long as the process.
        stack.ss_sp = .allocate(byteCount: byteCount, alignment: 16)
        stack.ss_size = byteCount
        guard sigaltstack(&stack, nil) == 0 else { return }
        for number in [SIGSEGV, SIGBUS] {
            var action = sigaction()
            sigaction(number, nil, &action)
            action.sa_flags |= SA_ONSTACK
            sigaction(number, &action, nil)
        }
    }

    private static let endProcess: @convention(c) (Int32) -> Void = { number in
        TerminalSession.leave()
        signal(number, SIG_DFL)
        // Delivered when this handler returns, so that the shell learns which signal it was.
        raise(number)
    }

    private static let stopProcess: @convention(c) (Int32) -> Void = { number in
        TerminalSession.leave()
        signal(number, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        var before = sigset_t()
        pthread_sigmask(SIG_UNBLOCK, &signals, &before)
        // The process stops here, and continues here.
        raise(number)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        signal(number, TerminalSession.stopProcess)
        TerminalSession.wake(TerminalWaking.resumed)
    }

    private static func wake(_ reason: UInt8) {
        // The code that the signal has interrupted may be about to read it.
        let before = errno
        var reason = reason
        _ = systemWrite(state.pointee.wakingDescriptor, &reason, 1)
        errno = before
    }
}

/// The bytes by which signal handlers wake the thread that reads the terminal.
enum TerminalWaking {
    static let resized: UInt8 = 1
    static let resumed: UInt8 = 2
    static let ended: UInt8 = 3
}

/// The function of the C library, which a method of the same name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
