/// A value with many columns that several others share: copying its holder costs one count of references. It never
/// changes; who changes it makes a new one of it.
///
/// Reading through a constant lets the compiler borrow what it reads, where reading through a pointer copied all
/// columns for each comparison of two ids, which was most of a layout's time (`timeline.layout`).
final class SharedValue<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
