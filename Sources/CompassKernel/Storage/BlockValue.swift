/// A reference to an immutable value among others that were made one after another and lie in one block of memory.
///
/// As with ``SharedValue``, copying it costs one reference count, but that of a block. Those of a million values that are
/// released in another order fit into a cache, and the values are freed in the order in which they were made; objects of
/// their own are waited for each time (`timeline.page`). One value keeps its whole block alive.
struct BlockValue<Value: Sendable>: @unchecked Sendable {
    // Sendable: a value is not written to once there is a reference to it.

    /// The header is the number of values.
    private final class Block: ManagedBuffer<Int, Value> {
        static func make(capacity: Int) -> Block {
            unsafeDowncast(create(minimumCapacity: capacity) { _ in 0 }, to: Block.self)
        }

        /// Stores a value in memory that the block has room for, and returns where.
        func append(_ value: consuming Value) -> UnsafePointer<Value> {
            let value = value
            return withUnsafeMutablePointers { count, values in
                let place = values + count.pointee
                place.initialize(to: value)
                count.pointee += 1
                return UnsafePointer(place)
            }
        }

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

    /// Calls `body` with the address of the value.
    @inline(__always)
    func read<Result>(_ body: (UnsafePointer<Value>) -> Result) -> Result {
        withExtendedLifetime(block) { body(place) }
    }
}

extension BlockValue {
    /// Puts values into blocks in the order in which they come.
    struct Builder {
        /// The maximum number of values in a block: what a value keeps alive beside itself.
        private static var maximumCount: Int { 64 }

        private var block: Block?
        /// The number of values for which the block still has room.
        private var room = 0
        /// The number of values that are not yet in a block.
        private var expectedCount: Int

        /// - Parameter expectedCount: how many values will come; for more, there are further blocks.
        init(expectedCount: Int) { self.expectedCount = expectedCount }

        /// Puts a value into a block, and returns a reference to it.
        mutating func append(_ value: consuming Value) -> BlockValue {
            if room == 0 {
                room = max(min(expectedCount, Self.maximumCount), 1)
                expectedCount -= room
                block = Block.make(capacity: room)
            }
            room -= 1
            // There is one, because there is room in it.
            let block = block.unsafelyUnwrapped
            return BlockValue(block, block.append(value))
        }
    }
}
