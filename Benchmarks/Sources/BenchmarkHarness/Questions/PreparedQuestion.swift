/// A workload at one size, ready to be asked.
public struct PreparedQuestion {
    /// Rows of the table that is asked.
    public var rows: Int
    /// The forms in which it is asked, at least one: one filter each, for example.
    public var cases: [QuestionCase]
    /// Bytes that a call reads, for throughput; nil where it reads none.
    public var bytesRead: Int?
    /// Whether one call does as much as many of another question: an instruction counter needs only one then.
    public var hasLongCalls = false
    /// Other ways of the kernel to do the same, which are sampled in turn with the only case.
    public var variants: [Variant] = []
    /// What a reader of the row must know, above all what is not measured and why.
    public var notes: [String]

    /// Another way to do the same.
    public struct Variant {
        /// The key of its figures.
        public var name: String
        /// What is measured.
        public var call: Call

        /// A variant.
        public init(name: String, call: Call) {
            self.name = name
            self.call = call
        }
    }

    /// A question.
    public init(rows: Int, cases: [QuestionCase], bytesRead: Int? = nil, notes: [String] = []) {
        precondition(!cases.isEmpty, "a question without a case")
        self.rows = rows
        self.cases = cases
        self.bytesRead = bytesRead
        hasLongCalls = bytesRead != nil
        self.notes = notes
    }
}

/// A question in one form, by the kernel and by the baselines.
public struct QuestionCase {
    /// The form's name; empty where a question has only one.
    public var name: String
    /// Cases of one group share a limit; empty where there are no groups.
    public var group = ""
    /// The kernel.
    public var kernel: Call
    /// The careful baseline; nil where it is not measured.
    public var careful: Call?
    /// The baseline as specified; nil where it is not measured.
    public var specified: Call?
    /// Compares the kernel's answers with the careful baseline's; throws a ``CheckFailure`` where they
    /// differ.
    public var checkCareful: () throws -> Void
    /// Compares the kernel's answers with those of the baseline as specified; nil where it is not measured,
    /// or gives no answer of the same kind.
    public var checkSpecified: (() throws -> Void)?
    /// What the calls go through by their running numbers, by name, where each of them is to be a sample: a
    /// row's percentiles are then percentiles of these. Empty where a sample is a batch of calls.
    public var inputNames: [String] = []
    /// The running numbers at which allocations are counted, and how many blocks the result of such a call
    /// owns; nil where a call may allocate as it likes.
    public var resultBlocks: (indices: [Int], count: (_ index: Int) throws -> Int)?

    /// A case.
    ///
    /// - Parameter check: compares the kernel's answers with the careful baseline's.
    public init(
        name: String = "", kernel: Call, careful: Call? = nil, specified: Call? = nil,
        check: @escaping () throws -> Void
    ) {
        self.name = name
        self.kernel = kernel
        self.careful = careful
        self.specified = specified
        checkCareful = check
    }

    /// Compares the kernel's answers with those of each baseline that is measured, and with the careful one
    /// in any case.
    ///
    /// - Throws: ``CheckFailure`` where they differ.
    public func check() throws {
        try checkCareful()
        try checkSpecified?()
    }
}
