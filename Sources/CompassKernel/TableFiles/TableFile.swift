/// The tables of the app in one file, which is mapped into memory and ready at once.
///
/// ```swift
/// let (posts, report) = try PostTable.load(contentsOf: "social_media_posts.json")
/// try TableFile(posts: posts, reports: [report]).save(to: "season.compass")
///
/// let file = try TableFile.open("season.compass")
/// let count = file.posts?.count
/// ```
/// Tables of an opened file are values like those of a loaded one: their pages are equal, and they can be
/// changed, which leaves the file as it is. Their texts are read from the disk when they are first accessed.
/// The file may be replaced or removed while its tables are in use, but not be shortened, which ends the
/// program: ``save(to:searchIndex:)`` never writes into an existing file.
///
/// The file has no time zone. A release reads the files of the same and of the two previous versions of the
/// format; for others it reports ``TableFileError/Kind/wrongVersion``, and the tables are to be loaded from
/// their source.
public struct TableFile: Sendable {
    /// What is verified when a file is opened.
    public enum Verification: Hashable, Sendable {
        /// Everything that could lead outside of memory, and the sums of what is read for that: some
        /// milliseconds for a million posts.
        case read
        /// Also the sums of all other bytes, which are read from the disk for that.
        case all
    }

    /// The rows of `social_media_posts`; nil if the file does not have the table, as for all others.
    public var posts: PostTable?
    /// The rows of `schools`.
    public var schools: SchoolDirectory?
    /// The rows of `coaches`.
    public var coaches: CoachTable?
    /// The rows of `interactions`.
    public var interactions: InteractionTable?
    /// The rows of `offers`.
    public var offers: OfferTable?
    /// The rows of `events`.
    public var events: EventTable?
    /// The rows of `documents`.
    public var documents: DocumentTable?
    /// The rows of `performance_metrics`.
    public var metrics: MetricTable?
    /// The rows of `school_status_history`.
    public var statusChanges: StatusChangeTable?
    /// The reports of the loaded tables, in any order.
    public var reports: [IngestReport]
    /// The number of the file among those that have taken each other's place, at most 2^53; 0 for tables that
    /// are not from a file.
    ///
    /// A log of changes that is kept beside a file names the generation to which they apply. Whoever saves
    /// the file with these changes inside increases the number, so that they are not applied again.
    public var generation: UInt64

    /// Creates the content of a file that has the given tables.
    public init(
        posts: PostTable? = nil, schools: SchoolDirectory? = nil, coaches: CoachTable? = nil,
        interactions: InteractionTable? = nil, offers: OfferTable? = nil, events: EventTable? = nil,
        documents: DocumentTable? = nil, metrics: MetricTable? = nil,
        statusChanges: StatusChangeTable? = nil, reports: [IngestReport] = [], generation: UInt64 = 0
    ) {
        self.posts = posts
        self.schools = schools
        self.coaches = coaches
        self.interactions = interactions
        self.offers = offers
        self.events = events
        self.documents = documents
        self.metrics = metrics
        self.statusChanges = statusChanges
        self.reports = reports
        self.generation = generation
    }

    /// Writes the tables to a file, in place of one that exists.
    ///
    /// The new file gets its name when it is complete and on the disk; until then, and after an error, the
    /// old one is there. Equal tables make equal files. Posts with pending changes are compacted first, in a
    /// copy.
    ///
    /// - Parameters:
    ///   - path: the path of the file, whose name usually ends with `.compass`.
    ///   - searchIndex: whether to write the search index of posts as well, nearly as large as everything
    ///     else, which is built if it does not exist; it saves the first search in the opened file some
    ///     seconds for a million posts.
    /// - Throws: ``TableFileError`` if the file cannot be written.
    /// - Complexity: O(b) for b bytes.
    public func save(to path: String, searchIndex: Bool = true) throws(TableFileError) {
        try save(to: path, searchIndex: searchIndex, observer: nil)
    }

    /// What is done by saving a file.
    package enum SaveEvent {
        /// The new file is about to be created at this path, where it is until it is complete.
        case creates(path: String)
        /// So many more bytes were written.
        case wrote(byteCount: Int)
    }

    /// Writes the tables to a file, as ``save(to:searchIndex:)`` does.
    ///
    /// - Parameter observer: called with what is done.
    package func save(
        to path: String, searchIndex: Bool, observer: ((SaveEvent) -> Void)?
    ) throws(TableFileError) {
        var writer = try TableFileWriter(path: path, observer: observer)
        try schools?.columns.write(SchoolDirectory.schema, to: &writer)
        try coaches?.columns.write(Coach.schema.table, to: &writer)
        try interactions?.columns.write(Interaction.schema.table, to: &writer)
        try offers?.columns.write(Offer.schema.table, to: &writer)
        try events?.columns.write(Event.schema.table, to: &writer)
        try documents?.columns.write(Document.schema.table, to: &writer)
        try metrics?.columns.write(PerformanceMetric.schema.table, to: &writer)
        try statusChanges?.columns.write(StatusChange.schema.table, to: &writer)
        try posts?.write(searchIndex: searchIndex, to: &writer)
        try StoredReports.write(reports, to: &writer)
        try StoredGeneration.write(generation, to: &writer)
        try writer.finish(schemaHash: Self.schemaHash)
    }

    /// Opens a file.
    ///
    /// Any file can be opened without a risk, wherever it comes from: it is verified as far as memory is
    /// concerned. Texts that are not valid UTF-8 are repaired when they are shown. A file that others than
    /// its owner may write to is read into memory.
    ///
    /// - Parameters:
    ///   - path: the path of a file that ``save(to:searchIndex:)`` has written.
    ///   - verification: what is verified.
    ///   - copying: whether the file is read into memory in place of being mapped, for files on other
    ///     machines and those that another program may write into.
    ///   - options: how posts are searched; the other options are about documents.
    /// - Throws: ``TableFileError`` if the file is not a table file, or is damaged.
    /// - Complexity: O(n) for n rows, independent of the size of their texts; O(b) for b bytes if all are
    ///   verified, or copied.
    public static func open(
        _ path: String, verify verification: Verification = .read, copying: Bool = false,
        options: LoadOptions = LoadOptions()
    ) throws(TableFileError) -> TableFile {
        let region = try MappedRegion.opening(path, copying: copying)
        let reader = try TableFileReader(region, path: path, schemaHash: schemaHash, verify: verification)
        return try TableFile(reader, options)
    }

    /// Reads the tables of a file.
    init(_ reader: TableFileReader, _ options: LoadOptions) throws(TableFileError) {
        posts = try PostTable.read(from: reader)?.searching(as: options)
        schools = try RecordColumns.read(SchoolDirectory.schema, from: reader)
            .map { SchoolDirectory(columns: $0) }
        coaches = try Self.table(reader)
        interactions = try Self.table(reader)
        offers = try Self.table(reader)
        events = try Self.table(reader)
        documents = try Self.table(reader)
        metrics = try Self.table(reader)
        statusChanges = try Self.table(reader)
        reports = try StoredReports.read(from: reader)
        generation = try StoredGeneration.read(from: reader)
    }

    private static func table<Record>(
        _ reader: TableFileReader
    ) throws(TableFileError) -> RecordTable<Record>? {
        try RecordColumns.read(Record.schema.table, from: reader).map { RecordTable($0) }
    }
}
