/// The schools, or the coaches, of linked counts, each with its number of posts.
///
/// ```swift
/// for school in counts.schools where school.postCount > 0 { print(school.name, school.postCount) }
/// counts.coaches = []
/// ```
///
/// Layout: all values of one table share the ids and names; a value has a number of posts and a place among
/// the names for each element. An array of ``NamedPostCount`` would own two references an element to strings
/// that are counted by all threads at once: with 800 schools and coaches that took longer than counting.
public struct NamedPostCounts: Sendable {
    private var ids: [String]
    private var names: [String]
    private var counts: [Count]

    private struct Count {
        let place: Int
        let postCount: Int
    }

    /// Creates a list with the given elements, in their order.
    ///
    /// - Complexity: O(n) for n elements.
    public init(_ elements: some Sequence<NamedPostCount>) {
        let elements = Array(elements)
        ids = elements.map(\.id)
        names = elements.map(\.name)
        counts = elements.indices.map { Count(place: $0, postCount: elements[$0].postCount) }
    }

    /// Creates a list of the codes for which `postCount` is not nil, in name order.
    ///
    /// - Parameters:
    ///   - codes: the ids and names, which the list shares.
    ///   - postCount: returns the number of posts of a code; nil if the code is left out.
    @inline(__always)
    init(_ codes: CodeNames, postCount: (_ code: Int) -> Int?) {
        ids = codes.ids
        names = codes.names
        let inOrder = codes.codesByRank
        counts = Array(filling: inOrder.count) { target, count in
            for code in inOrder {
                guard let posts = postCount(code) else { continue }
                target.initializeElement(at: count, to: Count(place: code, postCount: posts))
                count += 1
            }
        }
    }
}

extension NamedPostCounts: RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of elements.
    public var endIndex: Int { counts.count }

    /// The element at an index; an invalid index is a programming error, as it is for an array.
    ///
    /// - Complexity: O(1); O(n) to change an id or a name of a value that shares them.
    public subscript(index: Int) -> NamedPostCount {
        get {
            let count = counts[index]
            return NamedPostCount(id: ids[count.place], name: names[count.place], postCount: count.postCount)
        }
        set {
            // No other element has this place.
            let place = counts[index].place
            if ByteText(ids[place]) != ByteText(newValue.id) { ids[place] = newValue.id }
            if ByteText(names[place]) != ByteText(newValue.name) { names[place] = newValue.name }
            counts[index] = Count(place: place, postCount: newValue.postCount)
        }
    }

    /// Creates a list with the given elements, in their order.
    public init(arrayLiteral elements: NamedPostCount...) { self.init(elements) }
}

extension NamedPostCounts: Hashable {
    /// Returns whether both have equal elements in the same order.
    ///
    /// - Complexity: O(n) for n elements.
    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

    /// Hashes the elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}

extension NamedPostCounts: Codable {
    /// Reads a list of elements.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws { self.init(try [NamedPostCount](from: decoder)) }

    /// Writes a list of elements.
    public func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
}
