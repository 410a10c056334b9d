/// One row of `coaches`.
public struct BaselineCoach: Hashable, Sendable {
    /// The coach's id.
    public var id: BaselineText
    /// The school the coach works for.
    public var schoolID: BaselineText?
    /// The given name.
    public var firstName: BaselineText?
    /// The family name.
    public var lastName: BaselineText?
    /// The coach's role there.
    public var role: BaselineText?
    /// How readily the coach responds; finite.
    public var responsivenessScore: Double?

    /// Creates a coach; arguments that are not given are null in the database.
    public init(
        id: BaselineText, schoolID: BaselineText? = nil, firstName: BaselineText? = nil,
        lastName: BaselineText? = nil, role: BaselineText? = nil, responsivenessScore: Double? = nil
    ) {
        self.id = id
        self.schoolID = schoolID
        self.firstName = firstName
        self.lastName = lastName
        self.role = role
        self.responsivenessScore = responsivenessScore
    }
}

/// One row of `performance_metrics`.
public struct BaselineMetric: Hashable, Sendable {
    /// The metric's id.
    public var id: BaselineText
    /// The kind of measurement.
    public var type: BaselineText
    /// The time of the measurement or, when that is unknown, of the record.
    public var time: BaselineDate
    /// The measured value; finite.
    public var value: Double?
    /// The value's unit.
    public var unit: BaselineText?

    /// Creates a metric; arguments that are not given are null in the database.
    public init(
        id: BaselineText, type: BaselineText, time: BaselineDate, value: Double? = nil,
        unit: BaselineText? = nil
    ) {
        self.id = id
        self.type = type
        self.time = time
        self.value = value
        self.unit = unit
    }
}
