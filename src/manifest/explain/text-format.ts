import { suggestions, type TextFormat } from './suggestion.ts';

/** How to write the texts that have a form: the names are those under `$defs` of the schemas. */
const forms = {
  uri: {
    is: 'an address with a scheme (RFC 3986)',
    hint: 'Write the whole address with its scheme, other than ASCII characters percent-encoded',
  },
  email: { is: 'an email address', hint: 'Write one plain email address' },
  'date-time': {
    is: 'a date and time with offset (RFC 3339)',
    hint: 'Write a real date, "T", a time with seconds, and "Z" or an offset such as +01:00',
  },
  semver: { is: 'a semantic version', hint: 'Write it as MAJOR.MINOR.PATCH without leading zeros' },
  decimal: {
    is: 'a decimal number',
    hint: 'Write digits, and optionally a point with more digits, without sign, unit or separators',
  },
  currency: {
    is: 'a currency',
    hint: 'Write the three capital letters of ISO 4217, or "x-" and a name without white space',
  },
  path: { is: 'a path that starts with "/"', hint: 'Write the path from the root of the origin' },
} as const satisfies Record<TextFormat, { is: string; hint: string }>;

export type { TextFormat };

export function isTextFormat(definition: string | undefined): definition is TextFormat {
  return definition !== undefined && Object.hasOwn(forms, definition);
}

/** What a text of this form is, as a phrase. */
export function formPhrase(format: TextFormat): string {
  return forms[format].is;
}

/**
 * How to write it, with what the publisher probably meant where that can be told from the text, else with an example.
 * `fits` tells whether a text has the form.
 */
export function formHint(format: TextFormat, text: string, example: unknown, fits: (text: string) => boolean): string {
  const isReadable = text.trim() !== '' && text.length <= 500;
  const meant = isReadable ? suggestions(format, text).find(fits) : undefined;
  const shown = meant ?? example;
  return `${forms[format].hint}${shown === undefined ? '' : `, for example ${JSON.stringify(shown)}`}.`;
}
