/// An observed object whose properties change only when their values do.
@MainActor
protocol ObservedState: AnyObject {}

extension ObservedState {
    /// Sets a property unless it has the value already, so that observers are not told of nothing.
    func set<Value: Equatable>(_ property: ReferenceWritableKeyPath<Self, Value>, to value: Value) {
        if self[keyPath: property] != value { self[keyPath: property] = value }
    }
}
