import ArgumentParser

/// The argument of commands that read tables.
package enum TablesArgument {
    package static let help = ArgumentHelp(
        "A data directory or a table file.", valueName: valueName)
    package static let helpWithStandardInput = ArgumentHelp(
        "A data directory or a table file, or '-' for social_media_posts on standard input.",
        valueName: valueName)
    /// The name in the usage.
    package static let valueName = "dir-or-file"
    package static let completion = CompletionKind.file(extensions: ["compass"])
}
