// Reports & Analytics: the dates, the report and its export. It behaves as `ReportsModel` does; the rows are the
// server's, so the page's load only tells whether they are there, and what day it is.

import { button, dialog, h, replace, set, setText } from '../dom.js';
import { notice, pageFrame } from '../frame.js';
import { PageLoading } from '../state.js';
import { fill } from '../texts.js';
import { addDays, fullDay } from './days.js';
import { reportSummary } from './reports-summary.js';

const presets = [
  ['last7Days', 7], ['last30Days', 30], ['last90Days', 90], ['last6Months', 180], ['yearToDate', null],
  ['lastYear', 365],
];

/** Returns the dates of a preset, which end today, as `ReportPreset.period` does. */
function periodOf(preset, today) {
  const [, days] = presets.find(([name]) => name === preset);
  return { from: days === null ? `${today.slice(0, -6)}-01-01` : addDays(today, -days), to: today };
}

/** Returns whether a period is longer than ten years, of which the kernel warns. */
function isLargeRange({ from, to }) {
  const [, year, rest] = /^(\d+)(-.*)$/.exec(from) ?? [];
  return Boolean(year) && to > `${String(Number(year) + 10).padStart(4, '0')}${rest}`;
}

export default class ReportsPage {
  constructor(app) {
    const { reports } = app.texts;
    this.app = app;
    this.title = reports.title;
    this.number = 0;
    this.report = null;
    this.failure = null;
    this.isGenerating = false;
    this.isExporting = false;
    this.ends = [];
    this.loading = new PageLoading(app, {
      texts: { load: reports.loadFailed, timedOut: reports.timedOut, server: reports.serverError },
      load: async (query, signal) => (await app.api.get('/api/report', { preset: '30d' }, { signal })).data,
      key: () => 'reports',
      show: (report) => this.show(report),
      update: () => this.update(),
    });
    this.result = h('div', { class: 'stack' });
    this.frame = pageFrame(app, {
      title: reports.title, subtitle: reports.subtitle, kind: 'small', refresh: () => this.loading.refresh(),
      placeholder: () => h('div', { class: 'card stack', 'aria-hidden': true },
        h('div', { class: 'skeleton line' }), h('div', { class: 'skeleton block' }), h('div', { class: 'skeleton line' })),
      content: h('div', { class: 'stack' }, this.#card(), this.result),
    });
    this.element = this.frame.element;
  }

  open() {
    if (this.loading.isOpen) return;
    this.ends = [this.app.online.observe(() => this.update())];
    this.loading.open({});
  }

  close() {
    for (const end of this.ends) end();
    this.loading.close();
    this.dropReport();
  }

  #card() {
    const { texts } = this.app;
    const { reports, web } = texts;
    this.presetButtons = new Map(presets.map(([name]) => [name, h('button', {
      type: 'button', class: 'button preset', 'aria-pressed': false,
      'aria-label': fill(reports.presetAloud, { preset: reports[name] }), onclick: () => this.choose(name),
    }, reports[name])]));
    const field = (label) => {
      const input = h('input', { type: 'date', required: true, max: '9999-12-31', onchange: () => this.#datesChanged() });
      return [input, h('label', { class: 'field' }, h('span', {}, label), input)];
    };
    const [from, fromField] = field(reports.from);
    const [to, toField] = field(reports.to);
    Object.assign(this, { from, to });
    this.dateHint = h('p', { class: 'date-hint', id: 'date-hint', 'aria-live': 'polite' });
    this.largeHint = h('p', { class: 'muted', 'aria-live': 'polite' });
    this.comparing = h('input', { type: 'checkbox', onchange: () => this.dropReport() });
    this.banner = h('div');
    this.label = h('span', {}, reports.generateReport);
    this.generateButton = button({
      icon: 'chart', kind: 'primary generate', 'aria-label': reports.generateAloud, onclick: () => this.generate(),
    });
    this.generateButton.classList.remove('icon-only');
    this.generateButton.append(this.label);
    return h('section', { class: 'card stack', 'aria-labelledby': 'generate-title' },
      h('h2', { id: 'generate-title' }, reports.generateReport),
      h('div', { class: 'presets', role: 'group', 'aria-label': reports.quickPresets },
        [...this.presetButtons.values()]),
      h('div', { class: 'dates' }, fromField, toField),
      this.dateHint, this.largeHint,
      h('label', { class: 'check' }, this.comparing, h('span', {}, web.comparePeriods)),
      this.banner, this.generateButton);
  }

  // Dates

  /** Takes today from the server, whose clock may be fixed. */
  show({ generatedAt }) {
    const isFirst = !this.today;
    this.today = generatedAt.split('T')[0];
    if (isFirst) this.choose('last30Days');
  }

  /** Sets the dates of a preset; other dates than before remove the report. */
  choose(preset) {
    const { from, to } = periodOf(preset, this.today);
    const changed = this.from.value !== from || this.to.value !== to;
    this.preset = preset;
    this.from.value = from;
    this.to.value = to;
    if (changed) this.dropReport();
    else this.update();
  }

  #datesChanged() {
    this.preset = null;
    this.dropReport();
  }

  get #isReversed() {
    return Boolean(this.from.value && this.to.value) && this.from.value > this.to.value;
  }

  get #canGenerate() {
    return Boolean(this.from.value && this.to.value) && !this.#isReversed && !this.isGenerating
      && this.app.online.value;
  }

  // Report

  async generate() {
    if (!this.#canGenerate || !this.loading.isOpen) return;
    this.dropReport();
    const { number, query } = this;
    this.isGenerating = true;
    this.abort = new AbortController();
    this.update();
    try {
      const { data } = await this.app.api.get('/api/report', query, { signal: this.abort.signal });
      if (number !== this.number) return;
      this.report = data;
      const { reports } = this.app.texts;
      this.app.announce(data.state === 'noData' ? reports.noData : reports.summary);
    } catch (error) {
      if (error.kind === undefined) throw error;
      if (number !== this.number || error.kind === 'cancelled') return;
      if (error.kind === 'signedOut') return this.app.signOut();
      this.failure = this.app.texts.reports.generateFailed;
      this.app.announce(this.failure);
    } finally {
      if (number === this.number) {
        this.isGenerating = false;
        this.update();
      }
    }
  }

  get query() {
    return { from: this.from.value, to: this.to.value, compare: this.comparing.checked ? 'true' : null };
  }

  dropReport() {
    this.number += 1;
    this.abort?.abort();
    this.isGenerating = false;
    this.report = null;
    this.failure = null;
    this.update();
  }

  // Export

  /** Saves the report as a file: the link of the button does, once the server has answered. */
  async export() {
    const { reports } = this.app.texts;
    if (this.isExporting) return;
    if (!this.report) return this.#alert(reports.nothingToExport);
    this.isExporting = true;
    const { number } = this;
    this.update();
    try {
      const text = await this.app.api.text('/api/report.csv', this.query);
      if (number !== this.number) return;
      const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
      h('a', { href: address, download: 'recruiting-report.csv' }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      if (error.kind === undefined) throw error;
      if (error.kind === 'signedOut') return this.app.signOut();
      if (number === this.number) this.#alert(reports.exportFailed);
    } finally {
      this.isExporting = false;
      this.update();
    }
  }

  #alert(text) {
    const { common } = this.app.texts;
    dialog({ title: text, role: 'alertdialog', actions: [{ label: common.close, kind: 'primary', value: '' }] });
  }

  // Drawing

  update() {
    const { reports } = this.app.texts;
    for (const [name, element] of this.presetButtons) element.setAttribute('aria-pressed', name === this.preset);
    set(this.from, { 'aria-label': fill(reports.fromAloud, { date: fullDay(this.from.value) }) });
    set(this.to, {
      'aria-label': fill(reports.toAloud, { date: fullDay(this.to.value) }), 'aria-invalid': this.#isReversed,
      'aria-describedby': 'date-hint',
    });
    setText(this.dateHint, this.#isReversed ? reports.reversedDates : '');
    const period = { from: this.from.value, to: this.to.value };
    const isLarge = period.from && period.to && !this.#isReversed && isLargeRange(period);
    setText(this.largeHint, isLarge ? reports.largeRange : '');
    setText(this.label, this.isGenerating ? reports.generating : reports.generateReport);
    // `aria-disabled` keeps the focus on the button that was pressed.
    set(this.generateButton, {
      'aria-disabled': !this.#canGenerate, 'aria-busy': this.isGenerating,
    });
    replace(this.banner, this.failure
      && notice(this.app, { text: this.failure, kind: 'banner', canRetry: true }, () => this.generate()));
    if (this.report !== this.drawn) {
      this.drawn = this.report;
      replace(this.result, this.report && reportSummary(this.app, this.report, () => this.export()));
    }
    const exportButton = this.result.querySelector('.export');
    if (exportButton) {
      exportButton.setAttribute('aria-busy', this.isExporting);
      setText(exportButton.querySelector('span'), this.isExporting ? reports.exporting : reports.exportCSV);
    }
    this.frame.show(this.loading);
  }
}
