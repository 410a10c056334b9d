/// One row of `schools`.
public struct BaselineSchool: Hashable, Sendable {
    /// The school's id.
    public var id: BaselineText
    /// Its name.
    public var name: BaselineText
    /// How far recruiting has come.
    public var status: BaselineText?
    /// The division it plays in.
    public var division: BaselineText?

    /// A school; what is not given is null in the database.
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

    /// A directory of schools; of several with one id the last one counts.
    public init(_ schools: [BaselineSchool]) {
        rows = schools
        names = Dictionary(schools.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
    }

    /// The school's name, or "Unknown School" where it has none.
    public func name(of id: BaselineText) -> BaselineText {
        knownName(of: id) ?? "Unknown School"
    }

    /// The school's name, or nil for an id that no school has and for a school without a name.
    func knownName(of id: BaselineText) -> BaselineText? {
        guard let name = names[id], name != "" else { return nil }
        return name
    }
}
