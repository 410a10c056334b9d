import Foundation

/// A text as a search compares it: the scalars of its lower-cased form, each with the original scalar it
/// comes from.
struct FoldedScalars {
    /// A scalar of the folded text, and the index of the original scalar it comes from.
    struct Element {
        let scalar: Unicode.Scalar
        let origin: Int
    }

    private(set) var elements: [Element] = []

    /// Folds a text.
    ///
    /// When accents are ignored, the lower-cased scalars are canonically decomposed and put into canonical
    /// order, and those of general category Mn (nonspacing mark) are removed.
    init(_ text: String, ignoringAccents: Bool) {
        for (index, scalar) in text.unicodeScalars.enumerated() {
            var folded = String(scalar).lowercased()
            if ignoringAccents { folded = folded.decomposedStringWithCanonicalMapping }
            elements += folded.unicodeScalars.map { Element(scalar: $0, origin: index) }
        }
        if ignoringAccents {
            putIntoCanonicalOrder()
            elements.removeAll { $0.scalar.properties.generalCategory == .nonspacingMark }
        }
    }

    /// The scalars alone.
    var scalars: [Unicode.Scalar] {
        elements.map(\.scalar)
    }

    /// Returns the same scalars by folding the text as a whole, which is faster.
    static func scalars(of text: String, ignoringAccents: Bool) -> [Unicode.Scalar] {
        let lowercased = text.lowercased()
        if !ignoringAccents { return Array(lowercased.unicodeScalars) }
        return lowercased.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
    }

    /// Sorts each run of combining scalars by their combining classes, stably: the Canonical Ordering
    /// Algorithm of the Unicode Standard, 3.11.
    private mutating func putIntoCanonicalOrder() {
        func combiningClass(_ element: Element) -> UInt8 {
            element.scalar.properties.canonicalCombiningClass.rawValue
        }
        for end in elements.indices {
            var place = end
            while place > 0, combiningClass(elements[place]) > 0,
                combiningClass(elements[place - 1]) > combiningClass(elements[place])
            {
                elements.swapAt(place, place - 1)
                place -= 1
            }
        }
    }
}
