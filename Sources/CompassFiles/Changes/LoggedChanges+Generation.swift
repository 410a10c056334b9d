import CompassKernel
import CompassProgram

/// To which generation of its table file a log belongs.
extension LoggedChanges {
    /// The generation that the log names; nil for the log of a directory, and for one without any line.
    package var generation: UInt64? {
        if case .generation(let generation) = heading { generation } else { nil }
    }

    /// Returns the first line of the log of a generation.
    package static func heading(_ generation: UInt64) -> [UInt8] {
        Array("{\"generation\":\(generation)}\n".utf8)
    }

    static func heading(_ line: [UInt8]) -> Heading {
        guard let text = JSONMembers(["generation"], of: line)?[0]?.text, let generation = UInt64(text),
            generation <= 1 << 53
        else { return .malformed }
        return .generation(generation)
    }

    /// Returns whether the changes are those of a table file: otherwise they are of an earlier generation, and
    /// inside the file.
    ///
    /// - Parameter generation: that of the file; nil if there is no file that can be read, or for a directory.
    /// - Throws: ``Failure`` for the changes of a later generation, to which the file does not belong.
    package func areCurrent(in generation: UInt64?) throws(Failure) -> Bool {
        switch heading {
        case .none: return true
        case .malformed:
            throw Failure(
                .malformedData,
                "\(place.path) does not begin with the generation of its table file, so that it is not known "
                    + "whether its changes are inside; move it away")
        case .generation(let own):
            guard let generation, own != generation else { return true }
            if own < generation { return false }
            throw Failure(
                .malformedData,
                "\(place.path) has the changes of generation \(own), but the table file is of generation "
                    + "\(generation): an earlier file has taken its place; put back the later one, or move "
                    + "the changes away")
        }
    }

    /// The message that the changes are ignored, because they are of an earlier generation.
    package func outdatedMessage(_ generation: UInt64) -> String {
        "\(place.name): its changes are of generation \(self.generation ?? 0), and are ignored: the table file "
            + "is of generation \(generation), and has them inside"
    }

    /// The message about the end of the log, which was not written completely.
    ///
    /// - Parameter consequence: what became of it.
    package func tornMessage(_ consequence: String) -> String {
        "\(place.name): the last line was not written to its end, and was \(consequence) "
            + "(\(tornByteCount) bytes)"
    }

    /// Calls a function with a message for each line that is no change.
    package func reportProblems(_ report: (String) -> Void) {
        for problem in problems { report("\(place.name), line \(problem.line): \(problem.reason)") }
    }
}
