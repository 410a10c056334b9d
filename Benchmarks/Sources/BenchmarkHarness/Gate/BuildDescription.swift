import AllocationCounter
import Foundation

/// What deterministic figures depend on besides the sources.
public struct BuildDescription: Hashable, Sendable, Codable {
    /// The processor's architecture.
    public var architecture: String
    /// Whether the program is optimized: `release` or `debug`.
    public var configuration: String
    /// The compiler's version.
    public var compiler: String
    /// The allocator's version, which determines block sizes.
    public var allocator: String
    /// The C library's version, whose memory and string functions are counted too.
    public var cLibrary: String

    /// Describes this program; the compiler is the one on the search path.
    public static func current() -> BuildDescription {
        BuildDescription(
            architecture: architecture, configuration: configuration,
            compiler: MachineEnvironment.compilerVersion, allocator: allocator, cLibrary: cLibrary)
    }

    /// Returns the reason why a group's figures cannot be compared with limits of another build; nil if they
    /// can.
    ///
    /// - Parameters:
    ///   - other: the build that made the limits.
    ///   - group: the figures. Ratios of two times of one run are valid in any build of one configuration.
    ///     The number and size of blocks depend on neither compiler nor C library, but instruction counts do.
    public func difference(from other: BuildDescription, for group: LimitGroup) -> String? {
        var parts: [(name: String, path: KeyPath<BuildDescription, String>)] = [
            ("configuration", \.configuration)
        ]
        if group != .ratios { parts += [("architecture", \.architecture), ("allocator", \.allocator)] }
        if group == .instructions { parts += [("compiler", \.compiler), ("C library", \.cLibrary)] }
        let differences = parts.filter { self[keyPath: $0.path] != other[keyPath: $0.path] }
        if differences.isEmpty { return nil }
        return differences.map { part in
            "the limits are for \(part.name) \(other[keyPath: part.path]), this is \(self[keyPath: part.path])"
        }.joined(separator: "; ")
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "arm64"
        #else
            "other"
        #endif
    }

    private static var configuration: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    /// Returns the version without the commit hash that jemalloc appends.
    private static var allocator: String {
        let version = String(cString: allocation_counter_allocator_version())
        return "jemalloc " + (version.split(separator: "-").first.map(String.init) ?? "unknown")
    }

    private static var cLibrary: String {
        String(cString: allocation_counter_c_library_version())
    }
}
