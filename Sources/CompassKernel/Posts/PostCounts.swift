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
    var firstRows: FirstRowColumn
    private var deferredCategories: Deferred<CategoryCounts>
    private var deferredCube: Deferred<PostCube>
    private var deferredAffiliations: Deferred<AffiliationCube>

    /// Counts rows that are already in order.
    ///
    /// - Parameter deferringFilterCounts: whether the counts for filters are left to the first query that uses them.
    /// - Complexity: O(n) for n rows.
    init(
        timestamps: TimestampColumn, flags: ColumnBuffer<UInt8>, schools: CountedCodes,
        coaches: CountedCodes, deferringFilterCounts: Bool = false
    ) {
        (recruiting, flagged, instagram, sentiments) = PostCounts.planes(of: flags)
        self.timestamps = timestamps
        self.schools = schools
        self.coaches = coaches
        @Sendable func categories() -> CategoryCounts { CategoryCounts(flags: flags) }
        @Sendable func cube() -> PostCube {
            PostCube(flags: flags, codes: schools.codes, codeCount: schools.codeCount)
        }
        @Sendable func affiliations() -> AffiliationCube {
            AffiliationCube(flags: flags, coaches: coaches, schools: schools)
        }
        deferredCategories =
            deferringFilterCounts ? .pending(Deferred.Pending(categories)) : .built(categories())
        deferredCube = deferringFilterCounts ? .pending(Deferred.Pending(cube)) : .built(cube())
        deferredAffiliations =
            deferringFilterCounts ? .pending(Deferred.Pending(affiliations)) : .built(affiliations())
        firstRows = FirstRowColumn(codes: schools.codes, codeCount: schools.codeCount)
    }

    /// The counts by category.
    var categories: CategoryCounts {
        get { deferredCategories.value }
        set { deferredCategories = .built(newValue) }
    }

    /// The counts by category and school.
    var cube: PostCube {
        get { deferredCube.value }
        set { deferredCube = .built(newValue) }
    }

    /// The counts by category, coach and school.
    var affiliations: AffiliationCube {
        get { deferredAffiliations.value }
        set { deferredAffiliations = .built(newValue) }
    }

    /// Sets the planes of each row's bits of ``PostFlag``.
    mutating func setPlanes(of flags: ColumnBuffer<UInt8>) {
        (recruiting, flagged, instagram, sentiments) = PostCounts.planes(of: flags)
    }

    private static let allFlags = Array(0..<PostFlag.count)

    private static func planes(
        of flags: ColumnBuffer<UInt8>
    ) -> (recruiting: BitColumn, flagged: BitColumn, instagram: BitColumn, sentiments: [BitColumn]) {
        let planes = BitTransposition.planes(of: flags, wanted: allFlags)
        return (
            planes[PostFlag.recruiting], planes[PostFlag.flagged], planes[PostFlag.instagram],
            Array(planes[PostFlag.firstSentiment..<PostFlag.firstSentiment + 4])
        )
    }

    /// The planes in the order of ``PostFlag``.
    var planes: [BitColumn] { [recruiting, flagged, instagram] + sentiments }

    var byteCount: Int {
        timestamps.byteCount + planes.reduce(0) { $0 + $1.byteCount } + schools.byteCount
            + coaches.byteCount + (deferredCategories.existing?.byteCount ?? 0)
            + (deferredCube.existing?.byteCount ?? 0) + (deferredAffiliations.existing?.byteCount ?? 0)
            + firstRows.byteCount
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

extension PostCounts {
    /// The counts of an empty table.
    static let none = PostCounts(
        timestamps: TimestampColumn(descending: ColumnBuffer()), flags: ColumnBuffer(),
        schools: CountedCodes(ColumnBuffer(), codeCount: 0),
        coaches: CountedCodes(ColumnBuffer(), codeCount: 0))
}

/// The counted properties of one post.
struct PostKind: Equatable {
    /// The bits of ``PostFlag``.
    var flags: UInt8
    var schoolCode: UInt32
    var coachCode: UInt32

    var category: PostCategory { PostCategory(flags: flags) }
}
