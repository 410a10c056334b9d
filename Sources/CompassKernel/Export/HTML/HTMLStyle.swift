/// The colors of the pages' figures and charts.
enum HTMLColor: String, CaseIterable {
    case text
    case blue
    case green
    case purple
    case twitter
    case instagram
    case gold
    case red
    case gray

    /// The class of areas: the color as the pages have it, with an edge in its darker tone.
    var areaClass: String { "area-\(rawValue)" }

    /// The class of texts: a tone of the color with a contrast of 4.5 to 1 or more.
    var textClass: String { "tone-\(rawValue)" }
}

extension Sentiment {
    var htmlColor: HTMLColor {
        switch self {
        case .veryPositive: .green
        case .positive: .blue
        case .neutral: .gray
        case .negative: .red
        }
    }
}

extension Platform {
    var htmlColor: HTMLColor {
        switch self {
        case .twitter: .twitter
        case .instagram: .instagram
        }
    }

    var htmlName: String {
        switch self {
        case .twitter: "Twitter/X"
        case .instagram: "Instagram"
        }
    }
}

extension TimelineItemType {
    var htmlColor: HTMLColor {
        switch self {
        case .event: .blue
        case .interaction: .green
        case .offer: .gold
        case .statusChange: .gray
        }
    }
}

/// The style sheet of all pages.
///
/// Every selector has a class of ours, so that a notebook around a fragment keeps its own style. The class is
/// there twice where Jupyter has a specific style for tables and lists. Areas have the pages' colors; edges
/// and texts have tones whose contrast is 3 to 1 and 4.5 to 1 or more, in light and in dark. There is no `&`,
/// no `<` and no `]]>`, so that the text is the same in HTML and in XML.
enum HTMLStyle {
    static let sheet: StaticString = """

        .compass-page{--ground:#FFFFFF;--card:#F9FAFB;--line:#D1D5DB;--edge:#6B7280;--track:#E5E7EB;\
        --text:#111827;--dim:#4B5563;\
        --blue:#0066FF;--green:#00CC66;--purple:#9333EA;--twitter:#1DA1F2;--instagram:#E1306C;\
        --gold:#FFD700;--red:#FF3333;--gray:#6B7280;\
        --tone-blue:#0052CC;--tone-green:#047A42;--tone-purple:#7E22CE;--tone-twitter:#0B6FB3;\
        --tone-instagram:#C21E56;--tone-gold:#8A6D00;--tone-red:#C81E1E;--tone-gray:#4B5563}
        @media screen{
        html[theme="dark"] .compass-page,html[data-theme="dark"] .compass-page,\
        body[data-theme="dark"] .compass-page,body[data-jp-theme-light="false"] .compass-page,\
        body.vscode-dark .compass-page,body.vscode-high-contrast .compass-page\
        {--ground:#111827;--card:#1F2937;--line:#4B5563;--edge:#9CA3AF;--track:#374151;\
        --text:#F9FAFB;--dim:#D1D5DB;\
        --blue:#6EA8FF;--green:#34D399;--purple:#C084FC;--twitter:#60BFFF;--instagram:#F472A6;\
        --gold:#FFD700;--red:#F87171;--gray:#9CA3AF;\
        --tone-blue:#6EA8FF;--tone-green:#34D399;--tone-purple:#C084FC;--tone-twitter:#60BFFF;\
        --tone-instagram:#F472A6;--tone-gold:#FFD700;--tone-red:#F87171;--tone-gray:#D1D5DB}
        }
        @media screen and (prefers-color-scheme:dark){
        .compass-body{background:#111827}
        .compass-page.compass-document\
        {--ground:#111827;--card:#1F2937;--line:#4B5563;--edge:#9CA3AF;--track:#374151;\
        --text:#F9FAFB;--dim:#D1D5DB;\
        --blue:#6EA8FF;--green:#34D399;--purple:#C084FC;--twitter:#60BFFF;--instagram:#F472A6;\
        --gold:#FFD700;--red:#F87171;--gray:#9CA3AF;\
        --tone-blue:#6EA8FF;--tone-green:#34D399;--tone-purple:#C084FC;--tone-twitter:#60BFFF;\
        --tone-instagram:#F472A6;--tone-gold:#FFD700;--tone-red:#F87171;--tone-gray:#D1D5DB}
        }
        .compass-body{margin:0}
        .compass-page{box-sizing:border-box;max-width:960px;padding:16px;color:var(--text);\
        background:var(--ground);border:1px solid var(--line);border-radius:12px;\
        font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;\
        text-align:left;overflow-wrap:anywhere}
        .compass-page.compass-document{margin:0 auto;border:0;border-radius:0}
        .compass-page .title{margin:0;font-size:22px;line-height:1.25;font-weight:700;color:var(--text)}
        .compass-page.compass-document .title{font-size:34px}
        .compass-page .subtitle,.compass-page .remark,.compass-page .more,.compass-page .axis,\
        .compass-page figcaption{color:var(--dim)}
        .compass-page p,.compass-page ul,.compass-page ol,.compass-page dl,.compass-page dd,\
        .compass-page figure{margin:0}
        .compass-page .subtitle{margin:2px 0 12px;font-size:14px}
        .compass-page .part{margin:20px 0 0}
        .compass-page .heading{margin:0 0 6px;font-size:17px;line-height:1.3;font-weight:600;\
        color:var(--text)}
        .compass-page .cards{display:flex;flex-wrap:wrap;gap:12px}
        .compass-page .card{flex:1 1 128px;box-sizing:border-box;padding:12px;background:var(--card);\
        border:1px solid var(--line);border-radius:12px}
        .compass-page .card dt{float:none;width:auto;font-weight:400;color:var(--dim)}
        .compass-page .card dd{margin:0}
        .compass-page .card .value{font-size:26px;line-height:1.25;font-weight:700;\
        white-space:nowrap}
        .compass-page .remark,.compass-page .more,.compass-page .axis,.compass-page figcaption\
        {font-size:12px}
        .compass-page figcaption{margin:0 0 6px}
        .compass-page svg{display:block;max-width:none;height:auto;overflow:visible}
        .compass-page svg[height="14"]{height:14px}
        .compass-page .columns{height:140px;border-bottom:1px solid var(--edge)}
        .compass-page .axis{display:flex;justify-content:space-between;gap:8px;margin:2px 0 0}
        .compass-page table{width:100%;margin:0;border:0;border-collapse:collapse;table-layout:auto;\
        font-size:14px;color:var(--text)}
        .compass-page.compass-page tr:nth-child(n),\
        .compass-page.compass-page tr:nth-child(n):hover{background:none}
        .compass-page.compass-page th,.compass-page.compass-page td{padding:4px 8px 4px 0;border:0;\
        text-align:left;\
        vertical-align:top;white-space:normal;font-weight:400;background:none;max-width:none}
        .compass-page tr>:last-child{padding-right:0}
        .compass-page.compass-page thead th{font-weight:600;color:var(--dim);\
        border-bottom:1px solid var(--edge)}
        .compass-page .figures thead th:not(:first-child){text-align:right}
        .compass-page .list tbody tr:nth-child(n)>*{border-bottom:1px solid var(--line)}
        .compass-page .bars th{width:32%;vertical-align:middle}
        .compass-page .bars .bar{vertical-align:middle}
        .compass-page .bars .number,.compass-page .list .number{text-align:right;white-space:nowrap;\
        font-variant-numeric:tabular-nums;vertical-align:middle}
        .compass-page .bars .number{width:90px}
        .compass-page .lanes th{padding-top:6px;hyphens:auto}
        .compass-page .lanes th:first-child{width:26%}
        .compass-page .lanes td{padding:0}
        .compass-page .lanes tbody tr:nth-child(n)>*{border-top:1px solid var(--line)}
        .compass-page .hidden,.compass-page .hidden *{position:absolute;width:1px;height:1px;margin:-1px;\
        padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .compass-page.compass-page .posts,.compass-page.compass-page .events,\
        .compass-page.compass-page .warnings,.compass-page.compass-page .legend\
        {padding:0;list-style:none}
        .compass-page .posts>li{margin:0 0 12px;padding:12px;background:var(--card);\
        border:1px solid var(--line);border-radius:12px}
        .compass-page .events>li{display:flex;gap:10px;padding:8px 0;border-bottom:1px solid var(--line)}
        .compass-page .events .icon{flex:none;width:24px;font-size:18px;line-height:1.3;text-align:center}
        .compass-page .events .what{flex:1;min-width:0}
        .compass-page .events time{flex:none;color:var(--dim);font-size:12px}
        .compass-page .event-title{font-weight:600}
        .compass-page .meta{color:var(--dim);font-size:12px}
        .compass-page .meta b{color:var(--text);font-size:14px}
        .compass-page .content{margin:4px 0;white-space:pre-line}
        .compass-page .note{margin:4px 0 0;padding:6px 8px;border-left:3px solid var(--edge);\
        color:var(--text)}
        .compass-page .badge{display:inline-block;padding:0 6px;border:1px solid;border-radius:8px;\
        font-size:12px}
        .compass-page a{color:var(--tone-blue);text-decoration:underline}
        .compass-page .empty{padding:24px 12px;text-align:center;color:var(--dim)}
        .compass-page.compass-page .warnings{margin:0 0 12px;padding:8px 12px;\
        border:1px solid var(--tone-gold);border-radius:8px}
        .compass-page .legend{display:flex;flex-wrap:wrap;gap:4px 16px;margin:8px 0 0;font-size:12px}
        .compass-page .legend li{display:flex;align-items:center;gap:6px;margin:0}
        .compass-page .legend svg{width:14px;height:14px}
        .compass-page details{margin:6px 0 0}
        .compass-page summary{color:var(--tone-blue);font-size:12px;cursor:pointer}
        .compass-page .track{fill:var(--track)}
        .compass-page .grid{stroke:var(--line);stroke-width:1}
        .compass-page .today{stroke:var(--tone-red);stroke-width:1.5}
        .compass-page .month{fill:var(--dim);font-size:11px}
        .compass-page .today-label{fill:var(--tone-red);font-size:11px;font-weight:600}
        .compass-page .area-blue{fill:var(--blue);stroke:var(--tone-blue)}
        .compass-page .area-green{fill:var(--green);stroke:var(--tone-green)}
        .compass-page .area-purple{fill:var(--purple);stroke:var(--tone-purple)}
        .compass-page .area-twitter{fill:var(--twitter);stroke:var(--tone-twitter)}
        .compass-page .area-instagram{fill:var(--instagram);stroke:var(--tone-instagram)}
        .compass-page .area-gold{fill:var(--gold);stroke:var(--tone-gold)}
        .compass-page .area-red{fill:var(--red);stroke:var(--tone-red)}
        .compass-page .area-gray{fill:var(--gray);stroke:var(--tone-gray)}
        .compass-page .ring{fill:var(--ground);stroke-width:2.5}
        .compass-page .tone-blue{color:var(--tone-blue)}
        .compass-page .tone-green{color:var(--tone-green)}
        .compass-page .tone-purple{color:var(--tone-purple)}
        .compass-page .tone-twitter{color:var(--tone-twitter)}
        .compass-page .tone-instagram{color:var(--tone-instagram)}
        .compass-page .tone-gold{color:var(--tone-gold)}
        .compass-page .tone-red{color:var(--tone-red)}
        .compass-page .tone-gray{color:var(--tone-gray)}
        @media (forced-colors:active){
        .compass-page .track{fill:Canvas;stroke:CanvasText}
        .compass-page rect:not(.track),.compass-page circle,.compass-page polygon{stroke:CanvasText}
        }
        @media print{
        .compass-page{border:0;padding:0;max-width:none}
        .compass-page .card,.compass-page .posts>li,.compass-page .events>li,.compass-page tr,\
        .compass-page figure{break-inside:avoid}
        .compass-page .heading{break-after:avoid}
        .compass-page .lanes,.compass-page .list{break-inside:auto}
        }

        """
}
