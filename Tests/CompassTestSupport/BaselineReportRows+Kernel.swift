import CompassBaseline
import CompassKernel

// The kernel's rows in the baseline's form, texts byte for byte.

extension BaselineCoach {
    /// Converts a value of the kernel.
    public init(_ coach: Coach) {
        self.init(
            id: BaselineText(coach.id), schoolID: coach.schoolID.map { BaselineText($0) },
            firstName: coach.firstName.map { BaselineText($0) },
            lastName: coach.lastName.map { BaselineText($0) }, role: coach.role.map { BaselineText($0) },
            responsivenessScore: coach.responsivenessScore)
    }
}

extension BaselineDocument {
    /// Converts a value of the kernel.
    public init(_ document: Document) {
        self.init(
            id: BaselineText(document.id), type: BaselineText(document.type), time: document.time.micros,
            title: document.title.map { BaselineText($0) },
            schoolID: document.schoolID.map { BaselineText($0) })
    }
}

extension BaselineMetric {
    /// Converts a value of the kernel.
    public init(_ metric: PerformanceMetric) {
        self.init(
            id: BaselineText(metric.id), type: BaselineText(metric.type), time: BaselineDate(metric.time),
            value: metric.value, unit: metric.unit.map { BaselineText($0) })
    }
}
