import ArgumentParser
import CompassWorkloads

extension DatasetSize {
    /// Returns the sizes in a list such as `10k,1m`, smallest first.
    static func list(_ text: String) throws -> [DatasetSize] {
        try Set(text.split(separator: ",").map { try one(String($0)) }).sorted()
    }

    /// Returns the size with a name such as `10k`.
    static func one(_ name: String) throws -> DatasetSize {
        guard let size = DatasetSize(rawValue: name.lowercased()) else {
            throw ValidationError("unknown size '\(name)'; known are \(allNames)")
        }
        return size
    }
}
