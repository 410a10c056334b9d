/// The counted columns of posts, in row order, with the structures that make counting fast.
struct PostCounts: Sendable {
    var timestamps: TimestampColumn
    var recruiting: BitColumn
    var flagged: BitColumn
    var instagram: BitColumn
    /// One plane for each case of ``Sentiment``, in their order.
    var sentiments: [BitColumn]
    var schools: CountedCodes
    var coaches: CountedCodes
    var cube: PostCube
    var affiliations: AffiliationCube
    var firstRows: FirstRowColumn

    /// Counts rows that are already in order.
    ///
    /// - Complexity: O(n) for n rows.
    init(
        timestamps: TimestampColumn, flags: ColumnBuffer<UInt8>, schools: CountedCodes,
        coaches: CountedCodes
    ) {
        let planes = BitTransposition.planes(of: flags, wanted: Array(0..<PostFlag.count))
        self.timestamps = timestamps
        recruiting = planes[PostFlag.recruiting]
        flagged = planes[PostFlag.flagged]
        instagram = planes[PostFlag.instagram]
        sentiments = Array(planes[PostFlag.firstSentiment..<PostFlag.firstSentiment + 4])
        self.schools = schools
        self.coaches = coaches
        cube = PostCube(flags: flags, codes: schools.codes, codeCount: schools.codeCount)
        affiliations = AffiliationCube(flags: flags, coaches: coaches, schools: schools)
        firstRows = FirstRowColumn(codes: schools.codes, codeCount: schools.codeCount)
    }

    /// The planes in the order of ``PostFlag``.
    var planes: [BitColumn] { [recruiting, flagged, instagram] + sentiments }

    var byteCount: Int {
        timestamps.byteCount + planes.reduce(0) { $0 + $1.byteCount } + schools.byteCount
            + coaches.byteCount + cube.byteCount + affiliations.byteCount + firstRows.byteCount
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
    func kind(_ row: Int) -> PostKind {
        PostKind(flags: flags(row), schoolCode: schools.codes[row], coachCode: coaches.codes[row])
    }
}

/// Releasing columns.
extension PostCounts {
    /// The counts of an empty table.
    static let none = PostCounts(
        timestamps: TimestampColumn(descending: ColumnBuffer()), flags: ColumnBuffer(),
        schools: CountedCodes(ColumnBuffer(), codeCount: 0),
        coaches: CountedCodes(ColumnBuffer(), codeCount: 0))

    /// Discards the running counts of several columns together.
    mutating func dropRunningCounts() {
        cube = Self.none.cube
        affiliations = Self.none.affiliations
        firstRows = Self.none.firstRows
    }
}

/// The counted properties of one post.
struct PostKind: Equatable {
    /// The bits of ``PostFlag``.
    var flags: UInt8
    var schoolCode: UInt32
    var coachCode: UInt32

    var category: PostCategory { PostCategory(flags: flags) }
}

/// Changes of one row that keep its position.
extension PostCounts {
    /// Counts `row` as `new` instead of `old`. A kind of nil is not counted.
    ///
    /// Schools, coaches and affiliations must be among those that the columns were created for.
    ///
    /// - Complexity: O(b + s) for b blocks of the running counts and s schools.
    mutating func recount(_ row: Int, from old: PostKind?, to new: PostKind?) {
        if old == new { return }
        setPlanes(row, old: old?.flags ?? 0, new: new?.flags ?? 0)
        if let old { addToCubes(-1, old, at: row) }
        if let new { addToCubes(1, new, at: row) }
        let null = CodeDictionary.null
        moveSchool(row, from: old?.schoolCode ?? null, to: new?.schoolCode ?? null)
        let (oldCoach, newCoach) = (old?.coachCode ?? null, new?.coachCode ?? null)
        if oldCoach != newCoach { coaches.replace(oldCoach, with: newCoach, row: row) }
    }

    /// Returns whether ``recount(_:from:to:)`` may count a row as `kind`.
    func canCount(_ kind: PostKind) -> Bool {
        func isKnown(_ code: UInt32, _ codes: CountedCodes) -> Bool {
            code == CodeDictionary.null || code < UInt32(codes.codeCount)
        }
        return isKnown(kind.schoolCode, schools) && isKnown(kind.coachCode, coaches)
            && affiliations.contains(kind, coachCount: coaches.codeCount, schoolCount: schools.codeCount)
    }

    private mutating func addToCubes(_ change: Int, _ kind: PostKind, at row: Int) {
        cube.add(change, category: kind.category, code: kind.schoolCode, at: row)
        affiliations.add(
            change, kind, coachCount: coaches.codeCount, schoolCount: schools.codeCount, at: row)
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
        let firstOfNew = new == CodeDictionary.null ? nil : firstRows.firstRow(of: new, in: schools.codes)
        schools.replace(old, with: new, row: row)
        if wasFirst {
            firstRows.replace(
                row, with: schools.prefixCounts.firstRow(of: Int(old), from: row + 1, in: schools.codes))
        }
        if new != CodeDictionary.null, firstOfNew.map({ $0 > row }) ?? true {
            firstRows.replace(firstOfNew, with: row)
        }
    }
}
