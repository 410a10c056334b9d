/// The counted columns of posts, in row order, with the structures that make counting fast.
struct PostCounts: Sendable {
    var timestamps: TimestampColumn
    var recruiting: BitColumn
    var flagged: BitColumn
    var instagram: BitColumn
    /// One plane for each case of ``Sentiment``, in their order.
    var sentiments: [BitColumn]
    var schoolCodes: ColumnBuffer<UInt32>
    var schoolPrefixCounts: CodePrefixCounts
    var cube: PostCube
    var firstRows: FirstRowColumn
    var schoolBlockBitmap: SchoolBlockBitmap

    /// Counts rows that are already in order.
    ///
    /// - Complexity: O(n) for n rows.
    init(
        timestamps: TimestampColumn, flags: ColumnBuffer<UInt8>, schoolCodes: ColumnBuffer<UInt32>,
        schoolCount: Int
    ) {
        let planes = BitTransposition.planes(of: flags, wanted: Array(0..<PostFlag.count))
        self.timestamps = timestamps
        recruiting = planes[PostFlag.recruiting]
        flagged = planes[PostFlag.flagged]
        instagram = planes[PostFlag.instagram]
        sentiments = Array(planes[PostFlag.firstSentiment..<PostFlag.firstSentiment + 4])
        self.schoolCodes = schoolCodes
        schoolPrefixCounts = CodePrefixCounts(codes: schoolCodes, codeCount: schoolCount)
        cube = PostCube(flags: flags, codes: schoolCodes, codeCount: schoolCount)
        firstRows = FirstRowColumn(codes: schoolCodes, codeCount: schoolCount)
        schoolBlockBitmap = SchoolBlockBitmap(codes: schoolCodes, codeCount: schoolCount)
    }

    /// The planes in the order of ``PostFlag``.
    var planes: [BitColumn] { [recruiting, flagged, instagram] + sentiments }

    var byteCount: Int {
        timestamps.byteCount + planes.reduce(0) { $0 + $1.byteCount } + schoolCodes.byteCount
            + schoolPrefixCounts.byteCount + cube.byteCount + firstRows.byteCount
            + schoolBlockBitmap.byteCount
    }

    /// Returns the flag bits of `row`, gathered from its planes.
    @inline(__always)
    func flags(_ row: Int) -> UInt8 {
        var flags: UInt8 = 0
        if recruiting[row] { flags |= 1 << PostFlag.recruiting }
        if flagged[row] { flags |= 1 << PostFlag.flagged }
        if instagram[row] { flags |= 1 << PostFlag.instagram }
        for (index, plane) in sentiments.enumerated() where plane[row] {
            flags |= 1 << UInt8(PostFlag.firstSentiment + index)
        }
        return flags
    }

    /// Returns what is counted for `row`.
    func kind(_ row: Int) -> PostKind { PostKind(flags: flags(row), schoolCode: schoolCodes[row]) }
}

/// Releasing columns.
extension PostCounts {
    /// The counts of an empty table.
    static let none = PostCounts(
        timestamps: TimestampColumn(descending: ColumnBuffer()), flags: ColumnBuffer(),
        schoolCodes: ColumnBuffer(), schoolCount: 0)

    /// Discards everything that is derived from the columns.
    mutating func dropRunningCounts() {
        schoolPrefixCounts = Self.none.schoolPrefixCounts
        cube = Self.none.cube
        firstRows = Self.none.firstRows
        schoolBlockBitmap = Self.none.schoolBlockBitmap
    }
}

/// The counted properties of one post.
struct PostKind: Equatable {
    /// The bits of ``PostFlag``.
    var flags: UInt8
    var schoolCode: UInt32

    var category: PostCategory { PostCategory(flags: flags) }
}

/// Changes of one row that keep its position.
extension PostCounts {
    /// Counts `row` as `new` instead of `old`. A kind of nil is not counted.
    ///
    /// The schools must be among those that the columns were created for.
    ///
    /// - Complexity: O(b + s) for b blocks of the running counts and s schools.
    mutating func recount(_ row: Int, from old: PostKind?, to new: PostKind?) {
        if old == new { return }
        setPlanes(row, old: old?.flags ?? 0, new: new?.flags ?? 0)
        if let old { cube.add(-1, category: old.category, code: old.schoolCode, at: row) }
        if let new { cube.add(1, category: new.category, code: new.schoolCode, at: row) }
        let null = CodeDictionary.null
        moveSchool(row, from: old?.schoolCode ?? null, to: new?.schoolCode ?? null)
    }

    private mutating func setPlanes(_ row: Int, old: UInt8, new: UInt8) {
        UInt64(old ^ new).forEachSetBit { plane in
            let bit = new >> UInt8(plane) & 1 != 0
            switch plane {
            case PostFlag.recruiting: recruiting.set(row, to: bit)
            case PostFlag.flagged: flagged.set(row, to: bit)
            case PostFlag.instagram: instagram.set(row, to: bit)
            default: sentiments[plane - PostFlag.firstSentiment].set(row, to: bit)
            }
        }
    }

    private mutating func moveSchool(_ row: Int, from old: UInt32, to new: UInt32) {
        if old == new { return }
        let wasFirst = old != CodeDictionary.null && firstRows.contains(row)
        let firstOfNew = new == CodeDictionary.null ? nil : firstRows.firstRow(of: new, in: schoolCodes)
        if old != CodeDictionary.null { schoolPrefixCounts.add(-1, code: Int(old), at: row) }
        if new != CodeDictionary.null { schoolPrefixCounts.add(1, code: Int(new), at: row) }
        schoolCodes.update { $0[row] = new }
        schoolBlockBitmap.insert(code: new == CodeDictionary.null ? nil : Int(new), row: row)
        if wasFirst {
            firstRows.replace(
                row, with: schoolPrefixCounts.firstRow(of: Int(old), from: row + 1, in: schoolCodes))
        }
        if new != CodeDictionary.null, firstOfNew.map({ $0 > row }) ?? true {
            firstRows.replace(firstOfNew, with: row)
        }
    }
}
