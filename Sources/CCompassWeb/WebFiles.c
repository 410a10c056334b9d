#include "CCompassWeb.h"

// `#embed` is of C23 and reads at once; SwiftPM's own embedding makes source text of every byte.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char api_js[] = {
#embed "app/api.js"
};
static const unsigned char app_js[] = {
#embed "app/app.js"
};
static const unsigned char charts_js[] = {
#embed "app/charts.js"
};
static const unsigned char dom_js[] = {
#embed "app/dom.js"
};
static const unsigned char frame_js[] = {
#embed "app/frame.js"
};
static const unsigned char icon_svg[] = {
#embed "app/icon.svg"
};
static const unsigned char icons_js[] = {
#embed "app/icons.js"
};
static const unsigned char index_html[] = {
#embed "app/index.html"
};
static const unsigned char pages_activity_list_js[] = {
#embed "app/pages/activity-list.js"
};
static const unsigned char pages_activity_widget_js[] = {
#embed "app/pages/activity-widget.js"
};
static const unsigned char pages_activity_js[] = {
#embed "app/pages/activity.js"
};
static const unsigned char pages_analytics_js[] = {
#embed "app/pages/analytics.js"
};
static const unsigned char pages_days_js[] = {
#embed "app/pages/days.js"
};
static const unsigned char pages_home_js[] = {
#embed "app/pages/home.js"
};
static const unsigned char pages_login_js[] = {
#embed "app/pages/login.js"
};
static const unsigned char pages_pager_js[] = {
#embed "app/pages/pager.js"
};
static const unsigned char pages_post_card_js[] = {
#embed "app/pages/post-card.js"
};
static const unsigned char pages_reports_summary_js[] = {
#embed "app/pages/reports-summary.js"
};
static const unsigned char pages_reports_js[] = {
#embed "app/pages/reports.js"
};
static const unsigned char pages_social_js[] = {
#embed "app/pages/social.js"
};
static const unsigned char pages_timeline_axis_js[] = {
#embed "app/pages/timeline-axis.js"
};
static const unsigned char pages_timeline_chart_js[] = {
#embed "app/pages/timeline-chart.js"
};
static const unsigned char pages_timeline_frames_js[] = {
#embed "app/pages/timeline-frames.js"
};
static const unsigned char pages_timeline_gestures_js[] = {
#embed "app/pages/timeline-gestures.js"
};
static const unsigned char pages_timeline_lane_js[] = {
#embed "app/pages/timeline-lane.js"
};
static const unsigned char pages_timeline_list_js[] = {
#embed "app/pages/timeline-list.js"
};
static const unsigned char pages_timeline_stacking_js[] = {
#embed "app/pages/timeline-stacking.js"
};
static const unsigned char pages_timeline_tooltip_js[] = {
#embed "app/pages/timeline-tooltip.js"
};
static const unsigned char pages_timeline_js[] = {
#embed "app/pages/timeline.js"
};
static const unsigned char state_js[] = {
#embed "app/state.js"
};
static const unsigned char style_css[] = {
#embed "app/style.css"
};
static const unsigned char texts_js[] = {
#embed "app/texts.js"
};
static const unsigned char wishes_js[] = {
#embed "app/wishes.js"
};

static const CompassWebFile files[] = {
    {"api.js", "text/javascript; charset=utf-8", api_js, sizeof(api_js)},
    {"app.js", "text/javascript; charset=utf-8", app_js, sizeof(app_js)},
    {"charts.js", "text/javascript; charset=utf-8", charts_js, sizeof(charts_js)},
    {"dom.js", "text/javascript; charset=utf-8", dom_js, sizeof(dom_js)},
    {"frame.js", "text/javascript; charset=utf-8", frame_js, sizeof(frame_js)},
    {"icon.svg", "image/svg+xml", icon_svg, sizeof(icon_svg)},
    {"icons.js", "text/javascript; charset=utf-8", icons_js, sizeof(icons_js)},
    {"index.html", "text/html; charset=utf-8", index_html, sizeof(index_html)},
    {"pages/activity-list.js", "text/javascript; charset=utf-8", pages_activity_list_js, sizeof(pages_activity_list_js)},
    {"pages/activity-widget.js", "text/javascript; charset=utf-8", pages_activity_widget_js, sizeof(pages_activity_widget_js)},
    {"pages/activity.js", "text/javascript; charset=utf-8", pages_activity_js, sizeof(pages_activity_js)},
    {"pages/analytics.js", "text/javascript; charset=utf-8", pages_analytics_js, sizeof(pages_analytics_js)},
    {"pages/days.js", "text/javascript; charset=utf-8", pages_days_js, sizeof(pages_days_js)},
    {"pages/home.js", "text/javascript; charset=utf-8", pages_home_js, sizeof(pages_home_js)},
    {"pages/login.js", "text/javascript; charset=utf-8", pages_login_js, sizeof(pages_login_js)},
    {"pages/pager.js", "text/javascript; charset=utf-8", pages_pager_js, sizeof(pages_pager_js)},
    {"pages/post-card.js", "text/javascript; charset=utf-8", pages_post_card_js, sizeof(pages_post_card_js)},
    {"pages/reports-summary.js", "text/javascript; charset=utf-8", pages_reports_summary_js, sizeof(pages_reports_summary_js)},
    {"pages/reports.js", "text/javascript; charset=utf-8", pages_reports_js, sizeof(pages_reports_js)},
    {"pages/social.js", "text/javascript; charset=utf-8", pages_social_js, sizeof(pages_social_js)},
    {"pages/timeline-axis.js", "text/javascript; charset=utf-8", pages_timeline_axis_js, sizeof(pages_timeline_axis_js)},
    {"pages/timeline-chart.js", "text/javascript; charset=utf-8", pages_timeline_chart_js, sizeof(pages_timeline_chart_js)},
    {"pages/timeline-frames.js", "text/javascript; charset=utf-8", pages_timeline_frames_js, sizeof(pages_timeline_frames_js)},
    {"pages/timeline-gestures.js", "text/javascript; charset=utf-8", pages_timeline_gestures_js, sizeof(pages_timeline_gestures_js)},
    {"pages/timeline-lane.js", "text/javascript; charset=utf-8", pages_timeline_lane_js, sizeof(pages_timeline_lane_js)},
    {"pages/timeline-list.js", "text/javascript; charset=utf-8", pages_timeline_list_js, sizeof(pages_timeline_list_js)},
    {"pages/timeline-stacking.js", "text/javascript; charset=utf-8", pages_timeline_stacking_js, sizeof(pages_timeline_stacking_js)},
    {"pages/timeline-tooltip.js", "text/javascript; charset=utf-8", pages_timeline_tooltip_js, sizeof(pages_timeline_tooltip_js)},
    {"pages/timeline.js", "text/javascript; charset=utf-8", pages_timeline_js, sizeof(pages_timeline_js)},
    {"state.js", "text/javascript; charset=utf-8", state_js, sizeof(state_js)},
    {"style.css", "text/css; charset=utf-8", style_css, sizeof(style_css)},
    {"texts.js", "text/javascript; charset=utf-8", texts_js, sizeof(texts_js)},
    {"wishes.js", "text/javascript; charset=utf-8", wishes_js, sizeof(wishes_js)},
};

size_t compass_web_file_count(void) { return sizeof(files) / sizeof(files[0]); }

CompassWebFile compass_web_file(size_t index) { return files[index]; }
