import CompassBaseline

/// A result of the baseline, with which the kernel's is compared.
public protocol BaselineResult {
    /// Returns the names and values of the parts that differ from those of `wanted`.
    func differences(from wanted: Self) -> [String]
}

/// The parts in which a result of the kernel differs from the baseline's.
struct Differences<Result> {
    let found: Result
    let wanted: Result
    private(set) var texts: [String] = []

    init(_ found: Result, _ wanted: Result) {
        self.found = found
        self.wanted = wanted
    }

    /// Compares a part of both results.
    mutating func compare<Part: Equatable>(_ name: String, _ part: KeyPath<Result, Part>) {
        compare(name, part, by: ==)
    }

    /// Compares a part that has a tolerance.
    mutating func compare<Part>(
        _ name: String, _ part: KeyPath<Result, Part>, by isEqual: (Part, Part) -> Bool
    ) {
        let (found, wanted) = (found[keyPath: part], wanted[keyPath: part])
        if isEqual(found, wanted) { return }
        let values = [found, wanted].map { String(describing: $0).prefix(700) }
        add(["\(name): \(values[0]), wanted \(values[1])"])
    }

    /// Compares the rows of a part; of rows that differ, the first is added.
    mutating func compareRows<Row: Equatable>(_ name: String, _ rows: KeyPath<Result, [Row]>) {
        compareRows(name, rows, by: ==)
    }

    /// Compares rows that have a tolerance.
    mutating func compareRows<Row>(
        _ name: String, _ rows: KeyPath<Result, [Row]>, by isEqual: (Row, Row) -> Bool
    ) {
        let (found, wanted) = (found[keyPath: rows], wanted[keyPath: rows])
        if found.count != wanted.count { add(["\(name): \(found.count) of \(wanted.count)"]) }
        if let pair = zip(found, wanted).first(where: { !isEqual($0, $1) }) {
            add(["\(name): \(pair.0), wanted \(pair.1)"])
        }
    }

    /// Adds differences that were found elsewhere.
    mutating func add(_ texts: [String]) { self.texts += texts }
}
