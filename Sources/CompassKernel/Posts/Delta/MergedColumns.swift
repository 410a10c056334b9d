/// The columns of merged rows under construction: in each step one of them, or two that are built of the same one.
struct MergedColumns {
    static let stepCount = 10

    private var micros = ColumnBuffer<Int64>()
    private var flags = ColumnBuffer<UInt8>()
    private var schoolCodes = ColumnBuffer<UInt32>()
    private var coachCodes = ColumnBuffer<UInt32>()
    /// The columns; incomplete until all are built.
    private(set) var counts = PostCounts.none
    private var done = 0

    /// Builds the next column; returns whether more are left.
    ///
    /// - Complexity: O(n) for n rows, 1 to 5 ns each.
    mutating func step(
        _ merge: RowMerge, _ earlier: PostTable, _ later: RowColumns, schools: CodeDictionary,
        coaches: CodeDictionary
    ) -> Bool {
        done += 1
        switch done {
        case 1:
            micros = merge.merged(earlier: earlier.timestamps.micros.copy, later: later.micros.copy)
        case 2:
            flags = merge.merged(earlier: earlier.counts.flagBytes.copy, later: later.flags.copy)
        case 3:
            schoolCodes = merge.merged(earlier: earlier.schoolCodes.copy, later: later.schoolCodes.copy)
        case 4: coachCodes = merge.merged(earlier: earlier.coachCodes.copy, later: later.coachCodes.copy)
        case 5: counts.timestamps = TimestampColumn(descending: micros)
        case 6:
            counts.setPlanes(of: flags)
            counts.categories = CategoryCounts(flags: flags)
        case 7: counts.schools = CountedCodes(schoolCodes, codeCount: schools.count)
        case 8: counts.coaches = CountedCodes(coachCodes, codeCount: coaches.count)
        case 9:
            counts.cube = PostCube(flags: flags, codes: schoolCodes, codeCount: schools.count)
            counts.firstRows = FirstRowColumn(codes: schoolCodes, codeCount: schools.count)
        default:
            // What no query has used yet is left to the first that does.
            if earlier.counts.existingAffiliations == nil {
                counts.deferAffiliations()
            } else {
                counts.affiliations = AffiliationCube(
                    flags: flags, coaches: counts.coaches, schools: counts.schools)
            }
        }
        return done < Self.stepCount
    }
}
