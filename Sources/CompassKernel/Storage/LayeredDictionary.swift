/// A dictionary whose copies share nearly all of their memory when one of them changes.
///
/// Layout: a small dictionary of the latest values, and immutable larger ones, each at least twice as large
/// as the next. A change copies the small one only, if that is shared; when it is full it becomes a layer,
/// which is merged with those before that are less than twice as large. Method: the logarithmic method of
/// Bentley and Saxe, as ``PostRecordList``.
struct LayeredDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Layer: Sendable {
        let values: [Key: Value]

        init(_ values: [Key: Value]) { self.values = values }
    }

    /// The number of values up to which a change copies them all. Derived: some microseconds.
    private static var maximumLatestCount: Int { 128 }

    private var layers: [Layer] = []
    private var latest: [Key: Value] = [:]

    /// Returns the value of a key; nil if it has none.
    ///
    /// - Complexity: O(log n) for n values.
    subscript(key: Key) -> Value? {
        if let value = latest[key] { return value }
        for layer in layers.reversed() { if let value = layer.values[key] { return value } }
        return nil
    }

    /// Sets the value of a key.
    ///
    /// - Complexity: O(log n) on average for n values.
    mutating func updateValue(_ value: Value, forKey key: Key) {
        latest[key] = value
        if latest.count <= Self.maximumLatestCount { return }
        var merged = latest
        while let last = layers.last, last.values.count < 2 * merged.count {
            merged = last.values.merging(merged) { $1 }
            layers.removeLast()
        }
        layers.append(Layer(merged))
        latest = [:]
    }

    /// All values in one dictionary.
    ///
    /// - Complexity: O(n).
    var values: [Key: Value] {
        layers.reversed().reduce(latest) { newer, layer in newer.merging(layer.values) { newer, _ in newer } }
    }

    /// Keeps the values that satisfy `isWanted`.
    ///
    /// - Complexity: O(n).
    mutating func keep(where isWanted: (_ key: Key, _ value: Value) -> Bool) {
        let kept = values.filter { isWanted($0.key, $0.value) }
        latest = [:]
        layers = kept.isEmpty ? [] : [Layer(kept)]
    }
}
