import Foundation
import XCTest

@testable import CompassKernel

/// A folder for the files of one test.
final class TableFileFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/table-files-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

/// The bytes of a file.
func bytes(ofFile path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map(Array.init) ?? []
}

extension MappedRegion {
    /// Copies bytes.
    convenience init?(_ bytes: [UInt8]) {
        self.init(byteCount: bytes.count) { target in
            bytes.withUnsafeBytes { target.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
            return true
        }
    }
}

/// Calls `body` while no file may be larger than `byteCount`.
func withLargestFile(_ byteCount: Int, _ body: () throws -> Void) rethrows {
    #if os(Linux)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
        let resource = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return XCTFail("no limit of the size of files") }
    var lower = limit
    lower.rlim_cur = rlim_t(byteCount)
    // Without a handler the signal of a write beyond the limit ends the process.
    let handler = signal(SIGXFSZ, SIG_IGN)
    defer {
        setrlimit(resource, &limit)
        signal(SIGXFSZ, handler)
    }
    guard setrlimit(resource, &lower) == 0 else { return XCTFail("the limit cannot be lowered") }
    try body()
}
