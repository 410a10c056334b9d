/// When posts were last changed by realtime payloads, those that are deleted included.
struct ChangeHistory: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var micros: Int64
        var isDeleted: Bool
    }

    private(set) var entries: [ByteText: Entry] = [:]

    subscript(id: ByteText) -> Entry? {
        get { entries[id] }
        set { entries[id] = newValue }
    }

    mutating func forgetDeletions(before micros: Int64) {
        entries = entries.filter { !$0.value.isDeleted || $0.value.micros >= micros }
    }
}
