import CompassKernel
import CompassPages
import XCTest

/// Tests of Reports, with a few rows of each table.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
class ReportsTestCase: XCTestCase {
    static let rows: [ServerRow] = [
        .school("s1", "Duke", status: "interested"), .school("s2", "Rice", status: "interested"),
        .school("s3", "Yale", status: "contacted"), .coach("k1"), .coach("k2"), .coach("k3", school: "s2"),
        .interaction("i1", date: "2026-02-01T10:00:00Z", direction: "inbound"),
        .interaction("i2", date: "2026-02-02T10:00:00Z", direction: "outbound"),
        .interaction("i3", date: "2025-12-01T10:00:00Z", direction: "inbound"),
        .metric("m1", date: "2026-02-03"),
    ]
    static let tables: [TableName] = [.schools, .coaches, .interactions, .metrics]

    func shown(_ rows: [ServerRow] = ReportsTestCase.rows) async -> (PageScene, ReportsModel) {
        let scene = PageScene(rows)
        let model = ReportsModel(scene.store)
        model.appear()
        await scene.settle { model.phase == .content }
        return (scene, model)
    }

    func generated(_ rows: [ServerRow] = ReportsTestCase.rows) async -> (PageScene, ReportsModel) {
        let (scene, model) = await shown(rows)
        model.generate()
        await scene.settle { model.report != nil }
        return (scene, model)
    }

    func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
        CivilDate(year: year, month: month, day: day)
    }

    func setFailure(_ error: SourceError?, _ scene: PageScene) {
        for table in Self.tables { scene.server.setFailure(error, of: .rows(table)) }
    }
}
