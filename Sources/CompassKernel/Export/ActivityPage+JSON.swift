extension ActivityPage {
    /// The page as JSON, as the command line answers it.
    ///
    /// Every key is always there; a value that does not exist is `null`. Instants have the offset of the
    /// page's zone.
    ///
    /// - Parameter layout: compact for programs, indented for people.
    /// - Returns: the bytes in UTF-8, without a line feed at the end.
    /// - Complexity: O(b) for events of b bytes.
    public func json(layout: JSONLayout = .compact) -> [UInt8] {
        // About what an event takes.
        var writer = JSONWriter(layout: layout, capacity: 256 + events.count * 640)
        writer.object { writer in
            writer.member("schemaVersion", Self.schemaVersion)
            writer.member("total", total)
            writer.member("page", page)
            writer.member("totalPages", totalPages)
            writer.array("failures", failures) { writer, failure in
                writer.object { writer in
                    writer.member("table", failure.table)
                    writer.member("reason", failure.reason)
                }
            }
            writer.array("events", events) { $1.write(to: &$0) }
        }
        return writer.bytes
    }
}

extension ActivityEvent {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("type", type.rawValue)
            writer.member("timestamp", timestamp)
            writer.member("title", title)
            writer.member("description", description)
            writer.member("icon", icon)
            writer.member("entityType", entityType.rawValue)
            writer.member("entityId", entityId)
            writer.member("entityName", entityName)
            writer.member("isClickable", isClickable)
            writer.member("clickUrl", clickUrl)
            writer.member("relativeTime", relativeTime)
        }
    }
}
