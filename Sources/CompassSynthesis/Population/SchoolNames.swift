/// Invented names of colleges, each a distinct pair of a place and a kind.
struct SchoolNames {
    private static let beginnings = [
        "North", "South", "East", "West", "Spring", "Clear", "River", "Amber", "Maple", "Cedar", "Oak",
        "Pine",
        "Silver", "Golden", "Red", "White", "Black", "Green", "Lake", "Bridge", "Fair", "Glen", "High",
        "King",
        "Lin", "Mill", "New", "Old", "Port", "Rock", "San", "Summer", "Thorn", "Union", "Win", "Ash", "Bay",
    ]
    private static let endings = [
        "field", "ton", "ford", "wood", "dale", "view", "brook", "haven", "mont", "port", "ridge", "side",
        "ville", "cliff", "well", "worth", "burg", "bury", "crest", "moor", "mere",
    ]
    private static let kinds: [(before: String, after: String)] = [
        ("", " State University"), ("University of ", ""), ("", " College"), ("", " Tech"), ("", " A&M"),
        ("St. ", "'s College"), ("", " Community College"), ("Université de ", ""), ("", " (Main Campus)"),
        ("de ", " Institute"), ("", " “Polytechnic”"), ("École ", ", Montréal"),
    ]

    private let step: Int
    private let first: Int

    private static let combinations = beginnings.count * endings.count * kinds.count

    init(_ random: inout SplitMix64) {
        // 37 · 21 · 12 has the prime factors 2, 3, 7 and 37: a step coprime to them visits every combination.
        step = [1009, 2003, 3001, 4001, 5003, 6007, 7001, 8009][random.below(8)]
        first = random.below(Self.combinations)
    }

    /// Returns the name of a school and its place; names of different indices differ.
    func name(_ index: Int) -> (full: String, place: String) {
        var rest = (first + index * step) % Self.combinations
        let kind = Self.kinds[rest % Self.kinds.count]
        rest /= Self.kinds.count
        let place = Self.beginnings[rest % Self.beginnings.count] + Self.endings[rest / Self.beginnings.count]
        let round = index / Self.combinations
        let campus = round == 0 ? "" : " \(round + 1)"
        return (kind.before + place + kind.after + campus, place)
    }
}

/// Names of coaches.
enum CoachNames {
    static let first = [
        "John", "Mike", "David", "Chris", "Matt", "Ryan", "Kevin", "Brian", "Jason", "Scott", "Tyler", "Josh",
        "Andrew", "Luis", "Carlos", "José", "Ángel", "Juan", "Marcus", "Derek", "Tony", "Sean", "Patrick",
        "Erin", "Katie", "Sarah", "Megan", "Ashley", "Renée", "Zoë", "Hiro", "Søren", "D'Andre", "Bo", "Skip",
    ]
    static let last = [
        "Smith", "Johnson", "Williams", "Brown", "Jones", "Garcia", "Miller", "Davis", "Rodríguez",
        "Martínez",
        "Hernández", "López", "Gómez", "Wilson", "Anderson", "Thomas", "Taylor", "Moore", "Jackson",
        "Martin", "Lee", "Pérez", "Thompson", "White", "Harris", "Sánchez", "Clark", "Ramírez", "Lewis",
        "Robinson", "Walker", "Young", "Allen", "King", "Wright", "O'Neil", "Peña", "Müller", "Nakamura",
        "Kowalski", "Łukasz", "St. Clair", "Van Doren", "İnan",
    ]
}
