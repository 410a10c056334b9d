// Texts with values in them, as `TextTemplate` and `PluralText` of CompassPages have them, and the few words that are
// required before `/api/texts` has been read.

/** Returns a template with values in the places of its placeholders; one without a value stays as it is. */
export function fill(template, values = {}) {
  return template.replace(/\{([A-Za-z0-9]+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/** Returns the form of a text for a number, with values filled in. */
export function plural(text, count, values = {}) {
  return fill(count === 1 ? text.one ?? text.other : text.other, { count, ...values });
}

/**
 * The words of what is shown before `/api/texts` has been read: around the page, when it cannot be read, and to sign
 * in, as without a token the server does not tell it. All others are in `PageTexts`; `tryAgain` is in both.
 */
export const words = {
  product: 'Recruiting Compass',
  skip: 'Skip to content',
  darkMode: 'Dark mode',
  unreachable: 'The server could not be reached.',
  tryAgain: 'Try Again',
  signIn: 'Sign In',
  token: 'Access token',
  tokenHint: 'The token is in the file that the server was started with.',
  tokenWrong: 'This token is not valid.',
};
