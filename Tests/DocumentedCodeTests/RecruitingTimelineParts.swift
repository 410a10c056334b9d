#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import CompassPages
    import SwiftUI

    /// The months above the lanes, and the line of today.
    @available(macOS 14, iOS 17, *)
    struct MonthAxis: View {
        let model: TimelineModel
        let layout: TimelineLayout

        var body: some View {
            GeometryReader { space in
                let percent = space.size.width / 100
                ForEach(layout.months, id: \.key) { month in
                    Text(month.label)
                        .font(.caption)
                        .accessibilityLabel(model.aloud(month))
                        .offset(x: month.left * percent)
                }
                Rectangle()
                    .frame(width: 1)
                    .offset(x: layout.todayPosition * percent)
                    .help(model.texts.timeline.today)
                    .accessibilityLabel(model.todayAloud)
            }
            .frame(height: 20)
        }
    }

    /// The items of a school as bars and dots, at the positions that the kernel computed.
    @available(macOS 14, iOS 17, *)
    struct LaneView: View {
        let model: TimelineModel
        let lane: TimelineLayout.Lane
        private let rowHeight = 24.0

        var body: some View {
            VStack(alignment: .leading) {
                LabeledContent(
                    lane.schoolName, value: model.texts.timeline.itemCount.text(count: lane.itemCount))
                GeometryReader { space in
                    let percent = space.size.width / 100
                    ForEach(lane.items, id: \.id) { placed in
                        mark(placed.item)
                            .frame(width: max(placed.width * percent, rowHeight), height: rowHeight)
                            .offset(x: placed.left * percent, y: Double(placed.row) * rowHeight)
                    }
                }
                .frame(height: Double(lane.rowCount) * rowHeight)
            }
            .accessibilityElement(children: .contain)
            .accessibilityLabel(model.aloud(lane))
        }

        private func mark(_ item: TimelineItem) -> some View {
            Button {
                model.open(item)
            } label: {
                Text(item.emoji)
            }
            .buttonStyle(.borderless)
            .help(model.tooltip(of: item))
            .accessibilityLabel(model.aloud(item))
        }
    }

    /// An item of the list below the lanes.
    @available(macOS 14, iOS 17, *)
    struct ItemRow: View {
        let model: TimelineModel
        let item: TimelineItem

        var body: some View {
            Button {
                model.open(item)
            } label: {
                LabeledContent(model.tooltip(of: item), value: item.schoolName)
            }
            .accessibilityLabel(model.aloud(item))
        }
    }
#endif
