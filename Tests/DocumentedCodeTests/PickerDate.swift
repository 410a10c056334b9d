import CompassKernel
import Foundation

extension CivilDate {
    /// The day as a date picker has it: its start, where the device is.
    var pickerDate: Date {
        get {
            let parts = DateComponents(year: year, month: month, day: day)
            return Calendar(identifier: .gregorian).date(from: parts) ?? .now
        }
        set {
            let parts = Calendar(identifier: .gregorian).dateComponents(
                [.year, .month, .day], from: newValue)
            self = CivilDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0) ?? self
        }
    }
}
