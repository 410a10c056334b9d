/// Running counts of posts by category, coach and school, for filters by coach and for counts of coaches.
///
/// An affiliation is a pair of a coach and a school that some post has; either may be none. A coach rarely
/// changes schools, so there are little more affiliations than coaches and schools together, and the counts
/// by affiliation are those of a ``PostCube`` whose codes are affiliations:
/// ```
/// affiliation   0    1    2
/// coach         c    d    none
/// school        A    A    B
/// ```
/// If there is one for every 40 rows or more (every 10 in a table of at most 65,536 rows), the cube has no block,
/// and the rows themselves are read. A class, so that taking it from a value that may be pending copies one reference.
final class AffiliationCube: Sendable {
    /// The coach and the school of each affiliation; the number of coaches, or of schools, for none.
    let coaches: ColumnBuffer<UInt32>
    let schools: ColumnBuffer<UInt32>
    private let pairs: PairCodes
    let cube: PostCube

    /// Counts posts by their flag bytes and the codes of their coaches and schools.
    ///
    /// - Complexity: O(n) for n rows.
    init(flags: ColumnBuffer<UInt8>, coaches: CountedCodes, schools: CountedCodes) {
        let (coachCodes, schoolCodes) = (coaches.codes, schools.codes)
        var pairs = PairCodes()
        // Most posts have the affiliation of the previous post of their coach.
        var lastPairs = [UInt32](repeating: CodeDictionary.null, count: coaches.codeCount + 1)
        let count = coachCodes.count
        let codes = ColumnBuffer<UInt32>(count: count) { target in
            for row in 0..<count {
                let coach = min(coachCodes[row], UInt32(coaches.codeCount))
                let school = min(schoolCodes[row], UInt32(schools.codeCount))
                let last = lastPairs[Int(coach)]
                if last != CodeDictionary.null, UInt32(truncatingIfNeeded: pairs.pairs[Int(last)]) == school {
                    target[row] = last
                } else {
                    target[row] = pairs.code(coach, school)
                    lastPairs[Int(coach)] = target[row]
                }
            }
        }
        self.pairs = pairs
        self.coaches = ColumnBuffer(count: pairs.pairs.count) { coaches in
            for (code, pair) in pairs.pairs.enumerated() { coaches[code] = UInt32(pair >> 32) }
        }
        self.schools = ColumnBuffer(count: pairs.pairs.count) { schools in
            for (code, pair) in pairs.pairs.enumerated() { schools[code] = UInt32(truncatingIfNeeded: pair) }
        }
        cube = PostCube(flags: flags, codes: codes, codeCount: pairs.pairs.count)
    }

    /// The number of affiliations.
    var count: Int { coaches.count }

    private func code(of kind: PostKind, _ coachCount: Int, _ schoolCount: Int) -> UInt32? {
        pairs.existingCode(
            min(kind.coachCode, UInt32(coachCount)), min(kind.schoolCode, UInt32(schoolCount)))
    }

    var byteCount: Int { coaches.byteCount + schools.byteCount + pairs.byteCount + cube.byteCount }

    /// Describes inconsistencies; empty if the counts are those of the given rows.
    func checkInvariants(
        coaches: CountedCodes, schools: CountedCodes, category: (Int) -> PostCategory?
    ) -> [String] {
        let count = coaches.codes.count
        var unknown: [String] = []
        let codes = ColumnBuffer<UInt32>(count: count) { target in
            for row in 0..<count {
                let kind = PostKind(
                    flags: 0, schoolCode: schools.codes[row], coachCode: coaches.codes[row])
                let code = self.code(of: kind, coaches.codeCount, schools.codeCount)
                if code == nil, category(row) != nil { unknown.append("row \(row) has no affiliation") }
                target[row] = code ?? CodeDictionary.null
            }
        }
        return unknown + cube.checkInvariants(rowCount: count, codes: codes, category: category)
    }
}
