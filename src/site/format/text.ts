/**
 * Removes characters that override the text direction, and control characters that HTML does not allow, from all strings
 * and keys of a publisher's value. Keeps the natural direction of letters, tabs, and line breaks. Returns the same value
 * if it has no such characters, which is the usual case.
 */
export function removeOverrides<T>(value: T): T {
  const text = JSON.stringify(value);
  if (!UNWANTED.test(text)) return value;
  return JSON.parse(
    text.replace(new RegExp(`\\\\\\\\|${UNWANTED.source}`, 'g'), found => (found === '\\\\' ? found : '')),
  );
}

/** The characters as in JSON, where the first 32 are escaped. An escaped backslash must be skipped as a unit. */
const UNWANTED = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\\(?:u00[01][0-9a-f]|[bf])/;

/** The maximum length of the description in the head of a listing. The overview has longer ones in full. */
export const MAX_LEAD_LENGTH = 260;
