// Days in English, from the dates of the API: a day `2026-02-03`, or an instant whose wall clock
// is that of the page's zone already. The same texts as `TimelineItem.dayText` of
// CompassKernel.

import { fill } from '../texts.js';

// The kernel has the months in English, and so has each browser.
const format = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2000, index)));

/** Returns the calendar day of a date. */
export function dayOf(date) {
  const [, year, month, day] = /^([+-]?\d+)-(\d\d)-(\d\d)/.exec(date) ?? [null, '0', '01', '01'];
  return { year: Number(year), month: Number(month), day: Number(day) };
}

const formats = new Map();

/** Returns the name of a month from 1 to 12. */
export const monthName = (month) => months[month - 1] ?? '';

const short = ({ month, day }) => `${monthName(month).slice(0, 3)} ${day}`;
const full = ({ month, day }) => `${monthName(month)} ${day}`;

/** Returns `Feb 3`. */
export const shortDay = (date) => short(dayOf(date));

/** Returns `February 3, 2026`; an empty text for none. */
export const fullDay = (date) => (date ? `${full(dayOf(date))}, ${dayOf(date).year}` : '');

/** Returns the days of an item: `Feb 3, 2026`, `Feb 3 – Feb 5, 2026`, `Dec 30, 2025 – Jan 2, 2026`. */
export const daysOfItem = (item) => range(item, short);

/** Returns the days of an item in full: `February 3, 2026`, `February 3 – February 5, 2026`. */
export const fullDaysOfItem = (item) => range(item, full);

/** Returns an item of the timeline as a sentence, as `TimelineTexts.itemAloud` has it. */
export const itemAloud = (texts, item, school) =>
  fill(texts.itemAloud, { emoji: item.emoji, label: item.label, school, date: fullDaysOfItem(item) });

function range({ date, endDate }, text) {
  const start = dayOf(date);
  const end = endDate ? dayOf(endDate) : start;
  const withYear = (day) => `${text(day)}, ${day.year}`;
  if (withYear(start) === withYear(end)) return withYear(start);
  return `${start.year === end.year ? text(start) : withYear(start)} – ${withYear(end)}`;
}

/** Returns the calendar day of an instant in the page's zone, such as `2026-02-03`. */
export function dayIn(zone, milliseconds) {
  if (!formats.has(zone)) {
    formats.set(zone, new Intl.DateTimeFormat('en-US', {
      timeZone: zone, calendar: 'gregory', year: 'numeric', month: '2-digit', day: '2-digit',
    }));
  }
  const parts = Object.fromEntries(formats.get(zone).formatToParts(milliseconds).map(({ type, value }) => [type, value]));
  return `${parts.year.padStart(4, '0')}-${parts.month}-${parts.day}`;
}

/** Returns a day so many days later, or earlier. */
export function addDays(day, count) {
  const { year, month, day: number } = dayOf(day);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, number + count);
  return date.toISOString().slice(0, -14);
}
