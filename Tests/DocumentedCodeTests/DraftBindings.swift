extension Optional {
    /// Whether there is a value; false removes it, as closing a sheet does.
    var isPresent: Bool {
        get { self != nil }
        set { if !newValue { self = nil } }
    }
}

extension Optional where Wrapped: Hashable {
    /// The value, or another one while there is none, such as while a sheet closes; that one is not kept.
    subscript(or other: Wrapped) -> Wrapped {
        get { self ?? other }
        set { if self != nil { self = newValue } }
    }
}
