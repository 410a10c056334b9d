/// When text is colored.
///
/// The option takes precedence, then the environment: a `NO_COLOR` that is not empty (no-color.org) disables
/// colors, then a `CLICOLOR_FORCE` that is neither empty nor `0` (bixense.com/clicolors) enables them.
/// Otherwise a terminal gets colors, unless its `TERM` is `dumb`. A file that the program itself writes gets
/// colors only with `always`.
package enum ColorChoice: String, CaseIterable {
    case auto
    case always
    case never

    /// - Parameter isFile: whether the output goes to a file, regardless of standard output.
    package func hasColors(isFile: Bool) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            !isFile
                && Self.isWanted(
                    by: OperatingSystem.environment,
                    isTerminal: OperatingSystem.isTerminal(OperatingSystem.standardOutput))
        }
    }

    /// Returns whether colors are enabled when no option is given.
    package static func isWanted(by environment: (String) -> String?, isTerminal: Bool) -> Bool {
        func value(_ name: String) -> String { environment(name) ?? "" }
        if !value("NO_COLOR").isEmpty { return false }
        if !["", "0"].contains(value("CLICOLOR_FORCE")) { return true }
        return isTerminal && !["", "dumb"].contains(value("TERM"))
    }
}
