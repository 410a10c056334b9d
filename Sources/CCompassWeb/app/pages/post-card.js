// The card of a post: author, text of five lines, badges, and what can be done with it.

import { button, h, icon, replace, set, setText } from '../dom.js';
import { fill } from '../texts.js';

const sentiments = {
  very_positive: ['veryPositive', 'green'], positive: ['positive', 'blue'], neutral: ['neutral', 'gray'], negative: ['negative', 'red'],
};
/** Of a longer text that is not shown whole, so many characters are read aloud, as `SocialFeedModel` has it. */
const previewLength = 200;
const characters = new Intl.Segmenter('en');
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns the element of a post; `update(post)` of it shows a newer state.
 *
 * `page` has `texts`, `common` and `allowsChanges`, and `toggleFlag(id)`, `editNotes(id)`, `askToDelete(id)`,
 * `isExpanded(id)`, `toggleExpansion(id)`.
 */
export function postCard(page, post) {
  const { texts, common } = page;
  const { id } = post;
  const tools = h('div', { class: 'tools' });
  const flag = button({ icon: 'flag', label: texts.flag, kind: 'quiet', onclick: () => page.toggleFlag(id) });
  const note = button({ icon: 'note', label: texts.addNote, kind: 'quiet', onclick: () => page.editNotes(id) });
  const more = moreMenu(page, id);
  const name = h('h2');
  const meta = h('p', { class: 'meta' });
  const time = h('time');
  const text = h('p', { class: 'text clamp', id: `text-${id}`, style: { '--lines': 5 } });
  const readMore = button({
    label: texts.readMore, kind: 'link', hidden: true, 'aria-controls': `text-${id}`, 'aria-expanded': false,
    onclick: () => page.toggleExpansion(id),
  });
  const noteText = h('p', { class: 'clamp', style: { '--lines': 5 } });
  const notes = h('div', { class: 'notes', hidden: true }, h('b', {}, texts.notes), noteText);
  const badges = h('div', { class: 'row' });
  const circle = h('span', { class: `circle ${post.platform}` }, icon(post.platform, 22));
  const element = h(
    'article', { class: 'card post' },
    h('div', { class: 'post-head' }, circle, h('div', {}, name, meta), time), text, notes, readMore,
    h('div', { class: 'post-foot' }, badges, tools));
  let shown = '';
  let hasTools = null;

  function update(post) {
    const isExpanded = page.isExpanded(id);
    for (const part of [text, noteText]) part.classList.toggle('clamp', !isExpanded);
    set(readMore, { 'aria-expanded': isExpanded });
    setText(readMore.firstChild, isExpanded ? texts.readLess : texts.readMore);
    const state = JSON.stringify([post, isExpanded, page.allowsChanges]);
    if (state === shown) return;
    shown = state;
    const author = post.authorName || post.authorHandle || texts.unknownAuthor;
    const [key, tone] = sentiments[post.sentiment] ?? [];
    set(element, {
      'aria-label': fill(texts.cardAloud, {
        platform: common[post.platform], author, date: post.relativeDate,
        content: preview(post.postContent ?? '', isExpanded) || texts.noContent,
        sentiment: key ? common[key] : texts.noSentiment,
        flagged: post.flaggedForReview ? texts.flagged : texts.notFlagged,
      }),
    });
    const { highlights } = post;
    replace(name, marked(author, post.authorName ? highlights?.authorName : highlights?.authorHandle));
    const handle = post.authorName ? post.authorHandle : null;
    replace(meta, handle ? [h('bdi', {}, marked(handle, highlights?.authorHandle)), ' · '] : null, post.schoolName ?? texts.unknownSchool);
    setText(time, post.relativeDate);
    set(time, { datetime: post.postDate });
    replace(text, marked(post.postContent ?? '', highlights?.postContent));
    set(notes, { hidden: !post.notes });
    setText(noteText, post.notes ?? '');
    replace(
      badges, key ? h('span', { class: `badge ${tone}` }, texts[key]) : null,
      post.isRecruitingRelated ? h('span', { class: 'badge purple' }, texts.recruitingBadge) : null,
      post.flaggedForReview ? h('span', { class: 'badge amber' }, texts.flagged) : null);
    set(flag, { 'aria-pressed': post.flaggedForReview });
    setText(flag.lastChild, post.flaggedForReview ? texts.unflag : texts.flag);
    setText(note.lastChild, post.notes ? texts.editNote : texts.addNote);
    for (const control of [flag, note]) set(control, { title: control.lastChild.textContent });
    if (hasTools === page.allowsChanges) return;
    hasTools = page.allowsChanges;
    const link = post.link ? h(
      'a', { class: 'button quiet icon-only', href: post.link, target: '_blank', rel: 'noopener noreferrer',
        'aria-label': texts.openPost, title: texts.openPost }, icon('open')) : null;
    replace(tools, hasTools ? [flag, note, link, more] : link);
  }

  update(post);
  /** Shows "Read more" where the text has more lines than are shown; called when the card is near the screen. */
  const measure = () => {
    if (page.isExpanded(id)) return;
    set(readMore, { hidden: ![text, noteText].some((part) => part.scrollHeight > part.clientHeight + 2) });
  };
  return Object.assign(element, { update, measure, more: more.firstChild });
}

function moreMenu(page, id) {
  const { texts } = page;
  const place = h('div', { class: 'menu' });
  const opener = button({
    icon: 'more', kind: 'quiet', 'aria-label': texts.more, title: texts.more, 'aria-haspopup': 'menu', 'aria-expanded': false,
    onclick: () => (place.children.length > 1 ? close() : open()),
  });
  place.append(opener);

  function close() {
    place.children[1]?.remove();
    set(opener, { 'aria-expanded': false });
  }

  function open() {
    const remove = button({
      icon: 'trash', label: texts.delete, kind: 'quiet delete', role: 'menuitem',
      onclick: () => {
        opener.focus();
        close();
        page.askToDelete(id);
      },
    });
    place.append(h('div', { role: 'menu', 'aria-label': texts.more }, remove));
    set(opener, { 'aria-expanded': true });
    remove.focus();
  }

  place.addEventListener('focusout', (event) => place.contains(event.relatedTarget) || close());
  place.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    opener.focus();
    close();
  });
  return place;
}

function preview(text, isWhole) {
  if (isWhole || text.length <= previewLength) return text;
  let count = 0;
  let space = -1;
  for (const { segment, index } of characters.segment(text)) {
    // Whole words, if there are any.
    if (count === previewLength) return `${text.slice(0, space < 0 ? index : space)}…`;
    if (/^\p{White_Space}/u.test(segment)) space = index;
    count += 1;
  }
  return text;
}

/** Returns a text with ranges of its UTF-8 bytes marked. */
function marked(text, ranges) {
  if (!ranges?.length) return text;
  const bytes = encoder.encode(text);
  const slice = (from, to) => decoder.decode(bytes.subarray(from, to));
  const parts = [];
  let end = 0;
  for (const [from, to] of ranges) {
    parts.push(slice(end, from), h('mark', {}, slice(from, to)));
    end = to;
  }
  return [...parts, slice(end)];
}
