/// A reference to the columns of a value with many columns: copying the value costs one reference count
/// instead of one for each column. Queries occasionally copied all columns, which took a fifth of the page's
/// time (`social.page.30d`).
final class SharedParts<Parts: Sendable>: @unchecked Sendable {
    // Sendable: parts shared by several values are never changed.
    /// Accessed by a pointer, which requires no check for exclusive access: the values that hold the
    /// reference are checked.
    let parts: UnsafeMutablePointer<Parts>

    init(_ parts: consuming Parts) {
        self.parts = .allocate(capacity: 1)
        self.parts.initialize(to: parts)
    }

    /// Returns a reference to a copy of the parts.
    func copied() -> SharedParts {
        // The optimizer may release the caller's reference once the pointer is loaded, see
        // ``ColumnBuffer/update(_:)``.
        withExtendedLifetime(self) { SharedParts(parts.pointee) }
    }

    deinit {
        parts.deinitialize(count: 1)
        parts.deallocate()
    }
}
