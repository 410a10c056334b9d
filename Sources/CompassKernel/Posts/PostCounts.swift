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

    /// The counts for filters that are left to the first query that uses them.
    enum Deferral {
        case none
        /// Those by coach. Only filters by coach, linked counts and, under a filter, lists of coaches use them; they
        /// take 2 bytes a row.
        case affiliations
        case all
    }

    /// Counts rows that are already in order.
    ///
    /// - Complexity: O(n) for n rows.
    init(
        timestamps: TimestampColumn, flags: ColumnBuffer<UInt8>, schools: CountedCodes,
        coaches: CountedCodes, deferring deferral: Deferral = .none
    ) {
        (recruiting, flagged, instagram, sentiments) = PostCounts.planes(of: flags)
        self.timestamps = timestamps
        self.schools = schools
        self.coaches = coaches
        firstRows = FirstRowColumn(codes: schools.codes, codeCount: schools.codeCount)
        if deferral == .all {
            deferredCategories = .pending(Deferred.Pending { CategoryCounts(flags: flags) })
            deferredCube = .pending(
                Deferred.Pending {
                    PostCube(flags: flags, codes: schools.codes, codeCount: schools.codeCount)
                })
        } else {
            deferredCategories = .built(CategoryCounts(flags: flags))
            deferredCube = .built(
                PostCube(flags: flags, codes: schools.codes, codeCount: schools.codeCount))
        }
        deferredAffiliations =
            deferral == .none
            ? .built(AffiliationCube(flags: flags, coaches: coaches, schools: schools))
            : PostCounts.affiliations(
                [recruiting, flagged, instagram] + sentiments, coaches: coaches, schools: schools)
    }

    /// Returns counts by affiliation that the first query which uses them builds. The flag bytes would be kept until
    /// then, so they are made of the planes.
    private static func affiliations(
        _ planes: [BitColumn], coaches: CountedCodes, schools: CountedCodes
    ) -> Deferred<AffiliationCube> {
        .pending(
            Deferred.Pending {
                let flags = BitTransposition.bytes(of: planes, count: coaches.codes.count)
                return AffiliationCube(flags: flags, coaches: coaches, schools: schools)
            })
    }

    /// Leaves the counts by affiliation of these rows to the first query that uses them.
    mutating func deferAffiliations() {
        deferredAffiliations = PostCounts.affiliations(planes, coaches: coaches, schools: schools)
    }

    /// The counts by affiliation if a query has used them; nothing is built.
    var existingAffiliations: AffiliationCube? { deferredAffiliations.existing }

    // These are inlined, since a call of a getter would copy all columns.

    /// The counts by category.
    var categories: CategoryCounts {
        @inline(__always) get { deferredCategories.value }
        set { deferredCategories = .built(newValue) }
    }

    /// The counts by category and school.
    var cube: PostCube {
        @inline(__always) get { deferredCube.value }
        set { deferredCube = .built(newValue) }
    }

    /// The counts by category, coach and school.
    var affiliations: AffiliationCube {
        @inline(__always) get { deferredAffiliations.value }
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
