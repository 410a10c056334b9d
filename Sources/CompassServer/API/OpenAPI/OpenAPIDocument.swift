import CompassKernel

/// The document of the API (OpenAPI 3.1), written from the table by which requests are dispatched.
struct OpenAPIDocument {
    let json: JSONValue

    init(_ table: RouteTable, version: String) {
        var schemas = SchemaWriter()
        var paths: [(name: String, value: JSONValue)] = []
        for route in table.routes {
            let member = (name: route.method.lowercased(), value: Self.operation(route, &schemas))
            if let known = paths.firstIndex(where: { $0.name == route.pattern }) {
                if case .object(let members) = paths[known].value {
                    paths[known].value = .object(members + [member])
                }
            } else {
                paths.append((route.pattern, .object([member])))
            }
        }
        json = [
            "openapi": "3.1.0",
            "info": [
                "title": "Compass", "version": .text(version.isEmpty ? "0" : version),
                "description": """
                The pages of The Recruiting Compass. Parameters are the options of the command line, and \
                responses the bytes that it prints with `--format json`. While tables are loaded, their \
                pages respond 503 with `Retry-After`; when they could not be loaded, 503 without it.
                """,
            ],
            "paths": .object(paths),
            "components": [
                "schemas": .object(schemas.schemas + [("Error", Self.errorSchema)]),
                "responses": [
                    "Error": [
                        "description": "The request is not granted; the message says what is accepted.",
                        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
                    ]
                ],
            ],
        ]
    }

    private static let errorSchema: JSONValue = [
        "type": "object",
        "properties": [
            "error": [
                "type": "object",
                "properties": ["status": ["type": "integer"], "message": ["type": "string"]],
                "required": ["status", "message"],
            ],
            "state": ["const": "loading"], "table": ["type": "string"],
        ],
        "required": ["error"],
    ]

    private static func operation(_ route: Route, _ schemas: inout SchemaWriter) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("operationId", .text(operationID(route))), ("summary", .text(route.summary)),
        ]
        let inPath = route.pathParameters.map { name -> JSONValue in
            [
                "name": .text(name), "in": "path", "required": true,
                "schema": ["type": "string", "minLength": 1],
            ]
        }
        let inQuery = route.parameters.map(parameter)
        if !inPath.isEmpty || !inQuery.isEmpty { members.append(("parameters", .array(inPath + inQuery))) }
        if route.method == "PATCH" { members.append(("requestBody", fieldsBody)) }
        // Without one there would be no type, which the server requires of changes.
        if route.method == "POST" { members.append(("requestBody", anyBody)) }
        members.append(("responses", responses(route, &schemas)))
        return .object(members)
    }

    private static func operationID(_ route: Route) -> String {
        let words = route.pattern.split { !$0.isLetter && !$0.isNumber }.dropFirst()
        return route.method.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static let fieldsBody: JSONValue = [
        "required": true,
        "content": [
            "application/json": [
                "schema": [
                    "type": "object",
                    "properties": [
                        "flaggedForReview": ["type": "boolean"], "notes": ["type": ["string", "null"]],
                    ],
                    "minProperties": 1, "additionalProperties": false,
                ]
            ]
        ],
    ]

    private static let anyBody: JSONValue = [
        "required": true, "description": "It is not read, such as `{}`.",
        "content": ["application/json": ["schema": ["type": "object"]]],
    ]

    private static func parameter(_ parameter: RouteParameter) -> JSONValue {
        var schema: [(name: String, value: JSONValue)]
        switch parameter.form {
        case .flag: schema = [("enum", ["true", "false", ""])]
        case .words(let words): schema = [("type", "string"), ("enum", .array(words.map(JSONValue.text)))]
        case .number(let limits):
            schema = [
                ("type", "integer"), ("minimum", .number(limits.lowerBound)),
                ("maximum", .number(limits.upperBound)),
            ]
        case .percentage: schema = [("type", "number"), ("minimum", 0), ("maximum", 100)]
        case .text(let maximum):
            schema = [("type", "string")]
            if let maximum { schema.append(("maxLength", .number(maximum))) }
        case .date: schema = [("type", "string"), ("format", "date")]
        case .instant: schema = [("type", "string"), ("format", "date-time")]
        case .pattern(let pattern): schema = [("type", "string"), ("pattern", .text(pattern))]
        }
        if let fallback = parameter.fallback {
            schema.append(("default", Int(fallback).map(JSONValue.number) ?? .text(fallback)))
        }
        let value = JSONValue.object(schema)
        return [
            "name": .text(parameter.name), "in": "query", "description": .text(parameter.summary),
            "schema": parameter.isRepeatable ? ["type": "array", "items": value] : value,
        ]
    }

    private static func responses(_ route: Route, _ schemas: inout SchemaWriter) -> JSONValue {
        let type: String
        let schema: JSONValue
        switch route.response {
        case .json(let document): (type, schema) = ("application/json", schemas.reference(to: document))
        case .document: (type, schema) = ("application/json", ["type": "object"])
        case .csv: (type, schema) = ("text/csv", ["type": "string"])
        case .svg: (type, schema) = ("image/svg+xml", ["type": "string"])
        case .html: (type, schema) = ("text/html", ["type": "string"])
        case .events: (type, schema) = ("text/event-stream", ["type": "string"])
        }
        let content = JSONValue.object([(name: type, value: ["schema": schema])])
        var responses: [(name: String, value: JSONValue)] = [
            ("200", ["description": "The response.", "content": content])
        ]
        if route.method == "GET" {
            responses.append(
                ("304", ["description": "The client has the response: it has a tag of `If-None-Match`."]))
        }
        for status in route.refusals {
            responses.append(("\(status)", ["$ref": "#/components/responses/Error"]))
        }
        responses.append(("default", ["$ref": "#/components/responses/Error"]))
        return .object(responses)
    }
}
