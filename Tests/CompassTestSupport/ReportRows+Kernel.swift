import CompassBaseline
import CompassKernel

// Rows of the tables of the report and the activity feed in the kernel's form.

extension Coach {
    package init(_ coach: BaselineCoach) {
        self.init(
            id: coach.id.string, schoolID: coach.schoolID?.string, firstName: coach.firstName?.string,
            lastName: coach.lastName?.string, role: coach.role?.string,
            responsivenessScore: coach.responsivenessScore)
    }
}

extension Document {
    package init(_ document: BaselineDocument) {
        self.init(
            id: document.id.string, type: document.type.string, time: Timestamp(micros: document.time),
            title: document.title?.string, schoolID: document.schoolID?.string)
    }
}

extension PerformanceMetric {
    package init(_ metric: BaselineMetric) {
        self.init(
            id: metric.id.string, type: metric.type.string, time: metric.time.kernel, value: metric.value,
            unit: metric.unit?.string)
    }
}
