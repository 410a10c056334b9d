import Foundation

/// Maps the values of an axis to positions in a drawing.
struct ChartScale: Hashable {
    /// How values are mapped to positions.
    enum Kind: Hashable {
        case linear
        case logarithmic
    }

    let kind: Kind
    /// The values at both ends; positive if the scale is logarithmic.
    let domain: ClosedRange<Double>
    /// The position of the smallest value, in units of the drawing.
    let start: Double
    /// The position of the largest value.
    let end: Double

    /// Returns the position of a value; for a value outside, that of the nearer end.
    func position(of value: Double) -> Double {
        let value = min(max(value, domain.lowerBound), domain.upperBound)
        let extent = transformed(domain.upperBound) - transformed(domain.lowerBound)
        if extent == 0 { return (start + end) / 2 }
        return start + (end - start) * (transformed(value) - transformed(domain.lowerBound)) / extent
    }

    private func transformed(_ value: Double) -> Double { kind == .linear ? value : log10(value) }
}

/// A line across a chart, with the label at its end.
struct AxisTick: Hashable {
    var value: Double
    /// The label; nil if only the line is drawn.
    var label: String?
}

/// Chooses the ends and the ticks of axes.
enum AxisTicks {
    /// Returns the powers of ten that enclose some values: at least one decade.
    ///
    /// - Parameter values: positive ones.
    static func decades(around values: [Double]) -> ClosedRange<Double> {
        guard let least = values.min(), let most = values.max(), least > 0 else { return 1...10 }
        // A computed power of ten may be slightly too large or too small.
        let low = floor(log10(least) + 1e-9)
        let high = max(ceil(log10(most) - 1e-9), low + 1)
        return pow(10, low)...pow(10, high)
    }

    /// Returns a tick at every power of ten.
    ///
    /// - Parameters:
    ///   - domain: from one power of ten to another.
    ///   - maximumLabelCount: the maximum number of labels; with more decades, only 1, 1,000, 1,000,000 … have
    ///     labels.
    ///   - label: formats a value.
    static func logarithmic(
        _ domain: ClosedRange<Double>, maximumLabelCount: Int = 5, label: (Double) -> String
    ) -> [AxisTick] {
        let exponents =
            Int(log10(domain.lowerBound).rounded())...Int(log10(domain.upperBound).rounded())
        return exponents.map { exponent in
            let value = pow(10, Double(exponent))
            let isLabeled = exponents.count <= maximumLabelCount || exponent % 3 == 0
            return AxisTick(value: value, label: isLabeled ? label(value) : nil)
        }
    }

    /// Returns ticks from 0 to the first multiple of a round step (1, 2 or 5 times a power of ten) that is
    /// not below a value; at most six steps.
    static func linear(upTo most: Double, label: (Double) -> String) -> [AxisTick] {
        guard most > 0 else {
            return [AxisTick(value: 0, label: label(0)), AxisTick(value: 1, label: label(1))]
        }
        let power = pow(10, floor(log10(most / 6) + 1e-9))
        let step = [1, 2, 5, 10].map { $0 * power }.first { most / $0 <= 6 + 1e-9 } ?? 10 * power
        let steps = Int(ceil(most / step - 1e-9))
        return (0...steps).map { AxisTick(value: Double($0) * step, label: label(Double($0) * step)) }
    }
}
