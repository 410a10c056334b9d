import ArgumentParser

extension CompletionKind {
    /// The ranges of the pages; any number of days is accepted.
    static var days: CompletionKind { .list(["7", "30", "90", "all"]) }
}
