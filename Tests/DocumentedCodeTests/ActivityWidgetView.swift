#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import CompassPages
    import SwiftUI

    /// A card of the dashboard.
    @available(macOS 14, iOS 17, *)
    struct ActivityWidgetView: View {
        @State private var model: ActivityWidgetModel

        init(_ store: CompassStore) { _model = State(initialValue: ActivityWidgetModel(store)) }

        private var common: CommonTexts { model.texts.common }
        private var texts: ActivityTexts { model.texts.activity }

        var body: some View {
            GroupBox {
                VStack(alignment: .leading) { phase }
            } label: {
                HStack {
                    Text(texts.widgetTitle)
                    Spacer()
                    Button(common.refresh, systemImage: "arrow.clockwise") { Task { await model.refresh() } }
                        .labelStyle(.iconOnly)
                        .disabled(!model.canRefresh || model.isRefreshing)
                }
            }
            .onAppear { model.appear() }
            .onDisappear { model.disappear() }
        }

        @ViewBuilder private var phase: some View {
            switch model.phase {
            case .idle, .waiting:
                Color.clear.frame(height: 100)
            case .placeholder:
                ProgressView().accessibilityLabel(common.loading)
            case .failed(let failure):
                Text(failure.text)
                if failure.canRetry { Button(common.tryAgain) { model.retry() } }
            case .content:
                content
            }
        }

        @ViewBuilder private var content: some View {
            if let banner = model.banner {
                NoticeBar(notice: banner, button: banner.canRetry ? common.tryAgain : nil) { model.retry() }
            }
            if let text = model.pausedText {
                NoticeBar(notice: PageNotice(text: text, kind: .inline))
            }
            if let text = model.emptyText { Text(text) }
            ForEach(model.events) { event in
                ActivityRow(event: event, aloud: model.aloud(event)) { model.open(event) }
            }
            Button(texts.viewAll) { model.openAll() }
        }
    }
#endif
