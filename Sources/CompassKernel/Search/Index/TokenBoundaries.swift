/// An index of adjacent tokens and their rows, for patterns that extend across a cut.
///
/// Layout: an ``InvertedIndex`` of *pairs*. A pair is the end of the left token, the byte 0xFE, and the
/// start of the right one: its last three and first one or two bytes (``PairWindows``), or all of
/// it if it is no longer or occurs in many rows. `to win, coach ` with windows of three bytes and one, and
/// `coach ` in many rows, has (`_` is a blank, `⌁` the byte 0xFE)
/// ```
/// to_⌁w     win⌁,     ,_⌁coach_
/// ```
/// A pattern with one cut, `o_w`, is certain to be in the rows of all pairs that contain `o_⌁w`. If it is
/// longer than a window, `o_wi`, the rows of pairs that end with `o_⌁w` are also candidates.
struct TokenBoundaries: Sendable {
    /// Represents the cut in a pair; no byte of UTF-8 has this value.
    static let cut: UInt8 = 0xfe

    let pairs: InvertedIndex
    let windows: PairWindows

    init(_ pairs: InvertedIndex, _ windows: PairWindows) {
        self.pairs = pairs
        self.windows = windows
    }

    var byteCount: Int { pairs.byteCount }

    /// The part of a pattern on one side of a cut.
    struct Side {
        let bytes: UnsafeBufferPointer<UInt8>
        /// Whether the part is a whole token, with another cut at its other end.
        let isWhole: Bool
    }

    /// Sides of a pair: those that are cut to their windows, and are thus shorter than the pattern, or those
    /// that are whole tokens.
    struct Sides: OptionSet, Hashable, Sendable {
        let rawValue: Int

        static let left = Sides(rawValue: 1)
        static let right = Sides(rawValue: 2)
        static let both: Sides = [.left, .right]

        /// The minimum number of rows, of all `rowCount`, in which a token must occur to be kept whole on a
        /// side.
        static func minimumRowCounts(
            rowCount: Int, _ configuration: SearchIndexConfiguration
        ) -> (left: Int, right: Int) {
            // With a minimum of two rows, all such tokens have lists.
            (
                max(2, rowCount / configuration.wholeLeftTokenShare),
                max(2, rowCount / configuration.wholeTokenShare)
            )
        }
    }

    /// Calls `body` with each pair in which a token that ends with (or is) `left` precedes one that begins with (or
    /// is) `right`, and with those of its sides that are cut to windows shorter than these parts.
    ///
    /// If no side is cut, the rows certainly contain these tokens; all other rows with such tokens are among
    /// those with the left, the right or both sides cut.
    ///
    /// - Complexity: O(t) for t bytes of pairs.
    @inline(__always)
    func forEachPair(
        _ left: Side, _ right: Side, ignoringAccents: Bool, _ body: (_ pair: Int, _ cut: Sides) -> Void
    ) {
        let leftCount = left.bytes.count - windows.leftByteCount(of: left.bytes)
        let rightCount = windows.rightByteCount(of: right.bytes)
        // What all such pairs contain.
        let kept = left.bytes[leftCount...] + [TokenBoundaries.cut] + right.bytes[..<rightCount]
        kept.withUnsafeBufferPointer { kept in
            @inline(__always)
            func cutSides(_ strings: SeparatedStrings, _ place: Int) -> Sides? {
                var sides: Sides = []
                let end = place + kept.count
                let (isStart, isEnd) = (strings.isSeparator(at: place - 1), strings.isSeparator(at: end))
                // A side that is no longer than its window is not cut.
                if leftCount > 0, isStart {
                    sides.insert(.left)
                } else if !strings.has(left.bytes[..<leftCount], before: place)
                    || left.isWhole && !strings.isSeparator(at: place - leftCount - 1)
                {
                    return nil
                }
                if rightCount < right.bytes.count, isEnd {
                    sides.insert(.right)
                } else if !strings.has(right.bytes[rightCount...], at: end)
                    || right.isWhole && !strings.isSeparator(at: end + right.bytes.count - rightCount)
                {
                    return nil
                }
                return sides
            }
            pairs.strings.forEachPlace(of: kept) { place in
                guard let sides = cutSides(pairs.strings, place) else { return }
                body(pairs.strings.number(ofStringAt: place), sides)
            }
            guard ignoringAccents else { return }
            pairs.respelled.forEachPlace(of: kept) { place in
                guard let sides = cutSides(pairs.respelled, place) else { return }
                body(Int(pairs.respelledNumbers[pairs.respelled.number(ofStringAt: place)]), sides)
            }
        }
    }
}

extension TokenBoundaries {
    /// Calls `body` with the string of a pair.
    @inline(__always)
    static func withString(
        of pair: UInt64, _ ends: borrowing Interner, _ starts: borrowing Interner,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        ends.withBytes(of: Int(pair >> 32)) { end in
            starts.withBytes(of: Int(pair & 0xffff_ffff)) { start in
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: end.count + 1 + start.count) {
                    string in
                    // SAFETY: there is room for both parts, neither of which is empty, and for the cut.
                    let target = string.baseAddress!
                    target.update(from: end.baseAddress!, count: end.count)
                    target[end.count] = cut
                    (target + end.count + 1).update(from: start.baseAddress!, count: start.count)
                    body(UnsafeBufferPointer(string))
                }
            }
        }
    }
}
