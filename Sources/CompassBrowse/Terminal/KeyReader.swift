/// Reads the bytes of a terminal as keys, clicks and pasted texts.
///
/// Bytes come in any chunks: a sequence that is not complete is kept until its rest arrives. Only an escape character
/// is ambiguous, as it is a key and the beginning of sequences; ``flush()`` decides for the key.
struct KeyReader {
    /// Longer control sequences are not those of keys.
    private static let maximumSequenceByteCount = 64
    /// The rest of a longer pasted text is dropped.
    static let maximumPastedByteCount = 1 << 16

    private var pending: [UInt8] = []
    /// The bytes that are being pasted; nil outside.
    private var pasted: [UInt8]?

    /// Whether the last bytes may be the beginning of something longer.
    var isIncomplete: Bool { !pending.isEmpty }

    /// Returns what these bytes complete.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        for byte in bytes { append(byte, &events) }
        return events
    }

    /// Returns what the incomplete bytes are when nothing follows them.
    mutating func flush() -> [TerminalEvent] {
        defer { pending = [] }
        switch pending {
        case []: return []
        case [Self.escape]: return [.key(.escape)]
        // Alt and the key that also begins a sequence.
        case [Self.escape, 0x5b]: return [.key(.alt("["))]
        case [Self.escape, 0x4f]: return [.key(.alt("O"))]
        default: return [.key(.other)]
        }
    }

    private static let escape: UInt8 = 0x1b

    private mutating func append(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        if pasted != nil { return appendPasted(byte, &events) }
        if pending.isEmpty { return begin(byte, &events) }
        if pending[0] == Self.escape { return appendToSequence(byte, &events) }
        guard byte & 0xc0 == 0x80 else {
            pending = []
            events.append(.key(.other))
            return begin(byte, &events)
        }
        pending.append(byte)
        if pending.count == Self.utf8Length(pending[0]) { finishCharacter(&events) }
    }

    // MARK: Characters

    private mutating func begin(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        if byte == Self.escape || Self.utf8Length(byte) > 1 {
            pending = [byte]
        } else {
            events.append(.key(Self.key(byte)))
        }
    }

    /// Returns the length of the character that a byte begins; 1 for bytes that begin none.
    private static func utf8Length(_ byte: UInt8) -> Int {
        switch byte {
        case 0xc2...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...0xf4: 4
        default: 1
        }
    }

    private static func key(_ byte: UInt8) -> TerminalKey {
        switch byte {
        case 0x09: .tab
        case 0x0a, 0x0d: .enter
        case 0x08, 0x7f: .backspace
        case 0x00: .control(" ")
        case 0x01...0x1a: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x1b...0x1f: .control(Character(Unicode.Scalar(byte + 0x40)))
        case 0x20...0x7e: .character(Character(Unicode.Scalar(byte)))
        default: .other
        }
    }

    private mutating func finishCharacter(_ events: inout [TerminalEvent]) {
        let character = String(validating: pending, as: UTF8.self)?.first
        pending = []
        events.append(.key(character.map { .character($0) } ?? .other))
    }

    // MARK: Sequences

    private mutating func appendToSequence(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch (pending.count, pending.last) {
        case (1, _):
            if byte == 0x5b || byte == 0x4f { return pending.append(byte) }
            pending = []
            if byte == Self.escape {
                events.append(.key(.escape))
                pending = [byte]
            } else if 0x20...0x7e ~= byte {
                events.append(.key(.alt(Character(Unicode.Scalar(byte)))))
            } else {
                // Alt with a control character, or with one beyond ASCII, whose rest follows.
                events.append(.key(.escape))
                begin(byte, &events)
            }
        case (2, 0x4f): finishSequence(with: byte, &events) { Self.key(single: byte) }
        case (3, 0x5b) where pending[1] == 0x5b:
            // A function key of Linux's console: ESC [ [ A.
            finishSequence(with: byte, &events) { .other }
        default:
            if pending.count >= 3, pending[1] == 0x5b, pending[2] == 0x4d {
                return appendToOldMouse(byte, &events)
            }
            appendToControlSequence(byte, &events)
        }
    }

    private mutating func finishSequence(
        with byte: UInt8, _ events: inout [TerminalEvent], _ key: () -> TerminalKey
    ) {
        pending = []
        if byte < 0x20 || byte > 0x7e {
            events.append(.key(.other))
            return begin(byte, &events)
        }
        events.append(.key(key()))
    }

    private mutating func appendToControlSequence(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch byte {
        case 0x5b where pending.count == 2: pending.append(byte)
        case 0x4d where pending.count == 2: pending.append(byte)
        case 0x20...0x3f:
            pending.append(byte)
            if pending.count > Self.maximumSequenceByteCount {
                pending = []
                events.append(.key(.other))
            }
        case 0x40...0x7e:
            let parameters = pending.dropFirst(2)
            pending = []
            finishControlSequence(parameters, final: byte, &events)
        default:
            // A control character ends what was no sequence.
            pending = []
            events.append(.key(.other))
            begin(byte, &events)
        }
    }

    private mutating func finishControlSequence(
        _ parameters: ArraySlice<UInt8>, final: UInt8, _ events: inout [TerminalEvent]
    ) {
        if parameters.first == UInt8(ascii: "<") {
            return events.append(Self.mouse(Self.numbers(parameters.dropFirst()), final: final))
        }
        let first = Self.numbers(parameters).first ?? 0
        guard final == UInt8(ascii: "~") else { return events.append(.key(Self.key(single: final))) }
        switch first {
        case 1, 7: events.append(.key(.home))
        case 3: events.append(.key(.delete))
        case 4, 8: events.append(.key(.end))
        case 5: events.append(.key(.pageUp))
        case 6: events.append(.key(.pageDown))
        case 200: pasted = []
        default: events.append(.key(.other))
        }
    }

    private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            $0.reduce(0) { sum, digit in
                0x30...0x39 ~= digit ? min(sum * 10 + Int(digit - 0x30), 1_000_000) : sum
            }
        }
    }

    /// Returns the key of a sequence that is identified by its last byte.
    private static func key(single byte: UInt8) -> TerminalKey {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "Z"): .backTab
        default: .other
        }
    }

    // MARK: Mouse

    private static func mouse(_ numbers: [Int], final: UInt8) -> TerminalEvent {
        guard numbers.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m"),
            numbers[1] > 0, numbers[2] > 0
        else { return .key(.other) }
        let isRelease = final == UInt8(ascii: "m")
        return .mouse(
            MouseEvent(
                kind: kind(ofButton: numbers[0], isRelease: isRelease), row: numbers[2] - 1,
                column: numbers[1] - 1))
    }

    /// Returns the kind of event of a button with its modifiers, as xterm numbers them.
    private static func kind(ofButton number: Int, isRelease: Bool) -> MouseEvent.Kind {
        // Shift, Alt and Ctrl make no difference.
        switch number & ~0x1c {
        case 0: isRelease ? .release : .press
        case 64: .wheelUp
        case 65: .wheelDown
        default: .other
        }
    }

    /// Reads the three bytes after ESC [ M, which terminals without the extended mode send.
    private mutating func appendToOldMouse(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        pending.append(byte)
        guard pending.count == 6 else { return }
        let values = pending.dropFirst(3).map { Int($0) - 32 }
        pending = []
        guard values.allSatisfy({ $0 >= 0 }), values[1] > 0, values[2] > 0 else {
            return events.append(.key(.other))
        }
        let isRelease = values[0] & 0x43 == 3
        let kind = isRelease ? .release : Self.kind(ofButton: values[0], isRelease: false)
        events.append(.mouse(MouseEvent(kind: kind, row: values[2] - 1, column: values[1] - 1)))
    }

    // MARK: Pasting

    private static let pasteEnd: [UInt8] = [0x1b] + Array("[201~".utf8)

    private mutating func appendPasted(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        guard var text = pasted else { return }
        pasted = nil
        text.append(byte)
        if text.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
            let shown = text.dropLast(Self.pasteEnd.count).prefix(Self.maximumPastedByteCount)
            return events.append(.pasted(String(decoding: shown, as: UTF8.self)))
        }
        // The end is still recognized by the last bytes.
        if text.count > Self.maximumPastedByteCount + 2 * Self.pasteEnd.count {
            text.remove(at: Self.maximumPastedByteCount)
        }
        pasted = text
    }
}
