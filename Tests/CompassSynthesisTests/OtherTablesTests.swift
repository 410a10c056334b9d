import CompassSynthesis
import Foundation
import XCTest

/// The tables around the posts.
final class OtherTablesTests: XCTestCase {
    private static let generator = Result { try DatasetGenerator(SynthesisOptions(posts: 200)) }
    private static let statuses = [
        "researching", "interested", "contacted", "camp_invite", "recruited", "official_visit_invited",
        "official_visit_scheduled", "offer_received", "committed", "declined", "not_pursuing",
    ]

    private func rows(_ table: SynthesisTable) throws -> [JSONRow] {
        try Self.generator.get().rows(of: table)
    }

    func testEveryValueOfEveryEnumerationOccursInSmallDatasets() throws {
        let expected: [(SynthesisTable, String, [String])] = [
            (.socialMediaPosts, "platform", ["twitter", "instagram"]),
            (.socialMediaPosts, "sentiment", ["very_positive", "positive", "neutral", "negative"]),
            (.schools, "division", ["D1", "D2", "D3", "NAIA", "JUCO"]),
            (.coaches, "role", ["head", "assistant", "recruiting"]),
            (
                .interactions, "type",
                [
                    "email", "text", "phone_call", "in_person_visit", "virtual_meeting", "camp", "showcase",
                    "tweet",
                    "dm", "game", "unofficial_visit", "official_visit", "other",
                ]
            ),
            (.interactions, "direction", ["outbound", "inbound"]),
            (.interactions, "sentiment", ["very_positive", "positive", "neutral", "negative"]),
            (.events, "type", ["showcase", "camp", "official_visit", "unofficial_visit", "game"]),
            (
                .offers, "offer_type",
                ["full_ride", "partial", "scholarship", "recruited_walk_on", "preferred_walk_on"]
            ),
            (.schoolStatusHistory, "new_status", Self.statuses),
            (.schoolStatusHistory, "previous_status", Self.statuses),
            (
                .documents, "type",
                ["highlight_video", "transcript", "resume", "rec_letter", "questionnaire", "stats_sheet"]
            ),
        ]
        for (table, column, values) in expected {
            XCTAssertEqual(Set(try rows(table).texts(column)), Set(values), "\(table.rawValue).\(column)")
        }
    }

    func testEveryStatusOfASchoolOccursFromElevenSchoolsOn() throws {
        let schools = try DatasetGenerator(SynthesisOptions(posts: 220)).rows(of: .schools)
        XCTAssertEqual(Set(schools.texts("status")), Set(Self.statuses))
    }

    func testIDsAreUniqueAndSchoolNamesDiffer() throws {
        for table in SynthesisTable.allCases {
            let rows = try rows(table)
            XCTAssertEqual(Set(rows.texts("id")).count, rows.count, table.rawValue)
        }
        let many = try DatasetGenerator(SynthesisOptions(posts: 240_000, schools: 12_000)).rows(of: .schools)
        XCTAssertEqual(Set(many.texts("name")).count, 12_000)
    }

    func testReferencesNameSchoolsAndTheirCoaches() throws {
        let schools = Set(try rows(.schools).texts("id"))
        var schoolOfCoach: [String: String] = [:]
        for coach in try rows(.coaches) {
            schoolOfCoach[try XCTUnwrap(coach["id"] as? String)] = coach["school_id"] as? String ?? ""
        }
        for table in SynthesisTable.allCases {
            for row in try rows(table) {
                if let school = row["school_id"] as? String { XCTAssertTrue(schools.contains(school)) }
                guard let coach = row["coach_id"] as? String else { continue }
                let expected = try XCTUnwrap(schoolOfCoach[coach])
                if let school = row["school_id"] as? String { XCTAssertEqual(school, expected) }
            }
        }
    }

    func testNeededColumnsAreThereAndOptionalOnesAreSometimesNull() throws {
        let generator = try DatasetGenerator(SynthesisOptions(posts: 20_000))
        let columns: [(SynthesisTable, needed: [String], optional: [String])] = [
            (.schools, ["id", "name"], ["status", "division"]),
            (.coaches, ["id"], ["school_id", "first_name", "responsiveness_score"]),
            (
                .interactions, ["id", "type", "created_at"],
                ["school_id", "coach_id", "direction", "subject", "content", "sentiment", "occurred_at"]
            ),
            (.events, ["id", "name", "start_date"], ["type", "end_date", "school_id"]),
            (.offers, ["id", "offer_type", "created_at"], ["school_id", "status", "offer_date"]),
            (
                .schoolStatusHistory, ["id", "new_status", "changed_at"],
                ["school_id", "previous_status", "notes"]
            ),
            (.documents, ["id", "type", "created_at"], ["title", "school_id"]),
            (.performanceMetrics, ["id", "metric_type", "created_at"], ["value", "unit", "recorded_date"]),
        ]
        for (table, needed, optional) in columns {
            let rows = try generator.rows(of: table)
            for column in needed {
                XCTAssertEqual(rows.nullPercent(column), 0, "\(table.rawValue).\(column)")
            }
            for column in optional {
                XCTAssertGreaterThan(rows.nullPercent(column), 0, "\(table.rawValue).\(column)")
                XCTAssertLessThan(rows.nullPercent(column), 60, "\(table.rawValue).\(column)")
            }
        }
    }

    func testEventsReachIntoTheNextTwoMonthsAndEndAfterTheyStart() throws {
        let events = try rows(.events)
        let starts = events.texts("start_date")
        XCTAssertGreaterThan(try XCTUnwrap(starts.max()), "2026-04-01")
        XCTAssertLessThan(try XCTUnwrap(starts.max()), "2026-05-01")
        XCTAssertTrue(starts.contains { text in text.count == 10 })
        XCTAssertTrue(starts.contains { text in text.count > 10 })
        for event in events {
            guard let start = event["start_date"] as? String, let end = event["end_date"] as? String else {
                continue
            }
            XCTAssertLessThanOrEqual(start, end)
            XCTAssertEqual(start.count, end.count)
        }
    }

    func testNothingButEventsIsAfterTheInstant() throws {
        for table in SynthesisTable.allCases {
            for row in try rows(table) {
                for column in ["created_at", "updated_at", "occurred_at", "changed_at", "post_date"] {
                    guard let text = row[column] as? String else { continue }
                    XCTAssertLessThanOrEqual(try micros(text), SynthesisOptions.defaultAsOfMicros)
                }
            }
        }
    }
}
