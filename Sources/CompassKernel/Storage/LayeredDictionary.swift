/// A dictionary whose copies share nearly all of their memory when one of them changes.
///
/// Layout: a small dictionary of the latest values, and immutable larger ones, each at least twice as large
/// as the next up to a limit. A change copies the small one only, if that is shared; when it is full it
/// becomes a layer, which is merged with those before that are less than twice as large. A removed key has no
/// value in the latest layer that knows it. Method: the logarithmic method of Bentley and Saxe, as
/// ``PostRecordList``.
struct LayeredDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Layer: Sendable {
        let values: [Key: Value?]

        init(_ values: [Key: Value?]) { self.values = values }
    }

    /// The number of values up to which a change copies them all. Derived: some microseconds.
    private static var maximumLatestCount: Int { 128 }
    /// Layers are not merged into larger ones than this. Derived: some milliseconds.
    private static var maximumMergedCount: Int { 1 << 15 }

    private var layers: [Layer] = []
    private var latest: [Key: Value?] = [:]
    /// The number of values.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    init() {}

    /// Creates a dictionary of the given values, which later changes do not copy.
    init(_ values: [Key: Value]) {
        layers = values.isEmpty ? [] : [Layer(values.mapValues { $0 })]
        count = values.count
    }

    /// Returns the value of a key; nil if it has none.
    ///
    /// - Complexity: O(log n) for n values, and O(n / 32,768).
    subscript(key: Key) -> Value? {
        if let value = latest[key] { return value }
        for layer in layers.reversed() { if let value = layer.values[key] { return value } }
        return nil
    }

    /// Sets the value of a key.
    ///
    /// - Complexity: O(log n) on average for n values.
    mutating func updateValue(_ value: Value, forKey key: Key) {
        if self[key] == nil { count += 1 }
        set(value, forKey: key)
    }

    /// Removes a key and its value, if there is one.
    ///
    /// - Complexity: as for ``updateValue(_:forKey:)``.
    mutating func removeValue(forKey key: Key) {
        if self[key] == nil { return }
        count -= 1
        set(nil, forKey: key)
    }

    private mutating func set(_ value: Value?, forKey key: Key) {
        latest.updateValue(value, forKey: key)
        if latest.count <= Self.maximumLatestCount { return }
        var merged = latest
        while let last = layers.last, last.values.count < 2 * merged.count,
            last.values.count + merged.count <= Self.maximumMergedCount
        {
            merged = last.values.merging(merged) { $1 }
            layers.removeLast()
        }
        // Nothing is before the first layer that a removed key would hide.
        if layers.isEmpty { merged = merged.filter { $0.value != nil } }
        layers.append(Layer(merged))
        latest = [:]
    }

    /// All values in one dictionary.
    ///
    /// - Complexity: O(n).
    var values: [Key: Value] {
        layers.reversed().reduce(latest) { newer, layer in newer.merging(layer.values) { newer, _ in newer } }
            .compactMapValues { $0 }
    }

    /// Keeps the values that satisfy `isWanted`.
    ///
    /// - Complexity: O(n).
    mutating func keep(where isWanted: (_ key: Key, _ value: Value) -> Bool) {
        let kept = values.filter { isWanted($0.key, $0.value) }
        latest = [:]
        layers = kept.isEmpty ? [] : [Layer(kept.mapValues { $0 })]
        count = kept.count
    }
}
