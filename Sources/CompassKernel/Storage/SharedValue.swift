/// A reference to an immutable value with many columns that several other values share: copying a holder
/// costs one reference count. To change the value, create a new one.
///
/// Reading through a constant lets the compiler borrow the value. Reading through a pointer copied all
/// columns for each comparison of two ids, which took most of a layout's time (`timeline.layout`).
final class SharedValue<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
