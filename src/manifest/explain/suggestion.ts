/** The text formats of the schemas, by their names under `$defs`. */
export type TextFormat = 'uri' | 'email' | 'date-time' | 'semver' | 'decimal' | 'currency' | 'path';

/** Returns corrections of a text with an invalid format, most likely first. Some may be invalid too. */
export function listSuggestions(format: TextFormat, text: string): string[] {
  return corrections[format](text.trim());
}

const corrections: Readonly<Record<TextFormat, (text: string) => string[]>> = {
  uri: text => {
    if (/^\/\/[\p{L}\p{N}[]/u.test(text)) return [encodeUri(`https:${text}`)];
    if (/^[^/@\s]+@[^/@\s]+$/.test(text)) return [encodeUri(`mailto:${text}`)];
    // Other texts have a host only if they start with one: `/docs` has none.
    const isHostFirst = !/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && /^[\p{L}\p{N}[]/u.test(text);
    return isHostFirst ? [encodeUri(text), encodeUri(`https://${text}`)] : [encodeUri(text)];
  },
  email: text => [text, text.replace(/^mailto:/i, ''), /<([^<>]*)>/.exec(text)?.[1] ?? ''],
  'date-time': text => {
    const spaced = text.replace(/^(\S+) +/, '$1T').replace(/ /g, '');
    const colons = spaced.replace(/([+-][0-9]{2})([0-9]{2})$/, '$1:$2');
    const seconds = colons.replace(/(T[0-9]{2}:[0-9]{2})(?=$|Z|[+-])/i, '$1:00');
    return [
      spaced,
      colons,
      seconds,
      `${seconds}Z`,
      `${text}T00:00:00Z`,
      seconds.replace(':60', ':59'),
      toIsoTime(text),
    ];
  },
  semver: text => {
    const dotted = text.replace(/^([vV]?[0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])/, '$1.$2.$3');
    const [, core = '', rest = ''] = /^[vV=\s]*([0-9]+(?:\.[0-9]+)*)(.*)$/.exec(dotted) ?? [];
    const numbers = [...core.split('.').map(part => part.replace(/^0+(?=[0-9])/, '')), '0', '0'].slice(0, 3);
    return [numbers.join('.') + rest, numbers.join('.')];
  },
  decimal: text => {
    // With a second number, a sign, or an exponent, the digits alone are another price.
    const [number = '', another] = text.match(/[0-9.,]*[0-9]\.?/g) ?? [];
    if (number === '' || another !== undefined || /-|[0-9]e/i.test(text)) return [];
    const hasThousands = /^[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]+)?$/.test(number);
    const plain = hasThousands ? number.replaceAll(',', '') : number.replace(/^([0-9]+),([0-9]+)$/, '$1.$2');
    return [plain, `0${plain}`, `${plain}0`];
  },
  currency: text => [
    symbols[text] ?? '',
    text.toUpperCase(),
    `x-${text.replace(/^x-/i, '').toLowerCase().replace(/\s+/g, '-')}`,
  ],
  path: text => {
    const target = text
      .replace(/^(?:GET|POST|PUT|DELETE|PATCH)\s+/i, '')
      .replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, '');
    return [target, `/${target}`];
  },
};

const symbols: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/** Percent-encodes the characters that a URI may not contain, and converts the host. Returns '' for an invalid host. */
function encodeUri(text: string): string {
  const [, start = '', host = '', rest = text] = /^([^:/?#]+:\/\/(?:[^/?#@]*@)?)([^/?#:@[\\]*)(.*)$/su.exec(text) ?? [];
  const ascii = toAsciiHost(host);
  return ascii === undefined ? '' : encodeCharacters(start) + ascii + encodeCharacters(rest);
}

/** Converts a host to punycode, because clients do not look up a percent-encoded one. */
function toAsciiHost(host: string): string | undefined {
  if (!host.includes('%') && encodeCharacters(host) === host) return host;
  try {
    return new URL(`https://${host}`).hostname;
  } catch {
    return undefined;
  }
}

function encodeCharacters(text: string): string {
  return text.replace(/[^!-~]|%(?![0-9A-Fa-f]{2})|["<>\\^`{|}]/gu, encodeCharacter);
}

function encodeCharacter(character: string): string {
  return character === '%' ? '%25' : encodeURIComponent(character.isWellFormed() ? character : '\ufffd');
}

function toIsoTime(text: string): string {
  const milliseconds = /([0-9]Z|GMT|UTC|[+-][0-9]{2}:?[0-9]{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? '' : new Date(milliseconds).toISOString();
}
