import CompassBaseline
import CompassTestSupport

@testable import CompassKernel

/// A row type of which random documents are made.
protocol RandomRecord: PairedRecord {
    /// The fields of random rows.
    static var members: [RandomDocument.Member] { get }
}

/// A row with its number in the document.
struct NumberedRow<Row: Hashable>: Hashable {
    var number: Int
    var row: Row
}

extension RecordTable where Record: PairedRecord {
    /// Every row, in the order of the document.
    var allRows: [NumberedRow<Record.Baseline>] {
        (0..<count).map { NumberedRow(number: documentRow($0), row: self[$0].baseline) }
    }

    /// The texts of all dictionaries, by code.
    var dictionaries: [[String]] {
        columns.codes.map { column in (0..<column.dictionary.count).map { column.dictionary.string($0) } }
    }
}

extension IngestOutcome {
    init<Record: PairedRecord>(
        kernelReading table: Record.Type, _ document: [UInt8], isLines: Bool, options: LoadOptions = .init()
    ) where Row == NumberedRow<Record.Baseline> {
        self.init(kernel: { () throws(LoadError) in
            let (table, report) =
                isLines
                ? try RecordTable<Record>.load(ndjson: document, options: options)
                : try RecordTable<Record>.load(json: document, options: options)
            return (table.allRows, report)
        })
    }

    init<Record: PairedRecord>(
        baselineReading table: Record.Type, _ document: [UInt8], isLines: Bool
    ) where Row == NumberedRow<Record.Baseline> {
        self.init(baseline: { () throws(BaselineDocumentError) in
            let (table, report) = try Record.baselineLoad(document, isLines ? .ndjson : .json)
            return (zip(table.documentRows, table.rows).map { NumberedRow(number: $0, row: $1) }, report)
        })
    }
}

extension Event: RandomRecord {
    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("name", { $0.writeText() }), ("start_date", { $0.writeDate() }),
            ("end_date", { $0.writeDate() }), ("school_id", { $0.writeForeignID("s") }),
            ("type", { $0.writeCategory(["camp", "game", ""], oddOneIn: 5) }),
        ]
    }
}

extension Interaction: RandomRecord {
    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("type", { $0.writeCategory(["email", "dm"], oddOneIn: 5) }),
            ("occurred_at", { $0.writeAbsentOrTime() }), ("created_at", { $0.writeTime() }),
            ("school_id", { $0.writeForeignID("s") }), ("coach_id", { $0.writeForeignID("c") }),
            ("direction", { $0.writeCategory(["inbound", "outbound"], oddOneIn: 5) }),
            ("subject", { $0.writeText() }), ("content", { $0.writeText() }),
            ("sentiment", { $0.writeSentiment() }),
        ]
    }
}

extension Offer: RandomRecord {
    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("offer_type", { $0.writeCategory(["full_ride"], oddOneIn: 5) }),
            ("offer_date", { $0.writeDate() }), ("created_at", { $0.writeAbsentOrTime() }),
            ("school_id", { $0.writeForeignID("s") }), ("status", { $0.writeText() }),
        ]
    }
}

extension StatusChange: RandomRecord {
    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("new_status", { $0.writeCategory(["committed"], oddOneIn: 5) }),
            ("changed_at", { $0.writeTime() }), ("school_id", { $0.writeForeignID("s") }),
            ("previous_status", { $0.writeText() }), ("notes", { $0.writeText() }),
        ]
    }
}

extension Coach: RandomRecord {
    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("school_id", { $0.writeForeignID("s") }),
            ("first_name", { $0.writeText() }), ("last_name", { $0.writeText() }),
            ("role", { $0.writeCategory(["head", "assistant"], oddOneIn: 5) }),
            ("responsiveness_score", { $0.writeNumber() }),
        ]
    }
}

extension Document: RandomRecord {
    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("type", { $0.writeCategory(["resume", "transcript"], oddOneIn: 5) }),
            ("created_at", { $0.writeTime() }), ("title", { $0.writeText() }),
            ("school_id", { $0.writeForeignID("s") }),
        ]
    }
}

extension PerformanceMetric: RandomRecord {
    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("metric_type", { $0.writeCategory(["velocity"], oddOneIn: 5) }),
            ("recorded_date", { $0.writeDate() }), ("created_at", { $0.writeAbsentOrTime() }),
            ("value", { $0.writeNumber() }), ("unit", { $0.writeText() }),
        ]
    }
}
