/** A version in the form that the format wants, and whether it says exactly what was written. */
export interface SemanticVersion {
  readonly version: string;
  readonly exact: boolean;
}

/**
 * Reads a version: `v1` is 1.0.0, `1.0-beta` is 1.0.0-beta, `2021-06-01` is 2021.6.1, `1.2.3.4` is 1.2.3+4. Undefined
 * for what holds no number to begin with, such as `latest`.
 */
export function semanticVersion(written: string): SemanticVersion | undefined {
  const text = written.trim();
  if (SEMANTIC.test(text)) return { version: text, exact: true };
  const [, numbers = '', rest = ''] = /^(?:v(?:er(?:sion)?)?[.:\s_-]*)?(\d+(?:\.\d+)*)(.*)$/is.exec(dotted(text)) ?? [];
  if (numbers === '') return undefined;
  const parts = numbers.split('.').map(part => part.replace(/^0+(?=\d)/, ''));
  const core = [...parts, '0', '0'].slice(0, 3).join('.');
  const words = rest
    .replace(/^[^0-9A-Za-z]+/, '')
    .split(/[^0-9A-Za-z-]+/)
    .filter(word => /[^-]/.test(word));
  const build = parts.slice(3);
  const isEarly = /^(a|alpha|b|beta|rc|pre|preview|dev|snapshot|draft)(?![a-z])/i.test(words[0] ?? '');
  const suffix = isEarly ? `-${words.map(plain).join('.')}` : '';
  const further = isEarly ? build : [...build, ...words];
  const version = `${core}${suffix}${further.length > 0 ? `+${further.join('.')}` : ''}`;
  return { version: SEMANTIC.test(version) ? version : core, exact: false };
}

/** The expression of semver.org. */
const SEMANTIC =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

/** Dates as numbers between dots. */
function dotted(text: string): string {
  return text.replace(/^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/, '$1.$2.$3');
}

function plain(word: string): string {
  return word.replace(/^0+(?=\d+$)/, '');
}
