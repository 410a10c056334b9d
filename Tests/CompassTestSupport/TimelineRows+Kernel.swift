import CompassBaseline
import CompassKernel

// Rows of the timeline's tables in the kernel's form.

extension Event {
    package init(_ event: BaselineEvent) {
        self.init(
            id: event.id.string, type: event.type?.string, name: event.name.string, start: event.start.kernel,
            end: event.end?.kernel, schoolID: event.schoolID?.string)
    }
}

extension Interaction {
    package init(_ interaction: BaselineInteraction) {
        self.init(
            id: interaction.id.string, type: interaction.type.string,
            time: Timestamp(micros: interaction.time), schoolID: interaction.schoolID?.string,
            coachID: interaction.coachID?.string, direction: interaction.direction?.string,
            subject: interaction.subject?.string, content: interaction.content?.string,
            sentiment: interaction.sentiment.flatMap { Sentiment(rawValue: $0.rawValue) })
    }
}

extension Offer {
    package init(_ offer: BaselineOffer) {
        self.init(
            id: offer.id.string, type: offer.type.string, time: offer.time.kernel,
            schoolID: offer.schoolID?.string, status: offer.status?.string)
    }
}

extension StatusChange {
    package init(_ change: BaselineStatusChange) {
        self.init(
            id: change.id.string, newStatus: change.newStatus.string,
            previousStatus: change.previousStatus?.string, time: Timestamp(micros: change.time),
            schoolID: change.schoolID?.string, notes: change.notes?.string)
    }
}
