/// The schools and coaches that all tables refer to.
struct Population: Sendable {
    struct School: Sendable {
        let id: UUIDBits
        let name: Piece
        let place: Piece
        /// The program's own account.
        let handle: Piece
    }

    struct Coach: Sendable {
        let id: UUIDBits
        let firstName: Piece
        let lastName: Piece
        /// "Coach" and the full name, as posts show it.
        let displayName: Piece
        let handle: Piece
        /// Nil for a coach between two jobs.
        let schoolIndex: Int?
    }

    static let coachesPerSchool = 3
    /// One coach without a school for as many schools.
    private static let schoolsPerFreeCoach = 40

    private(set) var schools: [School] = []
    private(set) var coaches: [Coach] = []
    /// The texts of ``schools`` and ``coaches``.
    private(set) var texts = PieceTable()
    /// All handles, for mentions.
    private(set) var handles = PieceTable()
    /// School indices by how much is written about them, most first.
    let schoolsByRank: [Int]
    let schoolRanks: ZipfTable

    static func coachCount(schools: Int) -> Int {
        coachesPerSchool * schools + freeCoachCount(schools: schools)
    }

    private static func freeCoachCount(schools: Int) -> Int {
        (schools + schoolsPerFreeCoach - 1) / schoolsPerFreeCoach
    }

    /// - Complexity: O(`schoolCount`).
    init(schoolCount: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed, stream: 0x7363_686F_6F6C_7321)
        schoolRanks = ZipfTable(count: schoolCount, flattening: 3)
        var order = Array(0..<schoolCount)
        for last in stride(from: schoolCount - 1, to: 0, by: -1) {
            order.swapAt(last, random.below(last + 1))
        }
        schoolsByRank = order
        let names = SchoolNames(&random)
        for index in 0..<schoolCount {
            let name = names.name(index)
            schools.append(
                School(
                    id: UUIDBits(&random), name: texts.append(Array(name.full.utf8)),
                    place: texts.append(Array(name.place.utf8)),
                    handle: appendHandle(Array(name.place.utf8) + Array("Base".utf8))))
        }
        for index in 0..<Self.coachCount(schools: schoolCount) {
            appendCoach(
                schoolIndex: index < Self.coachesPerSchool * schoolCount
                    ? index / Self.coachesPerSchool : nil, &random)
        }
    }

    /// A school, the popular ones more often.
    @inline(__always)
    func drawSchool(_ random: inout SplitMix64) -> Int {
        schoolsByRank[schoolRanks.draw(&random)]
    }

    /// One of the coaches of a school.
    @inline(__always)
    func drawCoach(ofSchool schoolIndex: Int, _ random: inout SplitMix64) -> Int {
        schoolIndex * Self.coachesPerSchool + random.below(Self.coachesPerSchool)
    }

    /// One of the coaches without a school.
    @inline(__always)
    func drawFreeCoach(_ random: inout SplitMix64) -> Int {
        let first = schools.count * Self.coachesPerSchool
        return first + random.below(coaches.count - first)
    }

    private mutating func appendCoach(schoolIndex: Int?, _ random: inout SplitMix64) {
        let first = CoachNames.first[random.below(CoachNames.first.count)]
        let last = CoachNames.last[random.below(CoachNames.last.count)]
        let account: String =
            switch random.below(3) {
            case 0: "Coach" + last
            case 1: first + last
            default: "Coach_" + first.prefix(1) + last
            }
        coaches.append(
            Coach(
                id: UUIDBits(&random), firstName: texts.append(Array(first.utf8)),
                lastName: texts.append(Array(last.utf8)),
                displayName: texts.append(Array("Coach \(first) \(last)".utf8)),
                handle: appendHandle(Array(account.utf8) + Array(String(random.below(90) + 10).utf8)),
                schoolIndex: schoolIndex))
    }

    /// Adds an account name: `@` and at most 15 ASCII letters, digits and underscores, as Twitter allows.
    private mutating func appendHandle(_ name: [UInt8]) -> Piece {
        let allowed = name.filter { byte in
            byte &- 0x30 < 10 || byte &- 0x41 < 26 || byte &- 0x61 < 26 || byte == 0x5F
        }
        let handle = [0x40] + allowed.prefix(15)
        handles.append(handle)
        return texts.append(handle)
    }
}
