import Foundation
import XCTest

@testable import CompassBaseline

/// Helpers for the timeline tests.
enum Timeline {
    static func instant(_ text: String) -> Int64 {
        (try? BaselineTimestamp.micros(of: BaselineText(text))) ?? .min
    }

    static func date(_ text: String) -> BaselineDate {
        BaselineDate(BaselineText(text)) ?? .instant(.min)
    }

    static func event(
        _ id: String, _ start: String, _ end: String? = nil, type: BaselineText? = "camp",
        school: BaselineText? = "s"
    ) -> BaselineEvent {
        BaselineEvent(
            id: BaselineText(id), type: type, name: BaselineText("Name of \(id)"), start: date(start),
            end: end.map(date), schoolID: school)
    }

    static func interaction(_ id: String, _ time: String, school: BaselineText? = "s") -> BaselineInteraction
    {
        BaselineInteraction(id: BaselineText(id), type: "email", time: instant(time), schoolID: school)
    }

    static func zone(_ identifier: String) throws -> TimeZone {
        try XCTUnwrap(TimeZone(identifier: identifier))
    }
}

extension BaselineTimelinePage {
    /// All lanes' items as `id: left+width row`, bars with `=` and dots with `.`.
    var places: [String] {
        lanes.flatMap(\.items).map { placed in
            func text(_ number: Double) -> String { String(format: "%.8g", (number * 1e6).rounded() / 1e6) }
            let shape = placed.isBar ? "=" : "."
            return "\(placed.item.id)\(shape) \(text(placed.left))+\(text(placed.width)) \(placed.row)"
        }
    }
}
