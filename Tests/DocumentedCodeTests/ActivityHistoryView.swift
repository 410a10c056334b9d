#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import CompassPages
    import SwiftUI

    @available(macOS 14, iOS 17, *)
    struct ActivityHistoryView: View {
        @State private var model: ActivityModel

        init(_ store: CompassStore) { _model = State(initialValue: ActivityModel(store)) }

        private var common: CommonTexts { model.texts.common }
        private var texts: ActivityTexts { model.texts.activity }

        var body: some View {
            PageFrame(model: model) {
                List {
                    filters
                    if let empty = model.empty { EmptyStateView(state: empty) }
                    ForEach(model.page?.events ?? []) { event in
                        ActivityRow(event: event, aloud: model.aloud(event)) { model.open(event) }
                    }
                    if model.hasPages { pages }
                }
            } placeholder: {
                List(0..<5, id: \.self) { _ in Text(texts.subtitle) }
            }
            .navigationTitle(texts.title)
            .searchable(text: $model.filter.search, prompt: texts.searchPlaceholder)
            .onSubmit(of: .search) { model.submitSearch() }
        }

        private var filters: some View {
            Section(texts.subtitle) {
                Picker(texts.activityType, selection: $model.filter.type) {
                    Text(common.all).tag(ActivityType?.none)
                    ForEach(ActivityType.allCases, id: \.self) { type in
                        Text(texts.label(of: type)).tag(ActivityType?.some(type))
                    }
                }
                Picker(common.dateRange, selection: $model.filter.range) {
                    ForEach(ActivityRange.allCases, id: \.self) { Text(texts.label(of: $0)) }
                }
            }
        }

        private var pages: some View {
            HStack {
                Button(common.previous) { model.showPreviousPage() }
                    .disabled(!model.canShowPreviousPage)
                Spacer()
                Text(model.pageText)
                Spacer()
                Button(common.next) { model.showNextPage() }
                    .disabled(!model.canShowNextPage)
            }
            .buttonStyle(.borderless)
        }
    }

    /// An event; a button if there is a page to open.
    @available(macOS 14, iOS 17, *)
    struct ActivityRow: View {
        let event: ActivityEvent
        let aloud: String
        let open: @MainActor () -> Void

        var body: some View {
            if event.isClickable {
                Button {
                    open()
                } label: {
                    HStack {
                        content
                        Image(systemName: "chevron.forward")
                    }
                }
                .accessibilityLabel(aloud)
            } else {
                content
                    .accessibilityElement(children: .ignore)
                    .accessibilityLabel(aloud)
            }
        }

        private var content: some View {
            HStack {
                Text(event.icon)
                VStack(alignment: .leading) {
                    Text(event.title)
                    Text(event.description).font(.caption)
                }
                Spacer()
                Text(event.relativeTime).font(.caption)
            }
        }
    }
#endif
