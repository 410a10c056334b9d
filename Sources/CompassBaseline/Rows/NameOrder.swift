/// The order of names on every page: by the Unicode scalars of the lower-cased names, then of the names.
enum NameOrder {
    static func precedes(_ left: BaselineText, _ right: BaselineText) -> Bool {
        let leftName = left.string
        let rightName = right.string
        let leftScalars = leftName.lowercased().unicodeScalars
        let rightScalars = rightName.lowercased().unicodeScalars
        if !leftScalars.elementsEqual(rightScalars) {
            return leftScalars.lexicographicallyPrecedes(rightScalars)
        }
        return leftName.unicodeScalars.lexicographicallyPrecedes(rightName.unicodeScalars)
    }
}
