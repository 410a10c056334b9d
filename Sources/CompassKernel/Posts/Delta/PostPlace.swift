/// The place of a post in a table: a row of its columns, or of a level of its delta.
///
/// Stored in one word, so that a list of places costs what a list of rows does.
struct PostPlace: Hashable, Sendable {
    private static let rowBits = 40

    private let word: Int

    /// The place in a row of the table's columns.
    @inline(__always)
    init(_ row: Int) { word = row }

    /// The place in a row of a level; level 0 is the table's columns.
    @inline(__always)
    init(level: Int, row: Int) { word = level << PostPlace.rowBits | row }

    @inline(__always)
    var level: Int { word >> PostPlace.rowBits }

    /// The row in the columns of ``level``.
    @inline(__always)
    var row: Int { word & (1 << PostPlace.rowBits - 1) }
}
