// Texts with values in them, as `TextTemplate` and `PluralText` of CompassPages have them, and the few words of the
// browser alone that `/api/texts` does not have.

/** Returns a template with values in the places of its placeholders; one without a value stays as it is. */
export function fill(template, values = {}) {
  return template.replace(/\{([A-Za-z0-9]+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/** Returns the form of a text for a number, with values filled in. */
export function plural(text, count, values = {}) {
  return fill(count === 1 ? text.one ?? text.other : text.other, { count, ...values });
}

/** Words without a page specification. */
export const words = {
  product: 'Recruiting Compass',
  skip: 'Skip to content',
  menu: 'Menu',
  pages: 'Pages',
  home: 'Home',
  darkMode: 'Dark mode',
  loadingData: 'The data is being read. This page follows by itself.',
  unreachable: 'The server could not be reached.',
  refused: 'The server refused this request: {reason}',
  notHereTitle: 'Not part of this program',
  notHere: 'This page belongs to the app itself, which is not shown here.',
  toSocial: 'To Social Media Monitoring',
  signInTitle: 'Sign In',
  signIn: 'Sign In',
  token: 'Access token',
  tokenHint: 'The token is in the file that the server was started with.',
  tokenWrong: 'This token is not valid.',
  showTable: 'Show as table',
  count: 'Posts',
  share: 'Share',
  date: 'Date',
  dayHint: 'Drag over the days to filter by them. With the keyboard: arrows move, Enter chooses, Shift with an arrow widens.',
  filtered: 'Filtered by',
  removeFilter: 'Remove filter {filter}',
  days: '{from} – {to}',
  showInFeed: 'Show {posts} in the feed',
  timeline: {
    earlier: 'Earlier',
    later: 'Later',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    whole: 'Whole range',
    period: '{period}: {items} ({parts})',
  },
  reports: {
    compare: 'Compare with the period before',
    before: '{value} before',
  },
};
