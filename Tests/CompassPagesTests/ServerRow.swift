import CompassPages

/// A row of a table of a `PageServer`.
struct ServerRow: Hashable, Sendable {
    enum Value: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
        ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
    {
        case text(String)
        case flag(Bool)
        case number(Double)
        case null

        init(stringLiteral value: String) { self = .text(value) }
        init(booleanLiteral value: Bool) { self = .flag(value) }
        init(integerLiteral value: Int) { self = .number(Double(value)) }
        init(floatLiteral value: Double) { self = .number(value) }
        init(nilLiteral: ()) { self = .null }

        init(_ text: String?) { self = text.map { .text($0) } ?? .null }

        var text: String? { if case .text(let text) = self { text } else { nil } }

        var json: String {
            switch self {
            case .text(let text): Self.quoted(text)
            case .flag(let flag): "\(flag)"
            case .number(let number): "\(number)"
            case .null: "null"
            }
        }

        private static func quoted(_ text: String) -> String {
            var quoted = "\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"", "\\": quoted += "\\\(scalar)"
                case "\n": quoted += "\\n"
                default: quoted.unicodeScalars.append(scalar)
                }
            }
            return quoted + "\""
        }
    }

    var table: TableName
    var fields: [String: Value] { didSet { (id, json) = Self.written(fields) } }
    /// Written with each change, as rows are read much more often: all of them with each load of a table.
    private(set) var id: String
    private(set) var json: String

    init(table: TableName, fields: [String: Value]) {
        self.table = table
        self.fields = fields
        (id, json) = Self.written(fields)
    }

    private static func written(_ fields: [String: Value]) -> (id: String, json: String) {
        let members = fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.json)" }
        return (fields["id"]?.text ?? "", "{" + members.joined(separator: ",") + "}")
    }

    /// Returns the row with other values, or without those that are nil.
    func with(_ values: [String: Value?]) -> ServerRow {
        var fields = fields
        for (name, value) in values { fields[name] = value }
        return ServerRow(table: table, fields: fields)
    }
}

extension ServerRow {
    static func post(
        _ id: String, date: String = "2026-02-10T10:00:00Z", platform: String = "twitter",
        school: String? = "s1", author: String? = "Coach Smith", content: String? = "Great visit today",
        recruiting: Bool = false, flagged: Bool = false, sentiment: String? = nil, notes: String? = nil,
        updatedAt: String? = nil
    ) -> ServerRow {
        ServerRow(
            table: .posts,
            fields: [
                "id": .text(id), "post_date": .text(date), "platform": .text(platform),
                "school_id": Value(school), "author_name": Value(author), "author_handle": "@coach",
                "post_url": .text("https://x.com/p/\(id)"), "post_content": Value(content),
                "is_recruiting_related": .flag(recruiting), "flagged_for_review": .flag(flagged),
                "sentiment": Value(sentiment), "notes": Value(notes), "created_at": .text(date),
                "updated_at": Value(updatedAt),
            ])
    }

    static func school(
        _ id: String, _ name: String, status: String? = nil, division: String? = nil
    ) -> ServerRow {
        ServerRow(
            table: .schools,
            fields: [
                "id": .text(id), "name": .text(name), "status": Value(status), "division": Value(division),
            ])
    }

    static func coach(
        _ id: String, school: String? = "s1", first: String = "John", last: String = "Smith",
        role: String? = "head", responsiveness: Double? = nil
    ) -> ServerRow {
        ServerRow(
            table: .coaches,
            fields: [
                "id": .text(id), "school_id": Value(school), "first_name": .text(first),
                "last_name": .text(last), "role": Value(role),
                "responsiveness_score": responsiveness.map { .number($0) } ?? .null,
            ])
    }

    static func event(
        _ id: String, _ name: String, start: String = "2026-02-10", end: String? = nil, type: String = "camp",
        school: String? = "s1"
    ) -> ServerRow {
        ServerRow(
            table: .events,
            fields: [
                "id": .text(id), "name": .text(name), "start_date": .text(start), "end_date": Value(end),
                "type": .text(type), "school_id": Value(school),
            ])
    }

    static func offer(
        _ id: String, date: String = "2026-02-10", type: String = "full_ride", status: String? = "pending",
        school: String? = "s1"
    ) -> ServerRow {
        ServerRow(
            table: .offers,
            fields: [
                "id": .text(id), "offer_date": .text(date), "offer_type": .text(type),
                "status": Value(status),
                "school_id": Value(school), "created_at": .text("2026-02-01T10:00:00Z"),
            ])
    }

    static func interaction(
        _ id: String, date: String = "2026-02-10T10:00:00Z", type: String = "email",
        direction: String? = "outbound", subject: String? = "Hello", content: String? = nil,
        sentiment: String? = nil, school: String? = "s1", coach: String? = nil
    ) -> ServerRow {
        ServerRow(
            table: .interactions,
            fields: [
                "id": .text(id), "occurred_at": .text(date), "created_at": .text(date), "type": .text(type),
                "direction": Value(direction), "subject": Value(subject), "content": Value(content),
                "sentiment": Value(sentiment), "school_id": Value(school), "coach_id": Value(coach),
            ])
    }

    static func statusChange(
        _ id: String, date: String = "2026-02-10T10:00:00Z", from: String? = "interested",
        to: String = "contacted", school: String? = "s1", notes: String? = nil
    ) -> ServerRow {
        ServerRow(
            table: .statusChanges,
            fields: [
                "id": .text(id), "changed_at": .text(date), "previous_status": Value(from),
                "new_status": .text(to), "school_id": Value(school), "notes": Value(notes),
            ])
    }

    static func document(
        _ id: String, date: String = "2026-02-10T10:00:00Z", type: String = "transcript",
        title: String? = "Transcript", school: String? = "s1"
    ) -> ServerRow {
        ServerRow(
            table: .documents,
            fields: [
                "id": .text(id), "created_at": .text(date), "type": .text(type), "title": Value(title),
                "school_id": Value(school),
            ])
    }

    static func metric(
        _ id: String, date: String = "2026-02-10", type: String = "velocity", value: Double = 90,
        unit: String? = "mph"
    ) -> ServerRow {
        ServerRow(
            table: .metrics,
            fields: [
                "id": .text(id), "recorded_date": .text(date), "metric_type": .text(type),
                "value": .number(value), "unit": Value(unit), "created_at": .text("2026-02-01T10:00:00Z"),
            ])
    }
}
