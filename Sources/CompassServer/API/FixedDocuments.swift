import CompassKernel

/// The documents that never change while the server runs; each is written when it is first asked for.
final class FixedDocuments: @unchecked Sendable {
    // Sendable: the bytes are read and written only with the lock held.
    private let monitor = Monitor()
    private let table: RouteTable
    private let defaults: APIDefaults
    private var writtenTexts: [UInt8]?
    private var writtenOpenAPI: [UInt8]?

    init(_ table: RouteTable, _ defaults: APIDefaults) {
        self.table = table
        self.defaults = defaults
    }

    /// Returns the texts of the pages as JSON.
    func texts() throws(APIError) -> [UInt8] {
        if let written = monitor.withLock({ writtenTexts }) { return written }
        let bytes = try TextsJSON.bytes(of: defaults.texts)
        monitor.withLock { writtenTexts = bytes }
        return bytes
    }

    /// Returns the document of the API.
    func openAPI() -> [UInt8] {
        if let written = monitor.withLock({ writtenOpenAPI }) { return written }
        let bytes = OpenAPIDocument(table, version: defaults.version).json.bytes
        monitor.withLock { writtenOpenAPI = bytes }
        return bytes
    }
}
