import Foundation

/// The resident memory of this process, where the system reports it in `/proc`.
public enum ResidentMemory {
    /// The peak so far, in bytes; nil if it is unknown.
    public static var peakBytes: Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kibibytes * 1024
    }
}
