internal import CCompassScan

/// A contiguous column of plain values with copy-on-write storage.
///
/// Layout: `count` consecutive elements and nothing else, so that a column can be handed out as an Arrow
/// buffer without a copy. `[7, 8]` of `Int32` is the bytes `07 00 00 00 08 00 00 00`.
struct ColumnBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Sendable: memory shared by several copies is never written to after initialization.

    /// Owns the elements' memory: either a separate block, which it frees, or, for a small column, the words after
    /// its own header. Most columns of a change are small, which takes a third fewer blocks so (`live.delete`).
    private final class Owner: ManagedBuffer<OwnedMemory, Word> {
        static func make(_ owned: OwnedMemory, wordCount: Int = 0) -> Owner {
            unsafeDowncast(create(minimumCapacity: wordCount) { _ in owned }, to: Owner.self)
        }

        /// Read by address, since each access to the property itself would be checked for exclusivity.
        var owned: OwnedMemory { withUnsafeMutablePointerToHeader { $0.pointee } }

        deinit { if let memory = owned.memory { ColumnMemory.deallocate(memory) } }
    }

    /// Has the alignment of every element type that columns use.
    private typealias Word = SIMD2<UInt64>

    /// The memory that an owner does not have itself.
    private struct OwnedMemory {
        /// The block to free; nil if there is none.
        var memory: UnsafeMutableRawPointer?
        /// The region that has the memory, which is then read-only; nil for memory of the column's own.
        var region: MappedRegion?
    }

    /// The maximum number of bytes that are allocated together with their owner. Derived: a 64-bit word for each of
    /// the 128 rows of the level that a change builds anew.
    private static var maximumSmallByteCount: Int { 1 << 10 }

    private var owner: Owner?
    private var base: UnsafePointer<Element>
    /// The number of elements.
    let count: Int

    /// Creates an empty column without memory of its own.
    init() {
        owner = nil
        base = UnsafePointer(bitPattern: MemoryLayout<Element>.alignment)!
        count = 0
    }

    /// Creates a column that takes ownership of `memory`, which holds `count` elements and comes from
    /// ``ColumnMemory``.
    init(taking memory: UnsafeMutableRawPointer, count: Int) {
        owner = Owner.make(OwnedMemory(memory: memory))
        base = UnsafePointer(memory.assumingMemoryBound(to: Element.self))
        self.count = count
    }

    /// Creates a column of the `count` elements from `byteOffset` on of a region, which it keeps alive.
    ///
    /// The range must be within the region, and the offset a multiple of the elements' alignment.
    init(mapped region: MappedRegion, byteOffset: Int, count: Int) {
        precondition(
            count >= 0 && byteOffset % MemoryLayout<Element>.alignment == 0
                && count <= (region.byteCount - byteOffset) / MemoryLayout<Element>.stride,
            "a column outside of its file")
        let memory = region.address(of: byteOffset)
        owner = Owner.make(OwnedMemory(region: region))
        base = UnsafePointer(memory.assumingMemoryBound(to: Element.self))
        self.count = count
    }

    /// Creates a column of `count` elements, all of which `fill` writes.
    @inline(__always)
    init(count: Int, fill: (UnsafeMutablePointer<Element>) -> Void) {
        let (column, target) = ColumnBuffer.allocate(count: count)
        fill(target)
        self = column
    }

    /// Allocates a column of `count` elements, which the caller must write before any of them is read, while the
    /// column is alive.
    static func allocate(count: Int) -> (column: ColumnBuffer, target: UnsafeMutablePointer<Element>) {
        let byteCount = count * MemoryLayout<Element>.stride
        if byteCount > maximumSmallByteCount {
            let memory = ColumnMemory.allocate(byteCount: byteCount)
            let target = memory.bindMemory(to: Element.self, capacity: count)
            return (ColumnBuffer(taking: memory, count: count), target)
        }
        let wordCount = max(1, (byteCount + MemoryLayout<Word>.size - 1) / MemoryLayout<Word>.size)
        let owner = Owner.make(OwnedMemory(), wordCount: wordCount)
        let target = owner.withUnsafeMutablePointerToElements {
            UnsafeMutableRawPointer($0).bindMemory(to: Element.self, capacity: count)
        }
        return (ColumnBuffer(owner: owner, base: UnsafePointer(target), count: count), target)
    }

    private init(owner: Owner, base: UnsafePointer<Element>, count: Int) {
        self.owner = owner
        self.base = base
        self.count = count
    }

    /// Creates a column of `count` elements whose bytes are zero, at least eight bytes.
    init(zeros count: Int) {
        let byteCount = count * MemoryLayout<Element>.stride
        if byteCount > ColumnBuffer.maximumSmallByteCount {
            self.init(taking: ColumnMemory.allocateZeros(byteCount: byteCount), count: count)
        } else {
            self.init(count: count) { target in
                ColumnMemory.clear(target, byteCount: max(byteCount, 8))
            }
        }
    }

    /// Creates a column of the given elements.
    init(_ elements: [Element]) {
        self.init(count: elements.count) { target in
            for (index, element) in elements.enumerated() { target[index] = element }
        }
    }

    var byteCount: Int { count * MemoryLayout<Element>.stride }

    /// The object that owns the elements' memory; nil if the column has no memory.
    var memoryOwner: AnyObject? { owner }

    /// Calls `body` with the mutable elements; other copies of the column do not change.
    ///
    /// - Complexity: O(1) plus the body, O(n) for n elements when another copy shares them, or they are in a
    ///   mapped file.
    mutating func update<Result>(_ body: (UnsafeMutablePointer<Element>) -> Result) -> Result {
        // A mapped file cannot be written to, also if nothing else refers to it.
        if !isKnownUniquelyReferenced(&owner) || owner?.owned.region != nil { self = copied() }
        defer { withExtendedLifetime(owner) {} }
        // SAFETY: the memory was allocated as mutable, and this column is its only owner.
        return body(UnsafeMutablePointer(mutating: base))
    }

    /// Returns a column with the same elements in separate memory.
    private func copied() -> ColumnBuffer {
        // The optimizer may release the caller's reference once the base pointer is loaded, and other threads
        // may drop all other references during the copy. `copy` keeps the memory until it is done.
        ColumnBuffer(count: count) { copy(0..<count, to: $0) }
    }

    /// Accesses the element at `index`, which must be in `0..<count`; checked in debug builds only.
    subscript(index: Int) -> Element {
        @inline(__always) unsafeAddress {
            assert(index >= 0 && index < count, "column index out of range")
            // SAFETY: callers of this internal type keep the index in 0..<count, and the compiler keeps the
            // column until it has read the element.
            return base + index
        }
    }

    /// Begins to read the element at `index`, if there is one, into the processor's caches.
    @inline(__always)
    func prefetch(_ index: Int) {
        assert(index >= 0, "negative column index")
        // SAFETY: an address up to the end of the column.
        compasskernel_prefetch(base + min(index, count))
    }

    /// Calls `body` with all elements.
    @inline(__always)
    func withBuffer<Result, Failure>(
        _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { _fixLifetime(owner) }
        return try body(UnsafeBufferPointer(start: base, count: count))
    }

    /// Calls `body` with the elements of `range`.
    @inline(__always)
    func withBuffer<Result>(
        of range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) throws -> Result
    ) rethrows -> Result {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "column range out of bounds")
        // SAFETY: callers keep the range in 0..<count.
        defer { _fixLifetime(owner) }
        return try body(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Calls `body` with the address of the column's first element; with nil if there is no column.
    @inline(__always)
    static func withBase<Result>(
        _ column: ColumnBuffer?, _ body: (UnsafePointer<Element>?) -> Result
    ) -> Result {
        defer { _fixLifetime(column) }
        return body(column?.base)
    }

    /// Copies the elements of `range` to `target`.
    func copy(_ range: Range<Int>, to target: UnsafeMutablePointer<Element>) {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "column range out of bounds")
        // SAFETY: callers keep the range in 0..<count, and the target does not overlap the column.
        withExtendedLifetime(owner) { target.update(from: base + range.lowerBound, count: range.count) }
    }

    func gathered(_ permutation: UnsafeBufferPointer<UInt32>) -> ColumnBuffer {
        withBuffer { source in
            ColumnBuffer(count: permutation.count) { target in
                // SAFETY: every entry of a permutation of rows is below `count`.
                for (position, row) in permutation.enumerated() { target[position] = source[Int(row)] }
            }
        }
    }
}

/// A column under construction: appending is amortized O(1), and ``finish()`` trims its memory.
struct GrowableColumn<Element: BitwiseCopyable & Sendable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private(set) var capacity: Int
    /// The memory reserved for the elements in the column that receives them.
    var reservedRoom: UnsafeMutablePointer<Element>?

    init(capacity: Int = 0) {
        self.capacity = max(capacity, 16)
        let memory = ColumnMemory.allocate(byteCount: self.capacity * MemoryLayout<Element>.stride)
        base = memory.bindMemory(to: Element.self, capacity: self.capacity)
    }

    deinit { ColumnMemory.deallocate(UnsafeMutableRawPointer(base)) }

    /// Reserves memory for at least `additional` more elements.
    @inline(__always)
    mutating func reserve(additional: Int) {
        if additional > capacity - count { grow(toAtLeast: count + additional) }
    }

    /// Sets the capacity to `newCapacity` if that is larger than the current one.
    mutating func reserve(total newCapacity: Int) { if newCapacity > capacity { setCapacity(newCapacity) } }

    @inline(never)
    private mutating func grow(toAtLeast minimum: Int) { setCapacity(max(minimum, capacity + capacity / 2)) }

    private mutating func setCapacity(_ newCapacity: Int) {
        let memory = ColumnMemory.reallocate(
            UnsafeMutableRawPointer(base), byteCount: newCapacity * MemoryLayout<Element>.stride)
        base = memory.assumingMemoryBound(to: Element.self)
        capacity = newCapacity
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(toAtLeast: count + 1) }
        appendUnchecked(element)
    }

    /// Appends without a capacity check: the caller has reserved memory.
    @inline(__always)
    mutating func appendUnchecked(_ element: Element) {
        assert(count < capacity, "append without reserve")
        // SAFETY: the caller reserved memory for this element.
        base[count] = element
        count &+= 1
    }

    /// Appends `additional` elements from `source`.
    @inline(__always)
    mutating func append(_ source: UnsafePointer<Element>, count additional: Int) {
        reserve(additional: additional)
        // SAFETY: memory was reserved, and a source never overlaps the column under construction.
        (base + count).update(from: source, count: additional)
        count += additional
    }

    /// Appends the elements of a column.
    mutating func append(_ column: ColumnBuffer<Element>) { append(column, 0..<column.count) }

    /// Appends the elements of a column in `range`.
    @inline(__always)
    mutating func append(_ column: ColumnBuffer<Element>, _ range: Range<Int>) {
        reserve(additional: range.count)
        column.copy(range, to: base + count)
        count += range.count
    }

    /// Lets `write` store up to `limit` elements after the last one; `write` returns the number of elements
    /// written.
    @inline(__always)
    mutating func append(upTo limit: Int, _ write: (UnsafeMutablePointer<Element>) -> Int) {
        reserve(additional: limit)
        let written = write(base + count)
        assert(written >= 0 && written <= limit, "wrote more than was reserved")
        count += written
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count, "column index out of range")
            return base[index]
        }
        set {
            assert(index >= 0 && index < count, "column index out of range")
            base[index] = newValue
        }
    }

    /// Reserves `additional` elements within the capacity; returns where they are to be stored.
    mutating func reserveRoom(count additional: Int) -> UnsafeMutablePointer<Element> {
        precondition(additional <= capacity - count, "claim without room")
        count += additional
        return base + (count - additional)
    }

    /// Calls `body` with all elements.
    @inline(__always)
    borrowing func withBuffer<Result, Failure>(
        _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(start: base, count: count))
    }

    /// Calls `body` with the elements of `range`.
    @inline(__always)
    borrowing func withBuffer<Result>(
        of range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Result
    ) -> Result {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "column range out of bounds")
        // SAFETY: callers keep the range in 0..<count.
        return body(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Calls `body` with the address of the mutable elements.
    @inline(__always)
    mutating func withMutableBase(_ body: (UnsafeMutablePointer<Element>) -> Void) { body(base) }

    /// Removes all elements and keeps the memory.
    mutating func removeAll() { count = 0 }

    /// Removes the last element, which must exist.
    mutating func removeLast() {
        assert(count > 0, "no element to remove")
        count -= 1
    }

    /// Returns the memory of the elements, trimmed to their size, and their number; the caller frees the
    /// memory.
    consuming func takeMemory() -> (memory: UnsafeMutableRawPointer, count: Int) {
        let count = self.count
        var memory = UnsafeMutableRawPointer(base)
        if capacity > count {
            memory = ColumnMemory.reallocate(memory, byteCount: count * MemoryLayout<Element>.stride)
        }
        discard self
        return (memory, count)
    }

    /// Returns the finished column, its memory trimmed to the used size.
    ///
    /// - Complexity: O(1) where the C library can shrink in place.
    consuming func finish() -> ColumnBuffer<Element> {
        let (memory, count) = takeMemory()
        return ColumnBuffer(taking: memory, count: count)
    }
}

extension GrowableColumn<UInt8> {
    /// The number of bytes that ``appendInBlocks(_:count:)`` copies at once.
    static var blockByteCount: Int { 64 }

    /// Appends `additional` bytes from `source`, after which a block of bytes can be read.
    ///
    /// Most texts of posts are shorter than a block: unlike with `memmove`, no branch depends on their lengths, which
    /// a processor cannot predict.
    @inline(__always)
    mutating func appendInBlocks(_ source: UnsafePointer<UInt8>, count additional: Int) {
        let blockByteCount = GrowableColumn.blockByteCount
        reserve(additional: additional &+ blockByteCount)
        // SAFETY: a block more than the bytes can be read, and has been reserved.
        let (from, to) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(base + count))
        var offset = 0
        repeat {
            let block = from.loadUnaligned(fromByteOffset: offset, as: SIMD64<UInt8>.self)
            to.storeBytes(of: block, toByteOffset: offset, as: SIMD64<UInt8>.self)
            offset &+= blockByteCount
        } while offset < additional
        count &+= additional
    }
}
