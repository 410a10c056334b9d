/// Ends the process, so that libFuzzer keeps the input, unless `condition` holds.
func require(_ condition: Bool, _ description: @autoclosure () -> String) {
    if !condition { fatalError(description()) }
}

/// As ``require(_:_:)`` for two values that must be equal.
func requireEqual<Value: Equatable>(_ kernel: Value, _ expected: Value, _ what: @autoclosure () -> String) {
    if kernel != expected { fatalError("\(what()): \(kernel), but expected \(expected)") }
}
