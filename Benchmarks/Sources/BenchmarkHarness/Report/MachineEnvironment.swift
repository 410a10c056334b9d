import Foundation

/// The environment and the sources of a report.
public struct MachineEnvironment: Hashable, Sendable {
    /// The processor's model.
    public var cpu: String
    /// Processors that the process may use.
    public var cores: Int
    /// The operating system.
    public var os: String
    /// The compiler's version.
    public var compiler: String
    /// The commit, with "+" if files differ from it.
    public var commit: String
    /// When the report was made, UTC.
    public var date: String
    /// The command line of the program.
    public var command: String
    /// The number of the processor that the process was bound to; nil if it was not.
    public var cpuAffinity: Int?

    /// Returns whether figures of both environments may be combined in one report. The mark of changed files
    /// does not count, because results are themselves files of the repository.
    public func isSameMachineAndCommit(as other: MachineEnvironment) -> Bool {
        func plain(_ commit: String) -> String { commit.replacing("+", with: "") }
        return cpu == other.cpu && cores == other.cores && os == other.os && compiler == other.compiler
            && plain(commit) == plain(other.commit)
    }

    /// Queries the machine, the compiler on the search path and the repository of the current folder.
    public static func current(arguments: [String]) -> MachineEnvironment {
        let commit = output(of: ["git", "rev-parse", "--short=12", "HEAD"]) ?? "unknown"
        let changes = output(of: ["git", "status", "--porcelain"]) ?? ""
        return MachineEnvironment(
            cpu: processorModel(), cores: ProcessInfo.processInfo.activeProcessorCount,
            os: ProcessInfo.processInfo.operatingSystemVersionString,
            compiler: compilerVersion,
            commit: commit + (changes.isEmpty ? "" : "+"),
            date: ISO8601DateFormatter().string(from: Date()),
            command: (["compass-bench"] + arguments.map(shellWord)).joined(separator: " "))
    }

    /// The version of the compiler on the search path.
    static var compilerVersion: String {
        output(of: ["swiftc", "--version"]).map(firstLine) ?? "unknown"
    }

    private static func processorModel() -> String {
        if let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("model name") }),
            let model = line.split(separator: ":").last
        {
            return model.trimmingCharacters(in: .whitespaces)
        }
        return output(of: ["sysctl", "-n", "machdep.cpu.brand_string"]).map(firstLine) ?? "unknown"
    }

    private static func firstLine(_ text: String) -> String {
        text.split(separator: "\n").first.map(String.init) ?? text
    }

    /// Quotes an argument for a shell.
    private static func shellWord(_ argument: String) -> String {
        let isPlain = argument.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./,:=+@%".utf8.contains(byte)
            }
        }
        if isPlain, !argument.isEmpty { return argument }
        return "'\(argument.replacing("'", with: "'\\''"))'"
    }

    /// Returns a command's output; nil if it cannot be run or fails.
    private static func output(of command: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension MachineEnvironment: Codable {
    private enum CodingKeys: String, CodingKey {
        case cpu, cores, os, compiler, commit, date, command, cpuAffinity
    }

    /// Writes all keys; missing values are null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cpu, forKey: .cpu)
        try container.encode(cores, forKey: .cores)
        try container.encode(os, forKey: .os)
        try container.encode(compiler, forKey: .compiler)
        try container.encode(commit, forKey: .commit)
        try container.encode(date, forKey: .date)
        try container.encode(command, forKey: .command)
        try container.encode(cpuAffinity, forKey: .cpuAffinity)
    }
}
