/// The tokens of a block's rows and their strings.
struct BlockTokens: ~Copyable {
    /// Marks the first token of a field.
    static let fieldStart: UInt32 = 1 << 31

    private(set) var strings = TokenTable()
    var entries = BlockEntries()
    /// The last tokens, of which ``entries`` has the marks only.
    private var pending = GrowableColumn<TokenKey>(capacity: CodeSlots.batchLimit)

    mutating func removeStrings() { strings.removeAll() }

    /// Removes all rows, and keeps the strings.
    mutating func removeRows() {
        entries.removeAll()
        pending.removeAll()
    }

    /// Appends the tokens of the row at `range` of a text with room for padding; the caller calls
    /// ``storePendingCodes()`` after the last row.
    mutating func append(_ text: borrowing GrowableColumn<UInt8>, _ range: Range<Int>) {
        text.withBuffer { append($0.baseAddress!, range) }
        entries.ends.append(UInt32(entries.codes.count))
    }

    @inline(__always)
    private mutating func append(_ text: UnsafePointer<UInt8>, _ range: Range<Int>) {
        TokenReader.forEachToken(text, range) { token, isFirst in
            // SAFETY: tokens are within the text, which has padding.
            let (start, mark) = (text + token.lowerBound, isFirst ? BlockTokens.fieldStart : 0)
            if token.count <= TokenKey.maximumShortByteCount {
                if pending.count == CodeSlots.batchLimit { storePendingCodes() }
                pending.appendUnchecked(TokenKey(short: start, count: token.count))
                entries.codes.append(mark)
            } else {
                // Codes are in the order of appearance.
                storePendingCodes()
                let key = TokenKey(start, count: token.count, seed: strings.seed, isPadded: true)
                entries.codes.append(strings.code(key, start) | mark)
            }
        }
    }

    /// Stores the codes of all tokens that have been appended.
    @inline(never)
    mutating func storePendingCodes() {
        let first = entries.codes.count - pending.count
        assert(first >= 0, "tokens without entries")
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: CodeSlots.batchLimit) { found in
            pending.withBuffer { keys in
                guard let found = found.baseAddress else { return }
                strings.findInFirstSlots(keys, into: found)
                for (index, key) in keys.enumerated() {
                    // SAFETY: the last entries are those of the pending tokens.
                    entries.codes[first &+ index] |=
                        found[index] != 0
                        ? found[index] &- 1 : key.withShortBytes { strings.code(key, $0.baseAddress!) }
                }
            }
        }
        pending.removeAll()
    }
}
