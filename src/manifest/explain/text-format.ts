import { listSuggestions, type TextFormat } from './suggestion.ts';

/** Descriptions of the text formats. */
const formats = {
  uri: {
    phrase: 'an absolute URI (RFC 3986)',
    hint: 'Write the complete URI with its scheme, percent-encode characters that are not ASCII, and use punycode in the host',
  },
  email: { phrase: 'an email address', hint: 'Write a single email address without a display name' },
  'date-time': {
    phrase: 'a date and time with an offset (RFC 3339)',
    hint: 'Write an existing date, "T", a time with seconds, and "Z" or an offset such as +01:00',
  },
  semver: { phrase: 'a semantic version', hint: 'Write MAJOR.MINOR.PATCH without leading zeros' },
  decimal: {
    phrase: 'a decimal number',
    hint: 'Write digits with an optional fraction, without a sign, unit, or thousands separators',
  },
  currency: {
    phrase: 'a currency',
    hint: 'Write an ISO 4217 code in capital letters, or "x-" and a name without white space',
  },
  path: { phrase: 'a path that starts with "/"', hint: 'Write the path relative to the origin' },
} as const satisfies Record<TextFormat, { phrase: string; hint: string }>;

export type { TextFormat };

/** Whether a definition of the schema is a text format with its own explanation. */
export function isTextFormat(definition: string | undefined): definition is TextFormat {
  return definition !== undefined && Object.hasOwn(formats, definition);
}

/** Returns a noun phrase for a text format. */
export function getFormatPhrase(format: TextFormat): string {
  return formats[format].phrase;
}

/**
 * Returns how to fix a text with an invalid format, with a valid correction of the text, or else with an example.
 *
 * @param isValid whether a text has the format
 */
export function formatHint(
  format: TextFormat,
  text: string,
  example: unknown,
  isValid: (text: string) => boolean,
): string {
  const isCorrectable = text.trim() !== '' && text.length <= 500;
  const correction = isCorrectable ? listSuggestions(format, text).find(isValid) : undefined;
  const sample = correction ?? example;
  return `${formats[format].hint}${sample === undefined ? '' : `, for example ${JSON.stringify(sample)}`}.`;
}
