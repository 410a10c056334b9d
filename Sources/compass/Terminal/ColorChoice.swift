/// When text is coloured.
///
/// What the option says comes first, then the environment: a `NO_COLOR` that is not empty (no-color.org) forbids
/// colours, then a `CLICOLOR_FORCE` that is neither empty nor `0` (bixense.com/clicolors) demands them. Else a
/// terminal gets them, unless its `TERM` is `dumb`. A file that the program itself writes gets none but by `always`.
enum ColorChoice: String, CaseIterable {
    case auto
    case always
    case never

    /// - Parameter isFile: whether a file takes the output, whatever standard output is.
    func hasColors(isFile: Bool) -> Bool {
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

    /// Whether colours are wanted where no option says so.
    static func isWanted(by environment: (String) -> String?, isTerminal: Bool) -> Bool {
        func value(_ name: String) -> String { environment(name) ?? "" }
        if !value("NO_COLOR").isEmpty { return false }
        if !["", "0"].contains(value("CLICOLOR_FORCE")) { return true }
        return isTerminal && !["", "dumb"].contains(value("TERM"))
    }
}
