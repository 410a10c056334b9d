#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import Accessibility
    import CompassPages
    import SwiftUI

    /// A message in the color of its kind, which a screen reader announces once.
    @available(macOS 14, iOS 17, *)
    struct NoticeBar: View {
        let notice: PageNotice
        var button: String?
        var action: @MainActor () -> Void = {}

        var body: some View {
            HStack {
                Text(notice.text)
                Spacer()
                if let button { Button(button) { action() } }
            }
            .padding()
            .background(color.opacity(0.2))
            .onChange(of: notice, initial: true) {
                AccessibilityNotification.Announcement(notice.text).post()
            }
        }

        private var color: Color {
            switch notice.kind {
            case .banner, .alert: .red
            case .inline: .orange
            case .success: .green
            case .offline: .gray
            }
        }
    }

    /// What stands in place of a list without rows.
    @available(macOS 14, iOS 17, *)
    struct EmptyStateView: View {
        let state: EmptyState
        var perform: @MainActor (String) -> Void = { _ in }

        var body: some View {
            ContentUnavailableView {
                VStack {
                    Text(state.icon).font(.largeTitle).accessibilityHidden(true)
                    Text(state.title)
                }
            } description: {
                if let subtitle = state.subtitle { Text(subtitle) }
            } actions: {
                ForEach(state.actions, id: \.self) { label in Button(label) { perform(label) } }
            }
        }
    }

    /// A figure with its label; a screen reader reads it as one sentence.
    @available(macOS 14, iOS 17, *)
    struct CardView: View {
        let label: String
        let value: String
        var subtitle: String?
        let aloud: String

        var body: some View {
            VStack(alignment: .leading) {
                Text(label).font(.caption)
                Text(value).font(.title)
                if let subtitle { Text(subtitle).font(.caption) }
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(aloud)
        }
    }
#endif
