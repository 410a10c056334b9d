import Foundation

/// The resident memory of this process, where the system tells it in `/proc`.
public enum ResidentMemory {
    /// The largest so far, in bytes; nil where it is not known.
    public static var peakBytes: Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kibibytes * 1024
    }
}
