/// A reference to an immutable value that lies in one block of memory with others that were made before and after it.
///
/// As with ``SharedValue``, copying it costs one reference count, but one for up to 64 values: when many values are
/// released in another order than they were made, the counts stay in the cache, and the values are freed in the order in
/// which they were made (`timeline.page`). A value keeps its whole block alive.
///
/// Layout: the block and the address of the value in it, 16 bytes. Three values of 8 bytes, for 200 of which there is a
/// builder, are a block with the count `03 00 00 00 00 00 00 00`, the values, and room for 61 more.
struct BlockValue<Value: Sendable>: @unchecked Sendable {
    // Sendable: a value is not written to once there is a reference to it.

    /// The header is the number of values.
    private final class Block: ManagedBuffer<Int, Value> {
        static func make(capacity: Int) -> Block {
            // SAFETY: `create` makes an object of the class that it is called on.
            unsafeDowncast(create(minimumCapacity: capacity) { _ in 0 }, to: Block.self)
        }

        /// Stores a value in memory that the block has room for, and returns where it stays until the block is freed.
        func append(_ value: consuming Value) -> UnsafePointer<Value> {
            assert(header < capacity, "a block without room")
            let value = value
            // SAFETY: the pointer leaves the closure, because an object's memory does not move; who stores it also
            // stores the block.
            return withUnsafeMutablePointers { count, values in
                let place = values + count.pointee
                place.initialize(to: value)
                count.pointee += 1
                return UnsafePointer(place)
            }
        }

        // SAFETY: as many values were initialized, each once.
        deinit { _ = withUnsafeMutablePointers { $1.deinitialize(count: $0.pointee) } }
    }

    private let block: Block
    private let place: UnsafePointer<Value>

    /// Creates a reference to a value in a block of its own.
    init(_ value: Value) {
        block = Block.make(capacity: 1)
        place = block.append(value)
    }

    private init(_ block: Block, _ place: UnsafePointer<Value>) { (self.block, self.place) = (block, place) }

    /// Calls `body` with the address of the value, which is valid until `body` returns.
    @inline(__always)
    func read<Result>(_ body: (UnsafePointer<Value>) -> Result) -> Result {
        withExtendedLifetime(block) { body(place) }
    }
}

extension BlockValue {
    /// Puts values into blocks in the order in which they come.
    ///
    /// Not copyable: two copies would put their values into the same memory.
    struct Builder: ~Copyable {
        /// The maximum number of values in a block. A value keeps as many others alive, less one; blocks are few
        /// compared with the texts of their values (`timeline.page`).
        private static var maximumCount: Int { 64 }

        private var block: Block?
        /// The number of values for which the block still has room.
        private var remainingCapacity = 0
        /// The number of expected values for which there is no block yet.
        private var expectedCount: Int

        /// - Parameter expectedCount: how many values will come; further ones have blocks of their own.
        init(expectedCount: Int) { self.expectedCount = max(expectedCount, 0) }

        /// Puts a value into a block, and returns a reference to it.
        mutating func append(_ value: consuming Value) -> BlockValue {
            if remainingCapacity == 0 {
                remainingCapacity = max(min(expectedCount, Self.maximumCount), 1)
                expectedCount = max(expectedCount - remainingCapacity, 0)
                block = Block.make(capacity: remainingCapacity)
            }
            remainingCapacity -= 1
            // SAFETY: there is a block, because there was room in it.
            let block = block.unsafelyUnwrapped
            return BlockValue(block, block.append(value))
        }
    }
}
