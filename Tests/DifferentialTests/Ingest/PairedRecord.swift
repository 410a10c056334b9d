import CompassBaseline
import CompassTestSupport

@testable import CompassKernel

/// A row type that the baseline also has.
protocol PairedRecord: TableRecord {
    associatedtype Baseline: Hashable & Sendable

    /// The baseline's form of the row.
    var baseline: Baseline { get }

    /// The fields of random rows.
    static var members: [RandomDocument.Member] { get }

    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<Baseline>, report: BaselineIngestReport)
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
            let (table, report) = try Record.baselineTable(document, isLines ? .ndjson : .json)
            return (zip(table.documentRows, table.rows).map { NumberedRow(number: $0, row: $1) }, report)
        })
    }
}

extension Event: PairedRecord {
    var baseline: BaselineEvent { BaselineEvent(self) }

    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("name", { $0.writeText() }), ("start_date", { $0.writeDate() }),
            ("end_date", { $0.writeDate() }), ("school_id", { $0.writeForeignID("s") }),
            ("type", { $0.writeCategory(["camp", "game", ""], oddOneIn: 5) }),
        ]
    }

    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineEvent>, report: BaselineIngestReport) {
        try BaselineLoader.events(document, format: format)
    }
}

extension Interaction: PairedRecord {
    var baseline: BaselineInteraction { BaselineInteraction(self) }

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

    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (
        table: BaselineTable<BaselineInteraction>, report: BaselineIngestReport
    ) {
        try BaselineLoader.interactions(document, format: format)
    }
}

extension Offer: PairedRecord {
    var baseline: BaselineOffer { BaselineOffer(self) }

    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("offer_type", { $0.writeCategory(["full_ride"], oddOneIn: 5) }),
            ("offer_date", { $0.writeDate() }), ("created_at", { $0.writeAbsentOrTime() }),
            ("school_id", { $0.writeForeignID("s") }), ("status", { $0.writeText() }),
        ]
    }

    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineOffer>, report: BaselineIngestReport) {
        try BaselineLoader.offers(document, format: format)
    }
}

extension StatusChange: PairedRecord {
    var baseline: BaselineStatusChange { BaselineStatusChange(self) }

    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("new_status", { $0.writeCategory(["committed"], oddOneIn: 5) }),
            ("changed_at", { $0.writeTime() }), ("school_id", { $0.writeForeignID("s") }),
            ("previous_status", { $0.writeText() }), ("notes", { $0.writeText() }),
        ]
    }

    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (
        table: BaselineTable<BaselineStatusChange>, report: BaselineIngestReport
    ) {
        try BaselineLoader.statusChanges(document, format: format)
    }
}

extension Coach: PairedRecord {
    var baseline: BaselineCoach {
        BaselineCoach(
            id: BaselineText(id), schoolID: schoolID.map { BaselineText($0) },
            firstName: firstName.map { BaselineText($0) }, lastName: lastName.map { BaselineText($0) },
            role: role.map { BaselineText($0) }, responsivenessScore: responsivenessScore)
    }

    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("school_id", { $0.writeForeignID("s") }),
            ("first_name", { $0.writeText() }), ("last_name", { $0.writeText() }),
            ("role", { $0.writeCategory(["head", "assistant"], oddOneIn: 5) }),
            ("responsiveness_score", { $0.writeNumber() }),
        ]
    }

    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineCoach>, report: BaselineIngestReport) {
        try BaselineLoader.coaches(document, format: format)
    }
}

extension Document: PairedRecord {
    var baseline: BaselineDocument {
        BaselineDocument(
            id: BaselineText(id), type: BaselineText(type), time: time.micros,
            title: title.map { BaselineText($0) }, schoolID: schoolID.map { BaselineText($0) })
    }

    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("type", { $0.writeCategory(["resume", "transcript"], oddOneIn: 5) }),
            ("created_at", { $0.writeTime() }), ("title", { $0.writeText() }),
            ("school_id", { $0.writeForeignID("s") }),
        ]
    }

    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineDocument>, report: BaselineIngestReport)
    {
        try BaselineLoader.documents(document, format: format)
    }
}

extension PerformanceMetric: PairedRecord {
    var baseline: BaselineMetric {
        BaselineMetric(
            id: BaselineText(id), type: BaselineText(type), time: BaselineDate(time), value: value,
            unit: unit.map { BaselineText($0) })
    }

    static var members: [RandomDocument.Member] {
        [
            ("id", { $0.writeID() }), ("metric_type", { $0.writeCategory(["velocity"], oddOneIn: 5) }),
            ("recorded_date", { $0.writeDate() }), ("created_at", { $0.writeAbsentOrTime() }),
            ("value", { $0.writeNumber() }), ("unit", { $0.writeText() }),
        ]
    }

    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineMetric>, report: BaselineIngestReport) {
        try BaselineLoader.metrics(document, format: format)
    }
}
