// The axis of the timeline: which part of the range is visible, and the headers above it. Positions are percent
// of the range; the headers follow `TimelineAxis` of CompassKernel, with days where months are wide.

import { dayOf, monthName } from './days.js';

const dayMilliseconds = 86_400_000;

/** The visible part of a range, which can be moved and scaled down to a day. */
export class TimelineView {
  constructor({ from, to }) {
    this.start = Date.parse(from);
    this.duration = Math.max(1, Date.parse(to) - this.start);
    this.from = 0;
    this.to = 100;
  }

  get span() {
    return this.to - this.from;
  }

  /** A day, in percent. */
  get day() {
    return Math.min(100, (100 * dayMilliseconds) / this.duration);
  }

  get isWhole() {
    return this.span >= 100 - 1e-9;
  }

  /** Shows a part of the range, moved and widened if required to lie in it and to last a day. */
  show(from, to) {
    const span = Math.min(100, Math.max(this.day, to - from));
    this.from = Math.min(Math.max(0, from - (span - (to - from)) / 2), 100 - span);
    this.to = this.from + span;
  }

  /** Divides the span by `factor` around a fixed position. */
  zoom(factor, around = (this.from + this.to) / 2) {
    const span = Math.min(100, Math.max(this.day, this.span / factor));
    const share = (around - this.from) / this.span;
    this.show(around - share * span, around + (1 - share) * span);
  }

  move(percent) {
    this.show(this.from + percent, this.to + percent);
  }

  /** Moves as little as possible so that a position is visible. */
  reveal(position) {
    const margin = this.span / 10;
    if (position < this.from + margin / 10) this.move(position - margin - this.from);
    else if (position > this.to - margin / 10) this.move(position + margin - this.to);
  }

  instant(percent) {
    return new Date(this.start + (percent / 100) * this.duration).toISOString();
  }

  percent(instant) {
    return ((Date.parse(instant) - this.start) / this.duration) * 100;
  }
}

/**
 * Returns the headers from `from` to `to`: `left`, `width`, `label`, `year` (empty when repeated), `title` in full.
 *
 * @param months the months of the range, as the API has them
 * @param scale pixels for each percent
 * @param textScale the size of texts, 1 for the usual one
 */
export function axisHeaders(months, { from, to, scale, day, textScale, monthTitle }) {
  const whole = months.length > 2 ? months.slice(1, -1) : months;
  const monthWidth = Math.min(...whole.map(({ width }) => width * scale));
  if (monthWidth >= 400 * textScale) return dayHeaders(months, from, to, scale, day, textScale);
  const step = [1, 3, 6].find((count) => count * monthWidth >= 48 * textScale);
  const groups = [];
  for (const month of months) {
    const { month: number, year } = dayOf(`${month.key}-01`);
    const starts = step ? (number - 1) % step === 0 : groups.at(-1)?.number !== year;
    if (!groups.length || starts) {
      groups.push({
        left: month.left, width: 0, number: year, label: step ? month.label : String(year),
        year: step ? String(year) : '', title: step ? monthTitle(monthName(number), year) : String(year),
      });
    }
    groups.at(-1).width += month.width;
  }
  return shown(step ? groups : yearSteps(groups, scale, textScale), from, to, scale, 42 * textScale);
}

function yearSteps(years, scale, textScale) {
  const width = Math.max(...years.map((year) => year.width)) * scale;
  const step = [1, 2, 5, 10, 20, 50, 100, 1000].find((count) => count * width >= 44 * textScale) ?? 10_000;
  const labelled = years.filter(({ number }, index) => index === 0 || number % step === 0);
  labelled.forEach((year, index) => (year.width = (labelled[index + 1]?.left ?? 100) - year.left));
  return labelled;
}

function dayHeaders(months, from, to, scale, day, textScale) {
  const step = [1, 2, 5, 10].find((count) => count * day * scale >= 64 * textScale) ?? 15;
  const days = [];
  for (const month of months) {
    if (month.left > to || month.left + month.width < from) continue;
    const { year, month: number } = dayOf(`${month.key}-01`);
    const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
    // A month that is cut at the left edge has its end in the right place.
    const start = month.left > 0 ? month.left : month.left + month.width - count * day;
    for (let first = 1; first <= count; first += step) {
      // The rest of a month that would be narrow belongs to the step before.
      if (first + step / 2 > count + 1 && step > 1) break;
      const left = start + (first - 1) * day;
      const last = first + 1.5 * step > count + 1 && step > 1 ? count + 1 : Math.min(first + step, count + 1);
      days.push({
        left, width: (last - first) * day, label: `${month.label} ${first}`, year: String(year),
        title: `${monthName(number)} ${first}, ${year}`,
      });
    }
  }
  return shown(days, from, to, scale, 52 * textScale);
}

function shown(headers, from, to, scale, narrowest) {
  let lastYear = '';
  return headers.filter(({ left, width }) => left < to && left + width > from).map((header) => {
    const fits = header.width * scale >= narrowest;
    const year = fits && header.year !== lastYear ? header.year : '';
    if (year) lastYear = year;
    return { ...header, label: fits ? header.label : '', year };
  });
}
