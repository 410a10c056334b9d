import ArgumentParser
import CompassWorkloads

extension DatasetSize {
    /// The sizes that a list such as `10k,1m` names, the smallest first.
    static func list(_ text: String) throws -> [DatasetSize] {
        try Set(
            text.split(separator: ",").map { name in
                guard let size = DatasetSize(rawValue: name.lowercased()) else {
                    throw ValidationError("unknown size '\(name)'; known are \(allNames)")
                }
                return size
            }
        ).sorted()
    }
}
