/// The key and the token that requests are sent with, which are read from files or the environment.
package struct Secrets {
    package static let keyVariable = "COMPASS_API_KEY"
    package static let tokenVariable = "COMPASS_TOKEN"

    /// The project's public key; nil for a service without one.
    package let apiKey: String?
    /// The user's access token; nil if nobody is logged in.
    package let token: String?

    /// Reads both; a file takes precedence over its variable.
    ///
    /// - Throws: ``Failure`` that names the file or the variable, but never what it holds.
    package init(
        _ options: ServiceOptions, environment: (String) -> String? = OperatingSystem.environment
    ) throws(Failure) {
        try self.init(
            apiKeyFile: options.apiKeyFile, tokenFile: options.tokenFile, environment: environment)
    }

    /// Reads both; a file takes precedence over its variable.
    ///
    /// - Throws: ``Failure`` that names the file or the variable, but never what it holds.
    package init(
        apiKeyFile: String?, tokenFile: String?,
        environment: (String) -> String? = OperatingSystem.environment
    ) throws(Failure) {
        apiKey = try Self.read(apiKeyFile, environment(Self.keyVariable), variable: Self.keyVariable)
        token = try Self.read(tokenFile, environment(Self.tokenVariable), variable: Self.tokenVariable)
    }

    private static func read(_ path: String?, _ value: String?, variable: String) throws(Failure) -> String? {
        guard let path else {
            guard let text = value, !text.isEmpty else { return nil }
            return try checked(Array(text.utf8), source: "the variable \(variable)")
        }
        let bytes: [UInt8]
        do throws(OperatingSystem.CallFailure) {
            bytes = try OperatingSystem.readFile(path)
        } catch {
            throw Failure(.noInput, "\(path): cannot be read: \(error.reason)")
        }
        return try checked(bytes, source: path)
    }

    /// Returns the text without white space around it, such as the line feed that editors append.
    private static func checked(_ bytes: [UInt8], source: String) throws(Failure) -> String {
        let spaces = Array(" \t\r\n".utf8)
        var text = bytes[...]
        while let last = text.last, spaces.contains(last) { text.removeLast() }
        while let first = text.first, spaces.contains(first) { text.removeFirst() }
        guard !text.isEmpty else {
            throw Failure(.malformedData, "\(source) is empty; a key or token is expected")
        }
        // Anything else could not be sent in a header.
        guard text.allSatisfy({ 0x21...0x7e ~= $0 }) else {
            throw Failure(
                .malformedData,
                "\(source) holds more than a key or token: spaces, lines or characters beyond ASCII")
        }
        return String(decoding: text, as: UTF8.self)
    }
}
