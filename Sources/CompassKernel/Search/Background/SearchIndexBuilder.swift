/// The construction of a ``SearchIndex`` in steps.
struct SearchIndexBuilder: ~Copyable {
    private let fields: [TextColumn]
    private var index: SearchIndex?

    /// - Parameter fields: columns of equal length; null is equivalent to empty.
    init(fields: [TextColumn]) { self.fields = fields }

    /// Does the next part of the work; returns whether work remains.
    mutating func step() -> Bool {
        if index == nil { index = SearchIndex(fields: fields) }
        return false
    }

    /// The share of the work that is done, 0 to 1.
    var progress: Double { index == nil ? 0 : 1 }

    /// Does the remaining work and returns the index.
    consuming func finish() -> SearchIndex {
        while step() {}
        return index ?? SearchIndex(fields: fields)
    }
}
