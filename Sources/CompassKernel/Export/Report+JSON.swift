extension Report {
    /// The report as JSON, as the command line answers it.
    ///
    /// Every key is always there; a value that does not exist is `null`. Numbers have full precision.
    ///
    /// - Parameter layout: compact for programs, indented for people.
    /// - Returns: the bytes in UTF-8, without a line feed at the end.
    /// - Complexity: O(b) for names of b bytes.
    public func json(layout: JSONLayout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.object { writer in
            writer.member("schemaVersion", Self.schemaVersion)
            writer.object("dateRange") { writer in
                writer.member("from", period.from)
                writer.member("to", period.to)
            }
            sections.writeMembers(to: &writer)
            writer.array("warnings", warnings) { writer, warning in
                writer.object { writer in
                    writer.member("table", warning.table)
                    writer.member("reason", warning.reason)
                }
            }
            writer.key("previous")
            if let previous {
                writer.object { previous.writeMembers(to: &$0) }
            } else {
                writer.null()
            }
            writer.member("state", state.rawValue)
        }
        return writer.bytes
    }
}

extension ReportSections {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.object("schools") { writer in
            writer.member("total", schools.total)
            writer.member("byStatus", schools.byStatus)
            writer.member("byDivision", schools.byDivision)
        }
        writer.object("coaches") { writer in
            writer.member("total", coaches.total)
            writer.member("responseRate", coaches.responseRate)
            writer.member("meanResponsiveness", coaches.meanResponsiveness)
            writer.member("bySchool", coaches.bySchool)
        }
        writer.object("interactions") { writer in
            writer.member("total", interactions.total)
            writer.member("byType", interactions.byType)
            writer.member("bySentiment", interactions.bySentiment)
        }
        writer.object("metrics") { writer in
            writer.member("total", metrics.total)
            writer.member("byType", metrics.byType)
            writer.array("summaries", metrics.summaries) { $1.write(to: &$0) }
        }
    }
}

extension MetricSummary {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", type)
            writer.member("count", count)
            writer.member("mean", mean)
            writer.member("max", max)
            writer.member("min", min)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ key: StaticString, _ categories: [CategoryCount]) {
        array(key, categories) { writer, category in
            writer.object { writer in
                writer.member("name", category.name)
                writer.member("count", category.count)
            }
        }
    }
}
