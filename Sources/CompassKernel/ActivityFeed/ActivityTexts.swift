/// The texts that events of one source share, by the codes of their kinds and schools.
///
/// Layout: an entry for each code, made when the table is merged, so that an event refers to them. For the kind
/// `email` and the school `7` of interactions:
/// ```
/// kinds     "Email with ", "📧"
/// schools   "7", "Rice", no path
/// ```
struct ActivityTexts: Sendable {
    /// The texts of all events of one kind.
    struct Kind: Sendable {
        /// The part of the title beside the school's name.
        let titlePart: String
        let icon: String

        /// - Parameter kind: the type of an interaction or a document, the new status of a school.
        init(_ kind: UnsafeBufferPointer<UInt8>, of type: ActivityType) {
            titlePart = type.titlePart(kind: kind)
            icon = type.icon(kind: kind)
        }
    }

    /// The texts of all events about one school, or about none.
    struct School: Sendable {
        let id: String?
        let name: String
        /// The path of the school's page; nil if events do not open it.
        let path: String?

        /// - Parameter id: the school's id; nil or empty if there is none.
        init(_ id: UnsafeBufferPointer<UInt8>?, of type: ActivityType, in schools: SchoolLookup) {
            let id = id.flatMap { $0.isEmpty ? nil : $0 }
            self.id = id.map { String(decoding: $0, as: UTF8.self) }
            name = schools.name(of: id)
            path =
                type == .schoolStatusChange ? id.map { PercentEncoding.encoded($0, after: "/schools/") } : nil
        }
    }

    /// Columns with more codes have these texts made for each event, so that merging takes no longer.
    private static let maximumCodeCount = 4_096

    private let type: ActivityType
    private let lookup: SchoolLookup
    private let kinds: [Kind]
    /// Those of each school and, as the last ones, of events about none.
    private let schools: [School]

    /// - Complexity: O(k + s) for k kinds and s schools, up to some thousands.
    init(of columns: LoadedActivity.Columns, _ type: ActivityType, _ lookup: SchoolLookup) {
        self.type = type
        self.lookup = lookup
        kinds = Self.texts(of: columns.kinds.dictionary) { Kind($0, of: type) }
        schools = Self.texts(of: columns.schools?.dictionary, last: School(nil, of: type, in: lookup)) {
            School($0, of: type, in: lookup)
        }
    }

    /// Returns the texts of each code, unless there are too many or none, and `last` after them.
    private static func texts<Texts>(
        of dictionary: CodeDictionary?, last: Texts? = nil, _ makeTexts: (UnsafeBufferPointer<UInt8>) -> Texts
    ) -> [Texts] {
        var texts: [Texts] = []
        if let dictionary, dictionary.count <= maximumCodeCount {
            texts.reserveCapacity(dictionary.count + 1)
            for code in 0..<dictionary.count { texts.append(dictionary.withUTF8(code, makeTexts)) }
        }
        if let last { texts.append(last) }
        return texts
    }

    /// Calls `body` with the texts of a row's kind, valid during the call.
    @inline(__always)
    func withKind<Result>(
        _ column: CodeColumn, _ row: Int, _ body: (UnsafePointer<Kind>) -> Result
    ) -> Result {
        let code = Int(column.codes[row])
        if code < kinds.count {
            // SAFETY: there is an entry for the code.
            return kinds.withUnsafeBufferPointer { body($0.baseAddress! + code) }
        }
        let made = column.withUTF8(row) { Kind($0 ?? UnsafeBufferPointer(start: nil, count: 0), of: type) }
        return withUnsafePointer(to: made, body)
    }

    /// Calls `body` with the texts of a row's school, valid during the call.
    @inline(__always)
    func withSchool<Result>(
        _ column: CodeColumn?, _ row: Int, _ body: (UnsafePointer<School>) -> Result
    ) -> Result {
        // Without a constant for the column, which would be a copy with several references.
        let code = column?.codes[row] ?? CodeDictionary.null
        let last = schools.count - 1
        if code == CodeDictionary.null || Int(code) < last {
            // SAFETY: there is an entry for the code, and one for none.
            let entry = code == CodeDictionary.null ? last : Int(code)
            return schools.withUnsafeBufferPointer { body($0.baseAddress! + entry) }
        }
        let made = column?.withUTF8(row) { School($0, of: type, in: lookup) }
        return withUnsafePointer(to: made ?? schools[last], body)
    }
}
