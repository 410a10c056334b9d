/// One row of `schools`.
public struct BaselineSchool: Hashable, Sendable {
    /// The school's id.
    public var id: BaselineText
    /// Its name.
    public var name: BaselineText
    /// The recruiting status.
    public var status: BaselineText?
    /// The division that it plays in.
    public var division: BaselineText?

    /// Creates a school; arguments that are not given are null in the database.
    public init(
        id: BaselineText, name: BaselineText, status: BaselineText? = nil, division: BaselineText? = nil
    ) {
        self.id = id
        self.name = name
        self.status = status
        self.division = division
    }
}

/// Schools, and their names by id.
public struct BaselineSchools: Hashable, Sendable {
    /// The schools in the order of their rows.
    public let rows: [BaselineSchool]
    private let names: [BaselineText: BaselineText]

    /// Creates a directory of schools; of several with the same id the last one is kept.
    public init(_ schools: [BaselineSchool]) {
        rows = schools
        names = Dictionary(schools.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
    }

    /// Returns the school's name, or "Unknown School" when it has none.
    public func name(of id: BaselineText) -> BaselineText {
        knownName(of: id) ?? "Unknown School"
    }

    /// Returns the school's name; nil for an unknown id or a school without a name.
    func knownName(of id: BaselineText) -> BaselineText? {
        guard let name = names[id], name != "" else { return nil }
        return name
    }
}
