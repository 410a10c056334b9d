/// The one reference of a value with many columns: copying the value costs one count of references, not one
/// for each column. Questions copied all of them now and then, which was a fifth of the page's time
/// (`social.page.30d`).
final class SharedParts<Parts: Sendable>: @unchecked Sendable {
    // Sendable: parts that several values share are never changed.
    /// Reached by a pointer since it needs no check for exclusive access: the values that hold the reference
    /// are checked.
    let parts: UnsafeMutablePointer<Parts>

    init(_ parts: Parts) {
        self.parts = .allocate(capacity: 1)
        self.parts.initialize(to: parts)
    }

    /// A reference to a copy of the parts.
    func copied() -> SharedParts {
        // Who copies gives its own reference up as soon as the pointer is known, see ``ColumnBuffer/update(_:)``.
        withExtendedLifetime(self) { SharedParts(parts.pointee) }
    }

    deinit {
        parts.deinitialize(count: 1)
        parts.deallocate()
    }
}
