/** A semantic version. `exact` is true if it equals the input. */
export interface SemanticVersion {
  readonly version: string;
  readonly exact: boolean;
}

/**
 * Converts a version: `v1` to 1.0.0, `1.0-beta` to 1.0.0-beta, `2021-06-01` to 2021.6.1, and `1.2.3.4` to 1.2.3+4. Returns
 * undefined for text that does not start with a number, such as `latest`.
 */
export function toSemanticVersion(input: string): SemanticVersion | undefined {
  const text = input.trim();
  if (SEMANTIC.test(text)) return { version: text, exact: true };
  const [, numbers = '', rest = ''] =
    /^(?:v(?:er(?:sion)?)?[.:\s_-]*)?(\d+(?:\.\d+)*)(.*)$/is.exec(replaceHyphens(text)) ?? [];
  if (numbers === '') return undefined;
  const parts = numbers.split('.').map(part => part.replace(/^0+(?=\d)/, ''));
  const core = [...parts, '0', '0'].slice(0, 3).join('.');
  const words = rest
    .replace(/^[^0-9A-Za-z]+/, '')
    .split(/[^0-9A-Za-z-]+/)
    .filter(word => /[^-]/.test(word));
  const build = parts.slice(3);
  const isPrerelease = /^(a|alpha|b|beta|rc|pre|preview|dev|snapshot|draft)(?![a-z])/i.test(words[0] ?? '');
  const suffix = isPrerelease ? `-${words.map(trimZeros).join('.')}` : '';
  const metadata = isPrerelease ? build : [...build, ...words];
  const version = `${core}${suffix}${metadata.length > 0 ? `+${metadata.join('.')}` : ''}`;
  return { version: SEMANTIC.test(version) ? version : core, exact: false };
}

/** The regular expression of semver.org. */
const SEMANTIC =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

/** Replaces the hyphens of a date with dots. */
function replaceHyphens(text: string): string {
  return text.replace(/^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/, '$1.$2.$3');
}

/** Removes leading zeros, which numeric identifiers must not have. */
function trimZeros(word: string): string {
  return word.replace(/^0+(?=\d+$)/, '');
}
