/// The strings of an ``InvertedIndex``, and their spellings without accents.
struct IndexNames: Sendable {
    let strings: SeparatedStrings
    /// The number of strings with several rows.
    let listedCount: Int
    let respelled: SeparatedStrings
    let respelledNumbers: ColumnBuffer<UInt32>
    /// The tokens whose rows are not found by spellings without accents: they have scalars that canonical
    /// ordering may move, or would be cut in other places.
    let irregular: ColumnBuffer<UInt32>

    /// What an index lists the rows of.
    enum Kind: Sendable {
        case tokens, pairs
    }

    /// Orders strings: those with several rows first.
    struct Builder: ~Copyable {
        private let kind: Kind
        private let windows: PairWindows
        private var strings: SeparatedStrings.Builder
        private var respelled = SeparatedStrings.Builder()
        private var respelledNumbers = GrowableColumn<UInt32>()
        private var irregular = GrowableColumn<UInt32>()
        private var listedCount = 0
        private var code = 0
        private var isListing = true

        private let stringsPerStep: Int

        /// - Parameters:
        ///   - byteCount: the bytes for which memory is reserved.
        ///   - stringsPerStep: the strings that a step reads.
        init(_ kind: Kind, _ windows: PairWindows, reserving byteCount: Int, stringsPerStep: Int) {
            self.kind = kind
            self.stringsPerStep = stringsPerStep
            self.windows = windows
            strings = SeparatedStrings.Builder(reserving: byteCount)
        }

        /// Appends some strings; returns whether others remain.
        mutating func step(
            _ tokens: borrowing TokenVocabulary, _ pairs: borrowing PairVocabulary
        ) -> Bool {
            let count = kind == .tokens ? tokens.count : pairs.count
            let end = min(code + stringsPerStep, count)
            while code < end {
                switch kind {
                case .tokens:
                    if (tokens.rowCounts[code] > 1) == isListing {
                        tokens.tokens.withBytes(of: code) { append($0) }
                    }
                case .pairs:
                    if (pairs.rowCounts[code] > 1) == isListing {
                        tokens.withString(ofPair: pairs[code]) { append($0) }
                    }
                }
                code += 1
            }
            if code < count { return true }
            if !isListing { return false }
            listedCount = strings.count
            isListing = false
            code = 0
            return true
        }

        private mutating func append(_ string: UnsafeBufferPointer<UInt8>) {
            let number = strings.count
            strings.append(string)
            guard string.contains(where: { $0 >= 0x80 && $0 != TokenBoundaries.cut }) else { return }
            switch kind {
            case .tokens: respell(token: string, number)
            case .pairs: respell(pair: string, number)
            }
        }

        private mutating func respell(token: UnsafeBufferPointer<UInt8>, _ number: Int) {
            if TextFolding.hasOrderedScalar(token) {
                irregular.append(UInt32(number))
                return
            }
            var plain = GrowableColumn<UInt8>(capacity: token.count)
            guard TextFolding.appendWithoutAccents(token, to: &plain) else { return }
            plain.withBuffer { plain in
                if plain.isEmpty || !TokenCuts.areSame(token, plain) || !windows.areSame(token, plain) {
                    irregular.append(UInt32(number))
                } else {
                    respelled.append(plain)
                    respelledNumbers.append(UInt32(number))
                }
            }
        }

        private mutating func respell(pair: UnsafeBufferPointer<UInt8>, _ number: Int) {
            var plain = GrowableColumn<UInt8>(capacity: pair.count)
            let cut = pair.firstIndex(of: TokenBoundaries.cut) ?? 0
            let endDiffers = TextFolding.appendWithoutAccents(
                UnsafeBufferPointer(rebasing: pair[..<cut]), to: &plain)
            plain.append(TokenBoundaries.cut)
            let startDiffers = TextFolding.appendWithoutAccents(
                UnsafeBufferPointer(rebasing: pair[(cut + 1)...]), to: &plain)
            guard endDiffers || startDiffers else { return }
            plain.withBuffer { respelled.append($0) }
            respelledNumbers.append(UInt32(number))
        }

        consuming func finish() -> IndexNames {
            let listedCount = listedCount
            return IndexNames(
                strings: strings.finish(), listedCount: listedCount, respelled: respelled.finish(),
                respelledNumbers: respelledNumbers.finish(), irregular: irregular.finish())
        }
    }
}

extension PairWindows {
    /// Whether what a pair keeps of a token is, without accents, what it keeps of the token without accents.
    fileprivate func areSame(
        _ token: UnsafeBufferPointer<UInt8>, _ plain: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let own = TokenCuts.withoutLeadingBlanks(token)
        let plainOwn = TokenCuts.withoutLeadingBlanks(plain)
        let end = UnsafeBufferPointer(rebasing: token.suffix(leftByteCount(of: token)))
        let start = UnsafeBufferPointer(rebasing: own.prefix(rightByteCount(of: own)))
        return PairWindows.plainByteCount(of: end) == leftByteCount(of: plain)
            && PairWindows.plainByteCount(of: start) == rightByteCount(of: plainOwn)
    }

    private static func plainByteCount(of text: UnsafeBufferPointer<UInt8>) -> Int {
        var plain = GrowableColumn<UInt8>(capacity: text.count)
        _ = TextFolding.appendWithoutAccents(text, to: &plain)
        return plain.count
    }
}
