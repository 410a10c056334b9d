import ProcessorBinding

/// Binds the process to one processor, so that the scheduler does not move it while it is measured.
public enum ProcessorAffinity {
    /// Why the process was not bound.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// The system binds no process to a processor.
        case unsupported
        /// There is no such processor, or the process may not use it.
        case noSuchProcessor(Int, usable: [Int])

        /// What is wrong, and what to do.
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

    /// Binds the calling thread, and threads and processes that it starts later, to a processor. To be called
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

    /// The numbers of the processors that the process may use; empty where the system does not tell.
    public static var usable: [Int] {
        (0..<processor_number_limit()).filter { processor_is_usable($0) }.map(Int.init)
    }
}
