#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import CompassPages
    import SwiftUI
    import UniformTypeIdentifiers

    @available(macOS 14, iOS 17, *)
    struct ReportsView: View {
        @State private var model: ReportsModel
        @State private var file: CSVFile?

        init(_ store: CompassStore) { _model = State(initialValue: ReportsModel(store)) }

        private var common: CommonTexts { model.texts.common }
        private var texts: ReportTexts { model.texts.reports }

        var body: some View {
            PageFrame(model: model) {
                Form {
                    choices
                    generation
                    if let text = model.emptyText {
                        Text(text)
                    } else if let report = model.report {
                        summary(report)
                    }
                    export
                }
            } placeholder: {
                Form { choices }
            }
            .navigationTitle(texts.title)
            .fileExporter(
                isPresented: $file.isPresent, document: file, contentType: .commaSeparatedText,
                defaultFilename: ReportsModel.fileName
            ) { result in
                if case .failure = result { model.exportFailed() }
            }
            .alert(model.exportFailure?.text ?? "", isPresented: .constant(model.exportFailure != nil)) {
                Button(common.close) { model.closeAlert() }
            }
        }

        private var choices: some View {
            Section(texts.quickPresets) {
                ForEach(ReportPreset.allCases, id: \.self) { preset in
                    Button(texts.label(of: preset)) { model.choose(preset) }
                        .bold(model.preset == preset)
                        .accessibilityLabel(model.aloud(preset))
                        .accessibilityAddTraits(model.preset == preset ? .isSelected : [])
                }
                let someDay = CivilDate(daysSinceEpoch: 0)
                DatePicker(
                    texts.from, selection: $model.from[or: someDay].pickerDate, displayedComponents: .date
                )
                .accessibilityLabel(model.fromAloud)
                DatePicker(texts.to, selection: $model.to[or: someDay].pickerDate, displayedComponents: .date)
                    .accessibilityLabel(model.toAloud)
                if let notice = model.dateNotice { NoticeBar(notice: notice) }
                if let text = model.largeRangeText { Text(text) }
            }
        }

        private var generation: some View {
            Section {
                if let failure = model.generateFailure {
                    NoticeBar(notice: failure, button: common.tryAgain) { model.generate() }
                }
                Button(model.generateLabel) { model.generate() }
                    .disabled(!model.canGenerate)
                    .accessibilityLabel(texts.generateAloud)
            }
        }

        private func summary(_ report: ReportPage) -> some View {
            Section(texts.summary) {
                ForEach(report.warnings, id: \.self) { Text($0.reason) }
                ForEach(model.cards, id: \.label) { card in
                    CardView(label: card.label, value: card.value, aloud: card.aloud)
                }
                Text(texts.schoolsByStatus).bold()
                ForEach(report.sections.schools.byStatus, id: \.name) { status in
                    Text(texts.statusCount.text(["status": status.name, "count": "\(status.count)"]))
                }
            }
        }

        private var export: some View {
            Section(texts.exportOptions) {
                Button(model.exportLabel) {
                    Task { if let bytes = await model.exportCSV() { file = CSVFile(bytes: bytes) } }
                }
                .disabled(model.isExporting)
                .accessibilityLabel(texts.exportAloud)
            }
        }
    }

    /// The report as a file.
    @available(macOS 14, iOS 17, *)
    struct CSVFile: FileDocument {
        static let readableContentTypes = [UTType.commaSeparatedText]
        let bytes: [UInt8]

        init(bytes: [UInt8]) { self.bytes = bytes }

        init(configuration: ReadConfiguration) throws {
            bytes = [UInt8](configuration.file.regularFileContents ?? Data())
        }

        func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
            FileWrapper(regularFileWithContents: Data(bytes))
        }
    }
#endif
