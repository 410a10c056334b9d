/// The spelling of an option's name in messages: queries of the command line and of the web server have the
/// same options.
package enum OptionSpelling: Sendable {
    /// `--page-size`
    case commandLine
    /// `page-size`
    case query

    /// Returns the quoted name of an option.
    package func callAsFunction(_ name: String) -> String {
        self == .commandLine ? "'--\(name)'" : "'\(name)'"
    }

    /// Returns an option with its value, quoted.
    package func callAsFunction(_ name: String, value: String) -> String {
        self == .commandLine ? "'--\(name) \(value)'" : "'\(name)=\(value)'"
    }
}
