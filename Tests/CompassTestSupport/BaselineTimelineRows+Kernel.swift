import CompassBaseline
import CompassKernel

// The kernel's rows in the baseline's form, texts byte for byte.

extension BaselineDate {
    /// Converts a value of the kernel.
    public init(_ value: DayOrInstant) {
        self =
            switch value {
            case .day(let day): .day(BaselineDay(daysSinceEpoch: Int(day.daysSinceEpoch)))
            case .instant(let instant): .instant(instant.micros)
            }
    }
}

extension BaselineEvent {
    /// Converts a value of the kernel.
    public init(_ event: Event) {
        self.init(
            id: BaselineText(event.id), type: event.type.map { BaselineText($0) },
            name: BaselineText(event.name), start: BaselineDate(event.start),
            end: event.end.map { BaselineDate($0) }, schoolID: event.schoolID.map { BaselineText($0) })
    }
}

extension BaselineInteraction {
    /// Converts a value of the kernel.
    public init(_ interaction: Interaction) {
        self.init(
            id: BaselineText(interaction.id), type: BaselineText(interaction.type),
            time: interaction.time.micros, schoolID: interaction.schoolID.map { BaselineText($0) },
            coachID: interaction.coachID.map { BaselineText($0) },
            direction: interaction.direction.map { BaselineText($0) },
            subject: interaction.subject.map { BaselineText($0) },
            content: interaction.content.map { BaselineText($0) },
            sentiment: interaction.sentiment.map { BaselineSentiment($0) })
    }
}

extension BaselineOffer {
    /// Converts a value of the kernel.
    public init(_ offer: Offer) {
        self.init(
            id: BaselineText(offer.id), type: BaselineText(offer.type), time: BaselineDate(offer.time),
            schoolID: offer.schoolID.map { BaselineText($0) }, status: offer.status.map { BaselineText($0) })
    }
}

extension BaselineStatusChange {
    /// Converts a value of the kernel.
    public init(_ change: StatusChange) {
        self.init(
            id: BaselineText(change.id), newStatus: BaselineText(change.newStatus),
            previousStatus: change.previousStatus.map { BaselineText($0) }, time: change.time.micros,
            schoolID: change.schoolID.map { BaselineText($0) }, notes: change.notes.map { BaselineText($0) })
    }
}
