import { readParameter } from '#calls/parameters/declared-parameter.ts';
import { toList } from '#calls/parameters/to-list.ts';
import { encode } from '#calls/url/encode.ts';
import { formatPathStyle } from '#calls/url/path-styles.ts';
import { formatQueryStyle } from '#calls/url/query-styles.ts';
import { formatContent } from '#calls/url/value-text.ts';
import { readLocation } from '#manifest/call-members.ts';
import type { Parameter } from '#manifest/manifest.ts';

/** A parameter with the recommended members, which the format allows but does not require. */
type DescribedParameter = Parameter & {
  readonly in?: unknown;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly enum?: unknown;
};

export type ProbeLocation = 'path' | 'query' | 'other';

/** Returns where a parameter of a GET endpoint belongs. Probes fill only paths and queries. */
export function findLocation(parameter: DescribedParameter, placeholders: ReadonlySet<string>): ProbeLocation {
  if (placeholders.has(parameter.name)) return 'path';
  const location = readLocation(parameter.in);
  if (location !== undefined && location !== 'path') return location === 'query' ? 'query' : 'other';
  return HEADER_NAME.test(parameter.name) ? 'other' : 'query';
}

/** Names that are sent as headers if the manifest does not state the location. */
const HEADER_NAME =
  /^(authorization|accept|accept-language|content-type|cookie|if-none-match|user-agent|x-[a-z0-9-]+)$/i;

/** A value of a parameter for a probe: a text, a number, a boolean, or a list of them. */
export type ProbeValue = Scalar | readonly Scalar[];

type Scalar = string | number | boolean;

/**
 * Returns the value of a parameter for a probe: its example, its default, or the first value of its enum. Undefined without a
 * usable value. Never the value of a credential: probes send none.
 *
 * A value is short text without control characters. For a path, it cannot contain dot segments.
 *
 * @param credentialNames the names that the manifest declares (`listCredentialNames`)
 */
export function findValue(
  parameter: DescribedParameter,
  location: ProbeLocation,
  credentialNames: ReadonlySet<string>,
): ProbeValue | undefined {
  if (isCredential(parameter.name, location, credentialNames)) return undefined;
  const { example, default: standard, enum: choices } = parameter;
  const candidates = [example, standard, Array.isArray(choices) ? choices[0] : undefined];
  return candidates.find(
    (candidate): candidate is ProbeValue =>
      isValue(candidate) && [candidate].flat().every(each => isUsable(String(each), location)),
  );
}

/** Formats a value for a placeholder of a path, as a call plan does. */
export function formatPathValue(value: ProbeValue, parameter: Parameter): string {
  const read = readParameter(parameter);
  if (read.content_type !== undefined) return encode(formatContent(value, read.content_type));
  // A style of the query does not apply to a placeholder in the declared query string.
  const style = read.in === 'query' ? { name: read.name } : read;
  return formatPathStyle(toList(value, { ...read, in: 'path' }), style, encode);
}

/** Formats a value as pairs of a query string, as a call plan does, except that a comma between items is encoded. */
export function formatQueryPairs(value: ProbeValue, parameter: Parameter): readonly string[] {
  const read = readParameter(parameter);
  const { name, content_type } = read;
  if (content_type !== undefined) return [`${encode(name)}=${encode(formatContent(value, content_type))}`];
  return formatQueryStyle(name, toList(value, { ...read, in: 'query' }), read).map(
    pair => `${encode(pair.name)}=${encode(pair.parts.join(pair.delimiter))}`,
  );
}

/**
 * Whether a parameter carries a credential by its name, such as `api_key`, `accessToken`, and `X-Signature`. A `key` in a
 * path names a resource.
 *
 * @param credentialNames the names that the manifest declares (`listCredentialNames`), for the query
 */
export function isCredential(
  name: string,
  location: ProbeLocation,
  credentialNames: ReadonlySet<string> = new Set(),
): boolean {
  if (location === 'path' && /^key$/i.test(name)) return false;
  if (location === 'query' && credentialNames.has(name)) return true;
  return CREDENTIAL_NAME.test(name);
}

const CREDENTIAL_NAME =
  /^(x[-_.]?)?((api|app|auth|access|secret|private|subscription|client|user|bot|bearer|id)[-_.]?)?(key|token|secret|password|passwd|signature|sig|credentials?|authorization|jwt)$/i;

const MAX_LIST_LENGTH = 20;

function isValue(value: unknown): value is ProbeValue {
  const values = Array.isArray(value) ? value : [value];
  return values.length > 0 && values.length <= MAX_LIST_LENGTH && values.every(isScalar);
}

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}

/** Longer values are no examples of calls. */
const MAX_VALUE_LENGTH = 256;

function isUsable(value: string, location: ProbeLocation): boolean {
  if (value === '' || value.length > MAX_VALUE_LENGTH || !value.isWellFormed()) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this rejects.
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)) return false;
  return location !== 'path' || !value.split(/[/\\]/).some(part => part === '.' || part === '..');
}
