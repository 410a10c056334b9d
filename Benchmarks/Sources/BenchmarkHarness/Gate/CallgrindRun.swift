import Foundation

/// Counts the instructions that a program executes within ``MeasuredCall``, with Valgrind's tool Callgrind.
///
/// The counts must be exactly reproducible, also on other machines. So the program gets its own environment:
/// hashing without a random seed, memory functions of the C library that do not depend on the processor, and
/// an allocator that never returns memory to the system on a timer.
public enum CallgrindRun {
    /// The reason why nothing was counted.
    public struct Failure: Error, CustomStringConvertible {
        /// What is missing or went wrong.
        public let description: String
    }

    /// Whether Valgrind and the tool that removes debug information are installed.
    public static var isAvailable: Bool {
        ["valgrind", "strip"].allSatisfy { tool in (try? run([tool, "--version"], environment: nil)) != nil }
    }

    /// Runs a program and counts its instructions.
    ///
    /// - Parameters:
    ///   - program: the program, which calls ``MeasuredCall/run(_:)`` once for each count.
    ///   - arguments: its arguments.
    /// - Returns: the instructions of each measured call, in order, and the program's output.
    /// - Throws: ``Failure``.
    public static func counts(
        of program: URL, arguments: [String]
    ) throws -> (instructions: [Int], output: Data) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("callgrind-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Valgrind 3.19 cannot read the compiler's debug information; function names stay.
        let stripped = folder.appendingPathComponent("program")
        _ = try run(["strip", "-g", "-o", stripped.path, program.path], environment: nil)
        let results = folder.appendingPathComponent("out")
        let command =
            [
                "valgrind", "--tool=callgrind", "--quiet", "--toggle-collect=\(MeasuredCall.symbol)",
                "--dump-after=\(MeasuredCall.symbol)", "--callgrind-out-file=\(results.path)", stripped.path,
            ] + arguments
        let output = try run(command, environment: environment)
        var instructions: [Int] = []
        // The last part covers the time after the last measured call and is empty.
        while let part = try? String(
            contentsOfFile: "\(results.path).\(instructions.count + 1)", encoding: .utf8),
            isMeasuredCall(part)
        {
            guard let count = total(part) else {
                throw Failure(description: "Callgrind's result has no total")
            }
            instructions.append(count)
        }
        return (instructions, output)
    }

    /// Returns whether a part of Callgrind's result was written at the end of a measured call.
    static func isMeasuredCall(_ part: String) -> Bool {
        part.split(separator: "\n").contains {
            $0.hasPrefix("desc: Trigger:") && $0.contains(MeasuredCall.symbol)
        }
    }

    /// Returns the instructions in a part of Callgrind's result.
    static func total(_ part: String) -> Int? {
        part.split(separator: "\n").last { $0.hasPrefix("totals:") || $0.hasPrefix("summary:") }
            .flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
    }

    private static var environment: [String: String] {
        // Without these settings the C library uses its SSE2 functions, which every x86-64 processor
        // supports.
        let features = [
            "AVX", "AVX2", "AVX512F", "AVX512VL", "AVX512BW", "ERMS", "FSRM", "RTM", "SSSE3", "SSE4_1",
        ]
        var environment = [
            "SWIFT_DETERMINISTIC_HASHING": "1",
            "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + features.map { "-" + $0 }.joined(separator: ",")
                + ":glibc.cpu.x86_data_cache_size=0x8000:glibc.cpu.x86_shared_cache_size=0x100000"
                + ":glibc.cpu.x86_non_temporal_threshold=0xc0000",
            // jemalloc tidies its thread's cache every 64 KiB, wherever in a workload that happens to be: it
            // moved the figures of `timeline.viewport` by up to a fifth.
            "MALLOC_CONF": "narenas:1,background_thread:false,dirty_decay_ms:-1,muzzy_decay_ms:-1,"
                + "tcache_gc_incr_bytes:1099511627776",
        ]
        for name in ["PATH", "LD_LIBRARY_PATH", "TZDIR"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
        return environment
    }

    /// Returns a command's output.
    private static func run(_ command: [String], environment: [String: String]?) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        if let environment { process.environment = environment }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let reader = ErrorReader(errors.fileHandleForReading)
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(
                description:
                    "\(command.first ?? "") failed with status \(process.terminationStatus): \(reader.text)")
        }
        return bytes
    }
}

/// Reads one pipe while another is being read, so that neither fills up.
private final class ErrorReader: @unchecked Sendable {
    // Sendable: `bytes` is read only after the thread has left the group.
    private var bytes = Data()
    private let group = DispatchGroup()

    init(_ handle: FileHandle) {
        DispatchQueue.global().async(group: group) { [self] in bytes = handle.readDataToEndOfFile() }
    }

    var text: String {
        group.wait()
        return String(decoding: bytes.suffix(2_000), as: UTF8.self)
    }
}
