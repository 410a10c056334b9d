/// The rows of each string in one block of rows, as long as an index is built.
///
/// Layout: a stream of segments, one for each string that occurs in the block, ascending by the strings'
/// codes. A segment is the distance of its code from the one before, the number of bytes that follow, and the
/// distances of its rows from each other; all numbers take seven bits a byte, the lowest first, and the
/// number of bytes may end with zeros. For code 3 in rows 5 and 6, and code 4 in row 300 of the block (from
/// 0, each distance less than the number itself by one):
/// ```
/// 03 02 05 00   00 02 AC 02
/// ```
/// Four bytes an occurrence would take more memory than the finished index.
struct PostingBlock: Sendable {
    /// The row of the table with which the block begins.
    let firstRow: UInt32
    private let stream: ColumnBuffer<UInt8>
    /// The bytes of all segments.
    let byteCount: Int

    /// A place between two segments.
    struct Place: BitwiseCopyable, Sendable {
        fileprivate(set) var offset = 0
        /// The least code that the next segment can have.
        fileprivate(set) var code = 0
    }

    fileprivate init(firstRow: UInt32, _ stream: ColumnBuffer<UInt8>, byteCount: Int) {
        self.firstRow = firstRow
        self.byteCount = byteCount
        self.stream = stream
    }

    /// Returns the place of the first segment, at or after `place`, with a code of at least `code`.
    func place(ofCode code: Int, from place: Place) -> Place {
        var place = place
        stream.withBuffer { stream in
            // SAFETY: segments end within the stream.
            while place.offset < byteCount {
                var next = place.offset
                let found = place.code + PostingBlock.number(stream, &next)
                if found >= code { return }
                let segmentByteCount = PostingBlock.number(stream, &next)
                place = Place(offset: next + segmentByteCount, code: found + 1)
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
            while next < byteCount {
                code += PostingBlock.number(stream, &next)
                if code >= limit { return }
                let segmentByteCount = PostingBlock.number(stream, &next)
                let end = next + segmentByteCount
                var row = firstRow
                while next < end {
                    row &+= PostingBlock.distance(stream, &next)
                    body(code, row)
                    row &+= 1
                }
                code += 1
            }
        }
    }

    /// Returns a row's distance; without branches if it takes one or two bytes, which cannot be predicted.
    @inline(__always)
    private static func distance(_ stream: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> UInt32 {
        // SAFETY: the stream has padding.
        let bytes = UnsafeRawPointer(stream.baseAddress! + place).loadUnaligned(as: UInt16.self).littleEndian
        if bytes & 0x8080 == 0x8080 { return UInt32(truncatingIfNeeded: number(stream, &place)) }
        let isLong = UInt32(bytes >> 7 & 1)
        place &+= 1 &+ Int(isLong)
        return UInt32(bytes & 0x7f) | ((UInt32(bytes >> 8) << 7) & (0 &- isLong))
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
        private var nextCode = 0
        /// The bytes that the distance of a row takes at most.
        private var distanceByteCount = 0

        init() {}

        /// - Parameter rowCount: the number of rows of the block.
        init(reserving byteCount: Int, rowCount: Int) {
            stream.reserve(total: byteCount)
            distanceByteCount = Encoder.byteCount(of: rowCount)
        }

        /// Appends the segment of a code, greater than those before, with its rows of the block, ascending.
        mutating func append(code: Int, rows blockRows: UnsafeBufferPointer<UInt32>) {
            let maximum = blockRows.count * distanceByteCount
            stream.append(upTo: 20 + maximum) { target in
                // SAFETY: two numbers take at most ten bytes each, and distances less than the maximum.
                var place = target
                Encoder.put(code - nextCode, &place)
                // As many bytes as the greatest possible number takes, so that it can be written at last.
                var header = place
                place += Encoder.byteCount(of: maximum)
                let start = place
                var next: UInt32 = 0
                for row in blockRows {
                    Encoder.putDistance(row &- next, &place)
                    next = row &+ 1
                }
                Encoder.put(place - start, upTo: start, &header)
                return place - target
            }
            nextCode = code + 1
        }

        /// The number of bytes that a number takes.
        @inline(__always)
        private static func byteCount(of number: Int) -> Int {
            (Int.bitWidth - (number | 1).leadingZeroBitCount + 6) / 7
        }

        /// Writes a number with as many bytes as there are before `end`.
        @inline(__always)
        private static func put(
            _ number: Int, upTo end: UnsafeMutablePointer<UInt8>, _ place: inout UnsafeMutablePointer<UInt8>
        ) {
            var number = number
            while place < end - 1 {
                place.pointee = UInt8(truncatingIfNeeded: number) | 0x80
                place += 1
                number >>= 7
            }
            place.pointee = UInt8(truncatingIfNeeded: number)
        }

        @inline(__always)
        private static func putDistance(_ distance: UInt32, _ place: inout UnsafeMutablePointer<UInt8>) {
            if distance >= 1 << 14 { return put(Int(distance), &place) }
            let isLong: UInt32 = distance >= 1 << 7 ? 1 : 0
            // SAFETY: there is room for more bytes than distances take.
            let bytes = UInt16(truncatingIfNeeded: (distance & 0x7f) | (isLong << 7) | ((distance >> 7) << 8))
            UnsafeMutableRawPointer(place).storeBytes(of: bytes.littleEndian, as: UInt16.self)
            place += 1 + Int(isLong)
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
            // Distances are read two bytes at a time.
            let byteCount = stream.count
            stream.append(0)
            return PostingBlock(firstRow: firstRow, stream.finish(), byteCount: byteCount)
        }
    }
}
