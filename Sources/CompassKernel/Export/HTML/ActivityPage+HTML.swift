extension ActivityPage {
    /// Returns the page as static HTML: the number of events, the tables that could not be read, and the
    /// events of this page as a list.
    ///
    /// Events of the app have addresses within the app, so that the list has no links.
    ///
    /// - Parameters:
    ///   - form: a fragment for a notebook, or a document.
    ///   - limit: the maximum number of events to list; the others are counted. By
    ///     default 20 in a fragment and 100 in a document.
    /// - Returns: the bytes in UTF-8, the same for the same page; see ``HTMLForm``.
    /// - Complexity: O(`limit`): long texts are cut.
    public func html(_ form: HTMLForm = .document, listing limit: Int? = nil) -> [UInt8] {
        HTMLWriter.page(
            form, title: "Activity History", subtitle: "Track all your recruiting activity",
            isEmpty: events.isEmpty
        ) { writer in
            writer.warnings(failures.map { ($0.table, $0.reason) }, limit: form.limit(limit))
            guard !events.isEmpty else {
                return writer.emptyState(
                    "No activities found", "Try adjusting your filters or search query")
            }
            let numbers = totalPages > 1 ? " · Page \(page) of \(NumberText.grouped(totalPages))" : ""
            writer.element(
                "p", ["class": "subtitle"],
                text: HTMLText.counted(total, "activity", "activities") + numbers)
            let shown = events.prefix(form.limit(limit))
            writer.group("ol", ["class": "events"]) { writer in
                for event in shown { writer.item(event) }
            }
            writer.more(events.count - shown.count)
        }
    }
}

extension ActivityEvent {
    /// The relative time; a day with its year, because a notebook may be read much later.
    fileprivate var timeText: String {
        let day = TimelineDate.instant(timestamp).day
        return relativeTime == day.label ? day.labelWithYear : relativeTime
    }
}

extension HTMLWriter {
    fileprivate mutating func item(_ event: ActivityEvent) {
        group("li") { writer in
            writer.element(
                "span", ["class": "icon", "aria-hidden": "true"],
                text: HTMLText.shown(event.icon, limit: 4))
            writer.group("div", ["class": "what"]) { writer in
                writer.userParagraph(event.title, class: "event-title", limit: HTMLText.lineLength)
                if !VisibleText.isBlank(event.description) {
                    writer.userParagraph(event.description, class: "content", limit: HTMLText.excerptLength)
                }
            }
            writer.time(event.timestamp, text: HTMLText.shown(event.timeText))
        }
    }
}
