extension Array {
    /// Creates an array of at most `capacity` elements, as `init(unsafeUninitializedCapacity:initializingWith:)`
    /// does, except that an empty one is only read. That initializer stores the count of the memory that all
    /// empty arrays share, which is a race with their readers on other threads.
    @inline(__always)
    init(
        filling capacity: Int,
        _ initialize: (_ memory: inout UnsafeMutableBufferPointer<Element>, inout Int) -> Void
    ) {
        self =
            capacity > 0
            ? Array(unsafeUninitializedCapacity: capacity, initializingWith: initialize) : []
    }
}
