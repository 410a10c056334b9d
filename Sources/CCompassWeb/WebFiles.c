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
static const unsigned char pages_analytics_js[] = {
#embed "app/pages/analytics.js"
};
static const unsigned char pages_login_js[] = {
#embed "app/pages/login.js"
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

static const CompassWebFile files[] = {
    {"api.js", "text/javascript; charset=utf-8", api_js, sizeof(api_js)},
    {"app.js", "text/javascript; charset=utf-8", app_js, sizeof(app_js)},
    {"charts.js", "text/javascript; charset=utf-8", charts_js, sizeof(charts_js)},
    {"dom.js", "text/javascript; charset=utf-8", dom_js, sizeof(dom_js)},
    {"frame.js", "text/javascript; charset=utf-8", frame_js, sizeof(frame_js)},
    {"icon.svg", "image/svg+xml", icon_svg, sizeof(icon_svg)},
    {"icons.js", "text/javascript; charset=utf-8", icons_js, sizeof(icons_js)},
    {"index.html", "text/html; charset=utf-8", index_html, sizeof(index_html)},
    {"pages/analytics.js", "text/javascript; charset=utf-8", pages_analytics_js, sizeof(pages_analytics_js)},
    {"pages/login.js", "text/javascript; charset=utf-8", pages_login_js, sizeof(pages_login_js)},
    {"state.js", "text/javascript; charset=utf-8", state_js, sizeof(state_js)},
    {"style.css", "text/css; charset=utf-8", style_css, sizeof(style_css)},
    {"texts.js", "text/javascript; charset=utf-8", texts_js, sizeof(texts_js)},
};

size_t compass_web_file_count(void) { return sizeof(files) / sizeof(files[0]); }

CompassWebFile compass_web_file(size_t index) { return files[index]; }
