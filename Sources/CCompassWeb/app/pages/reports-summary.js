// The card of a report: its figures, the schools by status, and the export.

import { button, h, icon } from '../dom.js';
import { fill } from '../texts.js';

/** Returns a status as a person writes it: `Camp Invite` for `camp_invite`. */
const statusName = (name) => name.replace(/_/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

/** Returns a number with one decimal, as `ReportsModel.oneDecimal` does. */
function oneDecimal(value) {
  const tenths = Math.sign(value) * Math.round(Math.abs(value) * 10);
  return Math.abs(tenths) < 1e15 ? (tenths / 10).toFixed(1) : String(value);
}

/** Returns what stands below the button: the report, or that there is nothing to report. */
export function reportSummary(app, report, onexport) {
  const { common, reports, web } = app.texts;
  const warnings = report.warnings.map(({ table, reason }) =>
    h('li', {}, table ? `${table}: ${reason}` : reason));
  const notes = warnings.length
    ? h('ul', { class: 'banner inline warnings', role: 'list' }, warnings) : null;
  if (report.state === 'noData') {
    return [notes, h('div', { class: 'card empty report-empty' }, h('p', {}, reports.noData))];
  }
  const rate = (sections) => fill(reports.responseRateValue, { rate: oneDecimal(sections.coaches.responseRate) });
  const cards = [
    ['school', 'blue', reports.schools, ({ schools }) => schools.total],
    ['smile', 'purple', reports.coaches, ({ coaches }) => coaches.total],
    ['feed', 'green', reports.interactions, ({ interactions }) => interactions.total],
    ['chart', 'amber', reports.metrics, ({ metrics }) => metrics.total],
    ['sync', 'indigo', reports.responseRate, rate],
  ].map(([name, color, label, value]) => {
    const before = report.previous && fill(web.before, { value: value(report.previous) });
    const aloud = fill(before ? common.cardAloud : common.cardWithoutSubtitleAloud, {
      label, value: value(report), subtitle: before ?? '',
    });
    return h('li', { class: `report-card ${color}` },
      h('span', { class: `circle ${color}`, 'aria-hidden': true }, icon(name, 20)),
      h('span', { class: 'report-figure', 'aria-hidden': true },
        h('span', { class: 'report-value' }, value(report)), h('span', { class: 'report-label' }, label),
        before && h('span', { class: 'report-before muted' }, before)),
      h('span', { class: 'visually-hidden' }, aloud));
  });
  const statuses = report.schools.byStatus.map(({ name, count }) => h('li', {},
    h('span', { class: 'status-name', dir: 'auto' }, statusName(name)), h('span', { class: 'visually-hidden' }, ': '),
    h('strong', {}, count)));
  return [notes, h('section', { class: 'card stack report', 'aria-labelledby': 'report-title' },
    h('div', { class: 'report-head' }, h('h2', { id: 'report-title' }, reports.summary),
      button({ label: reports.exportCSV, icon: 'down', kind: 'green export', 'aria-label': reports.exportAloud, onclick: onexport })),
    h('ul', { class: 'report-cards', role: 'list', 'aria-label': reports.summary }, cards),
    statuses.length ? h('details', { class: 'statuses', open: true }, h('summary', {}, h('h3', {}, reports.schoolsByStatus)),
      h('ul', { class: 'status-list', role: 'list' }, statuses)) : null)];
}
