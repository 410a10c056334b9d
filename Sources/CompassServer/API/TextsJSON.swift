import CompassPages
import Foundation

/// The JSON of the pages' texts.
enum TextsJSON {
    static func bytes(of texts: PageTexts) throws(APIError) -> [UInt8] {
        let encoder = JSONEncoder()
        // The same bytes each time, so that a browser keeps its copy.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(texts))
        } catch {
            throw APIError(500, "The texts cannot be written.")
        }
    }
}
