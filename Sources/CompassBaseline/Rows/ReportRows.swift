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
    /// What the coach does there.
    public var role: BaselineText?
    /// How readily the coach answers; finite.
    public var responsivenessScore: Double?

    /// A coach; what is not given is null in the database.
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
    /// What was measured.
    public var type: BaselineText
    /// When it was measured or, where that is unknown, when it was recorded.
    public var time: BaselineDate
    /// What the measurement gave; finite.
    public var value: Double?
    /// The value's unit.
    public var unit: BaselineText?

    /// A metric; what is not given is null in the database.
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
