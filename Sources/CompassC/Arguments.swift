import CCompass
import CompassKernel

/// Results of a call, written through the caller's pointers.
extension Optional {
    /// Returns the pointer to a result, set to 0 first; `name` is the parameter's.
    func result<Pointee: FixedWidthInteger>(
        _ name: String
    ) throws(CallFailure) -> UnsafeMutablePointer<Pointee> where Wrapped == UnsafeMutablePointer<Pointee> {
        guard let self else { throw .nullPointer(name) }
        self.pointee = 0
        return self
    }
}

extension compass_string {
    /// Returns the text; nil when it was omitted.
    ///
    /// - Parameter name: the parameter or member, for messages.
    func text(_ name: String) throws(CallFailure) -> String? {
        guard let data else {
            if count == 0 { return nil }
            throw CallFailure(
                COMPASS_NULL_POINTER, "\(name) has a count of \(UInt(bitPattern: count)), but no data")
        }
        // Sizes above the size of the address space arrive as negative numbers.
        guard count >= 0 else {
            throw .invalid("\(name).count", UInt(bitPattern: count), accepted: "no text is that long")
        }
        let start = UnsafeRawPointer(data).assumingMemoryBound(to: UInt8.self)
        if let wrong = UTF8Validation.firstIllFormed(from: start, to: start + count) {
            throw .invalidUTF8(name, at: wrong - start)
        }
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns the text, which is required.
    func requiredText(_ name: String) throws(CallFailure) -> String {
        guard let text = try text(name) else { throw .nullPointer("\(name).data") }
        return text
    }

    /// Returns a path or a part of one, which the system reads up to a NUL.
    func path(_ name: String) throws(CallFailure) -> String {
        let path = try requiredText(name)
        guard !path.isEmpty else { throw .invalid(name, "empty", accepted: "a path is accepted") }
        guard !path.utf8.contains(0) else {
            throw CallFailure(COMPASS_INVALID_ARGUMENT, "\(name) has a NUL inside; no path has one")
        }
        return path
    }

    /// Returns a calendar day; nil when it was omitted.
    func day(_ name: String) throws(CallFailure) -> CivilDate? {
        guard let text = try text(name) else { return nil }
        do throws(TimestampError) {
            return try CivilDate(parsing: text)
        } catch {
            throw .invalid(name, "\"\(text)\"", accepted: "\(error); a day like 2026-03-01 is accepted")
        }
    }
}

extension CallFailure {
    fileprivate static func invalidUTF8(_ name: String, at byteOffset: Int) -> CallFailure {
        CallFailure(
            COMPASS_INVALID_UTF8,
            "\(name) is not valid UTF-8 from byte \(byteOffset) on (counted from 0); encode it as UTF-8")
    }
}

/// Reads the values of options.
enum Arguments {
    /// Returns the bytes of a document of the caller.
    static func bytes(
        _ bytes: UnsafeRawPointer?, _ count: Int
    ) throws(CallFailure) -> UnsafeBufferPointer<UInt8> {
        guard count >= 0 else {
            throw .invalid("count", UInt(bitPattern: count), accepted: "no document is that long")
        }
        guard let bytes else {
            if count == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
            throw .nullPointer("bytes")
        }
        return UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// Returns a struct of options; nil when it was omitted.
    static func options<Options>(
        _ options: UnsafePointer<Options>?, version: UInt32, _ name: String
    ) throws(CallFailure) -> Options? {
        guard let options else { return nil }
        // In a struct of another version, only the first member is known to exist.
        let given = UnsafeRawPointer(options).loadUnaligned(as: UInt32.self)
        guard given == version else {
            throw CallFailure(
                COMPASS_WRONG_VERSION,
                "\(name).version is \(given), but \(version) is known; begin with the struct's initializer")
        }
        return options.pointee
    }

    /// Returns a struct of options, which is required.
    static func requiredOptions<Options>(
        _ options: UnsafePointer<Options>?, version: UInt32, _ name: String
    ) throws(CallFailure) -> Options {
        guard let options = try self.options(options, version: version, name) else {
            throw .nullPointer(name)
        }
        return options
    }

    /// Returns a number; `name` is used in messages.
    static func number<Number: FixedWidthInteger>(
        _ value: Number, in accepted: ClosedRange<Number>, _ name: String
    ) throws(CallFailure) -> Int {
        guard accepted.contains(value) else {
            let limits =
                accepted.upperBound == .max
                ? "from \(accepted.lowerBound)" : "from \(accepted.lowerBound) to \(accepted.upperBound)"
            throw .invalid(name, value, accepted: "a number \(limits) is accepted")
        }
        return Int(clamping: value)
    }

    /// Returns one of several values, by its constant.
    static func choice<Value>(
        _ value: Int32, of values: [(constant: Int, name: String, value: Value)], _ name: String
    ) throws(CallFailure) -> Value {
        if let chosen = values.first(where: { $0.constant == Int(value) }) { return chosen.value }
        let names = values.map { "\($0.name) (\($0.constant))" }.joined(separator: ", ")
        throw .invalid(name, value, accepted: "accepted are \(names)")
    }

    /// Checks that a set contains only known members.
    static func flags(_ value: UInt32, known: Int, _ name: String) throws(CallFailure) -> Int {
        guard value & ~UInt32(known) == 0 else {
            throw .invalid(name, value, accepted: "a set of bits among \(known) is accepted")
        }
        return Int(value)
    }

    /// Checks that a value reserved for later versions is 0.
    static func reserved(_ value: Int64, _ name: String) throws(CallFailure) {
        guard value == 0 else {
            throw .invalid("\(name).reserved", value, accepted: "0 is accepted; begin with the initializer")
        }
    }

    /// From year 1 to year 9999.
    private static let instants: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999

    /// Returns an instant in microseconds since 1970.
    static func instant(_ micros: Int64, _ name: String) throws(CallFailure) -> Timestamp {
        guard instants.contains(micros) else {
            throw .invalid(
                name, micros, accepted: "microseconds since 1970, from year 1 to year 9999, are accepted")
        }
        return Timestamp(micros: micros)
    }
}
