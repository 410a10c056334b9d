/// The paper sizes for printed pages.
public enum PaperSize: String, CaseIterable, Hashable, Codable, Sendable {
    /// 210 × 297 millimetres.
    case a4
    /// 8.5 × 11 inches, 216 × 279 millimetres.
    case letter

    /// The long side in millimetres.
    public var longSideMillimetres: Double {
        switch self {
        case .a4: 297
        case .letter: 279.4
        }
    }

    /// The short side in millimetres.
    public var shortSideMillimetres: Double {
        switch self {
        case .a4: 210
        case .letter: 215.9
        }
    }

    /// The long side in points, 72 to an inch.
    var longSide: Double { longSideMillimetres * 72 / 25.4 }
    /// The short side in points.
    var shortSide: Double { shortSideMillimetres * 72 / 25.4 }

    /// The paper's name in style sheets.
    var styleName: String {
        switch self {
        case .a4: "A4"
        case .letter: "letter"
        }
    }
}
