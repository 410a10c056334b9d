import CompassPages
import Foundation

/// What the pages keep between launches, in the user's defaults.
struct DefaultsSettings: PageSettings {
    func text(forKey key: String) -> String? { UserDefaults.standard.string(forKey: key) }
    func setText(_ text: String?, forKey key: String) { UserDefaults.standard.set(text, forKey: key) }
}
