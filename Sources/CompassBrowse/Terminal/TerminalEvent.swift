/// Something that happens at the terminal.
enum TerminalEvent: Hashable, Sendable {
    case key(TerminalKey)
    case mouse(MouseEvent)
    /// Text that was pasted; it may have several lines.
    case pasted(String)
    /// The terminal has another size.
    case resized
    /// The program continues after it was stopped: the screen is to be drawn anew.
    case resumed
    /// The terminal is gone.
    case ended
}

/// A key, or the character that was typed with it.
enum TerminalKey: Hashable, Sendable {
    case character(Character)
    /// A letter, or another ASCII character, with Ctrl.
    case control(Character)
    /// A character with Alt, which terminals send after an escape character.
    case alt(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, tab, backTab, escape, backspace, delete
    /// A key without a meaning here.
    case other
}

/// A click or a turn of the wheel.
struct MouseEvent: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case press, release, wheelUp, wheelDown, other
    }

    var kind: Kind
    /// The line, from 0 at the top.
    var row: Int
    /// The column, from 0 at the left.
    var column: Int
}
