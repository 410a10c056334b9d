import Foundation
import XCTest

@testable import CompassKernel

final class TimelinePageJSONTests: XCTestCase {
    private func page() -> TimelinePage {
        let start = ZonedTimestamp(instant("2026-02-10T14:30:00Z"), offsetSeconds: -18_000)
        let camp = TimelineItem(
            id: "event-1", type: .event, typeLabel: nil, emoji: "📅", label: "\"Camp\"",
            date: .day(day("2026-02-01")), endDate: .day(day("2026-02-03")), schoolID: "s", schoolName: "Rice"
        )
        let status = TimelineItem(
            id: "status-2", type: .statusChange, typeLabel: "Committed", emoji: "📊",
            label: "Status: Initial → Committed", date: .instant(start), schoolName: "No School",
            details: "=x")
        return TimelinePage(
            range: TimelinePageRange(kind: .sixMonths, from: start, to: start), todayPosition: 75.5,
            months: [TimelineMonth(key: "2026-02", label: "Feb", year: 2026, left: 0, width: 12.5)],
            lanes: [
                TimelineLane(
                    schoolID: nil, schoolName: "No School", rowCount: 1,
                    items: [PlacedTimelineItem(item: status, shape: .dot, left: 1, width: 2, row: 0)]),
                TimelineLane(
                    schoolID: "s", schoolName: "Rice", rowCount: 2,
                    items: [PlacedTimelineItem(item: camp, shape: .bar, left: 0.5, width: 3, row: 1)]),
            ],
            laneCount: 2, listItems: [status, camp],
            skipped: [TimelineSkip(table: "events", row: 3, field: nil, reason: "no object")])
    }

    func testEveryKeyIsThere() {
        let campStart =
            #""id":"event-1","type":"event","typeLabel":null,"emoji":"📅","label":"\"Camp\"","#
            + #""date":"2026-02-01","endDate":"2026-02-03""#
        let statusStart =
            #""id":"status-2","type":"status_change","typeLabel":"Committed","emoji":"📊","#
            + #""label":"Status: Initial → Committed","date":"2026-02-10T09:30:00-05:00","endDate":null"#
        let expected =
            #"{"schemaVersion":1,"range":{"kind":"6","from":"2026-02-10T09:30:00-05:00","#
            + #""to":"2026-02-10T09:30:00-05:00"},"todayPosition":75.5,"#
            + #""months":[{"key":"2026-02","label":"Feb","year":2026,"left":0,"width":12.5}],"#
            + #""lanes":[{"schoolId":null,"schoolName":"No School","itemCount":1,"rowCount":1,"#
            + #""items":[{\#(statusStart),"shape":"dot","left":1,"width":2,"row":0,"link":null}]},"#
            + #"{"schoolId":"s","schoolName":"Rice","itemCount":1,"rowCount":2,"#
            + #""items":[{\#(campStart),"shape":"bar","left":0.5,"width":3,"row":1,"link":"/events/1"}]}],"#
            + #""laneCount":2,"lanesPage":1,"lanesPages":1,"list":["status-2","event-1"],"#
            + #""listItems":[{\#(statusStart),"schoolId":null,"schoolName":"No School","details":"=x","link":null},"#
            + #"{\#(campStart),"schoolId":"s","schoolName":"Rice","details":null,"link":"/events/1"}],"#
            + #""skipped":[{"table":"events","row":3,"field":null,"reason":"no object"}],"state":"items"}"#
        XCTAssertEqual(String(decoding: page().json(), as: UTF8.self), expected)
    }

    func testTheWriterAndCodableAgreeOnRandomPages() throws {
        var samples = PageSamples()
        for round in 0..<300 {
            let page = samples.timelinePage()
            let context = "seed \(samples.seed), round \(round)"
            let encoded = try JSONEncoder().encode(page)
            for layout in [JSONLayout.compact, .indented] {
                let written = Data(page.json(layout: layout))
                XCTAssertEqual(try dictionary(written), try dictionary(encoded), context)
                XCTAssertEqual(try JSONDecoder().decode(TimelinePage.self, from: written), page, context)
            }
            XCTAssertEqual(try JSONDecoder().decode(TimelinePage.self, from: encoded), page, context)
        }
    }

    func testAnotherVersionIsRefused() throws {
        let text = String(decoding: page().json(), as: UTF8.self)
        let other = text.replacingOccurrences(of: #"{"schemaVersion":1,"#, with: #"{"schemaVersion":2,"#)
        XCTAssertNotEqual(other, text)
        XCTAssertThrowsError(try JSONDecoder().decode(TimelinePage.self, from: Data(other.utf8)))
    }

    func testSectionsBecomeBlocksOfCSV() {
        let expected = [
            "kind,from,to,todayPosition,laneCount,lanesPage,lanesPages,state",
            "6,2026-02-10T09:30:00-05:00,2026-02-10T09:30:00-05:00,75.5,2,1,1,items", "",
            "key,label,year,left,width", "2026-02,Feb,2026,0,12.5", "",
            "schoolId,schoolName,itemCount,rowCount", ",No School,1,1", "s,Rice,1,2", "",
            "id,type,typeLabel,emoji,label,date,endDate,schoolId,schoolName,details,shape,left,width,row",
            "status-2,status_change,Committed,📊,Status: Initial → Committed,2026-02-10T09:30:00-05:00,,,"
                + "No School,'=x,dot,1,2,0",
            "event-1,event,,📅,\"\"\"Camp\"\"\",2026-02-01,2026-02-03,s,Rice,,bar,0.5,3,1", "",
            "id,type,typeLabel,emoji,label,date,endDate,schoolId,schoolName,details",
            "status-2,status_change,Committed,📊,Status: Initial → Committed,2026-02-10T09:30:00-05:00,,,"
                + "No School,'=x",
            "event-1,event,,📅,\"\"\"Camp\"\"\",2026-02-01,2026-02-03,s,Rice,", "",
            "table,row,field,reason", "events,3,,no object", "",
        ].joined(separator: "\r\n")
        XCTAssertEqual(String(decoding: page().csv(), as: UTF8.self), expected)
        XCTAssertEqual(page().csv(byteOrderMark: true), [0xef, 0xbb, 0xbf] + page().csv())
    }

    func testEveryBlockOfARandomPageReadsBack() {
        var samples = PageSamples()
        for round in 0..<100 {
            let page = samples.timelinePage()
            let blocks = CSVReader.blocks(page.csv())
            let context = "seed \(samples.seed), round \(round)"
            XCTAssertEqual(blocks.count, 6, context)
            let rowCounts = [
                1, page.months.count, page.lanes.count, page.lanes.reduce(0) { $0 + $1.itemCount },
                page.listItems.count, page.skipped.count,
            ]
            XCTAssertEqual(blocks.map { $0.count - 1 }, rowCounts, context)
        }
    }

    private func dictionary(_ data: Data) throws -> NSDictionary {
        try XCTUnwrap(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }
}
