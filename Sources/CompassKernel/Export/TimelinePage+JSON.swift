extension TimelinePage {
    /// The page as JSON, as the command line answers it.
    ///
    /// Every key is always there; a value that does not exist is `null`. Numbers have full precision. Dates are
    /// `YYYY-MM-DD` where the row holds a calendar day, else instants with the offset of the page's zone.
    ///
    /// - Parameter layout: compact for programs, indented for people.
    /// - Returns: the bytes in UTF-8, without a line feed at the end.
    /// - Complexity: O(b) for items of b bytes.
    public func json(layout: JSONLayout = .compact) -> [UInt8] {
        // About what an item takes in its lane, in the list of ids and in the list of items.
        var writer = JSONWriter(layout: layout, capacity: 2_048 + listItems.count * 768)
        writer.object { writer in
            writer.member("schemaVersion", Self.schemaVersion)
            writer.object("range") { range.writeMembers(to: &$0) }
            writer.member("todayPosition", todayPosition)
            writer.array("months", months) { $1.write(to: &$0) }
            writer.array("lanes", lanes) { $1.write(to: &$0) }
            writer.member("laneCount", laneCount)
            writer.member("lanesPage", lanesPage)
            writer.member("lanesPages", lanesPages)
            writer.array("list", listItems) { $0.value($1.id) }
            writer.array("listItems", listItems) { $1.write(to: &$0) }
            writer.array("skipped", skipped) { $1.write(to: &$0) }
            writer.member("state", state.rawValue)
        }
        return writer.bytes
    }
}

extension TimelinePageRange {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("kind", kind.rawValue)
        writer.member("from", from)
        writer.member("to", to)
    }
}

extension TimelineMonth {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("key", key)
            writer.member("label", label)
            writer.member("year", year)
            writer.member("left", left)
            writer.member("width", width)
        }
    }
}

extension TimelineLane {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("schoolId", schoolId)
            writer.member("schoolName", schoolName)
            writer.member("itemCount", itemCount)
            writer.member("rowCount", rowCount)
            writer.array("items", items) { $1.write(to: &$0) }
        }
    }
}

extension PlacedTimelineItem {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            item.writeShownMembers(to: &writer)
            writer.member("shape", shape.rawValue)
            writer.member("left", left)
            writer.member("width", width)
            writer.member("row", row)
        }
    }
}

extension TimelineItem {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writeShownMembers(to: &writer)
            writer.member("schoolId", schoolId)
            writer.member("schoolName", schoolName)
            writer.member("details", details)
        }
    }

    /// Writes what an item shows whose lane says the school.
    fileprivate func writeShownMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("type", type.rawValue)
        writer.member("typeLabel", typeLabel)
        writer.member("emoji", emoji)
        writer.member("label", label)
        writer.member("date", date)
        writer.member("endDate", endDate)
    }
}

extension TimelineSkip {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("table", table)
            writer.member("row", row)
            writer.member("field", field)
            writer.member("reason", reason)
        }
    }
}

extension JSONWriter {
    /// Writes a day or an instant, or `null`, as the member `key`.
    fileprivate mutating func member(_ key: StaticString, _ date: TimelineDate?) {
        switch date {
        case .day(let day): member(key, day)
        case .instant(let instant): member(key, instant)
        case nil:
            self.key(key)
            null()
        }
    }
}
