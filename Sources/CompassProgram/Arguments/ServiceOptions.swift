import ArgumentParser

/// The arguments by which a service is found and asked, of every command that reads one.
package struct ServiceOptions: ParsableArguments {
    @Option(
        help: "The path that is appended to a URL without one; / for PostgREST alone. (default: /rest/v1)")
    package var restPath: String?

    @Option(
        help: "The file with the project's public key. (default: the variable COMPASS_API_KEY)",
        completion: .file())
    package var apiKeyFile: String?

    @Option(
        help: "The file with the user's access token. (default: the variable COMPASS_TOKEN)",
        completion: .file())
    package var tokenFile: String?

    @Option(help: "The schema of the database. (default: the service's own)")
    package var schema: String?

    package init() {}

    package func validate() throws {
        for (name, path) in [("--api-key-file", apiKeyFile), ("--token-file", tokenFile)] where path == "" {
            throw ValidationError("'\(name)' must not be empty: a path is accepted.")
        }
        if let schema, schema.isEmpty || !schema.utf8.allSatisfy({ 0x20...0x7e ~= $0 }) {
            throw ValidationError("'--schema': the name of a schema is accepted.")
        }
    }

    /// The first of these options that is given; nil if there is none.
    package var givenName: String? {
        [
            ("--rest-path", restPath), ("--api-key-file", apiKeyFile), ("--token-file", tokenFile),
            ("--schema", schema),
        ]
        .first { $0.1 != nil }?.0
    }
}
