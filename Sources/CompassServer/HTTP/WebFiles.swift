import CCompassWeb

/// The files of the app, with the paths at which pages show them.
package struct WebFiles: Sendable {
    /// A file and what identifies its content.
    package struct File: Sendable {
        package let mediaType: String
        package let bytes: [UInt8]
        package let etag: String
    }

    /// The addresses of the pages: each shows the app, which draws the page.
    package static let pagePaths = [
        "/", "/social/analytics", "/social", "/reports/timeline", "/activity", "/reports", "/login",
    ]

    /// The files by path, such as `/app.js`.
    package let files: [String: File]

    /// The files that the program has inside.
    package static let embedded = WebFiles(
        (0..<compass_web_file_count()).map { index in
            let file = compass_web_file(index)
            return (
                path: String(cString: file.path), mediaType: String(cString: file.media_type),
                bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.byte_count))
            )
        })

    package init(_ files: [(path: String, mediaType: String, bytes: [UInt8])]) {
        self.files = Dictionary(
            files.map {
                ("/" + $0.path, File(mediaType: $0.mediaType, bytes: $0.bytes, etag: ETag.of($0.bytes)))
            }, uniquingKeysWith: { $1 })
    }

    /// Returns the file of a path.
    ///
    /// A path that could be a page of the whole app, such as that of a school, shows the app with the status
    /// of what is not there: the app then says so.
    ///
    /// - Throws: ``APIError`` for the path of a file that does not exist.
    func response(to request: ServerRequest) throws(APIError) -> ServerResponse {
        if let file = files[request.path], request.path != "/index.html" {
            return ETag.response(to: request, file.response())
        }
        guard let page = files["/index.html"] else { throw APIError(404, "The app is not in this program.") }
        if Self.pagePaths.contains(request.path) { return ETag.response(to: request, page.response()) }
        let last = request.path.split(separator: "/").last ?? ""
        guard !last.contains("."), !request.path.contains("//") else {
            throw APIError(404, "There is no such file.")
        }
        return page.response(status: 404)
    }
}

extension WebFiles.File {
    fileprivate func response(status: Int = 200) -> ServerResponse {
        ServerResponse(
            status: status,
            headers: [("content-type", mediaType), ("cache-control", "no-cache"), ("etag", etag)],
            body: .bytes(bytes))
    }
}
