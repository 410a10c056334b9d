import ProcessorBinding

/// Binds the process to one processor, so that the scheduler does not move it during a measurement.
public enum ProcessorAffinity {
    /// The reason why the process was not bound.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// The system cannot bind a process to a processor.
        case unsupported
        /// The processor does not exist, or the process may not use it.
        case noSuchProcessor(Int, usable: [Int])

        /// What is wrong, and how to fix it.
        public var description: String {
            switch self {
            case .unsupported:
                "this system binds no process to a processor; leave --cpu out"
            case .noSuchProcessor(let number, let usable):
                "processor \(number) cannot be used; those that can are "
                    + usable.map(String.init).joined(separator: ", ")
            }
        }
    }

    /// Binds the calling thread, and threads and processes that it starts later, to a processor. Call this
    /// before any other thread is started.
    ///
    /// - Parameter number: the processor's number, from 0.
    public static func bind(to number: Int) throws(Failure) {
        guard processor_binding_is_supported() else { throw .unsupported }
        let usable = self.usable
        guard usable.contains(number), processor_bind(Int32(number)) else {
            throw .noSuchProcessor(number, usable: usable)
        }
    }

    /// The numbers of the processors that the process may use; empty if the system does not report them.
    public static var usable: [Int] {
        (0..<processor_number_limit()).filter { processor_is_usable($0) }.map(Int.init)
    }
}
