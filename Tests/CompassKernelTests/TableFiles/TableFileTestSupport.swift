import Foundation

@testable import CompassKernel

/// A folder for the files of one test.
final class TableFileFolder {
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
