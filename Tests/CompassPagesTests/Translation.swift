import CompassPages
import Foundation
import XCTest

/// Translations for tests.
enum Translation {
    typealias Groups = [String: [String: Any]]

    /// What each text of ``marked()`` begins with.
    static let mark = "§ "

    static func json(of texts: PageTexts) throws -> Groups {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(texts))
        return try XCTUnwrap(object as? Groups)
    }

    static func read(_ groups: [String: Any]) throws -> PageTexts {
        try JSONDecoder().decode(PageTexts.self, from: JSONSerialization.data(withJSONObject: groups))
    }

    /// The English texts with a mark before each, as a translation of everything.
    static func marked() throws -> Groups {
        try json(of: .english).mapValues { keys in
            keys.mapValues { text in
                if let forms = text as? [String: String] { return forms.mapValues { mark + $0 } }
                return "\(mark)\(text)"
            }
        }
    }
}
