#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassPages
    import SwiftUI

    /// A page in each phase of its load: a placeholder, a failure, or the content with a banner above it.
    @available(macOS 14, iOS 17, *)
    struct PageFrame<Content: View, Placeholder: View>: View {
        let model: any PageModel
        @ViewBuilder let content: Content
        @ViewBuilder let placeholder: Placeholder
        @Environment(\.accessibilityReduceMotion) private var reducesMotion

        private var texts: CommonTexts { model.texts.common }

        var body: some View {
            // A container that stays: a view of one phase alone would disappear at each change of the phase.
            ZStack { phase }
                .animation(reducesMotion ? nil : .easeIn(duration: fadeSeconds), value: model.phase)
                .onAppear { model.appear() }
                .onDisappear { model.disappear() }
        }

        private var fadeSeconds: Double { PageTimings().fadeDuration / .seconds(1) }

        @ViewBuilder private var phase: some View {
            switch model.phase {
            case .idle, .waiting:
                Color.clear
            case .placeholder:
                placeholder
                    .redacted(reason: .placeholder)
                    .accessibilityElement(children: .ignore)
                    .accessibilityLabel(texts.loading)
            case .failed(let failure):
                ContentUnavailableView {
                    Label(failure.text, systemImage: "exclamationmark.triangle")
                } actions: {
                    if failure.canRetry { Button(texts.tryAgain) { model.retry() } }
                }
            case .content:
                content
                    .safeAreaInset(edge: .top) { banner }
                    .refreshable { [model] in await model.refresh() }
                    .toolbar { refreshButton }
            }
        }

        @ViewBuilder private var banner: some View {
            if let banner = model.banner {
                NoticeBar(notice: banner, button: banner.canRetry ? texts.tryAgain : nil) { model.retry() }
            }
        }

        /// For those who cannot pull.
        @ViewBuilder private var refreshButton: some View {
            if model.isRefreshing {
                ProgressView().accessibilityLabel(texts.loading)
            } else {
                Button(texts.refresh, systemImage: "arrow.clockwise") { Task { await model.refresh() } }
                    .disabled(!model.canRefresh)
            }
        }
    }
#endif
