import CompassKernel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The kinds of objects that handles name. The raw value is a part of the handle.
enum HandleKind: UInt8, CaseIterable {
    case table = 1
    case posts
    case timeline
    case activity
    case reports
    case zone
    case change
    case text
    case loader
    case tableFile
    case partial

    /// The name of such a handle in messages.
    var name: String { self == .tableFile ? "compass_table_file" : "compass_\(self)" }
}

/// An object that a handle can name.
protocol HandleObject: AnyObject, Sendable {
    static var handleKind: HandleKind { get }
}

/// The objects that other languages hold, by handles that are never reused.
///
/// A handle consists of the slot of its object, and a generation that distinguishes it from the slot's other
/// handles:
/// ```
/// bits    63 … 56   55 … 32      31 … 0
///         kind      generation   slot          0x02_000003_00000007: posts, the third handle of slot 7
/// ```
/// Destroying a handle frees its slot for the next one, which gets the next generation; a slot whose
/// generations are used up is retired. So a destroyed handle never becomes valid again, and an invented one
/// is detected unless it happens to match. Kinds and generations begin at 1, so that no handle is 0.
final class HandleTable: @unchecked Sendable {
    // Sendable: slots are read and written only with the lock held.
    static let shared: HandleTable = {
        // After fork the child gets a consistent table with a released lock, which every call requires,
        // whatever its object.
        pthread_atfork(
            { HandleTable.shared.lock.lock() }, { HandleTable.shared.lock.unlock() },
            { HandleTable.shared.lock.unlock() })
        return HandleTable()
    }()

    private struct Slot {
        var object: (any HandleObject)?
        var handle: UInt64
    }

    private static let generationShift: UInt64 = 32
    private static let generationMask: UInt64 = 1 << 24 - 1
    private static let kindShift: UInt64 = 56
    private static let slotMask: UInt64 = 1 << 32 - 1

    private let lock = Monitor()
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var liveCount = 0
    private let lastGeneration: UInt64

    /// - Parameter lastGeneration: the number of times a slot is used; tests lower it.
    init(lastGeneration: UInt64 = HandleTable.generationMask) { self.lastGeneration = lastGeneration }

    /// The number of handles that have not been destroyed.
    var count: Int { lock.withLock { liveCount } }

    /// Returns a handle for an object, which lives until it is removed.
    func insert<Object: HandleObject>(_ object: Object) -> UInt64 {
        lock.withLock {
            let slot: Int
            if let free = freeSlots.popLast() {
                slot = free
            } else {
                slot = slots.count
                slots.append(Slot(object: nil, handle: 0))
            }
            let generation = Self.generation(of: slots[slot].handle) + 1
            let handle =
                UInt64(Object.handleKind.rawValue) << Self.kindShift | generation << Self.generationShift
                | UInt64(slot)
            slots[slot] = Slot(object: object, handle: handle)
            liveCount += 1
            return handle
        }
    }

    /// Returns the object of a handle; nil when the handle is not a live one of this kind.
    func object<Object: HandleObject>(_ handle: UInt64, _ type: Object.Type) -> Object? {
        lock.withLock {
            guard let slot = slot(of: handle, type.handleKind) else { return nil }
            return slots[slot].object as? Object
        }
    }

    /// Removes the object of a handle; returns false when the handle is not a live one of this kind.
    func remove(_ handle: UInt64, _ kind: HandleKind) -> Bool {
        // The object is released after the lock: freeing a large one takes time.
        var removed: (any HandleObject)?
        lock.withLock {
            guard let slot = slot(of: handle, kind) else { return }
            removed = slots[slot].object
            slots[slot].object = nil
            liveCount -= 1
            if Self.generation(of: handle) < lastGeneration { freeSlots.append(slot) }
        }
        return removed != nil
    }

    private static func generation(of handle: UInt64) -> UInt64 {
        handle >> generationShift & generationMask
    }

    /// Returns the slot of a handle that names an object of a kind.
    private func slot(of handle: UInt64, _ kind: HandleKind) -> Int? {
        let number = handle & Self.slotMask
        guard handle >> Self.kindShift == UInt64(kind.rawValue), number < UInt64(slots.count) else {
            return nil
        }
        let slot = Int(number)
        return slots[slot].handle == handle && slots[slot].object != nil ? slot : nil
    }
}
