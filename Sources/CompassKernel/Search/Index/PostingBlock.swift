/// The rows of each string in one block of rows, as long as an index is built.
///
/// Layout: a stream of segments, one for each string that occurs in the block, ascending by the strings' codes. A
/// segment is the distance of its code from the one before, the number of bytes that follow, and the distances of its
/// rows from each other; all numbers take seven bits a byte, the lowest first. For code 3 in rows 5 and 6, and code 4
/// in row 300 of the block (from 0, each distance less than the number itself by one):
/// ```
/// 03 02 05 00   00 02 AC 02
/// ```
/// Four bytes an occurrence would take more memory than the finished index.
struct PostingBlock: Sendable {
    /// The row of the table with which the block begins.
    let firstRow: UInt32
    private let stream: ColumnBuffer<UInt8>

    /// A place between two segments.
    struct Place: BitwiseCopyable, Sendable {
        fileprivate(set) var offset = 0
        /// The least code that the next segment can have.
        fileprivate(set) var code = 0
    }

    fileprivate init(firstRow: UInt32, _ stream: ColumnBuffer<UInt8>) {
        self.firstRow = firstRow
        self.stream = stream
    }

    /// Returns the place of the first segment, at or after `place`, with a code of at least `code`.
    func place(ofCode code: Int, from place: Place) -> Place {
        var place = place
        stream.withBuffer { stream in
            // SAFETY: segments end within the stream.
            while place.offset < stream.count {
                var next = place.offset
                let found = place.code + PostingBlock.number(stream, &next)
                if found >= code { return }
                let byteCount = PostingBlock.number(stream, &next)
                place = Place(offset: next + byteCount, code: found + 1)
            }
        }
        return place
    }

    /// Calls `body` with each code below `limit` and each of its rows, ascending, from `place` on.
    @inline(__always)
    func forEachPosting(below limit: Int, from place: Place, _ body: (_ code: Int, _ row: UInt32) -> Void) {
        stream.withBuffer { stream in
            var (next, code) = (place.offset, place.code)
            // SAFETY: segments end within the stream.
            while next < stream.count {
                code += PostingBlock.number(stream, &next)
                if code >= limit { return }
                let byteCount = PostingBlock.number(stream, &next)
                let end = next + byteCount
                var row = firstRow
                while next < end {
                    row += UInt32(truncatingIfNeeded: PostingBlock.number(stream, &next))
                    body(code, row)
                    row += 1
                }
                code += 1
            }
        }
    }

    @inline(__always)
    private static func number(_ stream: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Int {
        let first = stream[place]
        place &+= 1
        if first < 0x80 { return Int(first) }
        var number = Int(first & 0x7f)
        var shift = 7
        while true {
            let byte = stream[place]
            place &+= 1
            number |= Int(byte & 0x7f) &<< shift
            if byte < 0x80 { return number }
            shift &+= 7
        }
    }

    /// Encodes segments one after the other.
    struct Encoder: ~Copyable {
        private var stream = GrowableColumn<UInt8>()
        private var rows = GrowableColumn<UInt8>()
        private var nextCode = 0

        init(reserving byteCount: Int) { stream.reserve(total: byteCount) }

        /// Appends the segment of a code, greater than those before, with its rows of the block, ascending.
        mutating func append(code: Int, rows blockRows: UnsafeBufferPointer<UInt32>) {
            rows.removeAll()
            rows.append(upTo: blockRows.count * 5) { target in
                // SAFETY: a row's distance takes at most five bytes.
                var place = target
                var next: UInt32 = 0
                for row in blockRows {
                    Encoder.put(Int(row &- next), &place)
                    next = row &+ 1
                }
                return place - target
            }
            let byteCount = rows.count
            stream.append(upTo: 20) { target in
                // SAFETY: two numbers take at most ten bytes each.
                var place = target
                Encoder.put(code - nextCode, &place)
                Encoder.put(byteCount, &place)
                return place - target
            }
            rows.withBuffer { stream.append($0.baseAddress!, count: $0.count) }
            nextCode = code + 1
        }

        @inline(__always)
        private static func put(_ number: Int, _ place: inout UnsafeMutablePointer<UInt8>) {
            var number = number
            while number >= 0x80 {
                place.pointee = UInt8(truncatingIfNeeded: number) | 0x80
                place += 1
                number >>= 7
            }
            place.pointee = UInt8(truncatingIfNeeded: number)
            place += 1
        }

        consuming func finish(firstRow: UInt32) -> PostingBlock {
            PostingBlock(firstRow: firstRow, stream.finish())
        }
    }
}
