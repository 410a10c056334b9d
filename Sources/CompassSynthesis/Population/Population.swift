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
        /// The index of the coach's school; nil for a coach between two jobs.
        let schoolIndex: Int?
    }

    static let coachesPerSchool = 3
    /// The number of schools for each coach without a school.
    private static let schoolsPerFreeCoach = 40

    private(set) var schools: [School] = []
    private(set) var coaches: [Coach] = []
    /// The texts of ``schools`` and ``coaches``.
    private(set) var texts = PieceTable()
    /// All handles, for mentions.
    private(set) var handles = PieceTable()
    /// The indices of schools by how much is written about them, most first.
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
                    handle: appendHandle(Self.handle(name.place + "Base"))))
        }
        for index in 0..<Self.coachCount(schools: schoolCount) {
            appendCoach(
                schoolIndex: index < Self.coachesPerSchool * schoolCount
                    ? index / Self.coachesPerSchool : nil, &random)
        }
    }

    /// Draws a school, popular ones more often.
    @inline(__always)
    func drawSchool(_ random: inout SplitMix64) -> Int {
        schoolsByRank[schoolRanks.draw(&random)]
    }

    /// Draws one of the coaches of a school.
    @inline(__always)
    func drawCoach(ofSchool schoolIndex: Int, _ random: inout SplitMix64) -> Int {
        schoolIndex * Self.coachesPerSchool + random.below(Self.coachesPerSchool)
    }

    /// Draws one of the coaches without a school.
    @inline(__always)
    func drawFreeCoach(_ random: inout SplitMix64) -> Int {
        let first = schools.count * Self.coachesPerSchool
        return first + random.below(coaches.count - first)
    }

    private mutating func appendCoach(schoolIndex: Int?, _ random: inout SplitMix64) {
        var first: String
        var last: String
        var handle: [UInt8]
        // Two names without a space between them can form a third word.
        repeat {
            first = CoachNames.first[random.below(CoachNames.first.count)]
            last = CoachNames.last[random.below(CoachNames.last.count)]
            let account: String =
                switch random.below(3) {
                case 0: "Coach" + last
                case 1: first + last
                default: "Coach_" + first.prefix(1) + last
                }
            handle = Self.handle(account + String(random.below(90) + 10))
        } while OffensiveWords.shared.occur(in: handle, .words)
        coaches.append(
            Coach(
                id: UUIDBits(&random), firstName: texts.append(Array(first.utf8)),
                lastName: texts.append(Array(last.utf8)),
                displayName: texts.append(Array("Coach \(first) \(last)".utf8)),
                handle: appendHandle(handle),
                schoolIndex: schoolIndex))
    }

    /// Returns an account name: `@` and at most 15 ASCII letters, digits and underscores, as Twitter allows.
    private static func handle(_ name: String) -> [UInt8] {
        let allowed = name.utf8.filter { byte in
            byte &- 0x30 < 10 || byte &- 0x41 < 26 || byte &- 0x61 < 26 || byte == 0x5F
        }
        return [0x40] + allowed.prefix(15)
    }

    private mutating func appendHandle(_ handle: [UInt8]) -> Piece {
        handles.append(handle)
        return texts.append(handle)
    }
}
