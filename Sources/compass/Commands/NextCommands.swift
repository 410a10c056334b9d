import CompassKernel
import CompassProgram

/// The commands to try after tables have been written.
struct NextCommands {
    let directory: String
    /// The instant of the newest rows; without it, ranges that end now are empty.
    let asOf: Timestamp

    /// The commands, one per line, ready to be pasted into a shell.
    var lines: [String] {
        // A path may look like an option.
        let path = Self.quoted(directory.hasPrefix("-") ? "./" + directory : directory)
        return ["overview", "social"].map { "compass \($0) \(path) --now \(now)" }
    }

    private var now: String {
        let text = asOf.description
        return text.hasSuffix("+00:00") ? text.dropLast(6) + "Z" : text
    }

    /// Returns a word quoted for POSIX shells: in single quotes when it contains anything but harmless
    /// characters.
    static func quoted(_ word: String) -> String {
        let harmless = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "/._-+,:@%".utf8.contains(byte)
            }
        }
        return harmless && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }

    /// Prints the commands to standard error, where people see them and scripts that read the output do not.
    func print() {
        StandardError.writeLine("Next, for example:")
        for line in lines { StandardError.writeLine("  " + line) }
    }
}
