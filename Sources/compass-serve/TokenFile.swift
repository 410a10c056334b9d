#if Serve
    import CompassProgram
    import CompassServer

    /// The file with the token that requests must have.
    enum TokenFile {
        private static let minimumCount = 32

        /// Returns the token of a file, which is made, readable by its owner alone, if it does not exist.
        ///
        /// - Throws: ``Failure`` for a file that cannot be read or written, or whose text is no token.
        static func token(at path: String) throws(Failure) -> String {
            do throws(OperatingSystem.CallFailure) {
                if try OperatingSystem.fileKind(path) == .nothing {
                    let token = AccessToken.random()
                    try OperatingSystem.createPrivateFile(path, Array((token + "\n").utf8))
                    return token
                }
            } catch {
                throw Failure(.cannotCreate, "\(path): the token cannot be written: \(error.reason)")
            }
            guard let token = try Secrets(apiKeyFile: nil, tokenFile: path, environment: { _ in nil }).token,
                token.utf8.count >= minimumCount
            else {
                throw Failure(
                    .malformedData,
                    "\(path): a token has \(minimumCount) characters or more; without this file a new one "
                        + "is made")
            }
            // No failure: containers mount secrets in this way.
            if OperatingSystem.isOpenToOthers(path) {
                StandardError.writeLine(
                    "Warning: \(path): others than its owner can read the token; 'chmod 600' ends that")
            }
            return token
        }
    }
#endif
