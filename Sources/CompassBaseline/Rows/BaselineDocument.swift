/// One row of `documents`.
public struct BaselineDocument: Hashable, Sendable {
    /// The document's id.
    public var id: BaselineText
    /// The kind of document.
    public var type: BaselineText
    /// The upload time, in microseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    /// Its title.
    public var title: BaselineText?
    /// The school it was made for.
    public var schoolID: BaselineText?

    /// Creates a document; arguments that are not given are null in the database.
    public init(
        id: BaselineText, type: BaselineText, time: Int64, title: BaselineText? = nil,
        schoolID: BaselineText? = nil
    ) {
        self.id = id
        self.type = type
        self.time = time
        self.title = title
        self.schoolID = schoolID
    }
}
