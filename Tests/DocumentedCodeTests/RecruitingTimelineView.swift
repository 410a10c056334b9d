#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import CompassPages
    import SwiftUI

    @available(macOS 14, iOS 17, *)
    struct RecruitingTimelineView: View {
        @State private var model: TimelineModel
        private let add: @MainActor (String) -> Void
        private let print: @MainActor ([UInt8]) -> Void

        /// - Parameters:
        ///   - add: adds what a button of the empty page names.
        ///   - print: prints an SVG document.
        init(
            _ store: CompassStore, add: @escaping @MainActor (String) -> Void = { _ in },
            print: @escaping @MainActor ([UInt8]) -> Void = { _ in }
        ) {
            _model = State(initialValue: TimelineModel(store))
            (self.add, self.print) = (add, print)
        }

        private var common: CommonTexts { model.texts.common }
        private var texts: TimelineTexts { model.texts.timeline }

        var body: some View {
            PageFrame(model: model) {
                List {
                    Button(texts.backToReports) { model.openReports() }
                    controls
                    if let empty = model.empty {
                        EmptyStateView(state: empty) { add($0) }
                    } else if let layout = model.layout {
                        lanes(layout)
                        Section(texts.listTitle) {
                            ForEach(layout.list) { ItemRow(model: model, item: $0) }
                        }
                    }
                }
            } placeholder: {
                List(0..<4, id: \.self) { _ in Text(texts.subtitle) }
            }
            .navigationTitle(texts.title)
            .toolbar {
                Button(texts.print, systemImage: "printer") {
                    Task { if let drawing = await model.svg() { print(drawing) } }
                }
            }
            .alert(
                model.details?.label ?? model.openFailure?.text ?? "",
                isPresented: .constant(model.details != nil || model.openFailure != nil)
            ) {
                Button(common.close) { model.closeAlert() }
            } message: {
                if let details = model.details {
                    let school = texts.schoolDetail.text(["school": details.school])
                    let date = texts.dateDetail.text(["date": details.date])
                    Text([school, date, details.details].compactMap { $0 }.joined(separator: "\n"))
                }
            }
        }

        private var controls: some View {
            Section(texts.subtitle) {
                Picker(texts.viewRange, selection: $model.range) {
                    ForEach(TimelineRange.allCases, id: \.self) { Text(texts.label(of: $0)) }
                }
                Picker(common.school, selection: $model.schoolID) {
                    Text(common.allSchools).tag(String?.none)
                    ForEach(model.schools) { Text($0.name).tag(String?.some($0.id)) }
                }
                ForEach(TimelineItemType.allCases, id: \.self) { type in
                    Toggle(texts.label(of: type), isOn: $model.types[includes: TimelineItemTypes(type)])
                        .accessibilityLabel(model.toggleAloud(type))
                }
            }
        }

        @ViewBuilder private func lanes(_ layout: TimelineLayout) -> some View {
            Section {
                MonthAxis(model: model, layout: layout)
                ForEach(layout.lanes, id: \.schoolID) { LaneView(model: model, lane: $0) }
            }
            if layout.lanesPages > 1 {
                Stepper(
                    common.page.text(["page": "\(layout.lanesPage)", "pageCount": "\(layout.lanesPages)"]),
                    onIncrement: { model.showLanes(page: layout.lanesPage + 1) },
                    onDecrement: { model.showLanes(page: layout.lanesPage - 1) })
            }
        }
    }

    extension TimelineItemTypes {
        /// Whether these types are among them, as a toggle has it.
        fileprivate subscript(includes types: TimelineItemTypes) -> Bool {
            get { isSuperset(of: types) }
            set { if newValue { formUnion(types) } else { subtract(types) } }
        }
    }
#endif
