extension BaselineTimelineItem {
    init(_ event: BaselineEvent, schoolName: BaselineText) {
        let label = TimelineLabels.event(event.type)
        self.init(
            id: "event-" + event.id, type: .event, typeLabel: label.text, emoji: label.emoji,
            label: event.name, date: event.start, endDate: event.end, schoolID: event.schoolID,
            schoolName: schoolName)
    }

    init(_ interaction: BaselineInteraction, schoolName: BaselineText) {
        let label = TimelineLabels.interaction(interaction.type)
        let subject = interaction.subject ?? ""
        self.init(
            id: "interaction-" + interaction.id, type: .interaction, typeLabel: label.text,
            emoji: label.emoji, label: subject == "" ? label.text : subject,
            date: .instant(interaction.time), schoolID: interaction.schoolID, schoolName: schoolName)
    }

    init(_ offer: BaselineOffer, schoolName: BaselineText) {
        let typeLabel = TimelineLabels.offer(offer.type)
        self.init(
            id: "offer-" + offer.id, type: .offer, typeLabel: typeLabel, emoji: "🎉",
            label: typeLabel + " Offer", date: offer.time, schoolID: offer.schoolID, schoolName: schoolName)
    }

    init(_ change: BaselineStatusChange, schoolName: BaselineText) {
        let newLabel = TimelineLabels.status(change.newStatus)
        let previous = change.previousStatus ?? ""
        let previousLabel = previous == "" ? "Initial" : TimelineLabels.status(previous)
        self.init(
            id: "status-" + change.id, type: .statusChange, typeLabel: newLabel, emoji: "📊",
            label: "Status: " + previousLabel + " → " + newLabel, date: .instant(change.time),
            schoolID: change.schoolID, schoolName: schoolName, details: change.notes)
    }
}

extension BaselineText {
    fileprivate static func + (left: BaselineText, right: BaselineText) -> BaselineText {
        BaselineText(utf8: left.utf8 + right.utf8)
    }
}
