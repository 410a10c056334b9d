/// A stretch of a text in which canonical ordering can move scalars that are kept when accents are ignored:
/// a few marks with a width of their own (Mc), and musical notes, which decompose into such.
///
/// It begins where such a scalar (or a note) stands, and goes on as long as ordering moves scalars.
struct OrderedRun {
    /// A scalar that is kept.
    struct Part {
        let utf8: [UInt8]
        fileprivate let combiningClass: UInt32
        /// Where the scalar of the text stands that it comes from.
        let source: UnsafePointer<UInt8>
    }

    /// What is kept, in canonical order.
    private(set) var parts: [Part] = []
    /// Whether that differs from the text's lower-cased form.
    private(set) var differs = false
    /// Where the run ends in the text.
    private(set) var end: UnsafePointer<UInt8>

    /// The run that begins at `start`, in a text that ends at `stop`.
    init(from start: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>) {
        let table = FoldTable.withoutAccents
        end = start
        while end < stop {
            let scalar = UTF8Scalars.first(end)
            let entry = table[scalar.value]
            let kept = UTF8Scalars.values(table.replacement(entry))
            if end > start {
                let isMoved =
                    entry.marks.contains(.isOrdered) && AccentData.combiningClass(ofKept: kept[0]) != 0
                let isPassed = entry.isDropped && !entry.marks.contains(.isBarrier)
                if !isMoved && !isPassed { break }
            }
            for value in kept {
                let combiningClass = AccentData.combiningClass(ofKept: value)
                parts.append(
                    Part(utf8: UTF8Scalars.utf8([value]), combiningClass: combiningClass, source: end))
            }
            differs = differs || entry.marks.contains(.ignoresAccent)
            end += scalar.byteCount
        }
        sort()
    }

    /// Sorts by combining class; a note's head, the only part of class 0, stays first.
    private mutating func sort() {
        let sorted = parts.indices.sorted {
            (parts[$0].combiningClass, $0) < (parts[$1].combiningClass, $1)
        }
        differs = differs || !sorted.elementsEqual(parts.indices)
        parts = sorted.map { parts[$0] }
    }
}
