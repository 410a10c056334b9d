/// A row of `offers`: an offer made by a school.
public struct Offer: TableRecord {
    /// The row's id, never empty.
    public var id: String
    /// The kind of offer, such as `full_ride`.
    public var type: String
    /// The day or the instant of the offer or, if unknown, the instant at which its row was created.
    public var time: DayOrInstant
    /// The school that made it.
    public var schoolID: String?
    /// The status of the offer.
    public var status: String?

    /// Creates an offer with the given values; a table omits rows with an empty id and reads an empty
    /// `schoolID` as none.
    public init(
        id: String, type: String, time: DayOrInstant, schoolID: String? = nil, status: String? = nil
    ) {
        self.id = id
        self.type = type
        self.time = time
        self.schoolID = schoolID
        self.status = status
    }

    /// The schema of `offers`: rows without a type or a readable time are skipped.
    ///
    /// `created_at` is read if `offer_date` is missing, null or an empty string. The report then names
    /// `created_at` if neither field holds a time.
    public static let schema = RecordSchema<Offer>(
        table: "offers",
        columns: [
            .requiredCode("offer_type"), .requiredDayOrInstant("offer_date", elseInstant: "created_at"),
            .foreignID("school_id"), .code("status"),
        ],
        cells: { [.text($0.type), .time($0.time), .text($0.schoolID), .text($0.status)] },
        record: { table, row in
            Offer(
                id: table.ids.string(row), type: table.types.required(row), time: table.times.required(row),
                schoolID: table.schools.string(row), status: table.statuses.string(row))
        })
}

/// The rows of `offers`.
public typealias OfferTable = RecordTable<Offer>

extension OfferTable {
    var times: DayOrInstantColumn { columns.times[0] }
    var types: CodeColumn { columns.codes[0] }
    var schools: CodeColumn { columns.codes[1] }
    var statuses: CodeColumn { columns.codes[2] }
}
