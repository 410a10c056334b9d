import AllocationCounter

/// What the allocator does with freed memory.
public enum FreedMemory {
    /// Lets the allocator keep freed memory, so that later blocks are in memory that was touched before, or give it
    /// back as it does by default.
    ///
    /// - Returns: false where the allocator cannot be told.
    @discardableResult public static func keep(_ keeps: Bool) -> Bool {
        allocation_counter_keep_freed_memory(keeps)
    }
}
