/// A range of a text in which canonical ordering can move scalars that are kept when accents are ignored: a
/// few spacing marks (Mc), and musical notes, which decompose into such marks.
///
/// It begins at such a scalar (or a note), continues as long as ordering moves scalars, and ends after
/// dropped marks.
struct OrderedRun {
    /// A scalar that is kept.
    struct Part {
        let utf8: [UInt8]
        fileprivate let combiningClass: UInt32
        /// The scalar of the text that it comes from, and the dropped marks after that.
        fileprivate(set) var source: Range<UnsafePointer<UInt8>>
    }

    /// The kept scalars, in canonical order.
    private(set) var parts: [Part] = []
    /// Whether the result differs from the text's lower-cased form.
    private(set) var differs = false
    /// The end of the run in the text.
    private(set) var end: UnsafePointer<UInt8>

    /// Creates the run that begins at `start`, in a text that ends at `stop`.
    init(from start: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>) {
        let table = FoldTable.withoutAccents
        end = start
        var isClosed = false
        while end < stop {
            let scalar = UTF8Scalars.first(end, before: stop)
            let entry = table[scalar.value]
            let kept = table.withReplacement(entry) { UTF8Scalars.values($0) }
            if end > start {
                let isMoved =
                    entry.marks.contains(.isOrdered) && AccentData.combiningClass(ofKept: kept[0]) != 0
                if !entry.isDropped && (!isMoved || isClosed) { break }
            }
            isClosed = isClosed || entry.marks.contains(.isBarrier)
            let next = end + scalar.byteCount
            for value in kept {
                let combiningClass = AccentData.combiningClass(ofKept: value)
                parts.append(
                    Part(utf8: UTF8Scalars.utf8([value]), combiningClass: combiningClass, source: end..<next))
            }
            if kept.isEmpty { extendSource(upTo: next) }
            differs = differs || entry.marks.contains(.ignoresAccent)
            end = next
        }
        sort()
    }

    /// Adds a dropped mark that ends at `next` to the source of the scalar before it, which may have several
    /// parts.
    private mutating func extendSource(upTo next: UnsafePointer<UInt8>) {
        let source = parts[parts.count - 1].source
        for index in parts.indices.reversed() {
            guard parts[index].source == source else { break }
            parts[index].source = source.lowerBound..<next
        }
    }

    /// Sorts by combining class; a note's head, the only part of class 0, stays first.
    private mutating func sort() {
        let sorted = parts.indices.sorted { (parts[$0].combiningClass, $0) < (parts[$1].combiningClass, $1) }
        differs = differs || !sorted.elementsEqual(parts.indices)
        parts = sorted.map { parts[$0] }
    }
}
