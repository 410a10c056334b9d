/// The records of a table under construction, in segments of which no text column is larger than a limit.
///
/// Layout: the rows of full segments precede those of the one that is filled. Five rows with two of them in
/// each segment:
/// ```
/// full       [0 1] [2 3]
/// current    [4]
/// ```
struct PostSegmentsBuilder: ~Copyable {
    private var full = PostRecordList([])
    /// The records after those of full segments.
    var current = PostRecordsBuilder()
    private let maximumTextBytes: Int

    init(maximumTextBytes: Int) { self.maximumTextBytes = maximumTextBytes }

    /// Begins a segment if the row's largest text might make a text column of the current one too large.
    ///
    /// - Returns: the field of a text that is too large for any segment; nil if there is none.
    @inline(__always)
    mutating func makeRoom(for fields: RowFields) -> Int? {
        let byteCount = fields.byteCount ?? PostField.largestWrittenByteCount(fields)
        guard current.exceeds(maximumTextBytes &- byteCount) else { return nil }
        return makeRoomForDecoded(fields)
    }

    /// As ``makeRoom(for:)``, with the exact sizes of texts that have escapes.
    @inline(never)
    private mutating func makeRoomForDecoded(_ fields: RowFields) -> Int? {
        let byteCounts = PostField.texts.map { fields[$0].textByteCount(isID: $0 == PostField.id) }
        if current.exceeds(maximumTextBytes - byteCounts.reduce(0, max)) { beginSegment() }
        return zip(PostField.texts, byteCounts).first { $1 > maximumTextBytes }?.0
    }

    private mutating func beginSegment() {
        guard current.count > 0 else { return }
        let segment = current.takeRecords()
        full.add(segment)
        // The next segment is probably like this one. Memory that it does not use is never accessed.
        current.reserve(for: PostRecordList([segment]), notes: 0)
    }

    /// Calls `body` with the id of a row.
    func withID<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard row < full.slotCount else { return current.ids.withUTF8(row - full.slotCount, body) }
        let (records, index) = full.locate(row)
        return records.ids.withUTF8(index, body)
    }

    /// Calls `body` with the URL of a row, which must have one.
    func withURL<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard row < full.slotCount else { return current.postURLs.withUTF8(row - full.slotCount, body) }
        let (records, index) = full.locate(row)
        return records.postURLs.withUTF8(index) { body($0 ?? UnsafeBufferPointer(start: nil, count: 0)) }
    }

    /// Returns a negative number if the id of row `a` precedes that of row `b`, 0 if they are equal,
    /// otherwise a positive one.
    @inline(__always)
    func compareIDs(_ a: Int, _ b: Int) -> Int {
        if full.slotCount == 0 { return current.ids.compare(a, b) }
        return withID(a) { first in withID(b) { ByteComparison.compare(first, $0) } }
    }

    /// Returns whether the URLs of two rows, which must have one, are equal.
    func haveEqualURLs(_ a: Int, _ b: Int) -> Bool {
        withURL(a) { first in withURL(b) { ByteComparison.compare(first, $0) == 0 } }
    }

    /// Returns the records, and the slot of each row.
    ///
    /// The records of one segment are brought into the order of the rows. Those of several stay in the order
    /// of the document, since all texts would otherwise exist twice for some time.
    ///
    /// - Parameter order: the document's rows in the table's order; nil if they already have that order.
    consuming func finish(in order: [UInt32]?) -> (records: PostRecordList, slots: PostSlots) {
        guard full.slotCount > 0 else {
            let records = current.finish(in: RowOrder(order))
            return (PostRecordList([records]), PostSlots(identity: records.count))
        }
        full.add(current.takeRecords())
        let slots = order.map { PostSlots(ColumnBuffer($0), slotCount: full.slotCount) }
        return (full, slots ?? PostSlots(identity: full.slotCount))
    }
}

extension PostSegmentsBuilder: ColumnBuilder {
    mutating func join(_ later: inout PostSegmentsBuilder, _ step: JoiningStep) -> Bool {
        switch step {
        case .checkRoom: if !fits(later) { return false }
        case .makeRoom:
            if fits(later) { break }
            beginSegment()
            for segment in later.full.segments { full.add(segment) }
            later.full = PostRecordList([])
        case .reserveRoom: break
        }
        return current.join(&later.current, step)
    }

    /// Returns whether the rows of `later` belong to the current segment.
    private func fits(_ later: borrowing PostSegmentsBuilder) -> Bool {
        later.full.slotCount == 0
            && zip(current.textByteCounts, later.current.textByteCounts)
                .allSatisfy { $0 + $1 <= maximumTextBytes }
    }

    mutating func perform(_ step: ColumnStep) {
        guard case .reserve(let factor) = step else { return current.perform(step) }
        let largest = current.textByteCounts.reduce(1, max)
        current.perform(.reserve(factor: min(factor, Double(maximumTextBytes) / Double(largest))))
    }
}

extension PostField {
    /// The fields whose texts are stored in columns of records.
    fileprivate static let texts = [id, postURL, postContent, authorHandle, authorName, notes]

    /// Returns at least the number of bytes of the row's largest text.
    @inline(__always)
    fileprivate static func largestWrittenByteCount(_ fields: RowFields) -> Int {
        max(
            max(
                fields[id].writtenByteCount, fields[postURL].writtenByteCount,
                fields[postContent].writtenByteCount, fields[authorHandle].writtenByteCount),
            fields[authorName].writtenByteCount, fields[notes].writtenByteCount)
    }
}

extension FieldSlot {
    /// The number of bytes of a value as the document has it, at least those of a text; 0 if absent.
    @inline(__always)
    fileprivate var writtenByteCount: Int { isAbsent ? 0 : count }

    /// The number of bytes of a text; 0 for other values, which are null. An id may be a number.
    fileprivate func textByteCount(isID: Bool) -> Int {
        kind == .string || isID && kind == .number ? withUnescapedUTF8 { _, count, _ in count } : 0
    }
}
