/// A workload at one size, ready to run.
public struct PreparedQuestion {
    /// Rows of the queried table.
    public var rows: Int
    /// The cases of the workload, at least one: one filter each, for example.
    public var cases: [QuestionCase]
    /// Bytes that a call reads, for throughput; nil if it reads none.
    public var bytesRead: Int?
    /// Whether one call does as much work as many of another workload; an instruction counter requires only
    /// one then.
    public var hasLongCalls = false
    /// Alternative kernel calls for the same task, which are sampled in turn with the only case.
    public var variants: [PairedCall] = []
    /// Work much like what the kernel's call does at least, such as copying its result, or that shows a limit of the
    /// machine. It is sampled in turn with the first case: when the machine slows down, their ratio changes less
    /// than a time does.
    public var references: [PairedCall] = []
    /// Returns other figures than times, by the key under which they become details of the row, after the
    /// results were checked; nil if there are none.
    public var figures: (() throws -> [String: Double])?
    /// Remarks for readers of the row, mainly what is not measured and why.
    public var notes: [String]

    /// A call to sample in turn with the kernel's.
    public struct PairedCall {
        /// The key of its figures.
        public var name: String
        /// The measured call.
        public var call: Call

        /// Creates a variant.
        public init(name: String, call: Call) {
            self.name = name
            self.call = call
        }
    }

    /// Creates a prepared workload.
    public init(rows: Int, cases: [QuestionCase], bytesRead: Int? = nil, notes: [String] = []) {
        precondition(!cases.isEmpty, "a question without a case")
        self.rows = rows
        self.cases = cases
        self.bytesRead = bytesRead
        hasLongCalls = bytesRead != nil
        self.notes = notes
    }
}

extension [QuestionCase] {
    /// Counts the allocations of all cases to no purpose, before they are counted in cases that are prepared anew.
    ///
    /// A case that changes a table does so twice, to settle and to be counted. If the change that is counted is the
    /// first of its sort in the process, Swift's runtime makes metadata of types meanwhile, in memory that now and
    /// then has to grow.
    public func rehearse() throws {
        for one in self { _ = try one.kernel.settledAllocations() }
    }
}

/// One case of a workload, for the kernel and the baselines.
public struct QuestionCase {
    /// The case's name; empty if the workload has only one.
    public var name: String
    /// The group of cases that share a limit; empty if there are no groups.
    public var group = ""
    /// The kernel's call.
    public var kernel: Call
    /// The careful baseline; nil if it is not measured.
    public var careful: Call?
    /// The baseline as specified; nil if it is not measured.
    public var specified: Call?
    /// Compares the kernel's results with the careful baseline's; throws a ``CheckFailure`` if they differ.
    public var checkCareful: () throws -> Void
    /// Compares the kernel's results with those of the baseline as specified; nil if it is not measured, or
    /// returns no comparable result.
    public var checkSpecified: (() throws -> Void)?
    /// The names of the inputs that the calls use by their running numbers, if each input is to be a sample:
    /// a row's percentiles are then percentiles of these. Empty if a sample is a batch of calls.
    public var inputNames: [String] = []
    /// Whether each input is timed only once, so that the percentiles include calls that are slow now and
    /// then, whatever their input.
    public var isTimedOnce = false
    /// The running numbers at which allocations are counted, and the number of blocks that the result of such
    /// a call owns; nil if a call's allocations are not limited.
    public var resultBlocks: (indices: [Int], count: (_ index: Int) throws -> Int)?

    /// Creates a case.
    ///
    /// - Parameter check: compares the kernel's results with the careful baseline's.
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

    /// Compares the kernel's results with those of each measured baseline, and always with the careful one.
    ///
    /// - Throws: ``CheckFailure`` if they differ.
    public func check() throws {
        try checkCareful()
        try checkSpecified?()
    }
}
